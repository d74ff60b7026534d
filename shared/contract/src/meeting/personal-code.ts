// The personal QR code: digits alone, so that it is small (numeric mode) and that a scanner which types as a keyboard types it right under
// any input method. Format, then 72 bytes as one number: id, version, Ed25519 signature. Browsers take it apart as the server does.

const FORMAT = '1'
const [ID_BYTES, VERSION_BYTES, SIGNATURE_BYTES] = [6, 2, 64]
const BODY_BYTES = ID_BYTES + VERSION_BYTES
const WHOLE_BYTES = BODY_BYTES + SIGNATURE_BYTES
const NUMBER_LENGTH = 174
const PERSONAL = /^1\d{174}$/
const PREFIX = 'meeting personal code\n'

/** Digits that a personal code has. */
export const PERSONAL_CODE_LENGTH = FORMAT.length + NUMBER_LENGTH

export interface PersonalCode {
  registerId: string
  version: number
}

const numberAt = (bytes: Uint8Array, from: number, length: number): number => bytes.subarray(from, from + length).reduce((sum, byte) => sum * 256 + byte, 0)

function bodyOf({ registerId, version }: PersonalCode): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(BODY_BYTES)
  let [id, rest] = [Number(registerId), version]
  for (let at = ID_BYTES - 1; at >= 0; at--, id = Math.floor(id / 256)) body[at] = id % 256
  for (let at = BODY_BYTES - 1; at >= ID_BYTES; at--, rest = Math.floor(rest / 256)) body[at] = rest % 256
  return body
}

function signed(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = Uint8Array.from(PREFIX, (letter) => letter.charCodeAt(0))
  const message = new Uint8Array(prefix.length + body.length)
  message.set(prefix)
  message.set(body, prefix.length)
  return message
}

/** What is signed of a personal code. */
export const personalMessage = (of: PersonalCode): Uint8Array<ArrayBuffer> => signed(bodyOf(of))

/** The digits of a personal code with its signature. */
export function joinPersonalCode(of: PersonalCode, signature: Uint8Array): string {
  let number = 0n
  for (const byte of [...bodyOf(of), ...signature]) number = number * 256n + BigInt(byte)
  return FORMAT + number.toString().padStart(NUMBER_LENGTH, '0')
}

/** Digits of a code as a scanner types or reads them, without what it puts around them. */
export const personalDigits = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '')

/** Takes a personal code apart; null for what has not its form. Whether the signature is right is for whoever holds the key. */
export function splitPersonalCode(typed: string): (PersonalCode & { message: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> }) | null {
  if (!PERSONAL.test(typed)) return null
  const hex = BigInt(typed.slice(FORMAT.length)).toString(16).padStart(2 * WHOLE_BYTES, '0')
  if (hex.length !== 2 * WHOLE_BYTES) return null
  const whole = new Uint8Array(WHOLE_BYTES)
  for (let at = 0; at < WHOLE_BYTES; at++) whole[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  const body = whole.slice(0, BODY_BYTES)
  return { registerId: String(numberAt(body, 0, ID_BYTES)), version: numberAt(body, ID_BYTES, VERSION_BYTES), message: signed(body), signature: whole.slice(BODY_BYTES) }
}
