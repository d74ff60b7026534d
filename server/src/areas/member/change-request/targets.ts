import { shapeOf } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { contact as contactContract } from '@assoc/contract/member/contact'
import { directorUser } from '@assoc/contract/member/director'
import { memberResource } from '@assoc/contract/member/member'
import { SYSTEM } from '../../../platform/resource/in-job'
import { findRow } from '../../../platform/resource/rows.repository'
import type { CompanyFields } from '../company/fields'
import { rowsFrom } from '../company/list.repository'
import { findCompany } from '../company/repository'
import { rewriteCompany } from '../company/rewrite'
import { fieldsOf } from '../company/view'
import { contact } from '../contact'
import { director } from '../director'
import { membership } from '../membership'
import { servingAt } from '../membership/repository'
import { industryWord, isIndustryField, knowsIndustry } from '../records/industry'
import { contactName } from './repository'
import { changeableResource, everywhere, OFFERED, permitOf } from './resource-target'
import { addChangeTarget, fieldsFrom } from './target'

const WHY = '信息变更申请'

addChangeTarget({
  type: 'company',
  readPermit: permitOf(companyResource.read.access),
  fields: fieldsFrom(
    shapeOf(companyResource.update.request) ?? {},
    ['companyName', 'shortName', 'stockCode', 'creditCode', 'jurisdiction', 'csrcIndustry', 'swIndustry', 'totalShares', 'controllerType', 'legalRep', 'regAddress', 'officeAddress', 'companyPhone', 'companyEmail'],
    ['companyName', 'creditCode', 'stockCode'],
  ),
  find: async (db, principal, keyword) => (await rowsFrom(db, principal, { keyword }, undefined, OFFERED, 0)).map((c) => ({ targetId: c.companyId, name: [c.shortName, c.stockCode].filter(Boolean).join(' · ') })),
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
    const form = companyResource.insert.request.safeParse({ ...found.values, ...values })
    const faults = form.success ? [] : form.error.issues.map((issue) => ({ field: String(issue.path[0]), message: issue.message })).filter(({ field }) => field in values)
    return [...unknown, ...faults]
  },
})

addChangeTarget({
  type: 'contact',
  fields: fieldsFrom(contactContract.definition.fields, ['name', 'mobile', 'email', 'postName', 'telephone']),
  ...changeableResource(contact.runtime, (row) => `${row.name}（${row.companyName}）`),
})

addChangeTarget({
  type: 'representative',
  fields: fieldsFrom(memberResource.definition.fields, ['representativeId'], ['representativeId']),
  ...changeableResource(membership.runtime, (row) => `${row.memberName}（${row.memberNo}）`),
  word: async (db, _field, value) => (typeof value === 'string' ? contactName(db, value) : null),
  async validate(db, memberId, _found, { representativeId }) {
    const member = await findRow(db, membership.runtime, everywhere(membership.runtime, SYSTEM), memberId)
    if (!member?.companyId) return [{ field: 'representativeId', message: '个人会员没有会员代表' }]
    const serving = await servingAt(db, member.companyId, [String(representativeId)])
    return serving.has(String(representativeId)) ? [] : [{ field: 'representativeId', message: '会员代表须是该公司在任的联系人' }]
  },
})

addChangeTarget({
  type: 'director',
  fields: fieldsFrom(directorUser.definition.fields, ['name', 'mobile', 'email', 'currentUnit', 'titleName', 'experienceYears', 'currentSeats'], ['name']),
  ...changeableResource(director.runtime, (row) => `${row.name}（${row.currentUnit ?? ''}）`),
})
