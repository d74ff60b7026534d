import { CODE } from '@assoc/contract'
import { sql, type RawBuilder } from 'kysely'
import { loadUserFacts, viewedAs } from '../access/load-principal'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import { Refusal } from '../errors'
import { hashToken, newToken, sameBytes } from './tokens'
import { announcement, type Revocations } from './revocations'

export interface SessionLimits {
  idleSeconds: number
  absoluteSeconds: number
  sessionsPerUser: number
}

export type EndReason = 'logout' | 'kicked' | 'replaced' | 'passwordChanged' | 'disabled' | 'expired'

const MESSAGES: Record<string, string> = {
  [CODE.sessionExpired]: '登录已过期，请重新登录',
  [CODE.sessionUnknown]: '尚未登录，请先登录',
  [CODE.accountDisabled]: '账号已停用，请联系系统管理员',
  [CODE.sessionEndedElsewhere]: '您的登录已在别处结束，请重新登录',
}
const CODE_OF_REASON: Record<EndReason, string> = {
  logout: CODE.sessionUnknown,
  kicked: CODE.sessionEndedElsewhere,
  replaced: CODE.sessionEndedElsewhere,
  passwordChanged: CODE.sessionEndedElsewhere,
  disabled: CODE.accountDisabled,
  expired: CODE.sessionExpired,
}

const invalid = (code: string) => new Refusal(code, MESSAGES[code] ?? '登录已失效')

interface Cached {
  principal: Principal
  cookieHash: Buffer
  /** performance.now() until which the entry may be used without asking the database. */
  until: number
  /** performance.now() after which last_seen is written again. */
  touchAt: number
  /** Milliseconds between two such writings. */
  touchEvery: number
}

/** Whether a request shows, besides the token, what belongs to the session that the token names. */
type Shown = (sessionId: string, cookieHash: Buffer) => boolean

// Facts such as a grant's end date are read again at least this often, whatever notices say.
const CACHE_MS = 60_000
const TOUCH_MS = 60_000
/** Whoever loses it while looking at the console as a role is themselves again. */
const VIEW_PERMIT = 'rbac:role:preview'

/**
 * Sessions of all people. Valid is a request whose header token and HttpOnly cookie name the same
 * live session. Answers come from a cache that every process clears when rights change; while the
 * notices do not arrive, the cache is not used.
 */
export class Sessions {
  private readonly cache = new Map<string, Cached>()
  private readonly db: Db
  private readonly limits: () => Promise<SessionLimits>
  private readonly revocations: Revocations

  constructor(db: Db, limits: () => Promise<SessionLimits>, revocations: Revocations) {
    this.db = db
    this.limits = limits
    this.revocations = revocations
    revocations.onNotice((notice) => this.drop(notice))
  }

  /**
   * Opens a session; the oldest ones above the limit end. What is given `alongside` is written by the same statement, so
   * that it stands and falls with the session without a transaction's round trips.
   */
  async open(db: Db, userId: string, ip: string, device: string, alongside: readonly RawBuilder<unknown>[] = []): Promise<{ token: string; cookie: string; sessionId: string }> {
    const token = newToken()
    const cookie = newToken()
    const limits = await this.limits()
    // The statement does not see the row it inserts: of the others, one fewer may stay.
    const { rows } = await sql<{ session_id: string; ended: string[] }>`
      with opened as (
        insert into session (user_id, token_hash, cookie_hash, login_ip, device, expire_time)
        values (${userId}, ${hashToken(token)}, ${hashToken(cookie)}, ${ip}, ${device.slice(0, 200)}, now() + make_interval(secs => ${limits.absoluteSeconds}))
        returning session_id
      ), ended as (
        update session set end_time = now(), end_reason = 'replaced' where end_time is null and session_id = any(array(
          select s.session_id from session s where s.user_id = ${userId} and s.end_time is null
          order by s.session_id desc offset ${limits.sessionsPerUser - 1}
        )) returning session_id::text
      )${sql.join(alongside.map((statement, i) => sql`, ${sql.id(`beside_${i}`)} as (${statement})`), sql``)}
      select session_id, array(select session_id from ended) as ended, (select count(${announcement(sql`'session:' || session_id`)}) from ended) as told from opened`.execute(db)
    const { session_id, ended } = rows[0] as { session_id: string; ended: string[] }
    for (const id of ended) this.revocations.announced(db, { kind: 'session', id })
    return { token, cookie, sessionId: session_id }
  }

