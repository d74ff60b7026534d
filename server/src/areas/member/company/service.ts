import { viewLink } from '@assoc/contract'
import { listStatus } from '@assoc/contract/member/company'
import type * as home from '@assoc/contract/member/home'
import type * as calls from '@assoc/contract/member/company'
import { withinScope } from '../../../platform/access/entities'
import { has, moduleScopeOf, type Principal } from '../../../platform/access/principal'
import { difference, timelineOf } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { labeller } from '../../../platform/audit/labels'
import { companyEntity } from './entity'
import { companyFields, hasListing, validateType } from './fields'
import { validateDeletingCompany } from './hooks'
import { todo } from '../../../platform/workspace/todos'
import { countByStatus, countMatching, listCompanies, rowsFrom } from './list.repository'
import * as repository from './repository'
import { asDetail, asRow, fieldsOf } from './view'

/** Hits that the palette shows. */
const PALETTE_HITS = 8

export async function selectCompanyByPage({ db, principal, input }: Context<typeof calls.selectCompanyByPage>) {
  const { page, pageSize, sort, ...filters } = input
  const { items, total } = await listCompanies(db, principal, filters, { page, pageSize, sort })
  return { items: items.map((row) => asRow(row, principal)), total }
}

export async function selectCompany({ db, principal, input }: Context<typeof calls.selectCompany>) {
  const scope = moduleScopeOf(principal, 'member').all ? null : withinScope(principal, companyEntity, 'c')
  const row = await repository.findWithin(db, input.companyId, scope)
  if (!row) throw refuse.notFound()
  return asDetail(row, principal)
}

/** What happened to the company, newest first; fields and values in the contract's words. */
export async function selectCompanyTimeline({ db, input }: Context<typeof calls.selectCompanyTimeline>) {
  return timelineOf(db, 'company', input.companyId, labeller('company'))
}

export async function insertCompany({ db, principal, input, audit }: Context<typeof calls.insertCompany>) {
  const fields = companyFields(input)
  // Unless told otherwise the company belongs to the department of the person who writes it down.
  fields.deptId ??= principal.deptId
  const companyId = await repository.insertCompany(db, fields, fields.companyType === 'listed' ? 'normal' : 'unlisted', principal.userId)
  audit({ recordType: 'company', recordId: companyId, verb: 'insert', after: { ...fields } })
  return { companyId }
}

export async function updateCompany({ db, principal, input, audit }: Context<typeof calls.updateCompany>) {
  const { companyId, version, ...given } = input
  const before = await found(db, companyId)
  const was = fieldsOf(before)
  const fields = companyFields(given, was)
  validateType(was.companyType, fields.companyType, before.list_status)
  const done = await repository.updateCompany(db, before, version, fields, principal.userId)
  if (!done) throw refuse.conflict(asDetail(await found(db, companyId), principal))
  audit({ recordType: 'company', recordId: companyId, verb: 'update', ...difference({ ...was }, { ...fields }) })
  return done
}

export async function changeCompanyStatus({ db, principal, input, audit }: Context<typeof calls.changeCompanyStatus>) {
  const { companyId, version, verb, reason } = input
  const before = await found(db, companyId)
  if (before.version !== version) throw refuse.conflict(asDetail(before, principal))
  const from = before.list_status as keyof typeof listStatus.labels
  const step = listStatus.find(verb, from)
  if (!step) throw refuse.badTransition()
  if (!has(principal, step.permit)) throw refuse.forbidden()
  if (step.reason === 'required' && !reason) throw refuse.field('reason', '请填写原因')
  if (from === 'unlisted' && !hasListing(before.company_type)) throw refuse.inUse('公司类型不是境内或境外上市公司，请先在「修改」中改正类型并补齐上市信息')
  const done = await repository.moveStatus(db, companyId, version, from, step.to, principal.userId)
  if (!done) throw refuse.conflict(asDetail(await found(db, companyId), principal))
  audit({
    recordType: 'company',
    recordId: companyId,
    verb,
    reason: reason ?? null,
    before: { listStatus: from },
    after: { listStatus: step.to },
  })
  return { listStatus: step.to, version: done.version }
}

export async function deleteCompany({ db, principal, input, audit }: Context<typeof calls.deleteCompany>) {
  // Locked, so that nobody joins or is written down at the company between the checking and the action.
  const before = await repository.lockCompany(db, input.companyId)
  if (!before) throw refuse.notFound()
  if (before.version === input.version) await validateDeletingCompany(db, input.companyId)
  const done = await repository.deleteCompany(db, before, input.version, principal.userId)
  if (!done) throw refuse.conflict(asDetail(await found(db, input.companyId), principal))
  audit({ recordType: 'company', recordId: input.companyId, verb: 'delete', before: { ...fieldsOf(before) } })
  return {}
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
  return [todo('董事会秘书空缺超过 3 个月的公司', value, only?.company_id, 'member/CompanyList', { vacancy: 'secretary' })]
}

export async function searchCompanies({ db, principal, input }: Context<typeof home.searchCompanies>) {
  const rows = await rowsFrom(db, principal, { keyword: input.keyword }, { field: 'shortName', order: 'asc' }, PALETTE_HITS, 0)
  return rows.map((row) => ({
    label: row.short_name,
    hint: [row.stock_code, row.company_name].filter(Boolean).join(' · '),
    link: viewLink('member/CompanyList', { record: row.company_id }),
  }))
}

async function found(db: Parameters<typeof repository.findCompany>[0], companyId: string) {
  const row = await repository.findCompany(db, companyId)
  if (!row) throw refuse.notFound()
  return row
}
