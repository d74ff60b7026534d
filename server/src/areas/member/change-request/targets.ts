import { shapeOf, type Access, type AnyResource, type PermitCode, type RowOf } from '@assoc/contract'
import { companyForm, selectCompany, updateCompany } from '@assoc/contract/member/company'
import { contact as contactContract } from '@assoc/contract/member/contact'
import { directorUser } from '@assoc/contract/member/director'
import { invoiceHead as headContract } from '@assoc/contract/invoice/head'
import { memberResource } from '@assoc/contract/member/member'
import type { Principal } from '../../../platform/access/principal'
import { SYSTEM } from '../../../platform/resource/in-job'
import { versionOf, type ResourceRuntime, type Row } from '../../../platform/resource/definition'
import { derivedUpdate } from '../../../platform/resource/actions'
import { findRow, rowsOf } from '../../../platform/resource/rows.repository'
import type { CompanyFields } from '../company/fields'
import { rowsFrom } from '../company/list.repository'
import { findCompany } from '../company/repository'
import { rewriteCompany } from '../company/rewrite'
import { fieldsOf } from '../company/view'
import { contact } from '../contact'
import { director } from '../director'
import { invoiceHead } from '../../invoice/head'
import { membership } from '../membership'
import { servingAt } from '../membership/repository'
import { industryWord, isIndustryField, knowsIndustry } from '../records/industry'
import { contactName } from './repository'
import { addChangeTarget, fieldsFrom, type ChangeTarget } from './target'

function permitOf(access: Access): PermitCode {
  if (access.kind !== 'permit') throw new Error('records that can be changed on request are read by permit')
  return access.code
}

/** Records that a picker offers. */
const OFFERED = 20
const WHY = '信息变更申请'

addChangeTarget({
  type: 'company',
  readPermit: permitOf(selectCompany.access),
  fields: fieldsFrom(
    shapeOf(updateCompany.request) ?? {},
    ['companyName', 'shortName', 'stockCode', 'creditCode', 'jurisdiction', 'csrcIndustry', 'swIndustry', 'totalShares', 'controllerType', 'legalRep', 'regAddress', 'officeAddress', 'companyPhone', 'companyEmail'],
    ['companyName', 'creditCode', 'stockCode'],
  ),
  find: async (db, principal, keyword) => (await rowsFrom(db, principal, { keyword }, undefined, OFFERED, 0)).map((c) => ({ targetId: c.company_id, name: [c.short_name, c.stock_code].filter(Boolean).join(' · ') })),
  async read(db, principal, companyId) {
    if (principal && (await rowsFrom(db, principal, { companyIds: [companyId] }, undefined, 1, 0)).length === 0) return undefined
    const company = await findCompany(db, companyId)
    return company && { name: company.short_name, values: { ...fieldsOf(company) }, version: company.version }
  },
  async write(action, companyId, _version, values) {
    await rewriteCompany(action, companyId, values as Partial<CompanyFields>, { reason: WHY })
  },
  word: (db, field, value) => (isIndustryField(field) ? industryWord(db, field, String(value)) : Promise.resolve(undefined)),
  async validate(db, _companyId, found, values) {
    const unknown: { field: string; message: string }[] = []
    for (const field of ['csrcIndustry', 'swIndustry'] as const) {
      const code = values[field]
      if (typeof code === 'string' && !(await knowsIndustry(db, field, code))) unknown.push({ field, message: `行业字典中没有代码 ${code}` })
    }
    // Only what is asked for is checked here: what else stands in the register may be older than its rules.
    const form = companyForm.safeParse({ ...found.values, ...values })
    const faults = form.success ? [] : form.error.issues.map((issue) => ({ field: String(issue.path[0]), message: issue.message })).filter(({ field }) => field in values)
    return [...unknown, ...faults]
  },
})

const everywhere = (m: ResourceRuntime, principal: Principal): Principal => ({ ...principal, scopes: { ...principal.scopes, [m.entity.module ?? '']: { all: true, deptIds: [], jurisdictions: [], self: false } } })

/** How a kind that is a resource is found, read and written: by its own update, with all its rules. */
function ofResource<R extends AnyResource>(typed: ResourceRuntime<R>, labelOf: (row: RowOf<R>) => string): Pick<ChangeTarget, 'readPermit' | 'find' | 'read' | 'write'> {
  const m: ResourceRuntime = typed
  const label = (row: Row) => labelOf(row as RowOf<R>)
  return {
    readPermit: permitOf(m.contract.definition.access.read),
    find: async (db, principal, keyword) => (await rowsOf(db, m, principal, { filters: { keyword } }, OFFERED, 0)).map((row) => ({ targetId: String(row[m.idField]), name: label(row) })),
    async read(db, principal, id) {
      const row = await findRow(db, m, principal ?? everywhere(m, SYSTEM), id)
      return row && { name: label(row), values: row, version: versionOf(row) }
    },
    write: async (action, id, version, values, author) => void (await derivedUpdate(m, action, id, version, values, author)),
  }
}

addChangeTarget({
  type: 'contact',
  fields: fieldsFrom(contactContract.definition.fields, ['name', 'mobile', 'email', 'postName', 'telephone']),
  ...ofResource(contact.runtime, (row) => `${row.name}（${row.companyName}）`),
})

addChangeTarget({
  type: 'representative',
  fields: fieldsFrom(memberResource.definition.fields, ['representativeId'], ['representativeId']),
  ...ofResource(membership.runtime, (row) => `${row.memberName}（${row.memberNo}）`),
  word: async (db, _field, value) => (typeof value === 'string' ? contactName(db, value) : null),
  async validate(db, memberId, _found, { representativeId }) {
    const member = await findRow(db, membership.runtime, everywhere(membership.runtime, SYSTEM), memberId)
    if (!member?.companyId) return [{ field: 'representativeId', message: '个人会员没有会员代表' }]
    const serving = await servingAt(db, member.companyId, [String(representativeId)])
    return serving.has(String(representativeId)) ? [] : [{ field: 'representativeId', message: '会员代表须是该公司在任的联系人' }]
  },
})

addChangeTarget({
  type: 'invoiceHead',
  fields: fieldsFrom(headContract.definition.fields, ['title', 'taxNo', 'bankName', 'bankAccount', 'regAddress', 'regPhone', 'receiveEmail', 'receiveMobile'], ['title', 'taxNo']),
  ...ofResource(invoiceHead.runtime, (row) => `${row.title}（${row.memberNo}）`),
})

addChangeTarget({
  type: 'director',
  fields: fieldsFrom(directorUser.definition.fields, ['name', 'mobile', 'email', 'currentUnit', 'titleName', 'experienceYears', 'currentSeats'], ['name']),
  ...ofResource(director.runtime, (row) => `${row.name}（${row.currentUnit ?? ''}）`),
})
