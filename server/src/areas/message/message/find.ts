import type { FieldError } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { refuse } from '../../../platform/errors'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { membersOfGroups } from '../../rbac/api'
import { optedOut } from '../opt-out/repository'
import type { Channel } from '../tables'
import * as people from './audience.repository'
import { findChosen } from './chosen.service'
import { addressOf, planRecipients, type Planned } from './plan'
import * as rules from './rules'
import { hadToday } from './daily.repository'

/** Recipients that one message may have, those who are skipped included. */
const MAX_RECIPIENTS = 20_000

/** Whether promotion goes to those alone who have agreed to it, as staff have set it. */
export const consentRequired = async (platform: Platform): Promise<boolean> => (await platform.settings.parameter('message.promotionConsent')) === 1

/** What of a message decides who gets it; `subject` and `content` may be empty while nothing is written yet. */
type Reach = Pick<rules.Wish, 'msgKind' | 'subject' | 'content' | 'scheduleTime'>
type Found = Pick<Action, 'db' | 'principal' | 'platform'>

/** Who gets a message and who does not, found now with the person's data scope. Throws what is wrong with its words or its audience. */
export async function findRecipients(found: Found, channel: Channel, wish: rules.Wish, audience: people.Audience, sign: string | null, now = new Date()): Promise<Planned[]> {
  const wrong: FieldError[] = rules.validate(channel, wish, sign, now)
  if (isNobody(audience)) wrong.push({ path: 'audience', message: '请选择收件人，或填写号码、邮箱' })
  if (wrong.length > 0) throw refuse.input(wrong)
  const planned = await planOf(found, channel, wish, audience, sign, now)
  const grown = rules.validateFilled(channel, wish.content, sign, planned)
  if (grown.length > 0) throw refuse.input(grown)
  return planned
}

/** Whether an audience names nobody at all. */
export const isNobody = ({ contacts, chosen, userGroupIds, extra }: people.Audience): boolean => !contacts && !chosen && (userGroupIds ?? []).length === 0 && extra.length === 0

/** The same whatever the words are; throws when there are too many. */
export async function planOf({ db, principal, platform }: Found, channel: Channel, wish: Reach, audience: people.Audience, sign: string | null, now = new Date()): Promise<Planned[]> {
  const most = MAX_RECIPIENTS + 1
  const marked = audience.contacts ? await people.findContacts(db, principal, audience.contacts, most) : []
  const chosen = audience.chosen ? await findChosen(db, principal, audience.chosen, most) : []
  const grouped = (await membersOfGroups(db, audience.userGroupIds ?? [], most)).map(people.asPerson)
  const keyOf = (p: people.Person) => (p.contactId ? `contact ${p.contactId}` : p.memberId ? `member ${p.memberId}` : null)
  const already = new Set(marked.map(keyOf))
  // Who was chosen and has the marks as well is one recipient.
  const contacts = [...marked, ...chosen.filter((p) => keyOf(p) === null || !already.has(keyOf(p))), ...grouped]
  if (contacts.length + audience.extra.length > MAX_RECIPIENTS) throw refuse.field('audience', `收件人超过 ${MAX_RECIPIENTS} 个，请缩小范围后分次发送`)
  const typed = audience.extra.map((text) => addressOf(channel, text) ?? text)
  const known = await people.findByAddress(db, principal, channel, typed)
  const addresses = [...contacts.map((p) => addressOf(channel, (channel === 'sms' ? p.mobile : p.email) ?? '')), ...typed].filter((a) => a !== null)
  const promotion = wish.msgKind === 'promotion'
  const had = channel === 'sms' && today(wish.scheduleTime ?? now) === today(now) ? await hadToday(db, addresses) : new Map<string, number>()
  return planRecipients({ channel, promotion, consentRequired: promotion && (await consentRequired(platform)), subject: wish.subject, content: wish.content, sign, contacts, typed, known, hadToday: had, optedOut: await optedOut(db, channel, addresses) })
}
