import * as calls from '@assoc/contract/member/company'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { requireVerb, eachRow, parsedFilter } from '../../../platform/resource/batch'
import { idsAfter, rowsFrom, type CompanyListRow } from './list.repository'
import { changeCompanyStatus, deleteCompany } from './service'

/** Takes a step of the listing status, or deletes, many companies, each with all rules of the single action. */
export async function batchCompanies(action: Context<typeof calls.batchCompany>) {
  const { db, principal, input } = action
  const { verb, reason = null } = input
  requireVerb(principal, input, calls.listStatus, calls.deleteCompany.access)
  // The single action's call has a rule for its reason, which batches do not have.
  const given = calls.changeCompanyStatus.request.shape.reason.safeParse(reason)
  if (verb !== 'delete' && !given.success) throw refuse.field('reason', given.error.issues[0]?.message ?? '原因不正确')
  const filter = parsedFilter(calls.selectCompanyByPage, input.filter ?? {})
  return eachRow<CompanyListRow>(action, {
    idsAfter: (after, limit) => idsAfter(db, principal, filter, after, limit),
    find: async (id) => (await rowsFrom(db, principal, { companyIds: [id] }, undefined, 1, 0))[0],
    nameOf: (company) => company.short_name,
    one: async (own, { company_id: companyId, version }) => {
      if (verb === 'delete') await deleteCompany({ ...own, input: { companyId, version } })
      else await changeCompanyStatus({ ...own, input: { companyId, version, verb, reason } })
    },
  })
}
