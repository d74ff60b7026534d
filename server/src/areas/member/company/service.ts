import { viewLink } from '@assoc/contract'
import { listStatus, type selectCompanyTimeline as timelineCall } from '@assoc/contract/member/company'
import type * as home from '@assoc/contract/member/home'
import { has, type Principal } from '../../../platform/access/principal'
import { timelineOf } from '../../../platform/audit/audit'
import { labeller } from '../../../platform/audit/labels'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { todo } from '../../../platform/workspace/todos'
import { countByStatus, countMatching, rowsFrom } from './list.repository'

/** What happened to the company, newest first; fields and values in the contract's words. */
export async function selectCompanyTimeline({ db, input }: Context<typeof timelineCall>) {
  return timelineOf(db, 'company', input.companyId, labeller('company'))
}

export async function countCompanies({ db, principal }: Context<typeof home.countCompanies>) {
  const counts = await countByStatus(db, principal)
  return listStatus.options.map(({ value, label }) => ({ label, value: counts.get(value) ?? 0, link: viewLink('member/CompanyList', { listStatus: value }) }))
}

/**
 * Listed companies that have been without a secretary for too long, for whoever keeps their people and may read the list that the
 * link opens. A 证券事务代表 that is not written down is asked for by the filter alone: it is no matter of a deadline.
 */
export async function countVacancies(db: Db, principal: Principal) {
  if (!has(principal, 'member:company:read')) return []
  const value = await countMatching(db, principal, { vacancy: 'secretary' })
  const [only] = value === 1 ? await rowsFrom(db, principal, { vacancy: 'secretary' }, undefined, 1, 0) : []
  return [todo('董事会秘书空缺超过 3 个月的公司', value, only?.companyId, 'member/CompanyList', { vacancy: 'secretary' })]
}
