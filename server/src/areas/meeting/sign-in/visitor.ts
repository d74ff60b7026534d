import { createHmac } from 'node:crypto'
import { CODE } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import type { exchangeSignCode, sendSignInCode, signInByMobile } from '@assoc/contract/meeting/sign-in'
import { insertCode, validateCode } from '../../../platform/auth/codes'
import { countTry } from '../../../platform/auth/throttle'
import { hashToken, newCode, newToken } from '../../../platform/auth/tokens'
import { iso } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import type { Context, RequestFacts, VisitorContext } from '../../../platform/http/context'
import { queueSecret } from '../../../platform/mail/outbox'
import { requireSending } from '../../../platform/mail/sending'
import type { Platform } from '../../../platform/platform'
import { makeTicket, readTicket, TICKET_SECONDS, type Ticket } from './codes'
import * as entries from './entries.repository'
import * as limits from './limits'
import { findCode, type Session } from './repository'
import { closedWhy, deviceFull, logRefused, PEOPLE_OF_DEVICE, refusedWhy, sessionOf, signIn } from './sign'

// What people do by themselves: a code for a ticket, the ticket and their registered number for the sign-in.

const DEVICE_COOKIE = 'sign-device'
const DEVICE_SECONDS = 30 * 86_400
const PURPOSE = 'signIn'

const deviceOf = ({ cookies, secure }: RequestFacts): string => {
  const known = cookies[hostCookie(DEVICE_COOKIE, secure)] ?? ''
  return /^[\w-]{43}$/.test(known) ? known : ''
}

/** Names a session whose code a device has shown; a wrong code is counted, one that is over is not, for it tells nothing. */
export async function validateHallCode({ platform, input, request, setCookie }: VisitorContext<typeof exchangeSignCode>) {
  const { db } = platform
  const typed = input.code.length === 6
  const known = deviceOf(request)
  const device = known || newToken()
  if (typed) await limits.refuseGuesses(db, device, request.ip)
  const found = await findCode(db, input.code)
  if (!found) {
    await limits.countWrongCode(db, device, request.ip, typed)
    throw new Refusal(MEETING_CODE.signCodeWrong, typed ? '签到码不正确，请核对大屏上的 6 位数字' : '二维码无效，请重新扫描大屏上的二维码')
  }
  const attempt = { sessionId: found.sessionId, registerId: null, way: typed ? ('digits' as const) : ('code' as const), device: hashToken(device) }
  const session = await sessionOf(db, found.sessionId)
  const refusal =
    input.meetId && input.meetId !== found.meetId
      ? new Refusal(MEETING_CODE.signOtherMeeting, '这是另一场会议的签到码，请扫描本会场大屏上的二维码')
      : !found.good
        ? new Refusal(MEETING_CODE.signCodeOver, '签到码已过期，请扫描大屏上的最新二维码，或输入最新数字')
        : closedWhy(session)
  if (refusal) {
    await logRefused(db, attempt, refusal)
    throw refusal
  }
  if (!known) setCookie(hostCookie(DEVICE_COOKIE, request.secure), device, { maxAgeSeconds: DEVICE_SECONDS })
  return { session, device, way: attempt.way }
}

export async function giveTicket({ platform }: Context<typeof exchangeSignCode, null>, { session, device, way }: { session: Session; device: string; way: Ticket['way'] }) {
  return {
    ticket: makeTicket(platform.secret, { sessionId: session.sessionId, way }, device, session.now),
    expiresInSeconds: TICKET_SECONDS,
    meetId: session.meetId,
    meetingName: session.meetingName,
    sessionName: session.sessionName,
    startTime: iso(session.startTime),
    address: session.address,
    strict: session.strict,
  }
}

interface Held {
  session: Session
  device: string
  way: Ticket['way']
}

async function validateTicket({ platform, input, request }: VisitorContext<typeof sendSignInCode | typeof signInByMobile>): Promise<Held> {
  const device = deviceOf(request)
  // The ticket's end is the server's clock, as the window of the code was.
  const ticket = device ? readTicket(platform.secret, input.ticket, device, new Date()) : null
  if (!ticket) throw new Refusal(MEETING_CODE.signTicketOver, '签到凭证已过期，请重新扫描大屏上的二维码')
  const session = await sessionOf(platform.db, ticket.sessionId)
  await limits.refuseMobileGuesses(platform.db, device, request.ip, session.meetId)
  return { session, device, way: ticket.way }
}

