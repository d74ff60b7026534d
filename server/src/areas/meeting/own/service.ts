import type { FieldsOf, InputOf, ResponseOf } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import type * as calls from '@assoc/contract/meeting/own'
import { registration as contract } from '@assoc/contract/meeting/registration'
import { has, type Principal } from '../../../platform/access/principal'
import type { AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { translate } from '../../../platform/http/execute'
import { reachOf } from '../../../platform/identity/people'
import { derivedStep, derivedUpdate, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { apart, findRow } from '../../../platform/resource/rows.repository'
import { readMeeting, type Meeting } from '../meeting/repository'
import { registration } from '../registration'
import { held, requireOpen } from '../registration/places'
import { calendarName, calendarOf } from './calendar'
import * as repository from './repository'

// What people do about meetings for themselves and for the companies that they act for.

type Fields = FieldsOf<typeof contract>
type Registrant = Omit<Fields, 'meetId'>
type Result = ResponseOf<typeof calls.registerForMeeting>['results'][number]

/** Whom somebody may register: anybody, or the people of some companies and themselves. */
interface Rights {
  anybody: boolean
  companies: Awaited<ReturnType<typeof repository.companiesFor>>
  mobile: string | null
}

async function rightsOf(db: Db, principal: Principal, meetId: string): Promise<Rights> {
  const { mobile } = await reachOf(db, principal.userId)
  const anybody = has(principal, 'meeting:registration:update') && (await repository.seesMeeting(db, principal, meetId))
  return { anybody, mobile, companies: anybody ? [] : await repository.companiesFor(db, principal, mobile) }
}

/** Refuses somebody whom this account does not register: another company's people, or, of a company that it does not act for, anybody but its own person. */
async function requireMine(db: Db, principal: Principal, { anybody, companies, mobile }: Rights, person: Pick<Registrant, 'companyId' | 'mobile'>): Promise<void> {
  const companyId = (person.companyId as string | null | undefined) ?? null
  if (anybody) {
    if (companyId && !(await repository.companiesInScope(db, principal, [companyId])).has(companyId)) throw refuse.field('companyId', '没有这家单位，或不在您的数据范围内')
    return
  }
  const company = companies.find((one) => one.companyId === companyId)
  if (companyId && !company) throw refuse.field('companyId', '只能为本单位人员报名')
  if (company?.acting) return
  if (!mobile || person.mobile !== mobile) throw refuse.field('mobile', '只能为本人报名，手机号码须与账号一致')
  // Whoever is a contact of a company counts among its people: as a guest they would go by its limit.
  if (!companyId && companies.length > 0) throw refuse.field('companyId', '请选择单位')
}

const closedFor = (action: Pick<Action, 'principal'>, meeting: Meeting): string | null => {
  try {
    requireOpen(action, meeting)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === MEETING_CODE.closed) return error.message
    throw error
  }
}

export async function meetingToRegister({ db, principal, input }: Context<typeof calls.selectMeetingToRegister>): Promise<ResponseOf<typeof calls.selectMeetingToRegister>> {
  const meeting = await readMeeting(db, input.meetId)
  if (!meeting) throw refuse.notFound()
  const [rights, left, self] = [await rightsOf(db, principal, input.meetId), await repository.leftOf(db, input.meetId), await reachOf(db, principal.userId)]
  const { meetId, meetingName, meetingStatus, startTime, endTime, address, regEnd, changeUntil, feeAmount, payUntil, needAudit, options, questions } = meeting
  const text = (at: Date | null) => at?.toISOString() ?? null
  return {
    meetId,
    meetingName,
    meetingStatus,
    address,
    feeAmount,
    needAudit,
    options,
    questions: questions.map((one) => ({ ...one, choices: one.choices ?? null })),
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    regEnd: text(regEnd),
    changeUntil: text(changeUntil),
    payUntil: text(payUntil),
    ...left,
    closed: closedFor({ principal }, meeting),
    forAnybody: rights.anybody,
    companies: rights.companies.map(({ companyId, companyName }) => ({ companyId, companyName })),
    self,
  }
}

/** Registers people one after the other, each behind a savepoint; the meeting is held for all of them. */
export async function register(context: Context<typeof calls.registerForMeeting>): Promise<ResponseOf<typeof calls.registerForMeeting>> {
  const { db, principal, input } = context
  const action = context as unknown as Action
  const rights = await rightsOf(db, principal, input.meetId)
  await held(db, input.meetId)
  const results: Result[] = []
  for (const person of input.people as Registrant[]) {
    const noted: AuditEntry[] = []
    try {
      const registerId = await apart(db, async () => {
        await requireMine(db, principal, rights, person)
        return insertFields(registration.runtime, { ...action, audit: (entry: AuditEntry) => void noted.push(entry) }, { ...person, meetId: input.meetId } as Fields)
      })
      noted.forEach(action.audit)
      const row = await repository.standingOf(db, registerId)
      results.push({ registerId, registerNo: row.registerNo, regStatus: row.regStatus, message: null, code: null, fields: [] })
    } catch (error) {
      const refusal = translate(error)
      if (!(refusal instanceof Refusal)) throw error
      if (refusal.note) action.audit({ ...refusal.note, code: refusal.code })
      const fields = (refusal.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []
      results.push({ registerId: null, registerNo: null, regStatus: null, message: fields[0]?.message ?? refusal.message, code: refusal.code, fields })
    }
  }
  return { results }
}

const STEPS: Record<string, readonly string[]> = { pending: ['change', 'cancel'], waiting: ['change', 'cancel'], confirmed: ['change', 'cancel'], offered: ['accept', 'decline', 'change'] }

/** What somebody may do about a registration of theirs now. */
const abilitiesOf = (row: repository.OwnRow): string[] => [...(row.began ? [] : (STEPS[row.regStatus] ?? [])), ...(row.regStatus === 'cancelled' || row.regStatus === 'rejected' ? [] : ['calendar'])]

const shown = ({ mobile: _mobile, began: _began, startTime, endTime, offerUntil, changeUntil, ...row }: repository.OwnRow) => ({
  ...row,
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  offerUntil: offerUntil?.toISOString() ?? null,
  changeUntil: changeUntil?.toISOString() ?? null,
})

export async function ownRegistrations({ db, principal, input }: Context<typeof calls.selectOwnRegistrations>): Promise<ResponseOf<typeof calls.selectOwnRegistrations>> {
  const { mobile } = await reachOf(db, principal.userId)
  const { page, pageSize, part, ended, keyword } = input
  const { total, items } = await repository.ownRows(db, principal, { mobile, part, ended, keyword }, pageSize, (page - 1) * pageSize)
  return { total, items: items.map((row) => ({ ...shown(row), abilities: abilitiesOf(row) })) as unknown as ResponseOf<typeof calls.selectOwnRegistrations>['items'] }
}

export async function ownMeetings({ db, principal, input }: Context<typeof calls.selectOwnMeetings>): Promise<ResponseOf<typeof calls.selectOwnMeetings>> {
  const { page, pageSize, organised } = input
  const { total, items } = await repository.meetingsFor(db, principal.userId, organised, pageSize, (page - 1) * pageSize)
  return { total, items: items.map((row) => ({ ...row, startTime: row.startTime.toISOString(), regEnd: row.regEnd?.toISOString() ?? null })) as unknown as ResponseOf<typeof calls.selectOwnMeetings>['items'] }
}

async function mine(db: Db, principal: Principal, registerId: string): Promise<repository.OwnRow> {
  const { mobile } = await reachOf(db, principal.userId)
  const row = await repository.ownRow(db, principal, mobile, registerId)
  if (!row) throw refuse.notFound()
  return row
}

const HIDDEN: ReadonlySet<string> = new Set(['meetId'])

export async function ownRegistration({ db, principal, input }: Context<typeof calls.selectOwnRegistration>) {
  const own = await mine(db, principal, input.registerId)
  const row = await findRow(db, registration.runtime, { ...principal, scopes: { ...principal.scopes, meeting: { all: true, deptIds: [], jurisdictions: [], self: false } } }, input.registerId)
  if (!row) throw refuse.notFound()
  const values = Object.fromEntries([...Object.keys(contract.definition.fields), 'companyName'].filter((field) => !HIDDEN.has(field)).map((field) => [field, (row as Record<string, unknown>)[field] ?? null]))
  return { registerId: own.registerId, version: own.version, meetId: own.meetId, values }
}

export async function changeOwn(context: Context<typeof calls.changeOwnRegistration>) {
  const { db, principal } = context
  const { registerId, version, ...person } = context.input as InputOf<typeof calls.changeOwnRegistration> & Registrant
  const own = await mine(db, principal, registerId)
  if (!abilitiesOf(own).includes('change')) throw refuse.forbidden('已过可改报名的时间，或报名已取消、驳回，不能修改')
  const rights = await rightsOf(db, principal, own.meetId)
  await requireMine(db, principal, rights, person)
  return derivedUpdate(registration.runtime, context as unknown as Action, registerId, version, person as Partial<Fields>, principal.userId)
}

export async function stepOwn(context: Context<typeof calls.stepOwnRegistration>) {
  const { db, principal, input } = context
  const own = await mine(db, principal, input.registerId)
  if (own.version !== input.version) throw refuse.conflict({ ...input, version: own.version })
  return derivedStep(registration.runtime, context as unknown as Action, input.registerId, input.verb, input.reason ?? null)
}

export async function calendar({ db, principal, input }: Context<typeof calls.downloadCalendar>) {
  const own = await mine(db, principal, input.registerId)
  return { fileName: calendarName(own), contentType: 'text/calendar; charset=utf-8', body: Buffer.from(calendarOf(own)) }
}