  /**
   * Finds who makes a request; throws the session code that says why there is nobody. A request in the `background` is no
   * sign that the person is there: it leaves the session's last activity where it is. `ticketOf` is the session that a ticket of
   * ours names in place of the cookie.
   */
  async identify(token: string | undefined, cookie: string | undefined, { background = false, ticketOf }: { background?: boolean; ticketOf?: string | undefined } = {}): Promise<Principal> {
    if (!token || !(cookie || ticketOf) || token.length > 200 || (cookie && cookie.length > 200)) throw invalid(CODE.sessionUnknown)
    const shown: Shown = (sessionId, cookieHash) => sessionId === ticketOf || (cookie !== undefined && sameBytes(cookieHash, hashToken(cookie)))
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('base64')
    const now = performance.now()
    const cached = this.cache.get(key)
    if (cached && cached.until > now && this.revocations.live) {
      if (!shown(cached.principal.sessionId, cached.cookieHash)) throw invalid(CODE.sessionUnknown)
      if (cached.touchAt < now && !background) {
        cached.touchAt = now + cached.touchEvery
        await this.touch(cached.principal.sessionId, cached.touchEvery)
      }
      return cached.principal
    }
    const generation = this.revocations.generation
    const loaded = await this.load(tokenHash, shown, background)
    // A revocation that came while we were reading may be newer than what we read.
    if (this.revocations.live && generation === this.revocations.generation) {
      this.cache.set(key, { ...loaded, touchAt: background ? now : now + loaded.touchEvery })
      if (this.cache.size > 20_000) this.cache.clear()
    }
    return loaded.principal
  }

  private async load(tokenHash: Buffer, shown: Shown, background: boolean): Promise<Omit<Cached, 'touchAt'>> {
    const limits = await this.limits()
    const row = await this.db
      .selectFrom('session')
      .select(['session_id', 'user_id', 'cookie_hash', 'end_reason', 'view_role_id', 'view_dept_id', 'view_until'])
      .select([
        sql<boolean>`end_time is not null`.as('ended'),
        sql<boolean>`lock_time is not null`.as('locked'),
        sql<boolean>`exists (select 1 from session_sign_on o where o.session_id = session.session_id)`.as('by_provider'),
        // The database's clock decides, so that processes and clock jumps cannot disagree.
        sql<number>`extract(epoch from least(expire_time, create_time + make_interval(secs => ${limits.absoluteSeconds}), last_seen_time + make_interval(secs => ${limits.idleSeconds})) - now())`.as('seconds'),
        sql<number | null>`extract(epoch from view_until - now())`.as('view_seconds'),
      ])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (!row || !shown(row.session_id, row.cookie_hash)) throw invalid(CODE.sessionUnknown)
    if (row.ended) throw invalid(CODE_OF_REASON[row.end_reason as EndReason] ?? CODE.sessionUnknown)
    if (row.seconds <= 0) {
      await this.end(this.db, [row.session_id], 'expired')
      throw invalid(CODE.sessionExpired)
    }
    if (row.locked) throw new Refusal(CODE.sessionLocked, '屏幕已锁定，请输入登录密码后继续')
    const facts = await loadUserFacts(this.db, row.user_id)
    // A lock keeps passwords out and not who is in, so that nobody can throw another out by typing wrong ones.
    if (!facts || (facts.accountStatus !== 'normal' && facts.accountStatus !== 'locked')) throw invalid(CODE.accountDisabled)
    // Often enough that the last activity is known well before the session would end of idleness.
    const touchEvery = Math.min(TOUCH_MS, limits.idleSeconds * 250)
    if (!background) await this.touch(row.session_id, touchEvery)
    const viewSeconds = Number(row.view_seconds ?? 0)
    const viewing = row.view_role_id && row.view_until && viewSeconds > 0 && facts.principal.permits.has(VIEW_PERMIT)
    const seen = viewing ? await viewedAs(this.db, facts.principal, { roleId: row.view_role_id as string, deptId: row.view_dept_id, until: row.view_until as Date }) : undefined
    return {
      // Who came by the provider has typed no password: none of theirs has to be changed first.
      principal: { ...(seen ?? facts.principal), sessionId: row.session_id, mustChangePassword: facts.principal.mustChangePassword && !row.by_provider },
      cookieHash: row.cookie_hash,
      touchEvery,
      until: performance.now() + Math.min(row.seconds * 1000, facts.holdSeconds * 1000, seen ? viewSeconds * 1000 : Infinity, CACHE_MS),
    }
  }

