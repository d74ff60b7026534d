import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'
import type { HandoverPerson } from '../../../platform/handover/handover'

export const roleNamesOf = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.role_id', 'ur.role_id')
      .select('r.role_name')
      .where('ur.user_id', '=', userId)
      .orderBy('r.role_id')
      .execute()
  ).map((r) => r.role_name)

export const endRoles = (db: Db, userId: string) => db.deleteFrom('user_role').where('user_id', '=', userId).execute()

/** Lets the account live until the end of a day. */
export const keepAccountUntil = (db: Db, employeeId: string, day: string) => sql`update employee set account_until = ${day} where employee_id = ${employeeId}`.execute(db)

/** Accounts whose last day, in Shanghai, is over; their marks are taken away, so that each is disabled once. */
export async function takeDueAccounts(db: Db): Promise<HandoverPerson[]> {
  const { rows } = await sql<HandoverPerson>`
    update employee set account_until = null where account_until < ${TODAY}
    returning employee_id as "employeeId", user_id as "userId"`.execute(db)
  return rows
}
