import * as calls from '@assoc/contract/member/company'
import { has, type Who } from '../../../platform/access/who'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { eachRow, parsedFilter } from '../../../platform/resource/batch'
import { idsAfter, rowsFrom, type CompanyListRow } from './list.repository'
import { changeCompanyStatus, deleteCompany } from './service'

/** Takes a step of the listing status, or deletes, many companies, each with all rules of the single deed. */
export async function batchCompanies(deed: Context<typeof calls.batchCompany>) {
  const { db, who, input } = deed
  const { verb, reason = null } = input
  demandVerb(who, verb, reason)
  const filter = parsedFilter(calls.selectCompanyByPage, input.filter ?? {})
  return eachRow<CompanyListRow>(deed, {
    idsAfter: (after, limit) => idsAfter(db, who, filter, after, limit),
    find: async (id) => (await rowsFrom(db, who, { companyIds: [id] }, undefined, 1, 0))[0],
    nameOf: (company) => company.short_name,
    one: async (own, { company_id: companyId, version }) => {
      if (verb === 'delete') await deleteCompany({ ...own, input: { companyId, version } })
      else await changeCompanyStatus({ ...own, input: { companyId, version, verb, reason } })
    },
  })
}

// What no company could bear is refused as a whole: an empty success would look as if something had been done.
function demandVerb(who: Who, verb: string, reason: string | null): void {
  const steps = calls.listStatus.transitions.filter((t) => t.verb === verb)
  if (verb !== 'delete' && steps.length === 0) throw refuse.field('verb', '没有这个操作')
  const { access } = verb === 'delete' ? calls.deleteCompany : calls.changeCompanyStatus
  const mayStep = verb === 'delete' || steps.some((t) => has(who, t.permit))
  if (!mayStep || (access.kind === 'permit' && !has(who, access.code))) throw refuse.forbidden()
  if (verb === 'delete') return
  const given = calls.changeCompanyStatus.request.shape.reason.safeParse(reason)
  if (!given.success) throw refuse.field('reason', given.error.issues[0]?.message ?? '原因不正确')
  if (!reason && steps.every((t) => t.reason === 'required')) throw refuse.field('reason', '请填写原因')
}
