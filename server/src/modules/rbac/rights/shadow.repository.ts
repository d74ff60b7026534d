import { sql } from 'kysely'
import { loadUserFacts } from '../../../platform/access/load-who'
import type { Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'

/** What somebody has by one role alone; without a session, so that nothing can be done with it. */
export type RoleFacts = Omit<Who, 'sessionId'>

export interface Shadow {
  roleId: string
  /** When the role ends for the person that is asked about. */
  expireTime?: Date | null
}

class TakenBack extends Error {}

/**
 * Reads what a person of this department has by each of these roles alone, with the very code that reads
 * real people: for each role somebody is made who has only it, read, and taken back with the transaction.
 * `db` is the pool. Throws what reading throws.
 */
export async function factsByRole(db: Db, deptId: string | null, roles: readonly Shadow[]): Promise<Map<string, RoleFacts>> {
  const found = new Map<string, RoleFacts>()
  if (roles.length === 0) return found
  try {
    await db.transaction().execute(async (tx) => {
      for (const { roleId, expireTime } of roles) {
        const userId = await layShadow(tx, deptId)
        await tx.insertInto('user_role').values({ user_id: userId, role_id: roleId, expire_time: expireTime ?? null }).execute()
        const facts = await loadUserFacts(tx, userId)
        if (facts) found.set(roleId, facts.who)
      }
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return found
}

// A negative number that no real account has, so that none of the sequence is used up.
async function layShadow(tx: Db, deptId: string | null): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`
    insert into sys_user (user_id, login_name, real_name, type_id, dept_id) overriding system value
    select n, 'shadow' || n, '', 'system', ${deptId}::bigint from (select -(1 + floor(random() * 1e15))::bigint as n) as x returning user_id`.execute(tx)
  return rows[0]?.user_id ?? ''
}