  /** Lets a session look at the console as a role until an instant, or as its own person again; every process hears of it. */
  async setRoleView(tx: Db, sessionId: string, view: { roleId: string; deptId: string | null; seconds: number } | null): Promise<string | null> {
    const until = view ? sql<Date>`now() + make_interval(secs => ${view.seconds})` : null
    const row = await tx
      .updateTable('session')
      .set({ view_role_id: view?.roleId ?? null, view_dept_id: view?.deptId ?? null, view_until: until })
      .where('session_id', '=', sessionId)
      .returning('view_until')
      .executeTakeFirstOrThrow()
    await this.revocations.announce(tx, { kind: 'session', id: sessionId })
    return row.view_until?.toISOString() ?? null
  }

  /** Locks a session or lets it go on; every process hears of it. Nothing is done with a locked one. */
  async setLock(tx: Db, sessionId: string, locked: boolean): Promise<void> {
    await tx.updateTable('session').set({ lock_time: locked ? sql<Date>`now()` : null, last_seen_time: sql<Date>`now()` }).where('session_id', '=', sessionId).execute()
    await this.revocations.announce(tx, { kind: 'session', id: sessionId })
  }

  /** The locked session that a request shows; null when it shows none, or one that is not locked. It ends of idleness and age as others do. */
  async lockedBy(token: string | undefined, cookie: string | undefined): Promise<{ sessionId: string; userId: string } | null> {
    if (!token || !cookie || token.length > 200 || cookie.length > 200) return null
    try {
      await this.load(hashToken(token), (_id, cookieHash) => sameBytes(cookieHash, hashToken(cookie)), true)
      return null
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== CODE.sessionLocked) throw error
    }
    const row = await this.db.selectFrom('session').select(['session_id', 'user_id']).where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow()
    return { sessionId: row.session_id, userId: row.user_id }
  }

  private async touch(sessionId: string, every: number): Promise<void> {
    await this.db
      .updateTable('session')
      .set({ last_seen_time: sql<Date>`now()` })
      .where('session_id', '=', sessionId)
      .where('last_seen_time', '<', sql<Date>`now() - make_interval(secs => ${every / 2000})`)
      .execute()
  }

  /** Ends sessions in the given transaction and tells every process. Answers how many were still live. */
  async end(tx: Db, sessionIds: readonly string[], reason: EndReason): Promise<number> {
    if (sessionIds.length === 0) return 0
    const ended = await tx
      .updateTable('session')
      .set({ end_time: sql<Date>`now()`, end_reason: reason })
      .where('session_id', 'in', sessionIds)
      .where('end_time', 'is', null)
      .returning('session_id')
      .execute()
    for (const { session_id } of ended) await this.revocations.announce(tx, { kind: 'session', id: session_id })
    return ended.length
  }

  /** Ends all live sessions of a person, except one if given. */
  async endAllOf(tx: Db, userId: string, reason: EndReason, except?: string): Promise<number> {
    let query = tx.selectFrom('session').select('session_id').where('user_id', '=', userId).where('end_time', 'is', null)
    if (except) query = query.where('session_id', '<>', except)
    const rows = await query.execute()
    return this.end(tx, rows.map((r) => r.session_id), reason)
  }

  private drop(notice: { kind: 'session' | 'user' | 'all'; id?: string }): void {
    if (notice.kind === 'all') return this.cache.clear()
    for (const [key, entry] of this.cache) {
      const hit = notice.kind === 'session' ? entry.principal.sessionId === notice.id : entry.principal.userId === notice.id
      if (hit) this.cache.delete(key)
    }
  }
}
