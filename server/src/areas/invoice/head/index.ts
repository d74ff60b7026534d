import { invoiceHead as contract } from '@assoc/contract/invoice/head'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { lock, memberFields } from '../../fee/api'
import { headsFound } from '../found.repository'
import * as repository from './repository'

type Fields = Inserted<typeof contract>

/** A member has one default: the new one takes it from the old in the same transaction, each with its audit row. */
async function takeDefault(action: Action, memberId: string, keep: string | null): Promise<void> {
  await lock(action, memberId)
  for (const recordId of await repository.clearDefault(action.db, memberId, keep)) {
    action.audit({ recordType: 'invoiceHead', recordId, verb: 'update', before: { isDefault: true }, after: { isDefault: false } })
  }
}

async function validate({ db }: Action, fields: Fields): Promise<void> {
  if (fields.headType === 'company' && (await repository.isIndividual(db, fields.memberId))) throw refuse.field('headType', '个人会员的抬头类型须为“个人/非企业单位”')
  if (fields.headType === 'company' && !fields.taxNo) throw refuse.field('taxNo', '企业单位须填写纳税人识别号')
}

export const invoiceHead = mountResource(contract, {
  table: 'invoice_head',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: memberFields(),
  keyword: { where: headsFound },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.title,
  constraints: {
    invoice_head_unique: () => refuse.field('title', '该会员已有相同抬头和税号的记录'),
    invoice_head_default_unique: () => refuse.field('isDefault', '该会员的默认抬头刚被他人修改，请重试'),
  },
  before: {
    insert: async (action, fields) => {
      await validate(action, fields)
      if (fields.isDefault) await takeDefault(action, fields.memberId, null)
    },
    update: async (action, row, fields) => {
      const all = { ...row, ...fields }
      await validate(action, all)
      if (all.memberId !== row.memberId) throw refuse.field('memberId', '抬头登记后不能改到其他会员')
      if (!all.isDefault) return
      if (row.headStatus === 'disabled') throw refuse.field('isDefault', '停用的抬头不能设为默认')
      await takeDefault(action, row.memberId, row.headId)
    },
    change: async (action, row, step) => {
      if (step.verb === 'disable') await repository.dropDefault(action.db, row.headId)
    },
  },
})
