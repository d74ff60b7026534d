import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, ProviderUnavailable } from '../../../platform/mail/delivery'
import type { Channel, RecipientStatus } from '../tables'

export const NAMES = { sms: '短信', mail: '邮件' }
/** What the numbers of a channel's messages begin with. */
export const PREFIX = { sms: 'DX', mail: 'YJ' }

export const notConnected = (channel: Channel): string => `尚未接入${NAMES[channel]}服务，内容已留存，没有发出`

/** What an error of sending means: this recipient has failed or is tried later, nobody can be given out now, or nobody knows. */
export interface Verdict {
  verdict: 'failed' | 'later' | 'stop' | 'unknown'
  reason: string
  /** What the other side answered, such as 550 5.1.1; null where it did not say. */
  code: string | null
  /** The other side refuses this address for good. */
  bounced: boolean
  /** Nothing of it went out for certain, so that the recipient may be taken again. */
  unsent: boolean
}

/**
 * Checks an error of sending. Only what the other side says of the addressee is theirs: a wrong password, a sender that is not
 * allowed or a line that is down would meet everybody, so the message stops and nobody is blamed. An error that nobody foresaw
 * stops it as well, and leaves open what became of this one.
 */
export function validateError(channel: Channel, error: unknown): Verdict {
  const reason = ((error as { message?: string }).message || '未知错误').replace(/\s+/g, ' ').slice(0, 200)
  const code = error instanceof DeliveryFailed ? (error.code?.slice(0, 40) ?? null) : null
  const verdict = error instanceof DeliveryUnknown ? 'unknown' : error instanceof ProviderUnavailable || !(error instanceof DeliveryFailed) ? 'stop' : channel === 'mail' && !(error instanceof DeliveryRefused) ? 'later' : 'failed'
  return { verdict, reason, code, unsent: error instanceof ProviderUnavailable, bounced: channel === 'mail' && error instanceof DeliveryRefused && error.addressee }
}

export type Counts = Partial<Record<RecipientStatus, number>>

/** The verb that brings a message to its end with these results. */
export function finishingVerb({ failed = 0, unknown = 0, submitted = 0, delivered = 0, kept = 0 }: Counts): string {
  if (failed + unknown > 0) return 'finishPartly'
  return kept > 0 && submitted + delivered === 0 ? 'finishKept' : 'finish'
}

/** The results in a sentence, as the writer hears them. */
export function told(channel: Channel, { failed = 0, unknown = 0, submitted = 0, delivered = 0, kept = 0, skipped = 0 }: Counts): string {
  const unit = channel === 'sms' ? '条' : '封'
  return [
    kept > 0 ? `尚未接入${NAMES[channel]}服务，${kept} ${unit}已留存，没有发出` : '',
    kept === 0 || submitted + delivered > 0 ? `已提交 ${submitted + delivered}` : '',
    `失败 ${failed}`,
    unknown > 0 ? `结果不明 ${unknown}` : '',
    skipped > 0 ? `跳过 ${skipped}` : '',
  ]
    .filter(Boolean)
    .join('，')
}
