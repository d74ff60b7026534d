import { QUESTION_TYPES, type Question, type QuestionType } from '@assoc/contract/form/engine/document'
import { hasProperty, PROPERTIES, type Property } from '@assoc/contract/form/engine/properties'
import { OFFERED_TYPES } from '@assoc/contract/form/template'
import { observer } from 'mobx-react-lite'
import { changeType } from './commands'
import { ConditionField } from './Condition'
import { ChoiceField, CountField, TextField } from './fields'
import { OptionList } from './OptionList'
import { choices, PERSONAL } from './property-names'
import type { DesignerStore } from './store'

/** What many questions have in common, set for all of them at once and taken back at once. */
export const ManyProperties = observer(function ManyProperties({ store, keys }: { store: DesignerStore; keys: string[] }) {
  const all = keys.flatMap((key) => store.doc.questions[key] ?? [])
  const every = (name: Property) => all.every(({ type }) => hasProperty(type, name))
  const common = <V,>(read: (one: Question) => V): V | undefined => {
    const first = all[0] && read(all[0])
    return all.every((one) => read(one) === first) ? first : undefined
  }
  const set = (name: Property, value: unknown) => store.set(keys, name, value)
  return (
    <div className="fd-props" data-fields="question">
      <strong>批量修改 {keys.length} 道题</strong>
      <ChoiceField
        label="题型"
        required
        placeholder="各不相同"
        value={common(({ type }) => type)}
        options={OFFERED_TYPES.map((type) => ({ value: type, label: QUESTION_TYPES[type] }))}
        onChange={(type) => changeType(store, type as QuestionType)}
      />
      {every('required') ? (
        <ChoiceField
          label="必填"
          required
          placeholder="各不相同"
          value={common(({ required }) => (required ? 'yes' : 'no'))}
          options={[
            { value: 'yes', label: '必填' },
            { value: 'no', label: '选填' },
          ]}
          onChange={(value) => set('required', value === 'yes' ? true : undefined)}
        />
      ) : null}
      {every('unit') && common(({ type }) => type === 'money') === false ? (
        <TextField
          label="单位"
          value={common(({ unit }) => unit) ?? ''}
          placeholder="各不相同"
          onChange={(unit) => store.set(keys, 'unit', unit || undefined, 'unit')}
          onSettle={store.settle}
        />
      ) : null}
      {every('decimals') ? (
        <CountField
          label="小数位数"
          value={common(({ decimals }) => decimals)}
          min={0}
          max={8}
          onChange={(value) => set('decimals', value)}
        />
      ) : null}
      {every('tolerance') ? (
        <TextField
          label="与上期允许偏差（%）"
          value={common(({ tolerance }) => tolerance) ?? ''}
          onChange={(value) => store.set(keys, 'tolerance', value || undefined, 'tolerance')}
          onSettle={store.settle}
        />
      ) : null}
      {every('personal') ? (
        <ChoiceField
          label="个人信息"
          placeholder="不是个人信息"
          value={common(({ personal }) => personal)}
          options={choices(PERSONAL)}
          onChange={(value) => set('personal', value)}
        />
      ) : null}
      {every('options') ? (
        <OptionList
          title="共用选项"
          one="选项"
          value={common(({ options }) => JSON.stringify(options ?? [])) === undefined ? [] : (all[0]?.options ?? [])}
          newValue={store.newValue}
          published={new Set()}
          onChange={(list, typing) => store.set(keys, 'options', list.length > 0 ? list : undefined, typing)}
          onSettle={store.settle}
        />
      ) : null}
      <ConditionField
        label="显示条件"
        then="显示这些题目"
        doc={store.doc}
        value={common(({ visibleIf }) => JSON.stringify(visibleIf) ?? '') === undefined ? undefined : all[0]?.visibleIf}
        onChange={(tree, typing) => store.set(keys, 'visibleIf', tree, typing === undefined ? undefined : 'visibleIf')}
        onSettle={store.settle}
      />
      <div className="fd-hint">“{PROPERTIES.visibleIf}”等设置会同时写入所选的全部题目，可一步撤销。</div>
    </div>
  )
})
