import { refuse } from '../errors'
import type { Platform } from '../platform'
import type { TextUse } from '../sms/sms'

/** Whether a channel's messages leave the house: `terminal` where codes are told on the terminal instead. */
export type Sending = 'live' | 'terminal' | 'kept'

/** What becomes of messages of each channel here. */
export function sendingOf({ mail, sms, recorder }: Pick<Platform, 'mail' | 'sms' | 'recorder'>): Record<'sms' | 'mail', Sending> {
  const otherwise = recorder.tells ? 'terminal' : 'kept'
  return { sms: sms.live ? 'live' : otherwise, mail: mail ? 'live' : otherwise }
}

/** Refuses to promise a code that nobody would get. `target` is a mobile number, or a mail address when it holds an @. */
export function requireSending(platform: Pick<Platform, 'mail' | 'sms' | 'recorder'>, target: string, use: TextUse): void {
  const channel = target.includes('@') ? 'mail' : 'sms'
  if (sendingOf(platform)[channel] === 'kept') throw refuse.inUse(channel === 'mail' ? '尚未接入邮件服务，收不到验证码，请联系系统管理员' : '尚未接入短信服务，收不到验证码，请联系系统管理员')
  if (channel === 'sms' && platform.sms.live && !platform.sms.sends(use)) throw refuse.inUse('短信服务商处还没有登记这种短信的模板，无法发送，请联系系统管理员')
}
