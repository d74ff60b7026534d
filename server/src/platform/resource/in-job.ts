import type { Who } from '../access/who'
import { writeAudit, type AuditEntry } from '../audit/audit'
import { addJob } from '../jobs/queue'
import type { Platform } from '../platform'
import type { Deed } from './definition'

/** Who acts where provider, mail server or clock have spoken: nobody's permits and nobody's rows. */
export const SYSTEM: Who = { userId: '0', sessionId: '', loginName: '', realName: '系统', typeId: '', deptId: null, mustChangePassword: false, roleIds: [], permits: new Set(), scopes: {} }

/**
 * Carries out a deed of the system in one transaction with its audit rows, for steps that follow from no call. `title` names it in the
 * log, which says that it was the system; `who` is on whose behalf it is done, with her permits and her rows.
 */
export function inJob<T>(platform: Platform, title: string, work: (deed: Deed) => Promise<T>, who: Who = SYSTEM): Promise<T> {
  return platform.db.transaction().execute(async (tx) => {
    const entries: AuditEntry[] = []
    const deed: Deed = {
      input: {},
      who,
      db: tx,
      platform,
      request: { id: '', ip: '', userAgent: '', secure: false, origin: '', cookies: {} },
      credentials: { token: undefined, cookie: undefined },
      files: [],
      audit: (entry) => void entries.push(entry),
      job: (name, payload, options) => addJob(tx, name, payload, options),
      setCookie: () => undefined,
    }
    const result = await work(deed)
    await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title }, entries)
    return result
  })
}
