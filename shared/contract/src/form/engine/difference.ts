import { otherKey, pathOf, rowsOf, whyKey, type Answer, type Answers } from './answers'
import { answerText } from './display'
import { orderOf, type FormDoc } from './document'
import { equal } from './patch'

/** A place where two sheets of answers differ: a question, the words beside it, a row that only one of them has, a cell. */
export interface Difference {
  path: string
  before?: Answer
  after?: Answer
}

const isNothing = (value: Answer | undefined): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Where two sheets of answers differ, in the order of the form. Rows of tables are the same by their ids, wherever they stand. */
export function differences(doc: FormDoc, before: Answers, after: Answers): Difference[] {
  const found: Difference[] = []
  const compare = (path: string, old: Answer | undefined, now: Answer | undefined): void => {
    if ((isNothing(old) && isNothing(now)) || equal(old, now)) return
    found.push({ path, ...(isNothing(old) ? {} : { before: old as Answer }), ...(isNothing(now) ? {} : { after: now as Answer }) })
  }
  for (const key of new Set([...orderOf(doc), ...Object.keys(doc.questions)])) {
    const question = doc.questions[key]
    if (!question || question.in !== undefined) continue
    if (question.type === 'repeat') compareRows(key, before[key], after[key], compare)
    else for (const one of [key, otherKey(key), whyKey(key)]) compare(one, before[one], after[one])
  }
  return found
}

function compareRows(key: string, before: Answer | undefined, after: Answer | undefined, compare: (path: string, old: Answer | undefined, now: Answer | undefined) => void): void {
  const [old, now] = [before, after].map((rows) => new Map(rowsOf(rows).map(({ id, cells }) => [id, cells])))
  for (const row of new Set([...(now?.keys() ?? []), ...(old?.keys() ?? [])])) {
    const [was, is] = [old?.get(row), now?.get(row)]
    if (!was || !is) compare(`${key}/${row}`, was && row, is && row)
    for (const column of new Set([...Object.keys(is ?? {}), ...Object.keys(was ?? {})])) compare(`${key}/${row}/${column}`, was?.[column], is?.[column])
  }
}

/** What people read of a place in a form: of a cell its table, the number of its row or the row's own label, and its column. */
export function placeLabel(doc: FormDoc, text: string, ...sheets: readonly Answers[]): string {
  const path = pathOf(text)
  if (!path) return text
  const owner = path.key.split('.')[0] ?? ''
  const table = doc.questions[owner]
  const beside = path.key.endsWith('.other') ? '（其他说明）' : path.key.endsWith('.why') ? '（差异原因）' : ''
  const head = `${plain(table?.label ?? text)}${beside}`
  if (path.row === undefined) return head
  const place = sheets.map((answers) => rowsOf(answers[owner]).findIndex(({ id }) => id === path.row)).find((at) => at >= 0)
  const row = table?.fixedRows?.find(({ value }) => value === path.row)?.label ?? (place === undefined ? '已删除的行' : `第 ${place + 1} 行`)
  const cell = path.column?.split('.')[0]
  return [head, row, ...(cell === undefined ? [] : [plain(doc.questions[cell]?.label ?? cell)])].join(' / ')
}

/** A label without the answers that it quotes. */
const plain = (label: string): string => label.replace(/\{\{[a-z0-9]{1,24}\}\}/g, '…')

/** What people read of an answer at a path. */
export function textAt(doc: FormDoc, text: string, value: Answer | undefined): string {
  const path = pathOf(text)
  if (!path || value === undefined) return ''
  if (path.row !== undefined && path.column === undefined) return '有此行'
  const key = path.column ?? path.key
  const question = doc.questions[key]
  return question ? answerText(question, value) : typeof value === 'string' ? value : ''
}
