import { ownerOf, pathOf } from './answers'
import { orderOf, type FormDoc } from './document'
import { readsOf, type Expression } from './expression'

/** Rows of a table in which a column is open; null for all of them, and for questions outside tables. */
type Rows = Set<string> | null

/**
 * Which answers may be changed where only some questions were sent back: these, and what depends on them: what is shown, required or
 * computed by them, or checked against them, and so on from there. Answers whether a path is among them.
 */
export function openedBy(doc: FormDoc, paths: readonly string[]): (path: string) => boolean {
  const opened = new Map<string, Rows>()
  const wholeRows = new Set<string>()
  const readers = readersOf(doc)
  const queue: string[] = []
  const open = (id: string, rows: Rows): void => {
    const known = opened.get(id)
    if (known === null || (known && rows && [...rows].every((row) => known.has(row)))) return
    opened.set(id, rows === null ? null : new Set([...(known ?? []), ...rows]))
    queue.push(id)
  }
  for (const text of paths) {
    const path = pathOf(text)
    if (!path) continue
    const key = ownerOf(path.key)
    if (path.row === undefined) open(key, null)
    else if (path.column !== undefined) open(ownerOf(path.column), new Set([path.row]))
    else {
      wholeRows.add(`${key}/${path.row}`)
      for (const column of doc.questions[key]?.columns ?? []) open(column, new Set([path.row]))
      for (const { id } of readers.get(key) ?? []) open(id, null)
    }
  }
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const rows = opened.get(id) ?? null
    // What a block holds, and the columns of a table, are open with it.
    for (const inner of doc.blocks[id]?.items ?? doc.questions[id]?.columns ?? []) open(inner, null)
    const table = doc.questions[id]?.in
    for (const reader of readers.get(id) ?? []) open(reader.id, reader.own && table !== undefined && doc.questions[reader.id]?.in === table ? rows : null)
  }
  return (text) => {
    const path = pathOf(text)
    if (!path) return false
    const key = ownerOf(path.key)
    if (opened.get(key) === null) return true
    if (path.row === undefined) return false
    if (path.column === undefined) return wholeRows.has(`${key}/${path.row}`)
    const rows = opened.get(ownerOf(path.column))
    return rows === null || rows?.has(path.row) === true
  }
}

/** Blocks and questions that read each question in any way; `own` where only the same row is read. */
function readersOf(doc: FormDoc): Map<string, { id: string; own: boolean }[]> {
  const readers = new Map<string, { id: string; own: boolean }[]>()
  const note = (id: string, trees: readonly (Expression | undefined)[]): void => {
    for (const tree of trees) {
      if (tree === undefined) continue
      for (const { kind, key } of readsOf(tree)) {
        if (kind !== 'prev') readers.set(key, [...(readers.get(key) ?? []), { id, own: kind !== 'rows' && kind !== 'column' }])
      }
    }
  }
  for (const [id, block] of Object.entries(doc.blocks)) note(id, [block.visibleIf])
  for (const id of orderOf(doc)) {
    const question = doc.questions[id]
    if (question) note(id, [question.visibleIf, question.requiredIf, question.calc, ...(question.checks ?? []).map(({ holds }) => holds)])
  }
  return readers
}
