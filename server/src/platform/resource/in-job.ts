import { NO_LINKS } from '../access/links'
import type { Principal } from '../access/principal'
import { writeAudit, type AuditEntry } from '../audit/audit'
import type { Db } from '../database/database'
import { addJob } from '../jobs/queue'
import type { Platform } from '../platform'
import type { Action } from './definition'

/** Who acts where provider, mail server or clock have spoken: nobody's permits and nobody's rows. */
export const SYSTEM: Principal = { userId: '0', sessionId: '', loginName: '', realName: '系统', typeId: '', deptId: null, mustChangePassword: false, roleIds: [], permits: new Set(), scopes: {}, links: NO_LINKS }

/**
 * Carries out an action of the system in one transaction with its audit rows, for steps that follow from no call. `title` names it in the
 * log, which says that it was the system; `who` is on whose behalf it is done, with their permits and their rows.
 */
export function inJob<T>(platform: Platform, title: string, work: (action: Action) => Promise<T>, principal: Principal = SYSTEM): Promise<T> {
  return platform.db.transaction().execute(async (tx) => {
    const entries: AuditEntry[] = []
    const result = await work(actionIn(platform, tx, principal, entries))
    await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title }, entries)
    return result
  })
}

/** An action without a call, in a transaction of a job; what it notes is added to `entries`. */
export const actionIn = (platform: Platform, tx: Db, principal: Principal, entries: AuditEntry[], request: { id: string; ip: string } = { id: '', ip: '' }): Action => ({
  input: {},
  principal,
  db: tx,
  platform,
  request: { ...request, userAgent: '', secure: false, origin: '', pageOrigin: null, cookies: {} },
  credentials: { token: undefined, cookie: undefined },
  files: [],
  audit: (entry) => void entries.push(entry),
  job: (name, payload, options) => addJob(tx, name, payload, options),
  setCookie: () => undefined,
})
