import { orderOf, type FormDoc, type Option, type Question } from '@assoc/contract/form/engine/document'
import type { Db } from '../../../platform/database/database'
import { documentOfVersion } from './document'
import { versionsOfRound } from './versions.repository'

// A round that was moved to a newer version has answers of several. Read together they are read by one document: questions by their keys,
// each with the options of all versions.

/** One document for all that was handed in for a round; undefined when there is no such round. */
export async function documentOfRound(db: Db, roundId: string): Promise<FormDoc | undefined> {
  const docs: FormDoc[] = []
  for (const version of await versionsOfRound(db, roundId)) docs.push(await documentOfVersion(db, version))
  const [newest, ...older] = docs
  return newest && (older.length === 0 ? newest : mergedDocument(newest, older))
}

/** The newest version with what the older ones asked besides; laid out in one page, for it is counted and listed and never filled in. */
export function mergedDocument({ table: _table, ...newest }: FormDoc, older: readonly FormDoc[]): FormDoc {
  const questions: Record<string, Question> = { ...newest.questions }
  const order = orderOf({ ...newest, ...(_table ? { table: _table } : {}) })
  for (const doc of older) {
    for (const key of orderOf(doc)) {
      const [was, is] = [doc.questions[key] as Question, questions[key]]
      questions[key] = !is || is.retired || is.type !== was.type ? was : joined(is, was)
      if (!order.includes(key)) order.push(key)
    }
  }
  const items = order.filter((key) => questions[key]?.in === undefined)
  return { ...newest, questions, pages: ['merged0p'], blocks: { merged0p: { kind: 'page', title: '', items: ['merged0s'] }, merged0s: { kind: 'section', title: '', items } } }
}

const LISTS = ['options', 'items', 'fixedRows'] as const
/** A question with the options, rows and columns that only the older version has behind its own. */
function joined(is: Question, was: Question): Question {
  const more: Partial<Pick<Question, (typeof LISTS)[number] | 'columns'>> = {}
  for (const list of LISTS) {
    const now = is[list]
    const gone = (was[list] ?? []).filter(({ value }: Option) => !now?.some((one) => one.value === value))
    if (gone.length > 0) more[list] = [...(now ?? []), ...gone]
  }
  const columns = (was.columns ?? []).filter((column) => !is.columns?.includes(column))
  if (columns.length > 0) more.columns = [...(is.columns ?? []), ...columns]
  return { ...is, ...more }
}
