import type { VerbIn } from '@assoc/contract'
import type { memberStatus } from '@assoc/contract/member/member'
import { memberWithdraw as contract } from '@assoc/contract/member/withdraw'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { membership } from '../membership'
import { beforeDeletingMember } from '../membership/hooks'
import { lockMember, ofMembersOf } from '../membership/repository'
import { emitWithdrawalTakenBack } from './hooks'
import { computed, hasOpenCase, holding } from './repository'
import { demoCases, withdrawMenu, withdrawSecondPerson } from './seed'

type MembershipVerb = VerbIn<typeof memberStatus>
/** Steps of the membership that a decision carries out, by the kind of its case. */
const ENDS: Record<string, readonly MembershipVerb[]> = { voluntary: ['leave'], expelled: ['expel'], lapsed: ['lapse'], dissolved: ['startLeaving', 'leave'] }
const NEEDS_DECISION: readonly unknown[] = ['expelled', 'lapsed']

beforeDeletingMember(async (db, memberId) => {
  if (await hasOpenCase(db, memberId)) throw refuse.inUse('该会员有未办结的退会或除名，不能删除')
})

const ofMember = (action: Action, memberId: unknown, verb: MembershipVerb, reason: string | null) => derivedStep(membership.runtime, action, String(memberId), verb, reason)

const runtime = mountResource(contract, {
  table: 'member_withdraw',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  keyword: { where: holding },
  filters: { companyId: ofMembersOf },
  order: { field: 'updateTime', direction: 'desc' },
  todos: [
    { label: '待受理退会与除名', status: 'pending', permit: 'member:withdraw:insert' },
    { label: '待审议退会与除名', status: 'review', permit: 'member:withdraw:decide' },
  ],
  handover: { label: '未办结的退会与除名', order: 23, open: ['pending', 'review'], name: 'memberNo' },
  nameOf: (row) => `${row.memberName}（${row.memberNo}）`,
  constraints: { member_withdraw_open_unique: () => refuse.field('memberId', '该会员已有未办结的退会或除名') },
  may: (_who, row, verb) => verb !== 'update' || row.withdrawStatus === 'pending' || row.withdrawStatus === 'review' || '已办结的事项不能修改',
  before: {
    insert: async ({ db }, fields) => {
      const memberId = fields.memberId
      const member = await lockMember(db, memberId)
      if (!member || member.deleted) throw refuse.notFound()
      if (await hasOpenCase(db, memberId)) throw refuse.field('memberId', '该会员已有未办结的退会或除名')
      if (member.member_status !== 'normal' && member.member_status !== 'suspended') throw refuse.field('memberId', '该会员的会籍已经终止')
      if (fields.withdrawType === 'dissolved' && member.company_id === null) throw refuse.field('withdrawType', '个人会员没有主体注销，请选择其他终止类型')
    },
    update: (_action, row, fields) => {
      const fixed = (['memberId', 'withdrawType'] as const).filter((field) => fields[field] !== undefined && fields[field] !== row[field])
      if (fixed.length > 0) throw refuse.input(fixed.map((path) => ({ path, message: `${path === 'memberId' ? '会员' : '终止类型'}登记后不能修改，可以撤销后重新登记` })))
    },
    change: (_action, row, step) => {
      if (step.verb === 'accept' && row.withdrawType === 'voluntary' && (row.applyLetter as unknown[]).length === 0) throw refuse.field('applyLetter', '自愿退会须先在“修改”中上传退会函，再受理')
      if (step.verb === 'decide' && NEEDS_DECISION.includes(row.withdrawType) && !row.decisionNo) throw refuse.field('decisionNo', '除名和自动丧失会籍须先在“修改”中填写决议文号')
    },
  },
  after: {
    insert: async (action, _id, fields) => {
      if (fields.withdrawType === 'voluntary') await ofMember(action, fields.memberId, 'startLeaving', fields.reason)
    },
    change: async (action, row, step) => {
      const why = row.reason
      if (step.verb === 'cancel' && row.withdrawType === 'voluntary') await ofMember(action, row.memberId, 'stay', (action.input as { reason?: string | null }).reason ?? null)
      if (step.verb === 'cancel') await emitWithdrawalTakenBack(action, { memberId: row.memberId, withdrawId: row.withdrawId })
      if (step.verb === 'decide') for (const verb of ENDS[row.withdrawType] ?? []) await ofMember(action, row.memberId, verb, why)
    },
  },
})

export const withdraw = { ...runtime, seeds: [withdrawMenu, withdrawSecondPerson, demoCases] }
