import { sql } from 'kysely'
import type { Platform } from '../platform'
import { hashToken, sameBytes } from './tokens'

/**
 * Whether a session of somebody goes on, in the browser that has its cookie: for what a browser fetches by an address that we have sealed,
 * such as a film, where no token can be sent along. Fetching is no sign that the person is there.
 */
export async function sessionGoesOn({ db, settings }: Pick<Platform, 'db' | 'settings'>, { sessionId, userId, cookie }: { sessionId: string; userId: string; cookie: string | undefined }): Promise<boolean> {
  if (!cookie || cookie.length > 200) return false
  const { policy } = await settings.security()
  const row = await db
    .selectFrom('session')
    .select('cookie_hash')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('end_time', 'is', null)
    .where('lock_time', 'is', null)
    .where(sql<boolean>`now() < least(expire_time, create_time + make_interval(hours => ${policy.absoluteHours}), last_seen_time + make_interval(mins => ${policy.idleMinutes}))`)
    .executeTakeFirst()
  return row !== undefined && sameBytes(row.cookie_hash, hashToken(cookie))
}
