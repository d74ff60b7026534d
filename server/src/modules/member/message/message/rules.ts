import { SMS_MAX } from '@assoc/contract/member/message'
import type { FieldError } from '@assoc/contract'
import type { Channel } from '../tables'
import { fill, signed, smsWording, unknownVariable } from '../wording'
import type { Planned } from './plan'

export interface Wish {
  msgKind: 'notice' | 'promotion'
  subject: string
  content: string
  scheduleTime: Date | null
}

/** How a promotion says the way out, and is known as one (domain J5). */
export const SMS_WAY_OUT = '拒收请回复R'
export const MAIL_MARK = '（广告）'
export const MAIL_WAY_OUT = '如不希望再收到此类邮件，请直接回复“退订”。'
/** Hours of the day between which promotions go out. */
const FROM_HOUR = 8
const TO_HOUR = 21
const HOUR_MS = 3_600_000

/** The hour in Asia/Shanghai, which has no summer time, with minutes as its part. */
const hourOf = (at: Date): number => ((at.getTime() / HOUR_MS + 8) % 24)

/** Whether promotions may go out at that moment. */
export const withinHours = (at: Date): boolean => hourOf(at) >= FROM_HOUR && hourOf(at) < TO_HOUR

/** The next moment from `at` on at which promotions may go out. */
export function nextWithinHours(at: Date): Date {
  if (withinHours(at)) return at
  const wait = (FROM_HOUR - hourOf(at) + 24) % 24
  return new Date(Math.ceil((at.getTime() + wait * HOUR_MS) / 1000) * 1000)
}

/** Everything that is wrong with a message's words and time, each at its field. */
export function judge(channel: Channel, wish: Wish, sign: string | null, now: Date): FieldError[] {
  const promotion = wish.msgKind === 'promotion'
  const wrong: (FieldError | null)[] = channel === 'sms' ? smsWording('content', wish.content, sign) : [unknownVariable('subject', wish.subject), unknownVariable('content', wish.content)]
  if (promotion && channel === 'sms' && !wish.content.includes(SMS_WAY_OUT)) wrong.push({ path: 'content', message: `商业推广短信须写明“${SMS_WAY_OUT}”` })
  if (promotion && channel === 'mail' && !wish.subject.startsWith(MAIL_MARK)) wrong.push({ path: 'subject', message: `商业推广邮件的主题须以“${MAIL_MARK}”开头` })
  if (wish.scheduleTime && wish.scheduleTime <= now) wrong.push({ path: 'scheduleTime', message: '定时发送的时间须晚于现在' })
  else if (promotion && !withinHours(wish.scheduleTime ?? now)) wrong.push({ path: 'scheduleTime', message: `商业推广只能在 ${FROM_HOUR}:00 至 ${TO_HOUR}:00 发送，请选择定时发送` })
  return wrong.filter((e) => e !== null)
}

/** Refuses a text message that grows beyond its limit once its variables are filled. */
export function judgeFilled(channel: Channel, content: string, sign: string | null, planned: readonly Planned[]): FieldError[] {
  if (channel !== 'sms') return []
  const tooLong = planned.find((p) => p.reason === null && [...signed(sign ?? '', fill(content, p.facts))].length > SMS_MAX)
  return tooLong ? [{ path: 'content', message: `填入 ${tooLong.name} 的资料后超过 ${SMS_MAX} 个字，请缩短内容` }] : []
}

/** A message as it goes out to one recipient. */
export function worded(message: { channel: Channel; promotion: boolean; subject: string; content: string; sign: string | null }, facts: Planned['facts']): { subject: string; content: string } {
  const content = fill(message.content, facts)
  if (message.channel === 'sms') return { subject: '', content: message.sign ? signed(message.sign, content) : content }
  return { subject: fill(message.subject, facts), content: message.promotion ? `${content}\n\n${MAIL_WAY_OUT}` : content }
}
