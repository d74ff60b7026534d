import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Id, IdColumn, Instant, NullableInstant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    second_factor_reset: {
      reset_id: IdColumn
      user_id: Id
      reason: string
      reset_status: WithDefault<'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'>
      ask_by: Id
      create_time: Instant
      expire_time: Instant
      decide_by: Id | null
      decide_time: NullableInstant
      decide_reason: string | null
      version: WithDefault<number>
    }
  }
}

const person = (column: 'user_id' | 'ask_by' | 'decide_by', field: 'real_name' | 'login_name') =>
  sql<string | null>`(select u.${sql.ref(field)} from sys_user u where u.user_id = t.${sql.ref(column)})`

/** Names that a request shows; `t` is the request. */
export const resetComputed = {
  realName: person('user_id', 'real_name'),
  loginName: person('user_id', 'login_name'),
  askName: person('ask_by', 'real_name'),
  decideName: person('decide_by', 'real_name'),
}

/** Holds a request until the transaction ends; says whether its day is over. */
export const lockReset = (db: Db, resetId: string) =>
  db.selectFrom('second_factor_reset').select(['user_id', 'ask_by', 'reset_status', sql<boolean>`expire_time <= now()`.as('over')]).where('reset_id', '=', resetId).forUpdate().executeTakeFirst()

/** Notes who decides. Before the status changes, for the database lets nobody approve alone. */
export const stampDecision = (db: Db, resetId: string, by: string, reason: string | null) =>
  db.updateTable('second_factor_reset').set({ decide_by: by, decide_time: sql<Date>`now()`, decide_reason: reason }).where('reset_id', '=', resetId).execute()

/** Ends the requests whose day is over; answers which. */
export const expireResets = (db: Db) =>
  db
    .updateTable('second_factor_reset')
    .set({ reset_status: 'expired', version: sql<number>`version + 1` })
    .where('reset_status', '=', 'pending')
    .where('expire_time', '<=', sql<Date>`now()`)
    .returning(['reset_id', 'ask_by'])
    .execute()

export const nameOfUser = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('sys_user').select('real_name').where('user_id', '=', userId).executeTakeFirst())?.real_name ?? ''
