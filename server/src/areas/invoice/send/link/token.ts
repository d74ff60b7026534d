import { withoutEnd } from '@assoc/contract/core/characters'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../../../platform/platform'

/** Where the page lies that gives out the files of an invoice that was sent. */
export const TICKET_FILES = '/ticketFiles'

/** Days that the link of a mail is good for. */
export const LINK_DAYS = 30
const DAY_S = 86_400

let served = false
/** Notes that the page is there: before that no mail names it. */
export const servesInvoiceFiles = (): void => void (served = true)

// For this purpose alone: a seal of another purpose is none here.
const sealOf = (secret: Buffer, told: string): string => createHmac('sha256', secret).update(`ticket-files\n${told}`).digest('base64url')

/** The link of one sending, good until 30 days after `now`; null where the server knows no address of its own. */
export function invoiceLink({ config, secret }: Pick<Platform, 'config' | 'secret'>, sendId: string, now = new Date()): string | null {
  if (!served || !config.publicUrl) return null
  const told = `${sendId}.${Math.floor(now.getTime() / 1000) + LINK_DAYS * DAY_S}`
  return `${withoutEnd(config.publicUrl, '/')}${TICKET_FILES}/${told}.${sealOf(secret, told)}`
}

/** The sending of a token that we have made, and whether its time is over; null for any other text. */
export function openInvoiceToken(secret: Buffer, token: string, now = new Date()): { sendId: string; expired: boolean } | null {
  const [, sendId = '', until = '', seal = ''] = /^(\d{1,18})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (!seal || !timingSafeEqual(Buffer.from(sealOf(secret, `${sendId}.${until}`)), Buffer.from(seal))) return null
  return { sendId, expired: Number(until) * 1000 <= now.getTime() }
}
