import { otherKey, type Answer, type AnswerPath } from '@assoc/contract/form/engine/answers'
import type { Option, Question } from '@assoc/contract/form/engine/document'
import { filesOf } from '@assoc/contract/form/engine/files'
import dayjs, { type Dayjs } from 'dayjs'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { AddressInput, DatePicker, RangePicker } from '../data/lazy'
import { Select } from '../data/kit/select'
import { Input } from '../shell'
import type { OptionPlaces } from './context'
import type { SheetFiles } from './FormSheet'
import { FilesControl } from './FilesControl'
import { SignatureControl } from './SignatureControl'
import { numberText, typedNumber, unitOf } from './numbers'

export interface ControlProps {
  id: string
  question: Question
  /** The label as it is read, where no element of the page says it. */
  name: string
  path: AnswerPath
  value: Answer | undefined
  other: string
  onChange: (value: Answer | undefined) => void
  onOther: (text: string | undefined) => void
  onLeave: () => void
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  disabled: boolean
  files: SheetFiles | undefined
  /** Options of this question with a number of places. */
  places?: readonly OptionPlaces[]
  /** In a cell of a table: without a frame of its own. */
  compact?: boolean
}

/** Up to so many choices stand side by side; more in a column. */
const SIDE_BY_SIDE = 6

/** Types whose control is a group of several, named by a legend rather than by a label. */
export const isGroup = ({ type }: Question): boolean =>
  type === 'radio' ||
  type === 'checkbox' ||
  type === 'rating' ||
  type === 'matrix' ||
  type === 'range' ||
  type === 'file' ||
  type === 'image' ||
  type === 'signature' ||
  type === 'region'

