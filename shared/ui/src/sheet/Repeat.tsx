import { rowsOf, type Answer } from '@assoc/contract/form/engine/answers'
import { LIMITS, type Question } from '@assoc/contract/form/engine/document'
import { memo } from 'react'
import { Button, CloseOutlined, PlusOutlined } from '../shell'
import { useSheet } from './context'
import { pasted } from './paste'
import { Answered } from './Answered'
import { elementId, useVersion } from './store'

/** From so many columns on a table is moved sideways rather than squeezed. */
const WIDE_FROM = 7

/** A table whose rows are added while it is filled in. Cells that are copied from a sheet are pasted as cells. */
export function Repeat({ path, question }: { path: string; question: Question }) {
  const { sheet, mode, marks } = useSheet()
  const { doc } = sheet.run
  const grows = mode === 'fill' && !marks.locked?.(path)
  const rows = rowsOf(sheet.run.answers()[path])
  const columns = (question.columns ?? []).filter((key) => doc.questions[key] && !doc.questions[key]?.retired)
  const fixed = new Set(question.fixedRows?.map((one) => one.value))
  const most = Math.min(Number(question.max ?? LIMITS.rows), LIMITS.rows)
  const named = (question.fixedRows?.length ?? 0) > 0
  const add = (after?: string) => {
    const row = newRow()
    sheet.set({ key: path, row }, after ?? rows.at(-1)?.id ?? '')
    return row
  }
  return (
    <div
      className={columns.length >= WIDE_FROM ? 'fs-scroll fs-wide' : 'fs-scroll'}
      style={{ '--fs-cols': columns.length } as React.CSSProperties}
    >
      <table
        className="fs-table fs-cards"
        aria-label={sheet.run.label(path)}
        onPaste={(e) => grows && pasted(e, { sheet, path, columns, add, most })}
      >
        <thead>
          <tr>
            <th scope="col" style={{ width: named ? undefined : 48 }}>
              {named ? '项目' : '序号'}
            </th>
            {columns.map((key) => (
              <th key={key} scope="col">
                {sheet.run.label(key) || doc.questions[key]?.label}
                {doc.questions[key]?.required ? <span className="fs-must"> *</span> : null}
              </th>
            ))}
            {mode === 'fill' && !named ? (
              <th scope="col" className="fs-act">
                操作
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {(mode === 'print' && rows.length === 0 ? [{ id: '', cells: {} }] : rows).map((row, i) => (
            <Row
              key={row.id}
              table={path}
              row={row.id}
              number={i + 1}
              label={question.fixedRows?.find((one) => one.value === row.id)?.label}
              columns={columns}
              removable={mode === 'fill' && !named && !fixed.has(row.id) && !marks.locked?.(`${path}/${row.id}`)}
              actions={mode === 'fill' && !named}
            />
          ))}
        </tbody>
      </table>
      {grows && !named && rows.length < most ? (
        <Button size="small" icon={<PlusOutlined />} style={{ marginTop: 8 }} onClick={() => add()}>
          添加一行
        </Button>
      ) : null}
      {grows && rows.length >= most ? <div className="fs-help">已达到 {most} 行的上限</div> : null}
    </div>
  )
}

interface RowProps {
  table: string
  row: string
  number: number
  label?: string | undefined
  columns: readonly string[]
  removable: boolean
  actions: boolean
}

const Row = memo(function Row({ table, row, number, label, columns, removable, actions }: RowProps) {
  const { sheet, marks } = useSheet()
  return (
    <tr>
      <th scope="row" className={label ? 'fs-cell-left' : ''}>
        {label ?? number}
        {marks.at?.(`${table}/${row}`)}
      </th>
      {columns.map((column) => (
        <TableCell key={column} table={table} row={row} column={column} number={number} rowLabel={label} />
      ))}
      {actions ? (
        <td className="fs-act">
          {removable ? (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={`删除第 ${number} 行`}
              onClick={() => sheet.set({ key: table, row }, undefined)}
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  )
})

/** A cell of a table question; it draws itself again alone. */
function TableCell({
  table,
  row,
  column,
  number,
  rowLabel,
}: {
  table: string
  row: string
  column: string
  number: number
  rowLabel: string | undefined
}) {
  const { sheet, marks } = useSheet()
  const path = `${table}/${row}/${column}`
  useVersion(sheet, path)
  const question = sheet.run.doc.questions[column]
  if (!question) return null
  const label = sheet.run.label(path)
  const fault = sheet.faultAt(path)
  return (
    <td id={elementId(path)} data-label={label} className={fault ? 'fs-bad' : ''}>
      {row !== '' && !sheet.run.visible(path) ? null : (
        <Answered path={{ key: table, row, column }} question={question} name={`${label}，${rowLabel ?? `第 ${number} 行`}`} compact />
      )}
      {fault ? (
        <div className="fs-fault" role="alert">
          {fault}
        </div>
      ) : null}
      {marks.at?.(path)}
    </td>
  )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** An id for a new row: two people who add rows at the same time must not get the same one. */
export function newRow(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `r${[...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
}

export type CellAnswer = Answer | undefined
