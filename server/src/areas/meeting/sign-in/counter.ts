import { dayOf } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { personalDigits } from '@assoc/contract/meeting/personal-code'
import type * as calls from '@assoc/contract/meeting/sign-in'
import type { AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { renderSVG } from 'uqr'
import { holdCompany } from '../../member/api'
import { takeSignedHours } from '../hours/ledger'
import { held, requireInvited, requireNew, requirePlace } from '../registration/places'
import { nextRegisterNo } from '../registration/repository'
import { personalCode, readPersonalCode } from './codes'
import * as entries from './entries.repository'
import * as sign from './sign'

// What counters and staff do for people who stand before them.

const answer = ({ person, ...result }: sign.Result) => ({ ...result, registerId: person?.registerId ?? null, name: person?.name ?? null, companyName: person?.companyName ?? null, postName: person?.postName ?? null })

/** Whose code this is, or why it is nobody's. */
export async function codeHolder(db: Db, { encryption }: Pick<Platform, 'encryption'>, typed: string): Promise<{ person: entries.Person; refusal: null } | { person: null; refusal: Refusal }> {
  const read = readPersonalCode(encryption, personalDigits(typed))
  const person = read ? await entries.findPerson(db, read.registerId) : undefined
  if (read && person?.qrVersion === read.version) return { person, refusal: null }
  return { person: null, refusal: new Refusal(MEETING_CODE.signQrInvalid, read && person ? '该个人签到码已更换，请出示最新的签到码' : '无法识别的个人签到码，请重新扫描或按姓名查找') }
}

/** Signs in who shows a personal code. */
export async function scan({ db, input, principal, platform, audit }: Context<typeof calls.scanSignIn>) {
  const attempt: sign.Try = { sessionId: input.sessionId, registerId: null, way: 'scan', gate: input.gate ?? null, operatorId: principal.userId, nonce: input.nonce ?? null }
  const { person, refusal } = await codeHolder(db, platform, input.qr)
  if (refusal) return answer(await sign.logRefused(db, attempt, refusal))
  return answer(await sign.signIn(db, audit, { ...attempt, registerId: person.registerId }))
}

/** Signs somebody in who is looked up; `forced` passes over window and missing place, with the reason. */
export async function signFor({ db, input, principal, audit }: Context<typeof calls.signInFor>) {
  if (input.forced && !input.reason) throw refuse.field('reason', '请填写特批原因')
  return answer(await sign.signIn(db, audit, { sessionId: input.sessionId, registerId: input.registerId, way: 'staff', gate: input.gate ?? null, operatorId: principal.userId, nonce: input.nonce ?? null, forced: input.forced === true, reason: input.reason ?? null }))
}

export async function revoke({ db, input, principal, audit, platform }: Context<typeof calls.revokeSignIn>) {
  await sign.revoke(db, audit, { sessionId: input.sessionId, registerId: input.registerId, way: 'staff', operatorId: principal.userId, reason: input.reason })
  await takeSignedHours({ db, audit, platform }, input.registerId, input.sessionId, input.reason)
  return {}
}

/** Registers somebody who came without a registration and signs them in, within the limits or, with a reason, beyond them. */
export async function walkIn({ db, input, principal, audit }: Context<typeof calls.signInWalkIn>) {
  const session = await sign.sessionOf(db, input.sessionId)
  const attempt: sign.Try = { sessionId: input.sessionId, registerId: null, way: 'walkIn', gate: input.gate ?? null, operatorId: principal.userId, nonce: input.nonce ?? null, reason: input.reason ?? null }
  const closed = sign.closedWhy(session)
  if (closed) return answer(await sign.logRefused(db, attempt, closed))
  if (!input.companyId && !input.unitName) throw refuse.field('unitName', '请选择单位，或填写单位名称')
  if (input.beyond && !input.reason) throw refuse.field('reason', '请填写超出名额的原因')
  const registerId = await registerOnSpot({ db, audit, input, userId: principal.userId, meetId: session.meetId })
  return answer(await sign.signIn(db, audit, { ...attempt, registerId }))
}

interface OnSpot {
  db: Db
  audit: (entry: AuditEntry) => void
  input: Context<typeof calls.signInWalkIn>['input']
  userId: string
  meetId: string
}

async function registerOnSpot({ db, audit, input, userId, meetId }: OnSpot): Promise<string> {
  const meeting = await held(db, meetId)
  const companyId = input.companyId ?? null
  if (companyId && !(await holdCompany(db, companyId))) throw refuse.field('companyId', '该公司已删除')
  await requireNew(db, meeting, input.mobile)
  if (!input.beyond) {
    await requireInvited(db, meeting, companyId)
    await requirePlace(db, meeting, '0', { companyId, optionNames: [] })
  }
  const fields = {
    meet_id: meetId,
    company_id: companyId,
    unit_name: input.unitName ?? null,
    name: input.name,
    gender: input.gender ?? 'unknown',
    post_name: input.postName,
    mobile: input.mobile,
    dept_id: meeting.organizerDeptId,
    due_amount: meeting.feeAmount,
    pay_status: meeting.feeAmount > 0 ? ('unpaid' as const) : ('none' as const),
  }
  const register_no = await nextRegisterNo(db, dayOf(meeting.now).replaceAll('-', ''))
  const registerId = await entries.insertWalkIn(db, { ...fields, register_no, by: userId })
  const { mobile: _mobile, ...told } = fields
  audit({ recordType: 'meetingRegistration', recordId: registerId, verb: 'insert', reason: input.beyond ? `现场登记，超出名额：${input.reason}` : '现场登记', after: { ...told, register_no } })
  return registerId
}

/** The personal code of a registration, for whoever may see it. */
export async function showPersonal({ db, input, platform }: Context<typeof calls.selectPersonalQr>) {
  const person = await entries.findPerson(db, input.registerId)
  if (!person) throw refuse.notFound()
  const qr = personalCode(platform.encryption, { registerId: person.registerId, version: person.qrVersion })
  return { qr, picture: renderSVG(qr, { border: 2, pixelSize: 6 }), name: person.name, registerNo: person.registerNo, meetingName: person.meetingName }
}

/** Makes the codes worthless that were given out so far, such as when one was passed on. */
export async function renewPersonal({ db, input, audit }: Context<typeof calls.renewPersonalQr>) {
  await entries.renewQr(db, input.registerId)
  audit({ recordType: 'meetingRegistration', recordId: input.registerId, verb: 'renewQr', reason: '更换个人签到码' })
  return {}
}
