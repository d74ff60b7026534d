import { Checkbox, Form, InputNumber, Switch } from 'antd'
import { labelOf, metaOf, offeredOf, settled, shapeOf, type FieldMeta, type FileRule, type LinesRule } from '@assoc/contract'
import dayjs, { type Dayjs } from 'dayjs'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import type { z } from 'zod'
import { Input } from '../../shell'
import { injectStyle } from '../../shell/styles'
import type { RefSelectProps } from '../../lazy/RefSelect'
import { AddressInput, DatePicker, DateTimeInput, FilesInput, LinesInput, PersonalInput, RefSelect, RichText, TimeInput, TreeInput } from '../lazy'
import type { TreeOption } from './tree-options'
import { Select } from './select'

interface Common {
  /** Name of the field in the call's request; its label comes from there. */
  name: string
  label?: string
  help?: string
  /** Columns of two that the field takes. */
  span?: 1 | 2
  disabled?: boolean
  /** This form asks for it, though the contract lets others leave it out. */
  required?: boolean
  /** Written once: a record that is changed shows it, and keeps it. */
  once?: boolean
  placeholder?: string
}

export type FormField = Common &
  (
    | { kind: 'text' | 'longText' | 'number' | 'date' | 'switch' }
    /** 分 in the contract, typed and read in 元. */
    | { kind: 'money' }
    | { kind: 'select'; options: readonly { value: string; label: string }[]; multiple?: boolean }
    | { kind: 'checks'; options: readonly { value: string; label: string }[] }
    /** Files, each sent when it is chosen; `purpose` is `<resource>.<field>`. */
    | { kind: 'files'; purpose: string; rule: FileRule }
    /** A choice out of a tree that stands there, or is read when the field is first shown. */
    | { kind: 'tree'; options?: readonly TreeOption[]; load?: () => Promise<TreeOption[]>; multiple?: boolean }
    /** A record, or several, chosen as the lookup of the call's field says; another lookup stands here only where the call has none. */
    | RefField
    /** An instant by day and clock time; with `past` none after today. */
    | { kind: 'dateTime'; past?: boolean }
    /** A clock time, offered at every `step` minutes. */
    | { kind: 'time'; step?: number }
    /** A structured text; `inserts` are pieces that can be put in. */
    | { kind: 'rich'; inserts?: readonly { label: string; text: string }[] }
    /** An address with its region. */
    | { kind: 'address' }
    | LinesKind
    /** Personal data that stands there masked: untouched it is not sent; `reveal` shows it, where they may. */
    | { kind: 'personal'; masked: string | null; reveal?: (() => Promise<string | null>) | undefined }
    /** A control of the page's own; `show` words its value where two are compared. */
    | { kind: 'own'; render: ReactNode; show?: (value: unknown) => string }
  )

/** What the form adds to a reference: its schema and the record that is changed are put there by the form itself. */
export type RefField = { kind: 'ref'; schema?: z.ZodType | undefined; record?: Record<string, unknown> | undefined } & Partial<Pick<RefSelectProps, 'lookup' | 'multiple' | 'known' | 'suggested' | 'where' | 'except' | 'fits' | 'onRecord'>>

/** Rows of the record's own: their schema, a field for each column, and how many there may be. */
interface LinesKind {
  kind: 'lines'
  row: z.ZodType
  cells: readonly FormField[]
  rule: LinesRule
}
export type LinesField = Common & LinesKind

const css = `.kit-form{container-type:inline-size}.kit-form-grid{display:grid;gap:0 16px;grid-template-columns:1fr}
@container (min-width:520px){.kit-form-grid{grid-template-columns:1fr 1fr}.kit-form-wide{grid-column:1/-1}}`

/** Whether a schema takes no empty value, so that the form marks the field. */
export function isRequired(schema: z.ZodType, name: string): boolean {
  const given = shapeOf(schema)?.[name]
  // Filled in by a rule it may be left out of a call; in the form it must hold something.
  const rules = given && metaOf(given).rules
  const field = rules?.fallback ? rules.plain : given
  // A list that may be empty is sent so when nothing is chosen.
  return field ? [undefined, null, []].every((nothing) => !field.safeParse(nothing).success) : false
}

interface FormFieldsProps {
  fields: readonly FormField[]
  schema: z.ZodType
  /** The record that is changed: it names what its references mean. */
  record?: Record<string, unknown>
}

