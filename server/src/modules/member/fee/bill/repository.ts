import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../platform/database/database'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`
export const isOverdue = sql<SqlBool>`(t.bill_status in ('due', 'part') and t.due_date < ${today})`
export const overdueIs = (value: 'yes' | 'no') => (value === 'yes' ? isOverdue : sql<SqlBool>`not ${isOverdue}`)
/** Imported arrears were billed by no standard of this console. */
export const standardName = sql`coalesce((select s.standard_name from fee_standard s where s.standard_id = t.standard_id), '历史欠费导入')`

/** Lets the year of an imported bill be imported anew. */
export const freeImport = (db: Db, billId: string) => sql`update unpaid_import set cancelled = true where bill_id = ${billId}::bigint and not cancelled`.execute(db)
