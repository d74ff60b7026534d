import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { companyFields, validateType, type CompanyFields } from './fields'
import * as repository from './repository'
import { fieldsOf } from './view'

/** Who writes, and where it is noted. */
export type Writing = Pick<Action, 'db' | 'principal' | 'audit'>

interface More {
  reason?: string | null
  /** What the log calls the action. */
  verb?: string
  /** Former codes and names where the action says them itself; otherwise what is given up joins them. */
  history?: repository.CompanyHistory
}

/**
 * Writes some fields of a company for an action of another part, such as a transfer: by the register's rules, with version and audit;
 * permit and data scope were checked for that action. Refused when the company is not there any more.
 */
export async function rewriteCompany({ db, principal, audit }: Writing, companyId: string, patch: Partial<CompanyFields>, { reason = null, verb = 'update', history }: More = {}): Promise<{ version: number }> {
  const before = await repository.lockCompany(db, companyId)
  if (!before) throw refuse.notFound()
  const was = fieldsOf(before)
  const fields = companyFields({ ...was, ...patch } as Parameters<typeof companyFields>[0], was)
  validateType(was.companyType, fields.companyType, before.list_status)
  const done = await repository.updateCompany(db, before, before.version, fields, principal.userId, history)
  if (!done) throw refuse.conflict(null)
  audit({ recordType: 'company', recordId: companyId, verb, reason, ...difference({ ...was }, { ...fields }) })
  return done
}
