import type { RowOf } from '@assoc/contract'
import { hindersSubmitting, MEETING_CLOCK_VERBS, meetingResource as contract } from '@assoc/contract/meeting/meeting'
import { writeAudit } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import type { Db } from '../../../platform/database/database'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import type { Platform } from '../../../platform/platform'
import { mountResource } from '../../../platform/resource/mount'
import { cancelWithMeeting, givePlaces, missedBy, tellCancelled, tellChanged } from '../registration/places'
import { dropSessions, hasTriesOf } from '../sign-in/repository'
import { forgetDiets } from '../stay/repository'
import * as repository from './repository'
import { giveBackRooms, settleRooms } from './rooms'
import { lockMeeting } from './repository'
import './tables'

type Row = RowOf<typeof contract>

const EDITABLE: readonly Row['meetingStatus'][] = ['draft', 'returned', 'published', 'open', 'closed']
/** What was approved as it is: whoever wants to change it cancels the meeting and makes another. */
const FIXED = { meetingType: '会议类型', feeAmount: '会务费', organizerDeptId: '主办部门' } as const
const isDraft = (row: Row) => row.meetingStatus === 'draft' || row.meetingStatus === 'returned'
const inPast = (instant: string) => Date.parse(instant) <= Date.now()

/** Refuses to take away or to rename an option that somebody has chosen, and to change its price: they would owe what they never agreed to. */
async function requireKept(db: Db, row: Row, options: Row['options']): Promise<void> {
  const changed = row.options.filter((old) => !options.some((one) => one.name === old.name && one.price === old.price && one.kind === old.kind))
  if (changed.length === 0) return
  await lockMeeting(db, row.meetId)
  const chosen = await repository.chosenOptions(db, row.meetId)
  const kept = changed.find(({ name }) => chosen.has(name))
  if (kept) throw refuse.field('options', `“${kept.name}”已有人选择，名称、类别和价格不能修改，也不能删除`)
}

