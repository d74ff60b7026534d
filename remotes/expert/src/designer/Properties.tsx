import {
  isAsked,
  LOOKUP_PATHS,
  mayBeColumn,
  MONEY_UNITS,
  QUESTION_TYPES,
  TEXT_FORMATS,
  type Check,
  type Question,
  type QuestionType,
} from '@assoc/contract/form/engine/document'
import { OFFERED_TYPES } from '@assoc/contract/form/template'
import { FILE_MB } from '@assoc/contract/form/engine/files'
import { hasProperty, PROPERTIES, type Property } from '@assoc/contract/form/engine/properties'
import { Button, CloseOutlined, PlusOutlined, RichText } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { ConditionField } from './Condition'
import { ChoiceField, CountField, SwitchField, TextField } from './fields'
import { FormulaField } from './Formula'
import { OptionList } from './OptionList'
import type { DesignerStore } from './store'

const choices = <V extends string>(of: Record<V, string>) => Object.entries(of).map(([value, label]) => ({ value, label: label as string }))

const PERSONAL = {
  mobile: '手机号码',
  phone: '电话号码',
  email: '电子邮箱',
  idCard: '居民身份证号码',
  passport: '护照号码',
  bankCard: '银行卡号',
  address: '住址',
  contact: '联系方式',
}

/** What the bounds of a type are called. */
const BOUNDS: Partial<Record<QuestionType, [least: string, most: string, example?: string]>> = {
  text: ['最少字数', '最多字数'],
  textarea: ['最少字数', '最多字数'],
  number: ['最小值', '最大值'],
  money: ['最小值（元）', '最大值（元）'],
  date: ['最早', '最晚', '2026-01-31'],
  range: ['最早', '最晚', '2026-01-31'],
  checkbox: ['至少选几项', '最多选几项'],
  rating: ['', '最高分'],
  repeat: ['最少行数', '最多行数'],
  file: ['最少个数', '最多个数'],
  image: ['最少个数', '最多个数'],
}

/** What can be set of whatever is chosen. */
export const Properties = observer(function Properties({ store }: { store: DesignerStore }) {
  const { chosen, active, doc } = store
  if (chosen.length > 1) return <ManyProperties store={store} keys={chosen} />
  const key = chosen[0] ?? active
  if (key !== null && key !== undefined && doc.questions[key]) return <QuestionProperties key={key} store={store} id={key} />
  if (key !== null && key !== undefined && doc.blocks[key]) return <BlockProperties key={key} store={store} id={key} />
  return <FormProperties store={store} />
})

const FormProperties = observer(function FormProperties({ store }: { store: DesignerStore }) {
  const { doc } = store
  return (
    <div className="fd-props">
      <TextField
        label="表单名称"
        name="title"
        value={doc.title}
        onChange={(text) => store.setForm('title', text, true)}
        onSettle={store.settle}
      />
      <div className="fd-field" role="group" aria-label="表单说明">
        <div className="fd-name">表单说明</div>
        <RichText
          value={doc.intro ?? null}
          onChange={(intro) => void store.setForm('intro', intro ?? undefined, true)}
          aria-label="表单说明"
        />
      </div>
      <div className="fd-hint">在大纲或画布中选择题目后，可在此设置它的属性。</div>
    </div>
  )
})

const BlockProperties = observer(function BlockProperties({ store, id }: { store: DesignerStore; id: string }) {
  const block = store.doc.blocks[id]
  if (!block) return null
  const name = block.kind === 'page' ? '页' : '分节'
  return (
    <div className="fd-props">
      <TextField
        label={`${name}标题`}
        name="title"
        value={block.title}
        placeholder="可不填"
        onChange={(text) => store.setBlock(id, 'title', text, true)}
        onSettle={store.settle}
      />
      {block.kind === 'section' ? (
        <ChoiceField
          label="每行题目数"
          required
          value={String(block.columns ?? 1)}
          options={[
            { value: '1', label: '1 列' },
            { value: '2', label: '2 列' },
            { value: '3', label: '3 列' },
          ]}
          onChange={(columns) => store.setBlock(id, 'columns', columns === '1' ? undefined : Number(columns))}
        />
      ) : null}
      <ConditionField
        label="显示条件"
        then={`显示此${name}`}
        doc={store.doc}
        value={block.visibleIf}
        onChange={(tree, typing) => store.setBlock(id, 'visibleIf', tree, typing !== undefined)}
        onSettle={store.settle}
      />
    </div>
  )
})

const QuestionProperties = observer(function QuestionProperties({ store, id }: { store: DesignerStore; id: string }) {
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
      {text('label', '题目', { rows: 1 })}
      <div className="fd-two">
        <ChoiceField
          label="题型"
          required
          value={one.type}
          options={OFFERED_TYPES
            .filter((type) => one.in === undefined || mayBeColumn({ type }))
            .map((type) => ({ value: type, label: QUESTION_TYPES[type] }))}
          onChange={(type) => store.changeType(type as QuestionType)}
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

const ColumnList = observer(function ColumnList({ store, id, one }: { store: DesignerStore; id: string; one: Question }) {
  return (
    <div className="fd-group" role="group" aria-label="表格的列">
      <div className="fd-name">表格的列</div>
      {(one.columns ?? []).map((key) => (
        <div key={key} style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => store.jump(key)}>
            {store.doc.questions[key]?.label ?? '已删除的题目'}
          </Button>
          <span className="fd-hint">{store.doc.questions[key] ? QUESTION_TYPES[store.doc.questions[key].type] : ''}</span>
        </div>
      ))}
      <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => store.addColumn(id)}>
        添加列
      </Button>
    </div>
  )
})

function Checks({ store, id, one }: { store: DesignerStore; id: string; one: Question }) {
  const checks = one.checks ?? []
  const put = (list: Check[], typing?: string) => store.set([id], 'checks', list.length > 0 ? list : undefined, typing)
  return (
    <div className="fd-group" role="group" aria-label="校验规则">
      <div className="fd-name">校验规则</div>
      {checks.map((check, at) => {
        const change = (patch: Partial<Check>, typing?: string) =>
          put(
            checks.map((old) => (old.id === check.id ? { ...old, ...patch } : old)),
            typing === undefined ? undefined : `checks ${check.id} ${typing}`,
          )
        return (
          <div key={check.id} style={{ display: 'flex', flexDirection: 'column', gap: 8 }}>
            <ConditionField
              label={`规则 ${at + 1} 须满足`}
              then="符合要求"
              doc={store.doc}
              value={check.holds}
              fixed
              onChange={(tree, typing) => change({ holds: tree ?? true }, typing)}
              onSettle={store.settle}
            />
            <TextField
              label="不满足时提示"
              value={check.message}
              onChange={(message) => change({ message }, 'message')}
              onSettle={store.settle}
            />
            <Button size="small" icon={<CloseOutlined />} onClick={() => put(checks.filter((old) => old.id !== check.id))}>
              删除规则 {at + 1}
            </Button>
          </div>
        )
      })}
      <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => put([...checks, store.newCheck(id)])}>
        添加校验规则
      </Button>
    </div>
  )
}

/** What many questions have in common, set for all of them at once and taken back at once. */
const ManyProperties = observer(function ManyProperties({ store, keys }: { store: DesignerStore; keys: string[] }) {
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
        onChange={(type) => store.changeType(type as QuestionType)}
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
