import { withoutEnd } from '@assoc/contract/core/characters'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServerConfig } from '../../../platform/config'
import type { Platform } from '../../../platform/platform'

/** Where the page lies that takes a recipient off the list. */
export const UNSUBSCRIBE = '/unsubscribe'

/** Message and recipient of a link in a trial: it opens the page and takes nobody off the list. */
export const TRIAL_ID = '0'

let served = false
/** Notes that the page is there: before that no mail names it. */
export const servesLinks = (): void => void (served = true)

/** The address that links begin with; null where the server knows no address of its own, or has no such page. */
export const unsubscribeBase = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>): string | null => (served && publicUrl ? `${withoutEnd(publicUrl, '/')}${UNSUBSCRIBE}/` : null)

// For this purpose alone: a seal of another purpose is none here.
const sealOf = (secret: Buffer, told: string): string => createHmac('sha256', secret).update(`mail-opt-out\n${told}`).digest('base64url')

/** A link that takes one recipient of one mail off the list; it holds no address. Null where the server knows no address of its own. */
export function unsubscribeLink({ config, secret }: Pick<Platform, 'config' | 'secret'>, messageId: string, recipientId: string): string | null {
  const base = unsubscribeBase(config)
  const told = `${messageId}.${recipientId}`
  return base && `${base}${told}.${sealOf(secret, told)}`
}

/** Message and recipient of a token that we have made; null for any other text. */
export function openToken(secret: Buffer, token: string): { messageId: string; recipientId: string } | null {
  const [, messageId = '', recipientId = '', seal = ''] = /^(\d{1,18})\.(\d{1,18})\.([\w-]{43})$/.exec(token) ?? []
  if (!seal) return null
  const right = Buffer.from(sealOf(secret, `${messageId}.${recipientId}`))
  return timingSafeEqual(right, Buffer.from(seal)) ? { messageId, recipientId } : null
}
