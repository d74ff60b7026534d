import { clearTries, countTry } from '../../../platform/auth/throttle'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import * as repository from './repository'
import { newRecoveryCodes, shownCode, stepOf } from './totp'

const WINDOW_SECONDS = 15 * 60
/** Wrong codes of a person in that time, over all sign-ins and all addresses. */
const WRONG_CODES = 5

const keyOf = (userId: string) => `factor:${userId}`

/**
 * Counts a try before the code is looked at, so that parallel ones cannot run ahead of the count; refuses the sixth within a
 * quarter of an hour. Outside of any transaction: a wrong try counts although the call is refused.
 */
export const countFactorTry = ({ db }: Platform, userId: string) =>
  countTry(db, keyOf(userId), { max: WRONG_CODES, windowSeconds: WINDOW_SECONDS, lockSeconds: WINDOW_SECONDS }, (s) => `动态码错误次数过多，请在 ${s} 秒后重试`)

export const forgetFactorTries = (db: Db, userId: string) => clearTries(db, keyOf(userId))

/** What of a recovery code is stored: a print keyed with the data key and the person. */
const blindIndexOf = ({ encryption }: Platform, userId: string, code: string) => encryption.blindIndex(`recovery code\n${userId}\n${code}`)

/** Accepts a code of the person's confirmed factor, or a recovery code, and uses it up. Null when it is neither. */
export async function useCode(platform: Platform, db: Db, userId: string, code: string): Promise<'totp' | 'recovery' | null> {
  if (code.length !== 6) return (await repository.useRecoveryCode(db, userId, blindIndexOf(platform, userId, code))) ? 'recovery' : null
  const factor = await repository.factorOf(db, userId)
  const step = factor ? stepOf(platform.encryption.decrypt(factor.secret), code) : null
  return step !== null && (await repository.useStep(db, userId, step)) ? 'totp' : null
}

/** Whether a code would be accepted, without using it up. */
export async function fitsCode(platform: Platform, userId: string, code: string): Promise<boolean> {
  if (code.length !== 6) return repository.hasRecoveryCode(platform.db, userId, blindIndexOf(platform, userId, code))
  const factor = await repository.factorOf(platform.db, userId)
  const step = factor ? stepOf(platform.encryption.decrypt(factor.secret), code) : null
  return step !== null && step > Number(factor?.last_step)
}

/** Makes recovery codes in place of the old ones; answers them as they are shown, this once. */
export async function freshRecoveryCodes(platform: Platform, db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await repository.replaceRecoveryCodes(db, userId, codes.map((code) => blindIndexOf(platform, userId, code)))
  return codes.map(shownCode)
}
