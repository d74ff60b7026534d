import type { ConsoleConfig } from '@assoc/http'

export type SendingChannel = 'sms' | 'mail'

const SERVICE: Record<SendingChannel, string> = { sms: '短信服务', mail: '邮件服务' }
const OTHER: Record<SendingChannel, string> = { sms: '请用邮箱接收验证码。', mail: '请用手机接收验证码。' }

export interface CodeNotice {
  text: string
  /** No code can arrive by any of the channels. */
  stopped: boolean
}

/**
 * What a screen that would send a code by one of the channels says before anything is typed; null where all of them send.
 * On a console that this machine alone reaches, codes are told on the terminal it was started from.
 */
export function codeNoticeOf(sending: ConsoleConfig['sending'], channels: readonly SendingChannel[]): CodeNotice | null {
  const missing = channels.filter((channel) => sending && sending[channel] !== 'live')
  const [first] = missing
  if (!sending || first === undefined) return null
  const services = missing.map((channel) => SERVICE[channel]).join('和')
  if (missing.some((channel) => sending[channel] === 'terminal')) return { text: `尚未接入${services}，验证码只显示在启动本程序的终端窗口中。`, stopped: false }
  const stopped = missing.length === channels.length
  return { text: `尚未接入${services}，${stopped ? '收不到验证码，请联系系统管理员。' : OTHER[first]}`, stopped }
}

/** What a screen that would send a message says before anything is typed; null where messages leave. */
export const messageNoticeOf = (sending: ConsoleConfig['sending'], channel: SendingChannel): string | null =>
  sending && sending[channel] !== 'live' ? `尚未接入${SERVICE[channel]}，发送的内容只留存在系统中，不会实际发出。需要接入的，请联系系统管理员。` : null
