import { today } from '@assoc/contract/core/day'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'
import { contains } from '../../../platform/database/list'
import { deptName, deptsHolding } from '../../../platform/identity/departments'

/** The month of an instant in Asia/Shanghai, `YYYY-MM`. */
export const monthOf = (instant: Date): string => today(instant).slice(0, 7)

/** Statuses in which a message has given its parts back. One that was taken back has noted what it had cost until then. */
const FREE = sql`('draft', 'refused')`

/** Parts that the department `t.dept_id` has used in the present month. */
export const usedThisMonth = sql<number>`(select coalesce(sum(m.part_count), 0) from message m
  where m.dept_id = t.dept_id and m.quota_month = to_char(${TODAY}, 'YYYY-MM') and m.msg_status not in ${FREE})::int`
export const leftThisMonth = sql<number>`t.monthly_parts - ${usedThisMonth}`
export const ownerName = deptName('t.dept_id')

/** Quotas of departments, or with signatures, that hold the word. */
export const byDeptOrSign = (keyword: string) =>
  sql<SqlBool>`(t.sign_name ilike ${contains(keyword.trim())} or t.dept_id in (${deptsHolding(keyword)}))`

/** The enabled quota of a department; undefined when it has none. */
export const quotaOf = (db: Db, deptId: string | null) =>
  db.selectFrom('sms_quota').select(['quota_id', 'sign_name', 'monthly_parts']).where('dept_id', '=', deptId ?? '0').where('sign_status', '=', 'enabled').executeTakeFirst()

/** As quotaOf, held until the transaction ends: who takes parts waits for whoever is just taking some. */
export const lockQuota = (db: Db, deptId: string | null) =>
  db.selectFrom('sms_quota').select(['quota_id', 'sign_name', 'monthly_parts']).where('dept_id', '=', deptId ?? '0').where('sign_status', '=', 'enabled').forUpdate().executeTakeFirst()

/** Parts that a department's messages of a month (`YYYY-MM`) have taken. */
export async function usedParts(db: Db, deptId: string, month: string): Promise<number> {
  const { rows } = await sql<{ used: string }>`select coalesce(sum(part_count), 0) as used from message
    where dept_id = ${deptId}::bigint and quota_month = ${month} and msg_status not in ${FREE}`.execute(db)
  return Number(rows[0]?.used)
}

/** Notes the parts that a message takes in a month. */
export const takeParts = (db: Db, messageId: string, month: string, parts: number) =>
  db.updateTable('message').set({ quota_month: month, part_count: parts }).where('message_id', '=', messageId).execute()
