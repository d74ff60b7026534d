import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Whether the first administrator has been made. People of a demo association that was laid before their do not count. */
export const anyAdministrator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user_role as ur').innerJoin('role as r', 'r.role_id', 'ur.role_id').select('ur.user_id').where('r.role_code', '=', 'SYS_ADMIN').limit(1).executeTakeFirst()) !== undefined

interface Administrator {
  loginName: string
  realName: string
  passwordHash: string
  mustChangePassword: boolean
  grams: string[]
}

/** Inserts the person and gives their all built-in roles; false when another process was first. */
export const insertAdministrator = (db: Db, person: Administrator): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7316004)`.execute(tx)
    if (await anyAdministrator(tx)) return false
    const { user_id } = await tx
      .insertInto('sys_user')
      .values({
        login_name: person.loginName,
        real_name: person.realName,
        type_id: 'staff',
        password_hash: person.passwordHash,
        must_change_password: person.mustChangePassword,
        password_time: sql<Date>`now()`,
        search_grams: person.grams,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await sql`insert into user_role (user_id, role_id) select ${user_id}, role_id from role where built_in`.execute(tx)
    return true
  })
