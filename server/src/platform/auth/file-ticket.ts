import { FILE_TICKET_SECONDS } from '@assoc/contract/platform/file-ticket'
import { z } from 'zod'
import type { Encryption } from '../encryption/encryption'

// The kind keeps other sealed texts from being shown as tickets.
const sealed = z.tuple([z.literal('fileTicket'), z.string(), z.string(), z.number()])

/** A sealed note that a session may fetch files by one call, for a minute. */
export const fileTicket = (encryption: Encryption, sessionId: string, path: string, now = Date.now()): string =>
  encryption.encrypt(JSON.stringify(['fileTicket', sessionId, path, now + FILE_TICKET_SECONDS * 1000] satisfies z.infer<typeof sealed>))

/** The session that a ticket stands for at a call; undefined for every other call, too late, or what is no ticket of ours. */
export function sessionOfTicket(encryption: Encryption, ticket: string | undefined, path: string, now = Date.now()): string | undefined {
  if (!ticket || ticket.length > 1000) return undefined
  try {
    const [, sessionId, forPath, until] = sealed.parse(JSON.parse(encryption.decrypt(ticket)))
    return forPath === path && now < until ? sessionId : undefined
  } catch {
    return undefined
  }
}
