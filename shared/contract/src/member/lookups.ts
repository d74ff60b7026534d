import type { Lookup, LookupOf } from '../core/lookup'
import type { boardTerm } from './board-term'
import type { memberCategory } from './category'
import type { findChangeTargets } from './change-request'
import type { companyResource } from './company'
import type { contact } from './contact'
import type { directorUser } from './director'
import type { memberResource } from './member'
import type { findReportAccounts } from './report-user'

// How records of the register are chosen. Each is declared as a plain `Lookup`, so that contracts that refer to one another do not
// infer their types from each other; `satisfies` checks its fields.

export const companyLookup: Lookup = {
  entity: 'company',
  list: async () => (await import('./company')).companyResource.list,
  read: async () => (await import('./company')).companyResource.read,
  id: 'companyId',
  label: ['shortName', 'stockCode', 'companyName'],
  hint: '输入公司名称、代码或拼音首字母',
  named: ['stockCode', 'companyName'],
  view: 'member/CompanyList',
} satisfies LookupOf<typeof companyResource.list>

/** People who serve at the company of the same form. */
export const contactLookup: Lookup = {
  entity: 'contact',
  list: async () => (await import('./contact')).contact.list,
  read: async () => (await import('./contact')).contact.read,
  id: 'contactId',
  label: ['name', 'postType'],
  hint: '请选择该公司在任的联系人',
  filter: { contactStatus: 'serving' },
  of: { companyId: 'companyId' },
  few: true,
  named: ['name'],
  view: 'member/ContactList',
} satisfies LookupOf<typeof contact.list>

export const memberLookup: Lookup = {
  entity: 'member',
  list: async () => (await import('./member')).memberResource.list,
  read: async () => (await import('./member')).memberResource.read,
  id: 'memberId',
  label: ['memberName', 'memberNo'],
  hint: '输入会员编号、名称或代码',
  named: ['memberNo', 'memberName'],
  view: 'member/MemberList',
} satisfies LookupOf<typeof memberResource.list>

/** People of the pool who have been taken into it. */
export const poolPersonLookup: Lookup = {
  entity: 'directorUser',
  list: async () => (await import('./director')).directorUser.list,
  read: async () => (await import('./director')).directorUser.read,
  id: 'directorId',
  label: ['name', 'currentUnit'],
  hint: '输入姓名、拼音首字母或单位',
  filter: { poolStatus: ['listed', 'suspended'] },
  named: ['name'],
  view: 'member/DirectorPool',
} satisfies LookupOf<typeof directorUser.list>

/** Terms of the council, the ended ones as well: who stood under one keeps it. */
export const boardTermLookup: Lookup = {
  entity: 'boardTerm',
  list: async () => (await import('./board-term')).boardTerm.list,
  read: async () => (await import('./board-term')).boardTerm.read,
  id: 'termId',
  label: ['termName'],
  hint: '请选择届次',
  few: true,
  named: ['termName'],
  view: 'member/BoardTermList',
} satisfies LookupOf<typeof boardTerm.list>

/** All categories, for filters: members may still have one that takes nobody any more. */
export const categoryLookup: Lookup = {
  entity: 'memberCategory',
  list: async () => (await import('./category')).memberCategory.list,
  id: 'categoryId',
  label: ['categoryName'],
  hint: '请选择会员类别',
  few: true,
  named: ['categoryName'],
  view: 'member/MemberCategory',
} satisfies LookupOf<typeof memberCategory.list>

/** Categories in use, for forms. */
export const openCategoryLookup: Lookup = {
  ...categoryLookup,
  read: async () => (await import('./category')).memberCategory.read,
  id: 'categoryId',
  label: ['categoryName'],
  named: ['categoryName'],
  filter: { categoryStatus: 'enabled' },
} satisfies LookupOf<typeof memberCategory.list>

/** Accounts that can be given a scope of reports. */
export const reportAccountLookup: Lookup = {
  entity: 'user',
  list: async () => (await import('./report-user')).findReportAccounts,
  id: 'userId',
  label: ['realName', 'loginName'],
  hint: '输入姓名或账号',
} satisfies LookupOf<typeof findReportAccounts>

/** Records of the kind that the form names, of which something is to change. */
export const changeTargetLookup: Lookup = {
  entity: 'changeTarget',
  list: async () => (await import('./change-request')).findChangeTargets,
  read: async () => (await import('./change-request')).selectChangeTarget,
  id: 'targetId',
  label: ['name'],
  hint: '输入名称、姓名或代码',
  of: { targetType: 'targetType' },
} satisfies LookupOf<typeof findChangeTargets>
