import { reportClientError } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { session } from '@assoc/session'

const seen = new Set<string>()

/** Tells the server's log what went wrong in this browser; each thing once, and never in the way. */
export function reportError(kind: 'remote' | 'chunk' | 'render' | 'script', message: string, menuLink?: string, version?: string): void {
  const key = `${kind} ${menuLink ?? ''} ${message}`
  if (seen.has(key) || seen.size > 20 || !session().signedIn) return
  seen.add(key)
  const input = { kind, message: message.slice(0, 500), ...(menuLink ? { menuLink: menuLink.slice(0, 100) } : {}), ...(version ? { version: version.slice(0, 80) } : {}) }
  void api(reportClientError, input, { quiet: ['P00001', 'V00001', 'L00001', 'S00001', 'B00002'] }).catch(() => undefined)
}
