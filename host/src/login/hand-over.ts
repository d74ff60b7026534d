import { SESSION_INVALID_CODES } from '@assoc/contract'
import { createHandOver } from '@assoc/contract/rbac/hand-over'
import { ApiError, api } from '@assoc/http'
import { toasts, type SessionStore } from '@assoc/session'
import { SHOWN_HERE } from './form-store'
import type { HandOverRequest } from './hand-over-request'

/**
 * Asks for the address that takes the session along to the console at another origin. Null when nobody is signed in here after all,
 * or nothing came through: then the person is asked. An origin that is not in order is left to the server's own redirect.
 */
export async function handOver(session: SessionStore, request: HandOverRequest, otherwise: string): Promise<string | null> {
  // What the server says of the session is this page's own matter here: no redirect to the page that it is already.
  session.leaving = true
  try {
    return (await api(createHandOver, request, { quiet: SHOWN_HERE })).address
  } catch (error) {
    if (error instanceof ApiError && !SESSION_INVALID_CODES.includes(error.code)) return otherwise
    if (error instanceof ApiError) session.forget()
    else toasts.error('网络连接不成功，请检查网络后重试')
    session.leaving = false
    return null
  }
}
