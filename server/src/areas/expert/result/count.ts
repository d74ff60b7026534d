import { createHash } from 'node:crypto'
import { calculateBatch } from '@assoc/contract/expert/review/calculate'
import type { Db } from '../../../platform/database/database'
import { mark } from '../../../platform/resource/acted-by'
import * as repository from './repository'
import type { Batch, FrozenSheet, Written } from './repository'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One text for one value: keys in their order, whatever order they came in. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}

/** Prints the sheets behind a result. */
export const sheetsKeyOf = (sheets: readonly { sheetId: string; raw: number }[]): string => sha256(canonical(sheets.map(({ sheetId, raw }) => [sheetId, raw]).toSorted()))

/** What the sheets of a batch give by its rules. */
export async function counted(db: Db, batch: Pick<Batch, 'batchId' | 'rules'>): Promise<{ results: Written[]; sheets: FrozenSheet[] }> {
  const [items, sheets] = [await repository.itemsOf(db, batch.batchId), await repository.sheetsOf(db, batch.batchId)]
  const results = calculateBatch(items.map(({ itemId }) => itemId), sheets, batch.rules)
  return { sheets, results: results.map((result) => ({ ...result, sheetsKey: sheetsKeyOf(result.sheets) })) }
}

/** Counts a batch that is held, and writes what came out. */
export async function countBatch(db: Db, batch: Batch, persons: readonly string[]): Promise<{ works: number; lacking: number; disputed: number }> {
  const { results } = await counted(db, batch)
  await repository.writeResults(db, batch, results, persons.map((userId) => mark('reconsider', userId)))
  return repository.countsOf(db, batch.batchId)
}

/** Prints rules, sheets and results of a batch as they are stored. */
export async function printOf(db: Db, batch: Pick<Batch, 'batchId' | 'rules' | 'others'>): Promise<string> {
  const { rules, others, batchId } = batch
  return sha256(canonical({ batchId, rules, others, sheets: await repository.sheetsOf(db, batchId), results: await repository.figuresOf(db, batchId) }))
}

/** Works of which counting anew gives other figures than are stored. */
export async function differing(db: Db, batch: Batch): Promise<number> {
  const { results } = await counted(db, batch)
  const stored = new Map((await repository.figuresOf(db, batch.batchId)).map((figures) => [figures.itemId, canonical(figures)]))
  const anew = results.map(({ itemId, validCount, rawMean, dropHigh, dropLow, finalScore, spread, rankNo, inCut }) => ({ itemId, text: canonical({ itemId, validCount, rawMean, dropHigh, dropLow, finalScore, spread, rankNo, inCut }) }))
  const known = new Set(anew.map(({ itemId }) => itemId))
  return anew.filter(({ itemId, text }) => stored.get(itemId) !== text).length + [...stored.keys()].filter((itemId) => !known.has(itemId)).length
}