/** The fields of a form in two columns, labels and marks from the contract. */
export function FormFields({ fields, schema, record }: FormFieldsProps) {
  injectStyle('kit-form', css)
  return (
    <div className="kit-form">
      <div className="kit-form-grid">
        {fields.map((field) => {
          const of = shapeOf(schema)?.[field.name]
          const Drawn = of && metaOf(of).when ? Conditional : Ruled
          return <Drawn key={field.name} field={field} schema={schema} record={record} />
        })}
      </div>
    </div>
  )
}

interface ItemProps {
  field: FormField
  schema: z.ZodType
  record: Record<string, unknown> | undefined
  required?: boolean
}

function Item({ field, schema, record, required = field.required ?? isRequired(schema, field.name) }: ItemProps) {
  if (field.kind === 'lines') {
    const label = field.label ?? labelOf(schema, field.name)
    return (
      <Form.Item label={label} required={required || field.rule.least > 0} {...(field.help ? { extra: field.help } : {})} className="kit-form-wide">
        <LinesInput field={field} label={label} />
      </Form.Item>
    )
  }
  return (
    <Form.Item
      name={field.name}
      label={field.label ?? labelOf(schema, field.name)}
      required={field.kind !== 'switch' && required}
      {...(field.kind === 'switch' ? { valuePropName: 'checked' } : {})}
      {...(field.help ? { extra: field.help } : {})}
      className={field.span === 2 || WIDE.has(field.kind) ? 'kit-form-wide' : ''}
    >
      {controlOf(field.kind === 'ref' ? { ...field, schema: shapeOf(schema)?.[field.name], record } : { ...field, label: field.label ?? labelOf(schema, field.name) })}
    </Form.Item>
  )
}

const WIDE: ReadonlySet<string> = new Set(['longText', 'files', 'rich', 'address'])

const metaIn = ({ field, schema }: ItemProps): FieldMeta => metaOf(shapeOf(schema)?.[field.name] as z.ZodType)

// Away from the page while it does not matter; what it holds stays with the form and comes back with the choice.
function Conditional(given: ItemProps) {
  const { when } = metaIn(given)
  const chosen = Form.useWatch<string | boolean | undefined>(when?.field ?? '', { form: Form.useFormInstance(), preserve: true })
  return when?.is.includes(chosen as string) ? <Ruled {...given} required={when.required} /> : null
}

// A choice with those choices alone that there are beside the other values.
function Offered({ field, ...given }: ItemProps) {
  const of = shapeOf(given.schema)?.[field.name] as z.ZodType
  const there = Form.useWatch((values: Record<string, unknown>) => offeredOf(of, values), { form: Form.useFormInstance(), preserve: true }) as readonly string[] | undefined
  const narrowed = there && 'options' in field && field.options ? { ...field, options: (field.options as readonly { value: string; label: string }[]).filter((o) => there.includes(o.value)) } : field
  return <Needed {...given} field={narrowed as FormField} />
}

// Marked while the others ask for it; what it holds itself takes the mark away no more than from other fields.
function Needed(given: ItemProps) {
  const { name } = given.field
  const { rules } = metaIn(given)
  const asked = Form.useWatch((values: Record<string, unknown>) => Boolean(rules?.needed?.({ ...values, [name]: null })), { form: Form.useFormInstance(), preserve: true }) as boolean | undefined
  return <Item {...given} {...(asked ? { required: true } : {})} />
}

// Most fields have nothing to do with others, and listen to nothing.
function Ruled(given: ItemProps) {
  const of = shapeOf(given.schema)?.[given.field.name]
  const rules = of && metaOf(of).rules
  return rules?.offered ? <Offered {...given} /> : rules?.needed ? <Needed {...given} /> : <Item {...given} />
}

// The form item hands down aria-required, which a group of checkboxes may not carry.
function Checks({ 'aria-required': _required, ...props }: ComponentProps<typeof Checkbox.Group> & { 'aria-required'?: unknown }) {
  return <Checkbox.Group {...props} />
}

/** An amount typed in 元 with at most two decimals; its value is whole 分. */
function MoneyInput({ value, onChange, ...props }: { value?: number | null; onChange?: (fen: number | null) => void; disabled?: boolean; placeholder?: string; id?: string }) {
  return (
    <InputNumber<string>
      {...props}
      stringMode
      controls={false}
      style={{ width: '100%' }}
      suffix="元"
      value={value === null || value === undefined ? null : fenText(value)}
      onChange={(text) => onChange?.(text === null || text === '' ? null : Math.round(Number(text) * 100))}
    />
  )
}

