import { createHmac, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { joinPersonalCode, personalMessage, splitPersonalCode, type PersonalCode } from '@assoc/contract/meeting/personal-code'
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

// Personal codes are taken apart and put together as the contract says; the key that signs them stays here.

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

/** The personal code of a registration: digits alone, signed, so that a counter without a connection can tell it from a made-up one. */
export const personalCode = (encryption: Encryption, of: PersonalCode): string => joinPersonalCode(of, sign(null, personalMessage(of), keysOf(encryption).own))

/** Reads a personal code; null for what is cut, changed or made up. */
export function readPersonalCode(encryption: Encryption, typed: string): PersonalCode | null {
  const code = splitPersonalCode(typed)
  if (!code || !verify(null, code.message, keysOf(encryption).open, code.signature)) return null
  return { registerId: code.registerId, version: code.version }
}

const SPKI_PREFIX_BYTES = 12
/** What counters check personal codes with: the raw key in base64. */
export const personalPublicKey = (encryption: Encryption): string => keysOf(encryption).open.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX_BYTES).toString('base64')
