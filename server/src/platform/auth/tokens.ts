import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A new opaque secret of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What of a secret is stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Six digits from a cryptographic source. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A first password that can be read out: 16 characters without look-alikes, about 92 bits. */
export function newPassword(): string {
  return Array.from({ length: 16 }, () => PASSWORD_LETTERS[randomInt(0, PASSWORD_LETTERS.length)]).join('')
}