const runtime = mountResource(contract, {
  table: 'meeting',
  module: 'meeting',
  scope: { dept: 'organizer_dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.computed,
  json: ['detail', 'options', 'questions', 'rooms', 'cover'],
  columns: { makerId: 'create_by' },
  keyword: { columns: ['meeting_name', 'address'], grams: true, number: { column: 'meet_no', prefix: 'HY' } },
  filters: repository.filters,
  order: { field: 'startTime', direction: 'desc' },
  todos: [{ label: '待审批会议', status: 'pending', permit: 'meeting:meeting:approve', view: 'meeting/MeetingAudit' }],
  handover: { label: '未结束的会议', order: 70, open: ['draft', 'pending', 'returned', 'published', 'open', 'closed', 'running'], settled: ['ended'], name: 'meetNo' },
  nameOf: (row) => row.meetingName,
  may: (_who, row, verb) => {
    if (MEETING_CLOCK_VERBS.includes(verb)) return '会议到开始和结束时间自动转换状态'
    if (verb === 'update') return EDITABLE.includes(row.meetingStatus) || (row.meetingStatus === 'pending' ? '审批中的会议不能修改' : '已开始、结束或取消的会议不能修改')
    if (verb === 'open') return !inPast(row.regEnd ?? row.startTime) || '报名截止时间已过，请先修改报名截止'
    return verb !== 'delete' || isDraft(row) || '只能删除草稿和退回的会议，已发布的可以取消'
  },
  before: {
    insert: async ({ db }, fields) => {
      if (inPast(fields.startTime)) throw refuse.field('startTime', '开始时间不能早于现在')
      fields.meetNo = await nextNumber(db, 'HY', todayDigits())
    },
    update: async ({ db }, row, fields) => {
      if (isDraft(row)) return
      const changed = (Object.keys(FIXED) as (keyof typeof FIXED)[]).filter((field) => fields[field] !== undefined && fields[field] !== row[field])
      if (changed.length > 0) throw refuse.input(changed.map((path) => ({ path, message: `${FIXED[path]}在审批通过后不能修改` })))
      if (fields.startTime && fields.startTime !== row.startTime && inPast(fields.startTime)) throw refuse.field('startTime', '开始时间不能早于现在')
      if (fields.options) await requireKept(db, row, fields.options)
    },
    remove: async (action, { meetId }) => {
      const { db } = action
      if (await repository.hasRegistrations(db, meetId)) throw refuse.inUse('该会议已有报名，不能删除')
      if (await hasTriesOf(db, meetId)) throw refuse.inUse('该会议的签到场次已有签到记录，不能删除')
      for (const { sessionId, sessionName } of await dropSessions(db, meetId)) action.audit({ recordType: 'signSession', recordId: sessionId, verb: 'delete', before: { sessionName } })
      await giveBackRooms(action, meetId)
    },
    change: (_action, row, step) => {
      const hinders = step.verb === 'submit' ? hindersSubmitting(row) : []
      if (hinders.length > 0) throw refuse.input(hinders)
    },
  },
  after: {
    insert: async (action, meetId, fields) => {
      if (fields.rooms?.length) await settleRooms(action, { meetId, meetingName: fields.meetingName, capacity: fields.capacity }, fields.rooms)
    },
    update: async (action, row, fields) => {
      if (fields.rooms !== undefined) await settleRooms(action, { meetId: row.meetId, meetingName: fields.meetingName ?? row.meetingName, capacity: fields.capacity ?? row.capacity }, fields.rooms ?? [])
      const moved = (['startTime', 'endTime', 'address', 'onlineUrl'] as const).some((field) => fields[field] !== undefined && fields[field] !== row[field])
      if (moved && !isDraft(row)) await addJob(action.db, 'meeting:tell-changed', { meetId: row.meetId, after: '0' }, { key: `meeting:tell-changed:${row.meetId}` })
      // A raised limit gives places on in the transaction that raises it.
      if (!isDraft(row)) await givePlaces(action, row.meetId, action.audit)
    },
    change: async (action, row, step, reason) => {
      if (step.verb === 'archive') await forgetDiets(action.db, row.meetId)
      if (step.verb !== 'cancel') return
      await giveBackRooms(action, row.meetId)
      await cancelWithMeeting(action, row.meetId, reason)
      await addJob(action.db, 'meeting:tell-cancelled', { meetId: row.meetId, reason })
    },
  },
})

// In this order, so that one that nobody looked at for days passes through each.
const STEPS: (repository.ClockStep & { title: string })[] = [
  { from: ['published'], to: 'open', verb: 'open', due: 'opens', title: '会议开放报名' },
  { from: ['open'], to: 'closed', verb: 'close', due: 'closes', title: '会议报名截止' },
  { from: ['published', 'open', 'closed'], to: 'running', verb: 'begin', due: 'starts', title: '会议开始' },
  { from: ['running'], to: 'ended', verb: 'end', due: 'ends', title: '会议结束' },
]

/** Moves meetings on when their time has come, each step with its audit rows in one transaction; at a meeting's end who has not come is absent. */
export async function stepMeetings({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (const step of STEPS) {
    await db.transaction().execute(async (tx) => {
      const moved = await repository.stepByClock(tx, step)
      const entries = moved.map((m) => ({ recordType: 'meeting', recordId: m.meet_id, verb: step.verb, before: { meetingStatus: m.before }, after: { meetingStatus: step.to } }))
      const missed = step.verb === 'end' ? await missedBy(tx, moved.map((m) => m.meet_id)) : []
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: step.title }, [...entries, ...missed])
    })
  }
}
defineJob('meeting:clock', (_payload, platform) => stepMeetings(platform), '* * * * *')
defineJob<{ meetId: string; reason: string | null }>('meeting:tell-cancelled', ({ meetId, reason }, platform) => tellCancelled(platform, meetId, reason ?? ''))
defineJob<{ meetId: string; after: string }>('meeting:tell-changed', ({ meetId, after }, platform) => tellChanged(platform, meetId, after))

export const meeting = runtime
