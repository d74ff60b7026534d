import { randomBytes } from 'node:crypto'
import type { RowOf } from '@assoc/contract'
import { signSession as contract } from '@assoc/contract/meeting/sign-session'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { held } from '../registration/places'
import * as repository from './repository'
import './tables'

type Row = RowOf<typeof contract>

/** Meetings whose sessions are set no more. */
const OVER: readonly string[] = ['ended', 'archived', 'cancelled']
const SECRET_BYTES = 32

async function meetingFor({ db }: Pick<Action, 'db'>, meetId: string) {
  const meeting = await held(db, meetId)
  if (OVER.includes(meeting.meetingStatus)) throw refuse.field('meetId', '会议已结束或取消，不能再设置签到场次')
  return meeting
}

/** Sessions are in their meeting's hands: a session begins before the meeting is over. */
function requireWithin(signFrom: string, { endTime }: { endTime: Date }): void {
  if (Date.parse(signFrom) >= endTime.getTime()) throw refuse.field('signFrom', '签到开始须早于会议结束')
}

export const session = mountResource(contract, {
  table: 'meeting_session',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['secret', 'deptId'],
  computed: repository.computed,
  keyword: { where: repository.ofMeetings },
  order: { field: 'signFrom', direction: 'desc' },
  nameOf: (row) => `${row.meetingName} ${row.sessionName}`,
  constraints: { meeting_session_name_unique: () => refuse.field('sessionName', '本次会议已有同名场次') },
  may: (_who, row, verb) => {
    if (verb === 'openEarly') return row.phase === 'before' || '签到已经开始'
    if (verb === 'reopen') return Date.parse(row.signTo) > Date.now() || '签到截止时间已过，请先修改签到截止'
    return true
  },
  before: {
    insert: async (action, fields) => {
      const meeting = await meetingFor(action, fields.meetId)
      requireWithin(fields.signFrom, meeting)
      if (Date.parse(fields.signTo) <= Date.now()) throw refuse.field('signTo', '签到截止不能早于现在')
      fields.secret = randomBytes(SECRET_BYTES)
      fields.deptId = meeting.organizerDeptId
    },
    update: async (action, row: Row, fields) => {
      if (fields.meetId !== undefined && fields.meetId !== row.meetId) throw refuse.field('meetId', '场次不能改到另一场会议')
      const meeting = await held(action.db, row.meetId)
      if (fields.signFrom && fields.signFrom !== row.signFrom) requireWithin(fields.signFrom, meeting)
    },
    remove: async ({ db }, { sessionId }) => {
      if (await repository.hasTries(db, sessionId)) throw refuse.inUse('本场已有签到记录，不能删除，可以关闭签到')
    },
  },
  after: {
    change: async ({ db }, { sessionId }, { verb }) => {
      if (verb === 'close' || verb === 'reopen') await repository.noteClosed(db, sessionId, verb === 'close')
    },
    // Codes lie in windows of the interval: those of another length are worth nothing.
    update: async ({ db }, row, fields) => {
      if (fields.refreshSec !== undefined && fields.refreshSec !== row.refreshSec) await repository.forgetCodesOf(db, row.sessionId)
    },
  },
})
