import type * as calls from '@assoc/contract/meeting/own'
import type { FieldsOf } from '@assoc/contract'
import type { registration as contract } from '@assoc/contract/meeting/registration'
import { Refusal, refuse } from '../../../platform/errors'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import type { Context } from '../../../platform/http/context'
import { derivedUpdate } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { findRow } from '../../../platform/resource/rows.repository'
import { registration } from '../registration'
import * as notices from '../registration/notices'
import { held } from '../registration/places'
import { tellMoved } from '../seat/notices'
import { plan } from '../seat/repository'
import { renewQr } from '../sign-in/entries.repository'

const LIVING: readonly string[] = ['pending', 'confirmed', 'waiting', 'offered']

/**
 * Hands a registration to a colleague: the place, the options and what was paid stay, what is of the person is the new one's. Who had it
 * hears of it, and who has it now.
 */
export async function transfer(context: Context<typeof calls.transferRegistration>) {
  const { db, principal } = context
  const { registerId, version, ...person } = context.input
  const action = context as unknown as Action
  const row = await findRow(db, registration.runtime, principal, registerId)
  if (!row) throw refuse.notFound()
  if (!LIVING.includes(row.regStatus)) throw new Refusal(MEETING_CODE.closed, '已驳回、取消或结束的报名不能转让')
  const meeting = await held(db, row.meetId)
  const done = await derivedUpdate(registration.runtime, action, registerId, version, { ...(person as Partial<FieldsOf<typeof contract>>), roommate: null, dietNote: null })
  // The code that the first person has signs nobody in any more.
  await renewQr(db, registerId)
  await notices.tellTransferred(db, { name: row.name, mobile: row.mobile, email: row.email ?? null }, meeting, person.name)
  // The new one sits where the other would have sat.
  await tellMoved(db, { meetId: row.meetId, published: (await plan(db, row.meetId))?.published === true })
  await tellStanding(db, { name: person.name, mobile: person.mobile, email: person.email ?? null }, meeting, row)
  return done
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow<typeof contract>>>>

async function tellStanding(db: Action['db'], to: { name: string; mobile: string; email: string | null }, meeting: Awaited<ReturnType<typeof held>>, row: Pick<Row, 'regStatus' | 'offerUntil' | 'auditOpinion'>): Promise<void> {
  if (row.regStatus === 'confirmed' || row.regStatus === 'attended') return notices.tellPlace(db, to, meeting)
  if (row.regStatus === 'waiting') return notices.tellWaiting(db, to, meeting)
  if (row.regStatus === 'offered' && row.offerUntil) return notices.tellOffer(db, to, meeting, new Date(row.offerUntil))
  if (row.regStatus === 'rejected') return notices.tellRefused(db, to, meeting, row.auditOpinion ?? '')
  if (row.regStatus === 'cancelled') return notices.tellOff(db, to, meeting, row.auditOpinion ?? '报名已取消')
  if (row.regStatus === 'pending') return notices.tellPending(db, to, meeting)
  throw new Refusal(MEETING_CODE.closed, '会议已结束，没有可重发的通知')
}

/** Sends the notice of how a registration stands once more. */
export async function resend(context: Context<typeof calls.resendNotice>) {
  const { db, principal, input, audit } = context
  const row = await findRow(db, registration.runtime, principal, input.registerId)
  if (!row) throw refuse.notFound()
  const meeting = await held(db, row.meetId)
  await tellStanding(db, { name: row.name, mobile: row.mobile, email: row.email ?? null }, meeting, row)
  audit({ recordType: 'meetingRegistration', recordId: input.registerId, verb: 'resend' })
  return {}
}
