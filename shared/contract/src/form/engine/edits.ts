import type { Block, Cell, FormDoc, Option, Question, TableLayout } from './document'

// Steps that the commands of the designer are made of: each answers a document in which one thing differs and all others are the same
// objects, so that the difference of two documents is found without looking into what was not touched.

/** Makes a random key; the browser and tests have their own. */
export type KeyMaker = () => string

/** Makes keys that nothing of the document has, and none twice. */
export function freshKeys({ questions, blocks, table }: FormDoc, make: KeyMaker): KeyMaker {
  const taken = new Set([questions, blocks, table?.cells ?? {}].flatMap((map) => Object.keys(map)))
  for (const { id } of [...(table?.rows ?? []), ...(table?.columns ?? [])]) taken.add(id)
  return () => {
    for (;;) {
      const key = make()
      if (!taken.has(key)) {
        taken.add(key)
        return key
      }
    }
  }
}

/** A key that nothing of the document has yet. */
export const freshKey = (doc: FormDoc, make: KeyMaker): string => freshKeys(doc, make)()

/** The object without the properties that have no value. */
export const withoutEmpty = <T extends object>(one: T): T =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as T

const changed = <T>(map: Record<string, T>, changes: Iterable<readonly [string, T | undefined]>): Record<string, T> => {
  const next = { ...map }
  for (const [key, one] of changes) {
    if (one === undefined) delete next[key]
    else next[key] = one
  }
  return next
}

/** The document with questions put in, exchanged, or taken out where there is no value. */
export const withQuestions = (doc: FormDoc, changes: Iterable<readonly [string, Question | undefined]>): FormDoc => ({
  ...doc,
  questions: changed(doc.questions, changes),
})
export const withBlocks = (doc: FormDoc, changes: Iterable<readonly [string, Block | undefined]>): FormDoc => ({
  ...doc,
  blocks: changed(doc.blocks, changes),
})
export const withCells = (table: TableLayout, changes: Iterable<readonly [string, Cell | undefined]>): TableLayout => ({
  ...table,
  cells: changed(table.cells, changes),
})

/** A list with ids put in after one of them: at the front for null, at the end where it is not named or not there. */
export function insertedAfter(list: readonly string[], ids: readonly string[], after: string | null | undefined): string[] {
  const at = after === null ? 0 : after === undefined ? list.length : list.indexOf(after) + 1 || list.length
  return list.toSpliced(at, 0, ...ids)
}

/** The document in which questions stand nowhere: in no section, table question or cell. They are still there. */
export function detached(doc: FormDoc, keys: ReadonlySet<string>): FormDoc {
  const without = (list: readonly string[]): string[] => list.filter((one) => !keys.has(one))
  const blocks = Object.entries(doc.blocks).filter(([, { items }]) => items.some((one) => keys.has(one)))
  const owners = Object.entries(doc.questions).filter(([, { columns }]) => columns?.some((one) => keys.has(one)))
  let next = blocks.length
    ? withBlocks(
        doc,
        blocks.map(([id, one]) => [id, { ...one, items: without(one.items) }]),
      )
    : doc
  if (owners.length)
    next = withQuestions(
      next,
      owners.map(([key, one]) => [key, { ...one, columns: without(one.columns ?? []) }]),
    )
  const cells = Object.entries(doc.table?.cells ?? {}).filter(([, { key }]) => key !== undefined && keys.has(key))
  if (next.table && cells.length) {
    const emptied = cells.map(([id, { key: _key, ...cell }]) => [id, isBare(cell) ? undefined : cell] as const)
    next = { ...next, table: withCells(next.table, emptied) }
  }
  return next
}

/** Whether a cell says nothing that an empty place of the table does not. */
export const isBare = ({ rows, columns, text, key, align, bold }: Cell): boolean =>
  rows === 1 && columns === 1 && !text && key === undefined && align === undefined && bold === undefined

/** The code that a question can have: what is wanted, or with a number behind it where that is taken. */
export function uniqueCode(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted.toLowerCase())) return wanted
  for (let n = 2; ; n += 1) {
    const code = `${wanted.slice(0, 27)}_${n}`
    if (!taken.has(code.toLowerCase())) return code
  }
}

/** Codes in use, in small letters. */
export const codesOf = (doc: FormDoc, except?: string): Set<string> =>
  new Set(Object.entries(doc.questions).flatMap(([key, { code }]) => (key === except ? [] : [code.toLowerCase()])))

/** The value of the next option of a list: a number above all that it has, so that none is given twice. */
export const nextOptionValue = (list: readonly Option[]): string =>
  String(list.reduce((last, { value }) => (/^\d{1,9}$/.test(value) ? Math.max(last, Number(value)) : last), 0) + 1)

/** Lists of a question whose members have a value and a label. */
export type OptionList = 'options' | 'items' | 'fixedRows'
