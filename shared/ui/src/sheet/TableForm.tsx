import { rowsOf } from '@assoc/contract/form/engine/answers'
import type { Cell, FormDoc, TableLayout, TableRow } from '@assoc/contract/form/engine/document'
import { useMemo } from 'react'
import { Button, CloseOutlined, PlusOutlined } from '../shell'
import { useSheet } from './context'
import { Answered } from './Answered'
import { Question } from './Question'
import { newRow } from './Repeat'
import { elementId, useVersion } from './store'

type Placed = Cell & { id: string }

/** Cells of each row, from left to right. */
function cellsByRow({ columns, cells }: TableLayout): Map<string, Placed[]> {
  const at = new Map(columns.map((column, i) => [column.id, i]))
  const found = new Map<string, Placed[]>()
  for (const [id, cell] of Object.entries(cells))
    if (at.has(cell.column)) found.set(cell.row, [...(found.get(cell.row) ?? []), { ...cell, id }])
  for (const row of found.values()) row.sort((a, b) => (at.get(a.column) ?? 0) - (at.get(b.column) ?? 0))
  return found
}

/** Rows from one head to the next: on screen they follow each other, printed the head stands again on each page of its own rows. */
function partsOf({ rows, cells }: TableLayout): { head: TableRow[]; body: TableRow[] }[] {
  const at = new Map(rows.map((row, i) => [row.id, i]))
  /** Rows that a merged cell of the row above reaches into. */
  const joined = new Set(Object.values(cells).flatMap((cell) => Array.from({ length: cell.rows - 1 }, (_, i) => (at.get(cell.row) ?? 0) + i + 1)))
  const parts: { head: TableRow[]; body: TableRow[] }[] = []
  rows.forEach((row, i) => {
    const last = parts.at(-1)
    if (!last || (row.head && last.body.length > 0 && !joined.has(i))) parts.push(row.head ? { head: [row], body: [] } : { head: [], body: [row] })
    else if (row.head && last.body.length === 0) last.head.push(row)
    else last.body.push(row)
  })
  return parts
}

/** A form that is one table, as a sheet has it: merged cells, rows that are there once for each row of a table question. */
export function TableForm({ doc, table }: { doc: FormDoc; table: TableLayout }) {
  const cells = useMemo(() => cellsByRow(table), [table])
  const parts = useMemo(() => partsOf(table), [table])
  const width = table.columns.reduce((sum, one) => sum + one.width, 0)
  const drawn = (row: TableRow) =>
    row.band && doc.questions[row.band] ? (
      <Band key={row.id} table={row.band} row={row} cells={cells.get(row.id) ?? []} />
    ) : (
      <tr key={row.id} style={{ height: `${row.height}mm` }}>
        {(cells.get(row.id) ?? []).map((cell) => (
          <FormCell key={cell.id} cell={cell} />
        ))}
      </tr>
    )
  return (
    <div className="fs-scroll">
      {parts.map(({ head, body }, i) => (
        <table key={(head[0] ?? body[0])?.id} className="fs-table" aria-label={i === 0 ? doc.title : `${doc.title}（续）`} style={{ minWidth: `${width}mm`, ...(i === 0 ? {} : { marginTop: -1 }) }}>
          <colgroup>
            {table.columns.map((column) => (
              <col key={column.id} style={{ width: `${(column.width / width) * 100}%` }} />
            ))}
          </colgroup>
          {head.length > 0 ? <thead>{head.map(drawn)}</thead> : null}
          {body.length > 0 ? <tbody>{body.map(drawn)}</tbody> : null}
        </table>
      ))}
    </div>
  )
}

const classOf = ({ align, bold }: Cell): string => [align ? `fs-cell-${align}` : '', bold ? 'fs-cell-bold' : ''].filter(Boolean).join(' ')

function FormCell({ cell }: { cell: Placed }) {
  const { sheet, mode, marks } = useSheet()
  useVersion(sheet, cell.key ?? '-')
  const span = { colSpan: cell.columns, rowSpan: cell.rows }
  const question = cell.key ? sheet.run.doc.questions[cell.key] : undefined
  if (!cell.key || !question) {
    return (
      <td {...span} className={`fs-cell-text ${classOf(cell)}`}>
        {cell.text}
      </td>
    )
  }
  const fault = sheet.faultAt(cell.key)
  return (
    <td {...span} id={elementId(cell.key)} className={[classOf(cell), fault ? 'fs-bad' : '', mode === 'fill' && sheet.run.required(cell.key) && !marks.locked?.(cell.key) ? 'fs-required' : ''].join(' ')}>
      {cell.text ? <span className="fs-cell-text">{cell.text}</span> : null}
      {sheet.run.visible(cell.key) ? (
        <Answered path={{ key: cell.key }} question={question} name={sheet.run.label(cell.key)} compact />
      ) : null}
      {fault ? (
        <div className="fs-fault" role="alert">
          {fault}
        </div>
      ) : null}
      {marks.at?.(cell.key)}
    </td>
  )
}