/** What a question is answered with. */
export function Control(props: ControlProps): ReactNode {
  const { id, question, name, value, onChange, onLeave, describedBy, invalid, required, disabled, compact } = props
  const aria = {
    'aria-label': name,
    'aria-required': required,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(invalid ? { 'aria-invalid': true } : {}),
  }
  const status = invalid ? { status: 'error' as const } : {}
  const text = typeof value === 'string' ? value : ''
  switch (question.type) {
    case 'text':
      return (
        <Input
          id={id}
          {...aria}
          {...status}
          disabled={disabled}
          value={text}
          onChange={(e) => onChange(e.target.value || undefined)}
          onBlur={onLeave}
          {...modeOf(question)}
        />
      )
    case 'textarea':
      return (
        <Input.TextArea
          id={id}
          {...aria}
          {...status}
          disabled={disabled}
          value={text}
          autoSize={{ minRows: compact ? 1 : 3, maxRows: 12 }}
          onChange={(e) => onChange(e.target.value || undefined)}
          onBlur={onLeave}
        />
      )
    case 'number':
    case 'money':
      return <NumberInput {...props} aria={{ ...aria, ...status }} />
    case 'date':
      return (
        <DatePicker
          id={id}
          {...aria}
          {...status}
          disabled={disabled}
          style={{ width: '100%', maxWidth: compact ? undefined : 220 }}
          value={text ? dayjs(text) : null}
          onChange={(day) => onChange(dayText(day) ?? undefined)}
          onBlur={onLeave}
          {...within(question)}
        />
      )
    case 'range':
      return <RangeInput {...props} aria={{ ...aria, ...status }} />
    case 'select':
      return (
        <>
          <Select
            id={id}
            {...aria}
            {...status}
            disabled={disabled}
            allowClear
            showSearch
            style={{ width: '100%', maxWidth: compact ? undefined : 360 }}
            value={text || null}
            options={offered(question.options, [text]).map((one) => ({ value: one.value, label: `${one.label}${placesText(leftOf(props, one))}`, disabled: leftOf(props, one) === 0 && one.value !== text }))}
            onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
            onBlur={onLeave}
          />
          <Other {...props} chosen={[text]} />
        </>
      )
    case 'radio':
    case 'checkbox':
      return <Choices {...props} />
    case 'rating':
      return <Rating {...props} />
    case 'matrix':
      return <Matrix {...props} />
    case 'region':
      return (
        <AddressInput
          id={id}
          {...aria}
          disabled={disabled}
          value={text || null}
          placeholder="详细地址（可不填）"
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'file':
    case 'image':
      return <FilesControl {...props} value={filesOf(value)} />
    case 'signature':
      return <SignatureControl {...props} value={filesOf(value)} />
    default:
      return null
  }
}

const NUMERIC = new Set(['idCard', 'mobile', 'phone', 'postcode', 'stockCode', 'year'])
const modeOf = ({ format, mask }: Question) => ({
  ...(format === 'email'
    ? { inputMode: 'email' as const, autoComplete: 'email' }
    : format === 'mobile'
      ? { inputMode: 'tel' as const, autoComplete: 'tel' }
      : format && NUMERIC.has(format) && format !== 'idCard'
        ? { inputMode: 'numeric' as const }
        : {}),
  ...(mask ? { placeholder: mask } : {}),
})

/** Choices that can be made: those that are offered, and a retired one where it has been chosen before. */
const offered = (options: readonly Option[] = [], chosen: readonly string[] = []): readonly Option[] =>
  options.filter((one) => !one.retired || chosen.includes(one.value))

/** Places that are left of an option; undefined where it has no number of them. */
const leftOf = ({ places }: Pick<ControlProps, 'places'>, { value }: Option): number | undefined => places?.find((one) => one.choice === value)?.left
const placesText = (left: number | undefined): string => (left === undefined ? '' : left === 0 ? '（已满）' : `（剩余 ${left}）`)

const dayText = (day: Dayjs | Dayjs[] | null): string | null => (day && !Array.isArray(day) ? day.format('YYYY-MM-DD') : null)
const within = ({ min, max }: Question) => ({ ...(min ? { minDate: dayjs(min) } : {}), ...(max ? { maxDate: dayjs(max) } : {}) })

type WithAria = ControlProps & { aria: object }

function NumberInput({ id, question, value, onChange, onLeave, disabled, aria, compact }: WithAria) {
  const [typed, setTyped] = useState<string | null>(null)
  const unit = unitOf(question)
  return (
    <Input
      id={id}
      {...aria}
      disabled={disabled}
      inputMode="decimal"
      style={compact ? {} : { maxWidth: 260 }}
      value={typed ?? numberText(question, value, false)}
      onFocus={({ target }) => {
        // Who comes by Tab has all of it selected, and types over it: without its separators it is another text, whose end the cursor would stand at.
        const isWhole = target.value !== '' && target.selectionStart === 0 && target.selectionEnd === target.value.length
        flushSync(() => setTyped(numberText(question, value, true)))
        if (isWhole) target.select()
      }}
      onChange={(e) => {
        setTyped(e.target.value)
        onChange(typedNumber(question, e.target.value))
      }}
      onBlur={() => {
        setTyped(null)
        onLeave()
      }}
      {...(unit ? { suffix: unit } : {})}
    />
  )
}

function RangeInput({ id, name, question, value, onChange, onLeave, disabled, aria }: WithAria) {
  const { from = null, to = null } = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as {
    from?: string | null
    to?: string | null
  }
  const put = (next: { from: string | null; to: string | null }) => onChange(next.from || next.to ? next : undefined)
  return (
    <RangePicker
      {...aria}
      id={{ start: id, end: `${id}-end` }}
      aria-label={name}
      disabled={disabled}
      allowEmpty={[true, true]}
      style={{ width: '100%', maxWidth: 320 }}
      placeholder={['开始日期', '结束日期']}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={(days) => put({ from: dayText(days?.[0] ?? null), to: dayText(days?.[1] ?? null) })}
      onBlur={onLeave}
      {...within(question)}
    />
  )
}

function Other({ id, question, name, chosen, other, onOther, onLeave, disabled, compact }: ControlProps & { chosen: readonly string[] }) {
  const option = question.options?.find((one) => one.other)
  if (!option || !chosen.includes(option.value)) return null
  return (
    <Input
      id={`${id}-other`}
      aria-label={`${name}：${option.label}`}
      placeholder="请说明"
      disabled={disabled}
      style={{ marginTop: 4, maxWidth: compact ? undefined : 360 }}
      value={other}
      onChange={(e) => onOther(e.target.value || undefined)}
      onBlur={onLeave}
    />
  )
}

function Choices(props: ControlProps) {
  const { id, question, value, onChange, onLeave, disabled, describedBy, name } = props
  const many = question.type === 'checkbox'
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
  const options = offered(question.options, chosen)
  const choose = (one: string, on: boolean) => {
    if (!many) return onChange(one)
    const next = on
      ? options.flatMap((o) => (o.value === one || chosen.includes(o.value) ? o.value : []))
      : chosen.filter((old) => old !== one)
    return onChange(next.length > 0 ? next : undefined)
  }
  return (
    <>
      <div
        className={options.length > SIDE_BY_SIDE || options.some((one) => one.label.length > 20) ? 'fs-choices fs-tall' : 'fs-choices'}
        role={many ? 'group' : 'radiogroup'}
        aria-label={name}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        onBlur={(e) => e.currentTarget.contains(e.relatedTarget) || onLeave()}
      >
        {options.map((one, i) => (
          <label key={one.value}>
            <input
              id={i === 0 ? id : `${id}-${one.value}`}
              type={many ? 'checkbox' : 'radio'}
              name={id}
              disabled={disabled || (leftOf(props, one) === 0 && !chosen.includes(one.value))}
              checked={chosen.includes(one.value)}
              onChange={(e) => choose(one.value, e.target.checked)}
              // A choice that need not be made can be taken back: by pressing it again, as radio buttons themselves cannot.
              onClick={() => !many && !props.required && chosen.includes(one.value) && onChange(undefined)}
              onKeyDown={(e) => !many && !props.required && (e.key === 'Delete' || e.key === 'Backspace') && onChange(undefined)}
            />
            <span>
              {one.label}
              {placesText(leftOf(props, one))}
            </span>
          </label>
        ))}
      </div>
      <Other {...props} chosen={chosen} />
    </>
  )
}

function Rating({ id, question, value, onChange, onLeave, disabled, name }: ControlProps) {
  const most = Number(question.max ?? 5)
  return (
    <div className="fs-choices" role="radiogroup" aria-label={name} onBlur={(e) => e.currentTarget.contains(e.relatedTarget) || onLeave()}>
      {Array.from({ length: most }, (_, i) => i + 1).map((one) => (
        <label key={one}>
          <input
            id={one === 1 ? id : `${id}-${one}`}
            type="radio"
            name={id}
            disabled={disabled}
            checked={value === one}
            onChange={() => onChange(one)}
          />
          <span>{one}</span>
        </label>
      ))}
    </div>
  )
}

function Matrix({ id, question, name, value, onChange, onLeave, disabled }: ControlProps) {
  const given = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, string | string[]>
  const items = offered(question.items, Object.keys(given))
  const options = offered(question.options, Object.values(given).flat())
  const many = question.multiple === true
  const put = (item: string, option: string, on: boolean) => {
    const old = [given[item] ?? []].flat()
    const next: Record<string, string | string[]> = {
      ...given,
      [item]: many ? (on ? [...old, option] : old.filter((one) => one !== option)) : option,
    }
    if ([next[item] ?? []].flat().length === 0) delete next[item]
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <div className="fs-scroll" onBlur={(e) => e.currentTarget.contains(e.relatedTarget) || onLeave()}>
      <table className="fs-table fs-cards" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            {options.map((one) => (
              <th key={one.value} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, row) => (
            <tr key={item.value}>
              <th scope="row" className="fs-cell-left">
                {item.label}
              </th>
              {options.map((option, i) => (
                <td key={option.value} data-label={option.label}>
                  <label className="fs-pick">
                    <input
                      id={row === 0 && i === 0 ? id : `${id}-${item.value}-${option.value}`}
                      type={many ? 'checkbox' : 'radio'}
                      name={`${id}-${item.value}`}
                      aria-label={`${item.label}：${option.label}`}
                      disabled={disabled}
                      checked={[given[item.value] ?? []].flat().includes(option.value)}
                      onChange={(e) => put(item.value, option.value, e.target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The key under which the words beside 其他 of a question are kept, in a row or outside. */
export const otherPath = (path: AnswerPath): AnswerPath =>
  path.column === undefined ? { key: otherKey(path.key) } : { ...path, column: otherKey(path.column) }
