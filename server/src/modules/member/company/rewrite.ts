import { difference } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Deed } from '../../../platform/resource/definition'
import { companyFields, judgeType, type CompanyFields } from './fields'
import * as repository from './repository'
import { fieldsOf } from './view'

/** Who writes, and where it is noted. */
export type Writing = Pick<Deed, 'db' | 'who' | 'audit'>

interface More {
  reason?: string | null
  /** What the log calls the deed. */
  verb?: string
  /** Former codes and names where the deed says them itself; otherwise what is given up joins them. */
  history?: repository.CompanyHistory
}

/**
 * Writes some fields of a company for a deed of another part, such as a transfer: by the register's rules, with version and audit;
 * permit and data scope were judged for that deed. Refused when the company is not there any more.
 */
export async function rewriteCompany({ db, who, audit }: Writing, companyId: string, patch: Partial<CompanyFields>, { reason = null, verb = 'update', history }: More = {}): Promise<{ version: number }> {
  const before = await repository.lockCompany(db, companyId)
  if (!before) throw refuse.notFound()
  const was = fieldsOf(before)
  const fields = companyFields({ ...was, ...patch } as Parameters<typeof companyFields>[0], was)
  judgeType(was.companyType, fields.companyType, before.list_status)
  const done = await repository.updateCompany(db, before, before.version, fields, who.userId, history)
  if (!done) throw refuse.conflict(null)
  audit({ recordType: 'company', recordId: companyId, verb, reason, ...difference({ ...was }, { ...fields }) })
  return done
}
