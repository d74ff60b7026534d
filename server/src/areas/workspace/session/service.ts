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

const idleSeconds = async (platform: Platform): Promise<number> => (await platform.settings.security()).policy.idleMinutes * 60

/** Live sessions of the people within the reader's data scope. */
export async function selectOnlineSessionByPage({ db, principal, input, platform }: Context<typeof calls.selectOnlineSessionByPage>) {
  const { items, total } = await repository.listLive(db, principal, await idleSeconds(platform), input)
  return { total, items: items.map((row) => wire(row, principal.sessionId)) }
}

/**
 * Ends sessions of people within the scope; they hear 000099 on their next call. One id that is not
 * there or outside the scope refuses all of them (N00001); one that has ended meanwhile counts as done.
 */
export async function kickSession({ db, principal, input, platform, audit }: Context<typeof calls.kickSession>) {
  const ids = [...new Set(input.sessionIds)]
  const found = await repository.findInScope(db, principal, ids)
  if (found.length !== ids.length) throw refuse.notFound()
  const ended = await platform.sessions.end(db, ids, 'kicked')
  for (const row of found) {
    if (row.end_time) continue
    audit({ recordType: 'session', recordId: row.session_id, verb: 'kick', after: { userId: row.user_id, loginName: row.login_name } })
  }
  return { ended }
}

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
