import { yearNow } from '@assoc/contract/core/day'
import { unpaidImport as contract } from '@assoc/contract/fee/unpaid-import'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { billImported } from '../bill/imported.service'
import * as repository from './repository'
import { memberOf, type Given } from './rules'
import { unpaidDemo, unpaidMenu } from './seed'

type Fields = Inserted<typeof contract>

/** Finds the row's member, checks year and amount, and makes the bill of that year in the same transaction. */
async function makeBill(action: Action, fields: Fields): Promise<void> {
  const year = fields.importYear
  if (year >= yearNow()) throw refuse.field('importYear', `只能导入 ${yearNow()} 年以前的欠费，本年度请生成年度账单`)
  const member = await memberOf(action, fields as unknown as Given)
  const billId = await billImported(action, { memberId: member.memberId, billYear: year, amount: fields.importAmount }, async () => {
    const standing = await repository.billOf(action.db, member.memberId, year)
    if (standing) throw refuse.field('importYear', standing.imported ? `该会员 ${year} 年度的欠费已导入，请勿重复` : `该会员已有 ${year} 年度账单 ${standing.billNo}`)
  })
  Object.assign(fields, { memberId: member.memberId, billId, deptId: member.deptId })
}

const runtime = mountResource(contract, {
  table: 'unpaid_import',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  computed: repository.computed,
  keyword: { where: repository.found },
  order: { field: 'createTime', direction: 'desc' },
  nameOf: (row) => `${row.companyName} ${String(row.importYear)} 年度`,
  constraints: {
    unpaid_import_unique: () => refuse.field('importYear', '该会员该年度的欠费已导入，请勿重复'),
    dues_bill_unique: () => refuse.field('importYear', '该会员已有该年度的账单'),
  },
  before: { insert: makeBill },
})

export const unpaidImport = { ...runtime, seeds: [unpaidMenu, unpaidDemo] }
