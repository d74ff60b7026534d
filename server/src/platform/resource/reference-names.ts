import { entityNamed } from '../access/entities'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import type { Row } from './definition'
import { runtimeNamed } from './registry'
import * as rows from './rows.repository'

/** Whether records of an entity can be named: it is a resource, or says how one is called. */
export const hasNames = (entity: string): boolean => runtimeNamed(entity) !== undefined || entityNamed(entity)?.called !== undefined

/** What records of an entity are called, by their ids; those outside the person's data scope have no name for them. */
export async function namesOf(db: Db, principal: Principal, entity: string, ids: readonly string[]): Promise<Map<string, string>> {
  const runtime = runtimeNamed(entity)
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  if (runtime) {
    const found: Row[] = await rows.rowsOf(db, runtime, principal, { filters: {}, ids: wanted }, wanted.length, 0)
    return new Map(found.map((row) => [String(row[runtime.idField]), runtime.nameOf(row)]))
  }
  const known = entityNamed(entity)
  return known?.called ? rows.namesIn(db, known, known.called, principal, wanted) : new Map()
}
