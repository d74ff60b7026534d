import { sql, type SqlBool } from 'kysely'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`
export const isOverdue = sql<SqlBool>`(t.bill_status in ('due', 'part') and t.due_date < ${today})`
export const overdueIs = (value: 'yes' | 'no') => (value === 'yes' ? isOverdue : sql<SqlBool>`not ${isOverdue}`)
export const standardName = sql`(select s.standard_name from fee_standard s where s.standard_id = t.standard_id)`
