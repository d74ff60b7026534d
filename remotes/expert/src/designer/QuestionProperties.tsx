import { isAsked, LOOKUP_PATHS, mayBeColumn, MONEY_UNITS, QUESTION_TYPES, TEXT_FORMATS, type QuestionType } from '@assoc/contract/form/engine/document'
import { FILE_MB } from '@assoc/contract/form/engine/files'
import { hasProperty, type Property } from '@assoc/contract/form/engine/properties'
import { OFFERED_TYPES } from '@assoc/contract/form/template'
import { RichText } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { changeType } from './commands'
import { ConditionField } from './Condition'
import { ChoiceField, CountField, SwitchField, TextField } from './fields'
import { FormulaField } from './Formula'
import { LabelField } from './LabelField'
import { OptionList } from './OptionList'
import { BOUNDS, choices, PERSONAL } from './property-names'
import { Checks, ColumnList } from './QuestionParts'
import type { DesignerStore } from './store'

/** What can be set of one question; a type shows what it has and nothing else. */
export const QuestionProperties = observer(function QuestionProperties({ store, id }: { store: DesignerStore; id: string }) {
  const { doc } = store
  const one = doc.questions[id]
  if (!one) return null
  const has = (property: Property) => hasProperty(one.type, property)
  const set = (name: Property, value: unknown, typing?: string) =>
    store.set([id], name, value, typing === undefined ? undefined : `${name} ${typing}`)
  const text = (name: Property, label: string, more: { rows?: number; hint?: string; placeholder?: string } = {}) => (
    <TextField
      label={label}
      name={name}
      value={(one[name] as string | undefined) ?? ''}
      onChange={(value) => set(name, value === '' && name !== 'label' && name !== 'code' ? undefined : value, '')}
      onSettle={store.settle}
      {...more}
    />
  )
  const bounds = BOUNDS[one.type]
  const section = store.sectionOf(id)
  const columns = section ? (doc.blocks[section]?.columns ?? 1) : 1
  const published = store.published?.questions[id]
  const values = (list: { value: string }[] | undefined) => new Set((list ?? []).map(({ value }) => value))
  return (
    <div className="fd-props" data-fields="question">
      <LabelField store={store} id={id} value={one.label} onChange={(value) => set('label', value, '')} />
      <div className="fd-two">
        <ChoiceField
          label="题型"
          required
          value={one.type}
          options={OFFERED_TYPES
            .filter((type) => one.in === undefined || mayBeColumn({ type }))
            .map((type) => ({ value: type, label: QUESTION_TYPES[type] }))}
          onChange={(type) => changeType(store, type as QuestionType)}
          {...(published ? { disabled: true, hint: '已发布，题型不能更改' } : {})}
        />
        <TextField
          label="列名"
          name="code"
          value={one.code}
          onChange={(value) => (published ? '已发布，列名不能更改' : set('code', value, ''))}
          onSettle={store.settle}
        />
      </div>
      {text('help', '填写说明', { rows: 1 })}
      {one.type === 'note' ? (
        <div className="fd-field" role="group" aria-label="说明文字">
          <div className="fd-name">说明文字</div>
          <RichText value={one.note ?? null} onChange={(note) => void set('note', note ?? undefined, '')} aria-label="说明文字" />
        </div>
      ) : null}
      {has('required') ? (
        <SwitchField label="必填" value={one.required === true} onChange={(on) => set('required', on ? true : undefined)} />
      ) : null}
      {has('multiple') ? (
        <SwitchField label="每行可多选" value={one.multiple === true} onChange={(on) => set('multiple', on ? true : undefined)} />
      ) : null}
      {has('options') ? (
        <OptionList
          title="选项"
          one="选项"
          rich={one.type !== 'matrix'}
          value={one.options ?? []}
          newValue={store.newValue}
          published={values(published?.options)}
          onChange={(list, typing) => set('options', list.length > 0 ? list : undefined, typing)}
          onSettle={store.settle}
        />
      ) : null}
      {has('items') ? (
        <OptionList
          title="矩阵的行"
          one="行"
          value={one.items ?? []}
          newValue={store.newValue}
          published={values(published?.items)}
          onChange={(list, typing) => set('items', list.length > 0 ? list : undefined, typing)}
          onSettle={store.settle}
        />
      ) : null}
      {has('columns') ? <ColumnList store={store} id={id} one={one} /> : null}
      {has('fixedRows') ? (
        <OptionList
          title="固定行（写在第一列）"
          one="固定行"
          value={one.fixedRows ?? []}
          newValue={store.newValue}
          published={values(published?.fixedRows)}
          onChange={(list, typing) => set('fixedRows', list.length > 0 ? list : undefined, typing)}
          onSettle={store.settle}
        />
      ) : null}
      {bounds && has('max') ? (
        <div className="fd-two">
          {has('min') ? text('min', bounds[0], { placeholder: bounds[2] ?? '不限' }) : null}
          {text('max', bounds[1], { placeholder: bounds[2] ?? (one.type === 'rating' ? '5' : '不限') })}
        </div>
      ) : null}
      {has('decimals') || has('unit') ? (
        <div className="fd-two">
          {has('decimals') ? (
            <CountField label="小数位数" value={one.decimals} min={0} max={8} onChange={(value) => set('decimals', value)} />
          ) : null}
          {one.type === 'money' ? (
            <ChoiceField
              label="单位"
              required
              value={one.unit ?? 'yuan'}
              options={choices(MONEY_UNITS)}
              onChange={(unit) => set('unit', unit === 'yuan' ? undefined : unit)}
            />
          ) : has('unit') ? (
            text('unit', '单位', { placeholder: '如 %、人' })
          ) : null}
        </div>
      ) : null}
      {has('format') ? (
        <div className="fd-two">
          <ChoiceField label="格式" value={one.format} options={choices(TEXT_FORMATS)} onChange={(value) => set('format', value)} />
          {text('mask', '掩码', { placeholder: '如 AA-9999' })}
        </div>
      ) : null}
      {has('lookup') ? (
        <ChoiceField
          label="登记项"
          required
          placeholder="请选择"
          value={one.lookup}
          options={choices(LOOKUP_PATHS)}
          onChange={(value) => set('lookup', value)}
        />
      ) : null}
      {has('exts') ? (
        <TextField
          label="文件类型"
          value={(one.exts ?? []).join(' ')}
          placeholder="不限，或如 pdf docx xlsx"
          onChange={(value) => {
            const list = value
              .toLowerCase()
              .split(/[\s,，、.;；]+/)
              .filter(Boolean)
            return set('exts', list.length > 0 ? list : undefined, '')
          }}
          onSettle={store.settle}
        />
      ) : null}
      {has('fileMb') ? (
        <CountField label="每个文件不超过（MB）" value={one.fileMb} min={1} max={FILE_MB.most} placeholder={String(FILE_MB.usual)} onChange={(value) => set('fileMb', value)} />
      ) : null}
      {has('tolerance') ? text('tolerance', '与上期允许偏差（%）', { placeholder: '不提示', hint: '超过时填报人须说明原因。' }) : null}
      {has('personal') ? (
        <ChoiceField
          label="个人信息"
          placeholder="不是个人信息"
          value={one.personal}
          options={choices(PERSONAL)}
          onChange={(value) => set('personal', value)}
          {...(one.personal ? { hint: '各处均以掩码显示，证件号和银行卡号加密保存。' } : {})}
        />
      ) : null}
      {columns > 1 && has('span') ? (
        <CountField
          label="占用列数"
          value={one.span}
          min={1}
          max={columns}
          onChange={(value) => set('span', value === 1 ? undefined : value)}
        />
      ) : null}
      {has('calc') ? (
        <div className="fd-group">
          <FormulaField
            label="计算公式"
            doc={doc}
            owner={id}
            value={one.calc}
            onChange={(tree) => set('calc', tree, 'formula')}
            onSettle={store.settle}
          />
        </div>
      ) : null}
      <ConditionField
        label="显示条件"
        then="显示"
        doc={doc}
        owner={id}
        value={one.visibleIf}
        onChange={(tree, typing) => set('visibleIf', tree, typing)}
        onSettle={store.settle}
      />
      {isAsked(one) ? (
        <ConditionField
          label="必填条件"
          then="必填"
          doc={doc}
          owner={id}
          value={one.requiredIf}
          onChange={(tree, typing) => set('requiredIf', tree, typing)}
          onSettle={store.settle}
        />
      ) : null}
      {has('checks') ? <Checks store={store} id={id} one={one} /> : null}
      {published ? (
        <SwitchField
          label="停用（不再填报，已有答案保留）"
          value={one.retired === true}
          onChange={(on) => set('retired', on ? true : undefined)}
        />
      ) : null}
    </div>
  )
})
