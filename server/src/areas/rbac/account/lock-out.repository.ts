import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Locks an account in use for so many minutes; undefined when it is in no use, or locked already. */
export const lock = (db: Db, userId: string, minutes: number) =>
  db
    .updateTable('sys_user')
    .set({ account_status: 'locked', lock_until: sql<Date>`now() + make_interval(mins => ${minutes})`, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('account_status', '=', 'normal')
    .returning('user_id')
    .executeTakeFirst()

/** Lets accounts take passwords again whose time is over; answers which. */
export const releaseDue = (db: Db) =>
  db
    .updateTable('sys_user')
    .set({ account_status: 'normal', lock_until: null, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('account_status', '=', 'locked')
    .where('lock_until', '<=', sql<Date>`now()`)
    .returning('user_id')
    .execute()

/** Forgets the wrong passwords of an account, from wherever they came: whoever is unlocked begins anew. */
export const forgetTries = (db: Db, userId: string) => sql`delete from throttle where key = ${`login:all:u${userId}`} or key like ${`login:u${userId}:%`}`.execute(db)
