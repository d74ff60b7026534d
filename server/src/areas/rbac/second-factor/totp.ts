import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@assoc/contract/rbac/second-factor'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

// RFC 6238 as every authenticator speaks it: SHA-1, 6 digits, 30 seconds.
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps before and after the present one that are taken, for clocks that are not quite right. */
const WINDOW = 1

/** A new secret in base32: 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string) => new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) })

/** The code that an authenticator shows at a moment. */
export const codeAt = (secret: string, at = Date.now()): string => totpOf(secret).generate({ timestamp: at })

/** The time step that a code belongs to, null when it belongs to none near a moment. Compared in constant time. */
export function stepOf(secret: string, code: string, at = Date.now()): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: at, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp: at }) + delta
}

/** What a person needs to bind an authenticator. The picture is made here: no other site is asked to draw a secret. */
export function enrolmentOf(secret: string, issuer: string, loginName: string) {
  const uri = new TOTP({ ...PARAMETERS, issuer, label: loginName, secret: Secret.fromBase32(secret) }).toString()
  return { secret: secret.replace(/.{4}(?=.)/g, '$& '), picture: renderSVG(uri, { border: 2, pixelSize: 4 }) }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Fresh recovery codes, each of 50 bits, as they are typed: ten letters and digits without a dash. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from(randomBytes(10), (byte) => ALPHABET[byte % 32]).join(''))

/** A recovery code as it is shown. */
export const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
