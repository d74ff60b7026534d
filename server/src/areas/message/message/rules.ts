import { SMS_MAX } from '@assoc/contract/message/message'
import type { FieldError } from '@assoc/contract'
import { richToHtml, richToText, type RichDoc } from '@assoc/contract/core/rich-text'
import type { Channel } from '../tables'
import { fill, fillRich, signed, smsText, unknownInRich, unknownVariable } from '../variables'
import type { Planned } from './plan'

export interface Wish {
  msgKind: 'notice' | 'promotion'
  subject: string
  /** Plain words; of a mail those of its structured text. */
  content: string
  /** Structured text of a mail; null for text messages and for mails of before. */
  rich: RichDoc | null
  scheduleTime: Date | null
}

/** How a promotion says the way out, and is known as one (domain J5). */
export const SMS_WAY_OUT = '拒收请回复R'
/** What the subject of a promotion begins with; the first is told to people. */
export const MAIL_MARKS = ['（广告）', 'AD'] as const
export const MAIL_WAY_OUT = '如不希望再收到此类邮件，请直接回复“退订”。'
/** Why a promotion does not go by mail where the server knows no address of its own. */
export const NO_WAY_OUT = '服务器没有设置对外地址（PUBLIC_URL），邮件末尾没有退订链接，商业推广不能发送。可以存为草稿，请联系系统管理员设置'
const LINK_WAY_OUT = '如不希望再收到此类邮件，请打开链接退订：'
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

/** Whether a subject tells that the mail is a promotion. AD is a word of its own: an ADR report is none. */
const marked = (subject: string): boolean => subject.startsWith(MAIL_MARKS[0]) || (subject.startsWith(MAIL_MARKS[1]) && !/^[A-Za-z]/.test(subject.slice(MAIL_MARKS[1].length)))

/** Everything that is wrong with a message's words and time, each at its field. */
export function validate(channel: Channel, wish: Wish, sign: string | null, now: Date): FieldError[] {
  const promotion = wish.msgKind === 'promotion'
  const wrong: (FieldError | null)[] = channel === 'sms' ? smsText('content', wish.content, sign) : [unknownVariable('subject', wish.subject), wish.rich ? unknownInRich('content', wish.rich) : unknownVariable('content', wish.content)]
  if (promotion && channel === 'sms' && !wish.content.includes(SMS_WAY_OUT)) wrong.push({ path: 'content', message: `商业推广短信须写明“${SMS_WAY_OUT}”` })
  if (promotion && channel === 'mail' && !marked(wish.subject)) wrong.push({ path: 'subject', message: '商业推广邮件的主题须以“（广告）”或“AD”开头' })
  if (wish.scheduleTime && wish.scheduleTime <= now) wrong.push({ path: 'scheduleTime', message: '定时发送的时间须晚于现在' })
  else if (promotion && !withinHours(wish.scheduleTime ?? now)) wrong.push({ path: 'scheduleTime', message: `商业推广只能在 ${FROM_HOUR}:00 至 ${TO_HOUR}:00 发送，请选择定时发送` })
  return wrong.filter((e) => e !== null)
}

/** Why a text message does not go by a template: providers send registered texts alone (domain A19). Null when it does. */
export function wrongTemplate(template: { template_status: string; template_content: string; provider_code: string | null } | undefined, content: string): string | null {
  if (!template) return '请选择短信模板：短信按已在服务商处备案的模板发送'
  if (template.template_status !== 'enabled') return '该模板已停用'
  if (!template.provider_code) return '该模板还没有服务商模板号，备案并登记模板号后才能用于发送'
  return template.template_content.trim() === content.trim() ? null : '短信内容与模板不一致，请重新选择模板；需要改动的，请修改模板并重新备案'
}

/** What a provider puts into the places of its template: the variables of the text in their order, each once, under 1, 2, 3… */
export function templateParams(content: string, facts: Planned['facts']): Record<string, string> {
  const names = [...new Set([...content.matchAll(/\$\{([^{}]*)\}/g)].map(([, name = '']) => name.trim()))]
  return Object.fromEntries(names.map((name, place) => [String(place + 1), fill(`\${${name}}`, facts)]))
}

/** Refuses a text message that grows beyond its limit once its variables are filled. */
export function validateFilled(channel: Channel, content: string, sign: string | null, planned: readonly Planned[]): FieldError[] {
  if (channel !== 'sms') return []
  const tooLong = planned.find((p) => p.reason === null && [...signed(sign ?? '', fill(content, p.facts))].length > SMS_MAX)
  return tooLong ? [{ path: 'content', message: `填入 ${tooLong.name} 的资料后超过 ${SMS_MAX} 个字，请缩短内容` }] : []
}

/** What of a message is formatted for each recipient. */
export interface MessageText {
  channel: Channel
  promotion: boolean
  subject: string
  content: string
  rich: RichDoc | null
  sign: string | null
}
export interface Formatted {
  subject: string
  content: string
  /** The structured text, filled; null where there is none. */
  rich: RichDoc | null
  html: string | null
  /** What is added below the words of a promotion. */
  ending: string | null
}

/** A message as it goes out to one recipient. `link` takes their off the list; without one a promotion asks for an answer instead. */
export function formatValue(message: MessageText, facts: Planned['facts'], link: string | null = null): Formatted {
  const content = fill(message.content, facts)
  if (message.channel === 'sms') return { subject: '', content: message.sign ? signed(message.sign, content) : content, rich: null, html: null, ending: null }
  const subject = fill(message.subject, facts)
  const rich = message.rich ? fillRich(message.rich, facts) : null
  const said = rich ? richToText(rich) : content
  const end = message.promotion ? (link ? `${LINK_WAY_OUT}${link}` : MAIL_WAY_OUT) : null
  const shownEnd = message.promotion ? (link ? `${LINK_WAY_OUT}<a href="${link}">退订</a>` : MAIL_WAY_OUT) : null
  return { subject, content: end ? `${said}\n\n${end}` : said, rich, html: rich ? page(richToHtml(rich), shownEnd) : null, ending: end }
}

/** A mail as a page of its own: readers of mail know few styles, and none but those at the tags. */
const page = (inner: string, end: string | null): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"></head><body style="margin:0;padding:16px;font-family:sans-serif;font-size:15px;line-height:1.7;color:#222">${inner}${end ? `<p style="margin-top:24px;padding-top:8px;border-top:1px solid #ddd;font-size:13px;color:#666">${end}</p>` : ''}</body></html>`
