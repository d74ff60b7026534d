import { CODE } from '@assoc/contract'
import { httpClient } from '@assoc/http'
import type { SessionStore } from '@assoc/session'

/** Milliseconds between two readings of menu and permits that refused calls may cause. */
export const REFRESH_GAP_MS = 30_000

/**
 * A refusal for want of a permit may mean that somebody changed the person's roles: menu and permits
 * are read again, at most every 30 seconds. A password that must be changed leads to the login page,
 * where that is its second step. Answers how to stop watching.
 */
export function watchRights(session: SessionStore, now: () => number = Date.now): () => void {
  let last = -REFRESH_GAP_MS
  const look = (data: unknown) => {
    const code = (data as { returnCode?: unknown } | null)?.returnCode
    if (!session.signedIn || session.ended) return
    if (code === CODE.mustChangePassword) void session.logout()
    if (code !== CODE.forbidden || session.menuList.length === 0 || now() - last < REFRESH_GAP_MS) return
    last = now()
    void session.refreshMenu()
  }
  const id = httpClient.interceptors.response.use(
    (response) => {
      look(response.data)
      return response
    },
    (error: unknown) => {
      look((error as { response?: { data?: unknown } }).response?.data)
      throw error
    },
  )
  return () => httpClient.interceptors.response.eject(id)
}
