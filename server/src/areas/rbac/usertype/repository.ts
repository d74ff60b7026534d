import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Accounts by type and status, of those whom the scope, a condition on `u`, lets the caller see. */
export const countByType = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('sys_user as u')
    .select(['u.type_id as typeId', 'u.account_status as accountStatus', sql<number>`count(*)::int`.as('n')])
    .where(scope)
    .groupBy(['u.type_id', 'u.account_status'])
    .execute()
