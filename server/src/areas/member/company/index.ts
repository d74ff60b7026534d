import { companyResource, selectCompanyTimeline } from '@assoc/contract/member/company'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import * as home from '@assoc/contract/member/home'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import { handleNumber } from '../../../platform/workspace/numbers'
import { defineTodos } from '../../../platform/workspace/todos'
import './earlier-export'
import { companyFields, hasListing, validateType, type CompanyFields } from './fields'
import { gramsOfSearchText, pinyinOf, searchTextOf } from './grams'
import './handover.repository'
import { validateDeletingCompany } from './hooks'
import { companiesNamed } from './keyword.repository'
import { companyStatements } from './list.repository'
import * as parts from './parts'
import * as repository from './repository'
import { demoSeed, menuSeed } from './seed'
import * as service from './service'
import './tables'
import { fieldsOf } from './view'

defineTodos({ permits: ['member:contact:update'], count: service.countVacancies })

const register = mountResource(companyResource, {
  table: 'company',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by', jurisdiction: 'jurisdiction' },
  deleted: repository.isDeleted,
  softDelete: 'deleted',
  createdBy: 'create_by',
  changedBy: 'update_by',
  changedAt: 'update_time',
  statements: companyStatements,
  order: { field: 'updateTime', direction: 'desc' },
  constraints: {
    company_credit_code_unique: () => refuse.field('creditCode', '该统一社会信用代码已登记在另一家公司'),
    company_stock_code_b_unique: () => refuse.field('stockCodeB', '该B股代码已登记在另一家公司'),
    company_stock_code_unique: () => refuse.field('stockCode', '该证券代码已登记在另一家公司'),
  },
  nameOf: (row) => row.shortName,
  named: companiesNamed,
  // The rules before each writing give all names and codes, also those of once.
  derive: ({ companyName = '', shortName = '', ...others }) => ({ search_text: searchTextOf({ companyName, shortName, ...others }), short_pinyin: pinyinOf(shortName) }),
  may: (_principal, row, verb) => verb !== 'markNormal' || row.listStatus !== 'unlisted' || hasListing(row.companyType) || '公司类型不是境内或境外上市公司，请先在「修改」中改正类型并补齐上市信息',
  before: {
    insert({ principal }, given) {
      const fields = companyFields(given)
      // Unless told otherwise the company belongs to the department of the person who writes it down.
      fields.deptId ??= principal.deptId
      Object.assign(given, fields, { listStatus: fields.companyType === 'listed' ? 'normal' : 'unlisted' })
    },
    async update({ db }, { companyId }, given) {
      const before = await repository.lockCompany(db, companyId)
      if (!before) throw refuse.notFound()
      const was = fieldsOf(before)
      const fields = companyFields(given as CompanyFields, was)
      validateType(was.companyType, fields.companyType, before.list_status)
      const history = repository.grown(before, fields)
      Object.assign(given, fields, history)
      await repository.replaceGrams(db, companyId, before.search_text, searchTextOf({ ...fields, ...history }))
    },
    async remove({ db }, { companyId }) {
      // Locked, so that nobody joins or is written down at the company between the checking and the action.
      const before = await repository.lockCompany(db, companyId)
      if (!before) throw refuse.notFound()
      await validateDeletingCompany(db, companyId)
      await repository.removeGrams(db, companyId, gramsOfSearchText(before.search_text))
    },
  },
  after: {
    async insert({ db }, companyId, fields) {
      await repository.addGrams(db, companyId, gramsOfSearchText(searchTextOf(fields)))
    },
  },
})

findable(register.runtime, { group: '公司', order: 1, label: 'shortName', hint: ['stockCode', 'companyName'] })

export const company: ServerModule = {
  bindings: [
    ...register.bindings,
    handle(selectCompanyTimeline, service.selectCompanyTimeline),
    handle(selectCompanyParts, parts.selectCompanyParts),
    handleNumber(home.countCompanies, service.countCompanies),
  ],
  seeds: [menuSeed, demoSeed],
}
