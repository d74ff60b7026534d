import { today } from '@assoc/contract/core/day'
import { memberTransfer as contract, TRANSFER_CALENDAR_VERBS } from '@assoc/contract/member/transfer'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import type { Action } from '../../../platform/resource/definition'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { beforeDeletingMember } from '../membership/hooks'
import { dueTransfers } from './due'
import { takeEffect, undo, whatChanged } from './effect'
import * as repository from './repository'
import { validate } from './rules'
import { demoTransfers, transferMenu } from './seed'

const WRITABLE: readonly unknown[] = ['draft', 'returned']

beforeDeletingMember(async (db, memberId) => {
  if (await repository.hasOpen(db, memberId)) throw refuse.inUse('该会员有未办结的会籍转移，不能删除')
})

const runtime = mountResource(contract, {
  table: 'member_transfer',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: repository.holding },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待审核会籍转移', status: 'pending', permit: 'member:transfer:approve' }],
  handover: { label: '未办结的会籍转移', order: 22, open: ['draft', 'pending', 'returned', 'approved'], settled: ['effective'], name: 'memberNo', deciders: { approve_by: '接任人是此项的批准人' } },
  nameOf: (row) => `${row.memberName}（${row.memberNo}）`,
  constraints: {
    member_transfer_open_unique: () => refuse.field('memberId', '该会员已有未办结的会籍转移'),
    member_transfer_target: () => refuse.field('transferType', '转移类型与转入信息不一致'),
  },
  may: (_who, row, verb) => {
    const status = row.transferStatus
    if (TRANSFER_CALENDAR_VERBS.includes(verb)) return '已批准的转移在生效日期自动生效'
    if (verb === 'update') return WRITABLE.includes(status) || '只有草稿和退回的转移可以修改'
    if (verb === 'delete') return status === 'draft' || '只能删除草稿；已提交的转移可以撤回'
    return verb !== 'undo' || (whatChanged(row.changedSince) ?? true)
  },
  before: {
    insert: async (action, fields) => {
      if (await repository.hasOpen(action.db, fields.memberId)) throw refuse.field('memberId', '该会员已有未办结的会籍转移')
      await validate(action, fields)
    },
    update: async (action, row, fields) => {
      const all = { ...row, ...fields }
      await validate(action, all)
      const { toCompanyId, toJurisdiction, toCategoryId, carryBalance, fromText, toText } = all
      Object.assign(fields, { toCompanyId, toJurisdiction, toCategoryId, carryBalance, fromText, toText })
    },
    change: async (action, row, step) => {
      if (step.verb === 'submit' || step.verb === 'approve') await validate(action, { ...row })
    },
  },
  after: {
    // The step has been taken by then, on the condition of version and status: of two at once only one comes here.
    change: async (action, row, step) => {
      const id = row.transferId
      if (step.verb === 'approve') await repository.noteApprover(action.db, id, action.principal.userId)
      if (step.verb === 'approve' && row.effectiveDate <= today()) await effect(action, id)
      if (step.verb === 'takeEffect') await takeEffect(action, row)
      if (step.verb === 'undo') await undo(action, row)
    },
  },
})

const effect = (action: Action, id: string) => derivedStep(runtime.runtime, action, id, 'takeEffect')

/** Lets approved transfers take effect whose day has come; answers how many did. */
export const takeDueTransfers = dueTransfers(effect)
defineJob('transfer:takeEffect', async (_payload, platform) => void (await takeDueTransfers(platform)), '11 * * * *')

export const transfer = { ...runtime, seeds: [transferMenu, demoTransfers] }
