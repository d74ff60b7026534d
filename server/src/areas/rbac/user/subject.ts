import type { RequestFacts } from '../../../platform/http/context'
import { networkOf } from '../../../platform/auth/throttle'
import type { Platform } from '../../../platform/platform'

/** What stands for a typed text that may be a secret: the same for the same text, and nothing to guess by without the key that lies outside the database. */
const blindIndexOf = (platform: Platform, typed: string): string => platform.encryption.blindIndex(`typed name\n${typed.trim().toLowerCase()}`)

/**
 * What tries to sign in are counted by: the account, whichever of its names was typed, so that sign-in name, mobile and mail
 * share one count. A name that is nobody's is counted by its print, so that it is answered as an account would be.
 */
export const subjectOf = (platform: Platform, userId: string | undefined, typed: string): string => (userId ? `u${userId}` : `n${blindIndexOf(platform, typed)}`)

/** The subject as it is tried from one place. */
export const pairOf = (subject: string, { ip }: Pick<RequestFacts, 'ip'>): string => `${subject}:${networkOf(ip)}`

/**
 * A typed sign-in name as logs may keep it. One that is nobody's may be a password in the wrong field: of it only a short
 * print stays, by which tries with the same text can be told from others.
 */
export function keptName(platform: Platform, typed: string, known: boolean): string {
  // eslint-disable-next-line no-control-regex
  if (known) return typed.trim().replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 64)
  return `未知账号 ${blindIndexOf(platform, typed).slice(0, 8)}`
}