/** A row of the layout for each row of a table question. */
function Band({ table, row, cells }: { table: string; row: TableRow; cells: readonly Placed[] }) {
  const { sheet, mode, marks } = useSheet()
  const grows = mode === 'fill' && !marks.locked?.(table)
  useVersion(sheet, table)
  const question = sheet.run.doc.questions[table]
  if (!question || !sheet.run.visible(table)) return null
  const rows = rowsOf(sheet.run.answers()[table])
  const fixed = (question.fixedRows?.length ?? 0) > 0
  const shown = rows.length > 0 ? rows.map((one) => one.id) : ['']
  const most = Number(question.max ?? 2000)
  const add = () => sheet.set({ key: table, row: newRow() }, rows.at(-1)?.id ?? '')
  return (
    <>
      {rows.length === 0 && mode === 'fill'
        ? null
        : shown.map((id, i) => (
            <tr key={id} style={{ height: `${row.height}mm` }}>
              {cells.map((cell, j) => (
                <BandCell
                  key={cell.id}
                  cell={cell}
                  table={table}
                  row={id}
                  number={i + 1}
                  marksRow={j === cells.length - 1}
                  removable={mode === 'fill' && !fixed && j === cells.length - 1 && !marks.locked?.(`${table}/${id}`)}
                />
              ))}
            </tr>
          ))}
      {grows && !fixed && rows.length < most ? (
        <tr>
          <td colSpan={cells.reduce((sum, cell) => sum + cell.columns, 0)}>
            <Button size="small" icon={<PlusOutlined />} aria-label={`${sheet.run.label(table)}：添加一行`} onClick={add}>
              添加一行
            </Button>
          </td>
        </tr>
      ) : null}
    </>
  )
}

function BandCell({
  cell,
  table,
  row,
  number,
  marksRow,
  removable,
}: {
  cell: Placed
  table: string
  row: string
  number: number
  /** What is said of the whole row stands in its last cell. */
  marksRow: boolean
  removable: boolean
}) {
  const { sheet, mode, marks } = useSheet()
  const path = `${table}/${row}/${cell.key ?? ''}`
  useVersion(sheet, path)
  const question = cell.key ? sheet.run.doc.questions[cell.key] : undefined
  const fault = cell.key ? sheet.faultAt(path) : undefined
  const remove = removable ? (
    <Button
      type="text"
      size="small"
      icon={<CloseOutlined />}
      style={{ float: 'inline-end' }}
      aria-label={`删除第 ${number} 行`}
      onClick={() => sheet.set({ key: table, row }, undefined)}
    />
  ) : null
  return (
    <td colSpan={cell.columns} id={elementId(path)} className={[classOf(cell), fault ? 'fs-bad' : '', mode === 'fill' && sheet.run.required(path) && !marks.locked?.(path) ? 'fs-required' : ''].join(' ')}>
      {remove}
      {question && cell.key && (row === '' || sheet.run.visible(path)) ? (
        <Answered
          path={{ key: table, row, column: cell.key }}
          question={question}
          name={`${sheet.run.label(path)}，第 ${number} 行`}
          compact
        />
      ) : (
        (cell.text ?? number)
      )}
      {fault ? (
        <div className="fs-fault" role="alert">
          {fault}
        </div>
      ) : null}
      {cell.key && row !== '' ? marks.at?.(path) : null}
      {marksRow && row !== '' ? <div>{marks.at?.(`${table}/${row}`)}</div> : null}
    </td>
  )
}

/** The same form where there is no room for its table: one question below the other, a card a row. */
export function TableAsCards({ keys }: { keys: readonly string[] }) {
  const { sheet, marks } = useSheet()
  return <div className="fs-grid">{keys.flatMap((key) => (sheet.run.doc.questions[key]?.in || marks.only?.(key) === false ? [] : <Question key={key} path={key} numbered={false} />))}</div>
}
