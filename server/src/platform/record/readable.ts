import { has, type Principal } from '../access/principal'
import type { Db } from '../database/database'
import { refuse } from '../errors'
import type { ResourceRuntime } from '../resource/definition'
import { runtimeNamed } from '../resource/registry'
import { findRow } from '../resource/rows.repository'
import type { ReadableRecord } from './parts'

/** Whether a person may read records of a resource at all; which of them is said by their data scope. */
export function mayRead({ contract }: Pick<ResourceRuntime, 'contract'>, principal: Pick<Principal, 'permits'>): boolean {
  const { read } = contract.definition.access
  return read.kind !== 'permit' || principal.permits.has(read.code)
}

export { runtimeNamed }

/** A record that somebody may read: by the permit of its resource and within their data scope; undefined when it is not there for them. */
export async function findReadable(db: Db, principal: Principal, recordType: string, id: string): Promise<ReadableRecord | undefined> {
  const runtime = runtimeNamed(recordType)
  if (!runtime || !mayRead(runtime, principal)) return undefined
  const row = await findRow(db, runtime, principal, id)
  return row && { runtime, id, row }
}

/** The same, refused as not there, whichever of the reasons it is. */
export async function requireReadable(db: Db, principal: Principal, { recordType, recordId }: { recordType: string; recordId: string }): Promise<ReadableRecord> {
  const record = await findReadable(db, principal, recordType, recordId)
  if (!record) throw refuse.notFound()
  return record
}

/** Whether somebody reads whole logs: they see of a record what others do not, such as who looked at personal data. */
export const readsLogs = (principal: Principal): boolean => has(principal, 'rbac:audit:read')
