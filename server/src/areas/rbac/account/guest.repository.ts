import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export const loginNameTaken = async (db: Db, loginName: string): Promise<boolean> =>
  (await db.selectFrom('sys_user').select('user_id').where(sql`lower(login_name)`, '=', loginName.toLowerCase()).executeTakeFirst()) !== undefined

/** Ids of permits by their codes; those that are switched off are left out. */
export const permitIds = async (db: Db, codes: readonly string[]): Promise<string[]> =>
  codes.length === 0 ? [] : (await db.selectFrom('permit').select('permit_id').where('system_id', '=', 2).where('permit_status', '=', 'enabled').where('permit_code', 'in', codes).execute()).map((p) => p.permit_id)

/** Lets an account in or keeps it out; undefined when it stands so already, or is locked or cancelled. */
export const setAllowed = (db: Db, userId: string, allowed: boolean) =>
  db
    .updateTable('sys_user')
    .set({ account_status: allowed ? 'normal' : 'disabled', update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('account_status', '=', allowed ? 'disabled' : 'normal')
    .returning('account_status')
    .executeTakeFirst()
