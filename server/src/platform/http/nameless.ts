import type { Call } from '@assoc/contract'
import type { Principal } from '../access/principal'
import type { AuditFrame } from '../audit/audit'
import type { Platform } from '../platform'
import type { Context } from './context'
import type { Incoming } from './execute'

// Anonymous calls (ADR 081): what is kept of them says that somebody has made one, and nothing else.

/** The server does not start with an anonymous call that could not keep its promise. */
export function requireNameless({ path, anonymous, write, access, blob, multipart, form, ownSettings }: Call): void {
  if (!anonymous) return
  if (!write || access.kind !== 'signedIn' || blob || multipart || form || ownSettings) throw new Error(`${path} is anonymous: it must be a write of whoever is signed in, with a body of JSON and an audit row`)
}

export const namelessFrame = ({ path, title }: Call): AuditFrame => ({ userId: null, userName: '', ip: '', requestId: '', path, title })

/**
 * The request as its idempotency row keeps it. The key becomes a keyed print of the person and their key: their retries find it, nobody else's do, and
 * it cannot be tried against the names of people, since the key itself is made by chance and kept nowhere. Nothing is kept of the body: whoever
 * holds the installation's key could try the answers that are there against it.
 */
export const namelessIncoming = ({ encryption }: Platform, { path }: Call, { userId }: Principal, incoming: Incoming): Incoming => ({
  ...incoming,
  raw: '',
  key: incoming.key === undefined ? undefined : encryption.blindIndex(`anonymous\n${path}\n${userId}\n${incoming.key}`),
})

const refused = (path: string, what: string) => () => {
  throw new Error(`${path} is anonymous: it ${what}`)
}

/** What a handler is given besides body and principal: no address, no browser, and no way of leaving a trace beside the change. */
export const namelessFacts = ({ path }: Call): Pick<Context<Call>, 'request' | 'credentials' | 'files' | 'audit' | 'job' | 'setCookie'> => ({
  request: { id: '', ip: '', userAgent: '', secure: false, origin: '', pageOrigin: null, cookies: {} },
  credentials: { token: undefined, cookie: undefined },
  files: [],
  audit: refused(path, 'has one audit row, which the platform writes'),
  job: refused(path, 'queues no job'),
  setCookie: refused(path, 'sets no cookie'),
})

/** What the log says of a fault: its kind, without a word of what was sent. */
export const namelessReason = (error: unknown): string => {
  const { name = 'unknown', code = '' } = (error ?? {}) as { name?: string; code?: string }
  return `${name} ${code}`.trim()
}