export const fenText = (fen: number): string => (fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2))

/** The control of a field; a form item, or who edits in place, gives it value and onChange. */
export function controlOf(field: FormField): ReactElement {
  const common = { disabled: field.disabled ?? false, ...(field.placeholder ? { placeholder: field.placeholder } : {}) }
  switch (field.kind) {
    case 'own':
      return field.render as ReactElement
    case 'longText':
      return <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} {...common} />
    case 'number':
      return <InputNumber style={{ width: '100%' }} {...common} />
    case 'money':
      return <MoneyInput {...common} />
    case 'date':
      return <DatePicker style={{ width: '100%' }} {...common} />
    case 'switch':
      return <Switch disabled={common.disabled} />
    case 'select':
      return <Select allowClear showSearch options={[...field.options]} {...(field.multiple ? { mode: 'multiple' as const } : {})} placeholder="请选择" {...common} />
    case 'checks':
      return <Checks options={[...field.options]} disabled={common.disabled} />
    case 'ref':
      return <RefSelect field={field} {...common} />
    case 'personal':
      return <PersonalInput masked={field.masked} reveal={field.reveal} {...common} />
    case 'files':
      return <FilesInput purpose={field.purpose} rule={field.rule} disabled={common.disabled} />
    case 'tree':
      return <TreeInput {...(field.options ? { options: field.options } : {})} load={field.load} multiple={field.multiple ?? false} {...common} />
    case 'dateTime':
      return <DateTimeInput past={field.past ?? false} {...common} />
    case 'time':
      return <TimeInput step={field.step ?? 1} {...common} />
    case 'rich':
      return <RichText aria-label={field.label ?? ''} {...(field.inserts ? { inserts: field.inserts } : {})} {...common} />
    case 'address':
      return <AddressInput {...common} />
    default:
      return <Input {...common} />
  }
}

/** The rows of a field of rows; a row that was just added may be nothing yet. */
export const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as (Record<string, unknown> | undefined)[]) : []).map((row) => row ?? {})

/** A record's values without those that stand there masked: they are not to be sent back as if they had been typed. */
export const ofRecord = (fields: readonly FormField[], values: Record<string, unknown>): Record<string, unknown> => {
  const personal = new Set(fields.flatMap((f) => (f.kind === 'personal' ? [f.name] : [])))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !personal.has(name)))
}

/** Values as antd's controls want them: dates become day objects. */
export function toForm(fields: readonly FormField[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((f) => {
      const value = values[f.name] ?? undefined
      if (f.kind === 'lines') return [f.name, rowsOf(value).map((row) => ({ ...row, ...toForm(f.cells, row) }))]
      return [f.name, f.kind === 'date' && typeof value === 'string' ? dayjs(value) : value]
    }),
  )
}

/** Values as the contract wants them: dates as YYYY-MM-DD, an emptied field as null. With the call's schema, what does not matter beside the others is empty. */
export function fromForm(fields: readonly FormField[], values: Record<string, unknown>, schema?: z.ZodType): Record<string, unknown> {
  const formatValue = Object.fromEntries(
    fields.flatMap((f): [string, unknown][] => (f.kind === 'personal' && values[f.name] === undefined ? [] : [[f.name, formValue(f, values[f.name])]])),
  )
  return schema ? onForm(fields, settled(shapeOf(schema) ?? {}, formatValue)) : formatValue
}

// A rule may fill in what stands on no form, such as id and version; that is not the form's to send.
const onForm = (fields: readonly FormField[], values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((f) => f.name === name)))

function formValue(f: FormField, value: unknown): unknown {
  if (f.kind === 'date') return value ? (value as Dayjs).format('YYYY-MM-DD') : null
  if (f.kind === 'switch') return Boolean(value)
  if (f.kind === 'lines') return rowsOf(value).map((row) => ({ ...row, ...fromForm(f.cells, row) }))
  // A field that came when the form stood already, such as roles that are asked of the server, has no value at first.
  if (f.kind === 'checks' || f.kind === 'files' || ((f.kind === 'select' || f.kind === 'ref' || f.kind === 'tree') && f.multiple)) return value ?? []
  return value ?? null
}
