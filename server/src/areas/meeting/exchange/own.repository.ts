import { sql, type SqlBool } from 'kysely'
import { studyExchange } from '@assoc/contract/meeting/exchange'
import { defineEntity, scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import './tables'

/** An exchange that was approved: whoever may apply for exchanges may know of it. */
defineEntity({ name: 'openExchange', table: 'study_exchange', idColumn: 'exchange_id', deleted: sql<SqlBool>`exchange_status in ('draft', 'pending', 'returned')` })

const SCOPE = scopeOf(studyExchange)

/** Whether an exchange lies in somebody's data scope. */
export async function seesExchange(db: Db, principal: Principal, exchangeId: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`select exists (select from study_exchange t where t.exchange_id = ${exchangeId}::bigint and ${SCOPE(principal, 't')}) as seen`.execute(db)
  return rows[0]?.seen ?? false
}
