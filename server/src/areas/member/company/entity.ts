import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { called, isDeleted } from './repository'

export const companyEntity = defineEntity({
  name: 'company',
  table: 'company',
  idColumn: 'company_id',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by', jurisdiction: 'jurisdiction' },
  deleted: isDeleted,
  called,
  constraints: {
    company_credit_code_unique: () => refuse.field('creditCode', '该统一社会信用代码已登记在另一家公司'),
    company_stock_code_b_unique: () => refuse.field('stockCodeB', '该B股代码已登记在另一家公司'),
    company_stock_code_unique: () => refuse.field('stockCode', '该证券代码已登记在另一家公司'),
  },
})
