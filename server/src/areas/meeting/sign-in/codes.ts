import { createHmac, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import type { Encryption } from '../../../platform/encryption/encryption'

// Codes of sessions and of people. The first are made from a secret of the session, the second signed with a key of the installation.

/** Without what is read as another: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const HALL_LENGTH = 10

const derive = (secret: Buffer, what: string): Buffer => createHmac('sha256', secret).update(what).digest()

/** Ten characters for the QR code of a hall, of one window. */
export const hallCode = (secret: Buffer, window: number): string => [...derive(secret, `hall ${window}`).subarray(0, HALL_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** Six digits to type, of one window; `attempt` counts those that another session has at that time. */
export const typedCode = (secret: Buffer, window: number, attempt: number): string => String(derive(secret, `digits ${window} ${attempt}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** The window that an instant lies in; fixed codes have one. */
export const windowAt = (now: Date, refreshSec: number): number => (refreshSec === 0 ? 0 : Math.floor(now.getTime() / 1000 / refreshSec))

/** Minutes that a ticket is good for. */
export const TICKET_SECONDS = 300
const TICKET = /^(\d{1,19})\.(\d{1,12})\.([cd])\.([\w-]{43})$/

export interface Ticket {
  sessionId: string
  way: 'code' | 'digits'
}

const ticketSeal = (secret: Buffer, text: string, device: string): string => createHmac('sha256', secret).update(`sign-in ticket\n${text}\n${device}`).digest('base64url')

/** What a device gets for a right code: the session that it may sign in at for five minutes. */
export function makeTicket(secret: Buffer, { sessionId, way }: Ticket, device: string, now: Date): string {
  const text = `${sessionId}.${Math.floor(now.getTime() / 1000) + TICKET_SECONDS}.${way === 'code' ? 'c' : 'd'}`
  return `${text}.${ticketSeal(secret, text, device)}`
}

/** Reads a ticket of this device that has not run out; null for every other. */
export function readTicket(secret: Buffer, ticket: string, device: string, now: Date): Ticket | null {
  const parts = TICKET.exec(ticket)
  if (!parts) return null
  const [, sessionId = '', until = '', way = '', seal = ''] = parts
  const right = ticketSeal(secret, `${sessionId}.${until}.${way}`, device)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(seal)) || now.getTime() / 1000 >= Number(until)) return null
  return { sessionId, way: way === 'c' ? 'code' : 'digits' }
}

// Personal codes hold digits alone: a QR code in numeric mode is smaller, and a scanner that types as a keyboard types it under any input
// method. Format, then 72 bytes as one number: id, version, signature.
const FORMAT = '1'
const [ID_BYTES, VERSION_BYTES, SIGNATURE_BYTES] = [6, 2, 64]
const NUMBER_LENGTH = 174
const PERSONAL = /^1\d{174}$/

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const keys = new WeakMap<Encryption, { own: KeyObject; open: KeyObject }>()

function keysOf(encryption: Encryption): { own: KeyObject; open: KeyObject } {
  const known = keys.get(encryption)
  if (known) return known
  const own = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, encryption.keyFor('personal codes of meetings')]), format: 'der', type: 'pkcs8' })
  const made = { own, open: createPublicKey(own) }
  keys.set(encryption, made)
  return made
}

export interface PersonalCode {
  registerId: string
  version: number
}

const bodyOf = ({ registerId, version }: PersonalCode): Buffer => {
  const body = Buffer.alloc(ID_BYTES + VERSION_BYTES)
  body.writeUIntBE(Number(registerId), 0, ID_BYTES)
  body.writeUIntBE(version, ID_BYTES, VERSION_BYTES)
  return body
}

const signed = (body: Buffer): Buffer => Buffer.concat([Buffer.from('meeting personal code\n'), body])

/** The personal code of a registration: digits alone, signed, so that a counter without a connection can tell it from a made-up one. */
export function personalCode(encryption: Encryption, of: PersonalCode): string {
  const body = bodyOf(of)
  const whole = Buffer.concat([body, sign(null, signed(body), keysOf(encryption).own)])
  return FORMAT + BigInt(`0x${whole.toString('hex')}`).toString().padStart(NUMBER_LENGTH, '0')
}

/** Reads a personal code; null for what is cut, changed or made up. */
export function readPersonalCode(encryption: Encryption, typed: string): PersonalCode | null {
  if (!PERSONAL.test(typed)) return null
  const hex = BigInt(typed.slice(FORMAT.length)).toString(16).padStart(2 * (ID_BYTES + VERSION_BYTES + SIGNATURE_BYTES), '0')
  const whole = Buffer.from(hex, 'hex')
  if (whole.length !== ID_BYTES + VERSION_BYTES + SIGNATURE_BYTES) return null
  const body = whole.subarray(0, ID_BYTES + VERSION_BYTES)
  if (!verify(null, signed(body), keysOf(encryption).open, whole.subarray(body.length))) return null
  return { registerId: String(body.readUIntBE(0, ID_BYTES)), version: body.readUIntBE(ID_BYTES, VERSION_BYTES) }
}
