import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

export interface Held {
  userId: string | null
  /** The end of an appointment has locked the account. */
  accountLocked: boolean
}

/** The account of an expert; the row stays as it is until the transaction ends. */
export const heldBy = (db: Db, expertId: string): Promise<Held> =>
  db.selectFrom('expert').select(['user_id as userId', 'account_locked as accountLocked']).where('expert_id', '=', expertId).forUpdate().executeTakeFirstOrThrow()

export const noteAccount = (db: Db, expertId: string, userId: string, locked: boolean) => db.updateTable('expert').set({ user_id: userId, account_locked: locked }).where('expert_id', '=', expertId).execute()

/** Experts who serve without an account. */
export const appointedWithoutAccount = (db: Db): Promise<{ expertId: string; name: string; mobile: string }[]> =>
  db.selectFrom('expert').select(['expert_id as expertId', 'name', 'mobile']).where('expert_status', '=', 'serving').where('user_id', 'is', null).orderBy('expert_id').execute()

/** What a letter needs to know of an expert within somebody's data scope. */
export const letterFor = async (db: Db, expertId: string, within: Expression<SqlBool>) =>
  (
    await sql<{ expertNo: string; status: string; userId: string | null; createBy: string | null }>`
      select t.expert_no as "expertNo", t.expert_status as status, t.user_id as "userId", t.create_by as "createBy" from expert t where t.expert_id = ${expertId}::bigint and ${within}`.execute(db)
  ).rows[0]
