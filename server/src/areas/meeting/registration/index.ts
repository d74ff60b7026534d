import { REGISTRATION_CLOCK_VERBS, registration as contract } from '@assoc/contract/meeting/registration'
import { dayOf, localTime } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { dueOf } from '@assoc/contract/meeting/options'
import type { RowOf } from '@assoc/contract'
import { has } from '../../../platform/access/principal'
import { Refusal, refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { holdCompany } from '../../member/api'
import type { Meeting } from '../meeting/repository'
import { takeSignedHours } from '../hours/ledger'
import { hasSessions } from '../sign-in/repository'
import { revokeEach } from '../sign-in/sign'
import * as notices from './notices'
import { endOffers, firstStatus, givePlaces, held, requireAnswers, requireInvited, requireNew, requireOpen, requireOptions, requirePlace } from './places'
import * as repository from './repository'

type Row = RowOf<typeof contract>

const LIVING: readonly Row['regStatus'][] = ['pending', 'confirmed', 'waiting', 'offered']
const TAKES: readonly Row['regStatus'][] = ['pending', 'confirmed', 'offered']

async function companyOf({ db }: Pick<Action, 'db'>, companyId: string | null | undefined): Promise<string | null> {
  if (!companyId) return null
  if (!(await holdCompany(db, companyId))) throw refuse.field('companyId', '该公司已删除')
  return companyId
}

/** After the last moment for changes only who decides on registrations may still change or cancel one. */
function requireChangeable({ principal }: Pick<Action, 'principal'>, { changeUntil, now, startTime }: Meeting, what: string): void {
  if (now >= startTime) throw new Refusal(MEETING_CODE.closed, `会议已开始，不能${what}`)
  if (changeUntil && now >= changeUntil && !has(principal, 'meeting:registration:audit')) throw new Refusal(MEETING_CODE.closed, `已过可改报名的时间，不能${what}，请联系会务组`)
}

const withoutUndefined = <T extends object>(fields: T): T => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Hours before its beginning from which people may sign in at a meeting. */
const SIGN_IN_HOURS = 3
const HOUR_MS = 3_600_000

const signInFrom = (startTime: Date | string): Date => new Date(new Date(startTime).getTime() - SIGN_IN_HOURS * HOUR_MS)

function requireBegun({ now, startTime, meetingStatus }: Meeting): void {
  const from = signInFrom(startTime)
  if (meetingStatus === 'cancelled' || meetingStatus === 'archived') throw new Refusal(MEETING_CODE.closed, '会议已取消或归档，不能签到')
  if (now < from) throw new Refusal(MEETING_CODE.closed, `签到从 ${localTime(from).slice(0, 16)} 开始`)
}

const runtime = mountResource(contract, {
  table: 'meeting_registration',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['waitSince', 'deptId'],
  json: ['answers', 'answerFiles'],
  computed: repository.computed,
  keyword: { where: repository.holding, number: { column: 'register_no', prefix: 'BM' } },
  filters: { ...repository.filters, mobile: repository.withMobile },
  order: { field: 'createTime', direction: 'desc' },
  todos: [{ label: '待审核会议报名', status: 'pending', permit: 'meeting:registration:audit', view: 'meeting/RegAudit' }],
  handover: { label: '未结束的会议报名', order: 71, open: ['pending', 'confirmed', 'waiting', 'offered'], settled: ['attended', 'absent'], name: 'registerNo' },
  nameOf: (row) => row.name,
  constraints: { meeting_registration_mobile_unique: () => refuse.field('mobile', '该手机号码已报名本次会议') },
  may: (_who, row, verb) => {
    if (REGISTRATION_CLOCK_VERBS.includes(verb)) return '由系统按候补顺序和会议时间办理'
    // No button that can only be refused; the database's clock decides when it is pressed.
    if (verb === 'attend' && Date.now() < signInFrom(row.startTime).getTime()) return `签到从 ${localTime(signInFrom(row.startTime)).slice(0, 16)} 开始`
    return verb !== 'update' || LIVING.includes(row.regStatus) || '已驳回、取消或结束的报名不能修改'
  },
  before: {
    insert: async (action, fields) => {
      const { db } = action
      const meeting = await held(db, fields.meetId)
      requireOpen(action, meeting)
      const companyId = await companyOf(action, fields.companyId)
      await requireInvited(db, meeting, companyId)
      await requireNew(db, meeting, fields.mobile)
      requireAnswers(meeting, fields)
      fields.regStatus = await firstStatus(db, meeting, { companyId, optionNames: fields.optionNames ?? [] })
      fields.waitSince = fields.regStatus === 'waiting' ? meeting.now : null
      fields.deptId = meeting.organizerDeptId
      fields.dueAmount = dueOf(meeting.feeAmount, fields.optionNames ?? [], meeting.options)
      fields.payStatus = fields.dueAmount > 0 ? 'unpaid' : 'none'
      fields.registerNo = await repository.nextRegisterNo(db, dayOf(meeting.now).replaceAll('-', ''))
    },
    update: async (action, row, fields) => {
      if (fields.meetId !== undefined && fields.meetId !== row.meetId) throw refuse.field('meetId', '报名后不能改会议，可以取消后重新报名')
      const meeting = await held(action.db, row.meetId)
      requireChangeable(action, meeting, '修改报名')
      if (fields.mobile !== undefined && fields.mobile !== row.mobile) await requireNew(action.db, meeting, fields.mobile, row.registerId)
      const companyId = fields.companyId === undefined ? (row.companyId ?? null) : await companyOf(action, fields.companyId)
      if (fields.optionNames !== undefined || fields.answers !== undefined || fields.answerFiles !== undefined) requireAnswers(meeting, { ...row, ...withoutUndefined(fields) })
      const moved = companyId !== (row.companyId ?? null)
      if (moved) await requireInvited(action.db, meeting, companyId)
      const chosen = row.optionNames ?? []
      const optionNames = fields.optionNames ?? chosen
      const dueAmount = dueOf(meeting.feeAmount, optionNames, meeting.options)
      if (fields.optionNames && dueAmount !== row.dueAmount) {
        if (row.payStatus === 'paid') throw refuse.field('optionNames', '会务费已缴，改选后金额不同，请先取消并办理退款')
        fields.dueAmount = dueAmount
        fields.payStatus = dueAmount > 0 ? 'unpaid' : 'none'
      }
      if (!TAKES.includes(row.regStatus)) return
      if (moved) await requirePlace(action.db, meeting, row.registerId, { companyId, optionNames })
      // What is kept was there already; a limit that was lowered since takes nothing back.
      else await requireOptions(action.db, meeting, { companyId, optionNames: optionNames.filter((name) => !chosen.includes(name)) }, row.registerId)
    },
    change: async (action, row, step) => {
      const meeting = await held(action.db, row.meetId)
      if (step.verb === 'cancel') requireChangeable(action, meeting, '取消报名')
      if (step.verb === 'approve' || step.verb === 'admit') await requirePlace(action.db, meeting, row.registerId, { companyId: row.companyId ?? null, optionNames: row.optionNames ?? [] })
      if (step.verb === 'attend') {
        requireBegun(meeting)
        if (await hasSessions(action.db, row.meetId)) throw new Refusal(MEETING_CODE.closed, '本次会议按场次签到，请在签到表中代签到')
      }
      if (step.verb === 'accept' && row.offerUntil && new Date(row.offerUntil) <= meeting.now) throw new Refusal(MEETING_CODE.closed, '候补名额已过确认时间')
    },
  },
  after: {
    insert: async ({ db }, _registerId, fields) => {
      const meeting = await held(db, fields.meetId)
      const told = { name: fields.name, mobile: fields.mobile, email: fields.email ?? null }
      if (fields.regStatus === 'confirmed') await notices.tellPlace(db, told, meeting)
      if (fields.regStatus === 'waiting') await notices.tellWaiting(db, told, meeting)
    },
    // A place that went to another company may have freed one of the first.
    update: (action, row) => givePlaces(action, row.meetId, action.audit),
    change: async (action, row, step, reason) => {
      const { db } = action
      const meeting = await held(db, row.meetId)
      const told = { name: row.name, mobile: row.mobile, email: row.email ?? null }
      if (step.verb === 'approve' || step.verb === 'wait' || step.verb === 'reject') await repository.noteOpinion(db, row.registerId, reason)
      if (step.verb === 'wait') await repository.noteWaiting(db, row.registerId)
      // Whoever has not attended has no sign-in at any session either.
      if (step.verb === 'revokeSign') {
        await revokeEach(db, row.registerId, action.principal.userId, reason ?? '')
        await takeSignedHours(action, row.registerId, null, reason ?? '')
      }
      if (step.to === 'cancelled' || step.to === 'rejected') await repository.settleFee(db, row.registerId)
      if (step.to === 'confirmed' && step.verb !== 'revokeSign') await notices.tellPlace(db, told, meeting)
      if (step.to === 'waiting') await notices.tellWaiting(db, told, meeting)
      if (step.to === 'rejected') await notices.tellRefused(db, told, meeting, reason ?? '')
      if (step.to === 'cancelled' || step.to === 'rejected' || step.to === 'waiting') await givePlaces(action, row.meetId, action.audit)
    },
  },
})
defineJob('meeting:end-offers', (_payload, platform) => endOffers(platform), '* * * * *')

export const registration = runtime
