import { Form } from 'antd'
import { labelOf, metaOf, offeredOf, shapeOf, totalOf } from '@assoc/contract'
import { cloneElement, useRef, type KeyboardEvent, type ReactElement } from 'react'
import type { z } from 'zod'
import { Button, CloseOutlined, Flex, PlusOutlined, Typography, theme } from '../shell'
import { injectStyle } from '../shell/styles'
import { alignOf, textOf } from '../data/kit/columns'
import { Line } from './line-context'
import { controlOf, isRequired, type FormField, type LinesField } from '../data/kit/FormFields'

const css = `.kit-lines{overflow-x:auto}.kit-lines table{width:100%;border-collapse:collapse}.kit-lines th,.kit-lines td{padding:4px 8px 4px 0;text-align:start;vertical-align:top;font-weight:400}
.kit-lines .ant-form-item{margin-bottom:0;min-width:96px}.kit-lines tfoot td{padding-block:8px}`

export interface LinesInputProps {
  field: LinesField
  label: string
}

/**
 * Rows of a record's own, typed in a table within the form: a column a field, with its rules and its fault at its own cell. Enter in
 * the last row adds another; the sums stand below.
 */
export function LinesInput({ field, label }: LinesInputProps) {
  injectStyle('kit-lines', css)
  const { token } = theme.useToken()
  const table = useRef<HTMLDivElement>(null)
  const { name, row, cells, rule, disabled = false } = field
  const onKeyDown = (e: KeyboardEvent, add: () => void) => {
    const target = e.target as HTMLElement
    // In a list that is open Enter chooses; with Ctrl it saves the form.
    if (e.key !== 'Enter' || e.ctrlKey || e.metaKey || e.nativeEvent.isComposing || target.tagName !== 'INPUT' || target.getAttribute('role') === 'combobox') return
    const all = [...(table.current?.querySelectorAll('tbody tr') ?? [])]
    if (target.closest('tr') !== all.at(-1)) return
    e.preventDefault()
    add()
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('tbody tr:last-child input:not([disabled])')?.focus())
  }
  return (
    <Form.List name={name}>
      {(rows, { add, remove }, { errors }) => {
        const more = () => (rows.length < rule.max && !disabled ? add({}) : undefined)
        return (
          <Flex vertical gap={8}>
            {rows.length > 0 ? (
              <Flex vertical className="kit-lines" ref={table} onKeyDown={(e) => onKeyDown(e, more)}>
                <table aria-label={label}>
                  <thead>
                    <tr>
                      {cells.map((cell) => (
                        <th key={cell.name} scope="col" style={{ color: token.colorTextSecondary }}>
                          {isRequired(row, cell.name) ? <span style={{ color: token.colorError, marginInlineEnd: 4 }} aria-hidden>*</span> : null}
                          {cell.label ?? labelOf(row, cell.name)}
                        </th>
                      ))}
                      <th scope="col" aria-label="操作" />
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ key, name: index }) => (
                      <tr key={key}>
                        {cells.map((cell) => (
                          <td key={cell.name}>
                            <Cell list={name} index={index} cell={cell} row={row} disabled={disabled} />
                          </td>
                        ))}
                        <td style={{ width: 32, paddingInlineEnd: 0 }}>
                          <Button type="text" icon={<CloseOutlined />} aria-label={`移除第 ${index + 1} 行`} disabled={disabled || rows.length <= rule.least} onClick={() => remove(index)} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                  {rule.sum.length > 0 ? <Sums {...field} /> : null}
                </table>
              </Flex>
            ) : (
              <Typography.Text type="secondary">还没有{label}</Typography.Text>
            )}
            <Form.ErrorList errors={errors} />
            <Button type="dashed" block icon={<PlusOutlined />} disabled={disabled || rows.length >= rule.max} onClick={more}>
              {rows.length >= rule.max ? `最多 ${rule.max} 行` : `增加${label}`}
            </Button>
          </Flex>
        )
      }}
    </Form.List>
  )
}

interface CellProps {
  list: string
  index: number
  cell: FormField
  row: z.ZodType
  disabled: boolean
}

type Values = Record<string, unknown>
const lineOf = (values: unknown, list: string, index: number): Values => ((values as Record<string, Values[] | undefined>)[list]?.[index] ?? {}) as Values

function Cell({ list, index, cell, row, disabled }: CellProps) {
  const form = Form.useFormInstance()
  const schema = shapeOf(row)?.[cell.name]
  const { when, rules } = schema ? metaOf(schema) : {}
  const idle = Form.useWatch((values: unknown) => (when ? !when.is.includes(lineOf(values, list, index)[when.field] as string) : false), { form, preserve: true })
  const offered = Form.useWatch((values: unknown) => (schema && rules?.offered ? offeredOf(schema, lineOf(values, list, index)) : undefined), { form, preserve: true }) as readonly string[] | undefined
  if (idle) return null
  const narrowed = offered && 'options' in cell && cell.options ? ({ ...cell, options: cell.options.filter((o) => offered.includes(o.value)) } as FormField) : cell
  const control = controlOf({ ...narrowed, disabled: disabled || (cell.disabled ?? false) }) as ReactElement<Record<string, unknown>>
  return (
    <Line value={[list, index]}>
      <Form.Item name={[index, cell.name]} {...(cell.kind === 'switch' ? { valuePropName: 'checked' } : {})}>
        {cloneElement(control, { 'aria-label': `第 ${index + 1} 行${cell.label ?? labelOf(row, cell.name)}` })}
      </Form.Item>
    </Line>
  )
}

function Sums({ name, row, cells, rule }: LinesField) {
  const rows = Form.useWatch<unknown>(name, { form: Form.useFormInstance(), preserve: true })
  return (
    <tfoot>
      <tr>
        {cells.map(({ name: cell }, i) => (
          <td key={cell}>{rule.sum.includes(cell) ? <strong>{`${i === 0 || rule.sum[0] === cell ? '合计 ' : ''}${textOf(row, cell, totalOf(rows, cell))}`}</strong> : null}</td>
        ))}
        <td>&nbsp;</td>
      </tr>
    </tfoot>
  )
}

/** Rows of a record's own as they are read, with their sums. */
export function LinesView({ row, lines, sum }: { row: z.ZodType; lines: readonly Values[]; sum: readonly string[] }) {
  injectStyle('kit-lines', css)
  const names = Object.entries(shapeOf(row) ?? {}).flatMap(([field, schema]) => (metaOf(schema).label ? [field] : []))
  return (
    <div className="kit-lines">
      <table>
        <thead>
          <tr>{names.map((field) => <th key={field} scope="col" style={{ textAlign: alignOf(row, { field } as never) }}>{labelOf(row, field)}</th>)}</tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <tr key={i}>{names.map((field) => <td key={field} style={{ textAlign: alignOf(row, { field } as never) }}>{textOf(row, field, line[field])}</td>)}</tr>
          ))}
        </tbody>
        {sum.length > 0 ? (
          <tfoot>
            <tr>{names.map((field) => <td key={field} style={{ textAlign: alignOf(row, { field } as never) }}>{sum.includes(field) ? <strong>合计 {textOf(row, field, totalOf(lines, field))}</strong> : null}</td>)}</tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
