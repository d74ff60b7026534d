import type { Db } from '../../../platform/database/database'

/** What stands in the way of a merger of two companies, in words that name the records; nothing where there is none. */
export type FindsObstacles = (db: Db, companyId: string, intoId: string) => Promise<string[]>

const finders: FindsObstacles[] = []

/** Names records of both companies of which one alone can stand, where the constraint by itself would name their kind alone. Called once when the area's module is loaded. */
export const onMergePreview = (finds: FindsObstacles): void => void finders.push(finds)

export async function foundObstacles(db: Db, companyId: string, intoId: string): Promise<string[]> {
  const all: string[] = []
  for (const finds of finders) all.push(...(await finds(db, companyId, intoId)))
  return all
}