const codeHash = ({ secret }: Platform, target: string, ticket: string, code: string): Buffer => createHmac('sha256', secret).update([PURPOSE, target, ticket, code].join('\n')).digest()

const RESEND_SECONDS = 60
const CODE_MINUTES = 5
const soon = (seconds: number) => `发送过于频繁，请在 ${seconds} 秒后重试`

export async function admitCode(visit: VisitorContext<typeof sendSignInCode>) {
  requireSending(visit.platform, visit.input.mobile, 'code')
  return validateTicket(visit)
}

/** Sends a code where the number is registered; the answer is the same either way. */
export async function sendCode({ platform, db, input, audit }: Context<typeof sendSignInCode, null>, { session, device }: Held) {
  // Counted in the transaction: a request that broke off may be sent again.
  await countTry(db, `sign:send:${device}`, { max: 6, windowSeconds: 600 }, soon)
  // The same counts as those of other codes: a number gets no more texts because there is a further page that sends some.
  await countTry(db, `code:minute:${input.mobile}`, { max: 1, windowSeconds: RESEND_SECONDS }, soon)
  await countTry(db, `code:hour:${input.mobile}`, { max: 5, windowSeconds: 3600 }, soon)
  await countTry(db, `code:day:${input.mobile}`, { max: 10, windowSeconds: 86_400 }, soon)
  const person = await entries.findByMobile(db, session.meetId, input.mobile)
  audit({ recordType: 'verificationCode', recordId: null, verb: 'send', reason: '会议签到' })
  if (person && !refusedWhy(person, session.meetId)) {
    const code = newCode()
    await insertCode(db, input.mobile, PURPOSE, hashToken(input.ticket), codeHash(platform, input.mobile, input.ticket, code))
    await queueSecret(db, platform.encryption, { to: input.mobile, subject: '签到验证码', text: `您正在办理会议签到，验证码 ${code}，${CODE_MINUTES} 分钟内有效，请勿告知他人。`, code, minutes: CODE_MINUTES, use: 'code' })
  }
  return { resendAfterSeconds: RESEND_SECONDS }
}

/** Everything that may refuse a visitor, on the pool, where the log keeps it and a wrong number counts. */
export async function validateMobile(visit: VisitorContext<typeof signInByMobile>) {
  const { platform, input, request, intent } = visit
  const { db } = platform
  const { session, device, way } = await validateTicket(visit)
  const person = await entries.findByMobile(db, session.meetId, input.mobile)
  const attempt = { sessionId: session.sessionId, registerId: person?.registerId ?? null, way, device: hashToken(device) }
  if (session.strict && !input.code) throw refuse.field('code', '请填写短信验证码')
  // In a strict session nobody learns from a number alone whether it is registered.
  if (session.strict && !(await validateCode(db, input.mobile, PURPOSE, hashToken(input.ticket), codeHash(platform, input.mobile, input.ticket, input.code ?? ''), { use: true, intent }))) {
    await limits.countWrongMobile(db, device, request.ip, session.meetId)
    throw new Refusal(CODE.badVerificationCode, '验证码不正确或已失效', { fields: [{ path: 'code', message: '验证码不正确或已失效' }] })
  }
  const refusal = closedWhy(session) ?? refusedWhy(person, session.meetId)
  if (refusal) {
    await logRefused(db, attempt, refusal)
    if (!person) await limits.countWrongMobile(db, device, request.ip, session.meetId)
    throw refusal
  }
  // Asked again under a lock when the sign-in is written; here the refusal has its code and its row in the log.
  if (person && !(await entries.findSignIn(db, session.sessionId, person.registerId)) && (await entries.countOfDevice(db, session.sessionId, attempt.device)) >= PEOPLE_OF_DEVICE) {
    await logRefused(db, attempt, deviceFull())
    throw deviceFull()
  }
  return attempt
}

export async function signInVisitor({ db, audit }: Context<typeof signInByMobile, null>, attempt: Awaited<ReturnType<typeof validateMobile>>) {
  const { outcome, code, message, person, signTime, late } = await signIn(db, audit, attempt)
  if (outcome === 'refused' || !person || !signTime) {
    // What changed between the two halves: the answer keeps the row of the log, a thrown refusal would not.
    return { outcome: 'refused' as const, code, message, name: '', companyName: null, registerNo: '', signTime: '', late: false }
  }
  return { outcome, code, message, name: person.name, companyName: person.companyName, registerNo: person.registerNo, signTime, late }
}
