import { hkdfSync } from 'node:crypto'
import type * as calls from '@assoc/contract/platform/session'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import * as repository from '../../../platform/identity/live-sessions'

type Row = Awaited<ReturnType<typeof repository.listOwn>>[number]

const wire = (row: Row, ownSession: string) => ({
  sessionId: row.session_id,
  userId: row.user_id,
  loginName: row.login_name,
  realName: row.real_name,
  loginIp: row.login_ip,
  device: row.device,
  createTime: iso(row.create_time),
  lastSeenTime: iso(row.last_seen_time),
  current: row.session_id === ownSession,
})

/** Seconds without a sign of somebody after which a session is over. */
export const idleSeconds = async (platform: Platform): Promise<number> => (await platform.settings.security()).policy.idleMinutes * 60

/** The person's own live sessions. */
export async function selectOwnSessions({ db, principal, platform }: Context<typeof calls.selectOwnSessions>) {
  const rows = await repository.listOwn(db, principal.userId, await idleSeconds(platform))
  return rows.map((row) => wire(row, principal.sessionId))
}

/** Ends the person's other sessions, all of them when none is named; N00001 for anybody else's. */
export async function endOwnSessions({ db, principal, input, platform, audit }: Context<typeof calls.endOwnSessions>) {
  const ids = input.sessionIds && [...new Set(input.sessionIds)]
  if (ids?.includes(principal.sessionId)) throw refuse.field('sessionIds', '结束本机会话请使用退出登录')
  if (ids && (await repository.findOwn(db, principal.userId, ids)).length !== ids.length) throw refuse.notFound()
  const ended = ids ? await platform.sessions.end(db, ids, 'kicked') : await platform.sessions.endAllOf(db, principal.userId, 'kicked', principal.sessionId)
  audit({ recordType: 'session', recordId: principal.sessionId, verb: 'endOwn', after: { ended, sessionIds: ids ?? null } })
  return { ended }
}

/** The person's 256 bit key for drafts that rest in a browser, base64. The same in every process, another's for nobody. */
export async function getDraftKey({ principal, platform }: Context<typeof calls.getDraftKey>) {
  const key = hkdfSync('sha256', platform.secret, '', `draft-key:${principal.userId}`, 32)
  return { key: Buffer.from(key).toString('base64') }
}
