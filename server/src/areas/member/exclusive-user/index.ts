import type { Action, Inserted } from '../../../platform/resource/definition'
import { today } from '@assoc/contract/core/day'
import { EXCLUSIVE_CALENDAR_VERBS, exclusiveUser as contract } from '@assoc/contract/member/exclusive-user'
import { writeAudit } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { beforeDeletingMember, onMembershipEnded } from '../membership/hooks'
import * as repository from './repository'

type Fields = Inserted<typeof contract>

/** Refuses one more open user of a member that has all its category, or the parameter, allows; the member's row is locked while they are counted. */
async function takeSeat({ db, platform }: Action, memberId: string, field?: string): Promise<void> {
  const { category, quota, open } = await repository.seatsOf(db, memberId)
  const cap = quota > 0 ? quota : await platform.settings.parameter('member.exclusiveUsers')
  if (cap === 0 || open < cap) return
  const full = `该会员的专属用户已满 ${cap} 人（${quota > 0 ? `会员类别「${category}」的上限` : '参数配置的上限'}），请先停用不再使用的专属用户`
  throw field ? refuse.field(field, full) : refuse.inUse(full)
}

function validateDay(fields: Partial<Fields>): void {
  const day = fields.validTo
  if (typeof day === 'string' && day < today()) throw refuse.field('validTo', '有效期不能早于今天')
}

beforeDeletingMember(async (db, memberId) => {
  if (await repository.hasAny(db, memberId)) throw refuse.inUse('该会员有专属用户，不能删除；请先删除其专属用户')
})

const runtime = mountResource(contract, {
  table: 'exclusive_user',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: repository.holding },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.name,
  constraints: { exclusive_user_mobile_unique: () => refuse.field('mobile', '该手机号码已登记为专属用户') },
  may: (_who, _row, verb) => !EXCLUSIVE_CALENDAR_VERBS.includes(verb) || '专属用户在有效期之后自动过期',
  before: {
    insert: async (action, fields) => {
      validateDay(fields)
      if (!(await repository.isStanding(action.db, fields.memberId))) throw refuse.field('memberId', '该会员的会籍已经终止')
      await takeSeat(action, fields.memberId, 'memberId')
    },
    update: async (action, row, fields) => {
      if (fields.validTo !== row.validTo) validateDay(fields)
      if (fields.memberId === undefined || fields.memberId === row.memberId) return
      if (!(await repository.isStanding(action.db, fields.memberId))) throw refuse.field('memberId', '该会员的会籍已经终止')
      if (row.exclusiveStatus === 'normal') await takeSeat(action, fields.memberId, 'memberId')
    },
    change: async (action, row, step) => {
      const { db } = action
      if (step.verb !== 'enable') return
      if (typeof row.validTo === 'string' && row.validTo < today()) throw refuse.field('validTo', '有效期已过，请先在“修改”中延长有效期再启用')
      if (!(await repository.isStanding(db, row.memberId))) throw refuse.inUse('该会员的会籍已经终止，不能启用')
      await takeSeat(action, row.memberId)
    },
  },
})

// The membership's row is written by then: who is being added waits for it, and is refused.
onMembershipEnded(async (action, { memberId, how }) => {
  for (const exclusiveId of await repository.openOf(action.db, memberId)) await derivedStep(runtime.runtime, action, exclusiveId, 'disable', `会籍终止：${how}`)
})

/** Lets those expire whose last day is over, each for itself with its audit row; answers how many. */
export async function expireExclusive({ db, log }: Pick<Platform, 'db' | 'log'>, day = today()): Promise<number> {
  let done = 0
  for (const exclusiveId of await repository.overdue(db, day)) {
    await db.transaction().execute(async (tx) => {
      if (!(await repository.expire(tx, exclusiveId, day))) return
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '专属用户过期' }, [{ recordType: 'exclusiveUser', recordId: exclusiveId, verb: 'expire', before: { exclusiveStatus: 'normal' }, after: { exclusiveStatus: 'expired' } }])
      done += 1
    })
  }
  if (done > 0) log.info({ users: done }, 'exclusive users have expired')
  return done
}
defineJob('exclusiveUser:expire', async (_payload, platform) => void (await expireExclusive(platform)), '23 * * * *')

const menu: Seed = {
  name: 'member.exclusiveUser.menu',
  order: 35,
  async run(db) {
    await seedMenus(db, [{ menuId: 1012, parentId: 1000, menuName: '会员专属用户', menuPath: '/memberManage/exclusiveUser', menuLink: 'member/ExclusiveUser', sortNo: 12 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:exclusive:'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:exclusive:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:exclusive:read'], { member: 'all' })
  },
}
const demo: Seed = { name: 'member.exclusiveUser.demo', order: 46, demo: true, run: async (db) => void (await repository.insertDemo(db)) }

export const exclusiveUser = { ...runtime, seeds: [menu, demo] }
