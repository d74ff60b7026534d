import { APPROVE_ABOVE, SMS_A_DAY, smsParts } from '@assoc/contract/message/message'
import { email, mobile } from '@assoc/contract/rules/identifiers'
import type { Channel } from '../tables'
import { fill, signed, variablesOf, type Facts } from '../variables'
import type { Person } from './audience.repository'

export interface Planned {
  target: string
  name: string
  companyName: string | null
  contactId: string | null
  facts: Facts
  parts: number
  /** Why they are skipped; null for who gets the message. */
  reason: string | null
  /** What was typed is shown to its writer as it is, so that they can put it right. */
  typed: boolean
}

export interface PlanInput {
  channel: Channel
  promotion: boolean
  /** Promotion goes to those alone who have agreed to it by this channel. */
  consentRequired: boolean
  subject: string
  content: string
  sign: string | null
  contacts: readonly Person[]
  typed: readonly string[]
  /** Contacts behind typed numbers and addresses. */
  known: readonly Person[]
  /** Text messages that numbers have had today; empty where it goes out another day. */
  hadToday: ReadonlyMap<string, number>
  /** Addresses that opted out, with the source. */
  optedOut: ReadonlyMap<string, string>
}

/** Why a number gets no more today. */
export const FULL_FOR_TODAY = `当日已达 ${SMS_A_DAY} 条`

const FORM = { sms: mobile(), mail: email() }
const WHAT = { sms: '手机号码', mail: '邮箱' }

/** The number or address in the form in which it is compared and sent, full-width signs as half-width ones; null when it is none. */
export function addressOf(channel: Channel, text: string): string | null {
  const parsed = FORM[channel].safeParse(text.normalize('NFKC'))
  return parsed.success ? parsed.data : null
}

const yuan = (fen: number): string => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 2026年6月30日 */
const dayText = (day: string): string => day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$1年$2月$3日')

const factsOf = (p: Person): Facts => ({
  公司简称: p.companyName ?? '',
  姓名: p.name,
  会员编号: p.memberNo ?? '',
  欠费金额: yuan(p.arrears),
  缴费截止日: p.dueDate ? dayText(p.dueDate) : '',
  待缴金额: yuan(p.unpaid),
  待缴截止日: p.unpaidDue ? dayText(p.unpaidDue) : '',
})

/** Who gets a message and who is skipped for what reason. Each number or address gets it once: the first of its kind. */
export function planRecipients(input: PlanInput): Planned[] {
  const { channel } = input
  const byAddress = new Map<string, Person>()
  for (const p of input.known) {
    const address = addressOf(channel, (channel === 'sms' ? p.mobile : p.email) ?? '')
    if (address && !byAddress.has(address)) byAddress.set(address, p)
  }
  const wished = [
    ...input.contacts.map((p) => ({ text: (channel === 'sms' ? p.mobile : p.email) ?? '', person: p as Person | undefined, typed: false })),
    ...input.typed.map((text) => ({ text, person: byAddress.get(addressOf(channel, text) ?? ''), typed: true })),
  ]
  const taken = new Set<string>()
  const asked = [...new Set([...variablesOf(input.content), ...variablesOf(input.subject)])]
  return wished.map(({ text, person, typed }) => {
    const address = addressOf(channel, text)
    const reason = reasonToSkip(input, text, address, person, taken, asked)
    if (address && reason === null) taken.add(address)
    const facts = person ? factsOf(person) : {}
    const body = fill(input.content, facts)
    return {
      target: address ?? text.slice(0, 64),
      name: person?.name ?? '',
      companyName: person?.companyName ?? null,
      contactId: person?.contactId ?? null,
      facts,
      parts: reason === null && channel === 'sms' ? smsParts(input.sign ? signed(input.sign, body) : body) : 0,
      reason,
      typed,
    }
  })
}

function reasonToSkip(input: PlanInput, text: string, address: string | null, person: Person | undefined, taken: ReadonlySet<string>, asked: readonly string[]): string | null {
  const what = WHAT[input.channel]
  if (person?.unfit) return person.unfit
  if (!text) return `没有${what}`
  if (!address) return `${what}格式不正确`
  if (taken.has(address)) return '与前面的收件人重复'
  if ((input.hadToday.get(address) ?? 0) >= SMS_A_DAY) return FULL_FOR_TODAY
  const source = input.optedOut.get(address)
  if (source === 'bounce') return '多次退信，不再发送'
  const lacking = lacks(asked, person)
  if (lacking) return lacking
  if (!input.promotion) return null
  if (source) return '已退订'
  if (person && (input.channel === 'sms' ? person.smsOptOut : person.emailOptOut)) return input.channel === 'sms' ? '本人拒收短信' : '本人拒收邮件'
  if (!input.consentRequired) return null
  return (input.channel === 'sms' ? person?.smsConsent : person?.emailConsent) ? null : '没有本人同意的记录'
}

/** Why the variables of a text cannot be filled for somebody; null when they can. Names are known of people who are no members, too. */
function lacks(asked: readonly string[], person: Person | undefined): string | null {
  if (asked.length === 0 || person?.memberNo) return null
  const known: Facts = person ? { 姓名: person.name, 公司简称: person.companyName ?? '' } : {}
  return asked.every((name) => known[name as keyof Facts]) ? null : '没有会员资料，无法填写变量'
}

/** Whether a second person has to agree before it goes out (domain A19); `sentToday` have been reached by the same sender's other messages of the day. */
export const needsApproval = (promotion: boolean, willSend: number, sentToday: number): boolean => promotion || sentToday + willSend > APPROVE_ABOVE
