import type { FieldError } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { refuse } from '../../../platform/errors'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
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

/** Who gets a message and who does not, found now with the person's data scope. Throws what is wrong with its words or its audience. */
export async function findRecipients({ db, principal, platform }: Pick<Action, 'db' | 'principal' | 'platform'>, channel: Channel, wish: rules.Wish, audience: people.Audience, sign: string | null, now = new Date()): Promise<Planned[]> {
  const wrong: FieldError[] = rules.validate(channel, wish, sign, now)
  if (!audience.contacts && !audience.chosen && audience.extra.length === 0) wrong.push({ path: 'audience', message: '请选择收件人，或填写号码、邮箱' })
  if (wrong.length > 0) throw refuse.input(wrong)
  const marked = audience.contacts ? await people.findContacts(db, principal, audience.contacts, MAX_RECIPIENTS + 1) : []
  const chosen = audience.chosen ? await findChosen(db, principal, audience.chosen, MAX_RECIPIENTS + 1) : []
  const keyOf = (p: people.Person) => (p.contactId ? `contact ${p.contactId}` : p.memberId ? `member ${p.memberId}` : null)
  const already = new Set(marked.map(keyOf))
  // Who was chosen and has the marks as well is one recipient.
  const contacts = [...marked, ...chosen.filter((p) => keyOf(p) === null || !already.has(keyOf(p)))]
  if (contacts.length + audience.extra.length > MAX_RECIPIENTS) throw refuse.field('audience', `收件人超过 ${MAX_RECIPIENTS} 个，请缩小范围后分次发送`)
  const typed = audience.extra.map((text) => addressOf(channel, text) ?? text)
  const known = await people.findByAddress(db, principal, channel, typed)
  const addresses = [...contacts.map((p) => addressOf(channel, (channel === 'sms' ? p.mobile : p.email) ?? '')), ...typed].filter((a) => a !== null)
  const promotion = wish.msgKind === 'promotion'
  const had = channel === 'sms' && today(wish.scheduleTime ?? now) === today(now) ? await hadToday(db, addresses) : new Map<string, number>()
  const planned = planRecipients({ channel, promotion, consentRequired: promotion && (await consentRequired(platform)), subject: wish.subject, content: wish.content, sign, contacts, typed, known, hadToday: had, optedOut: await optedOut(db, channel, addresses) })
  const grown = rules.validateFilled(channel, wish.content, sign, planned)
  if (grown.length > 0) throw refuse.input(grown)
  return planned
}
