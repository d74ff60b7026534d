import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { isOverdue as overdue } from '../../member/api'
import { nextStepOf } from '../arrears/next-step.repository'

export const isOverdue = overdue('t')
export const nextStep = sql`case when ${isOverdue} then ${nextStepOf} end`
export const overdueIs = (value: 'yes' | 'no') => (value === 'yes' ? isOverdue : sql<SqlBool>`not ${isOverdue}`)
// Members first, as an array, so that their bills are looked up by the index of members.
const ofMembers = (condition: RawBuilder<unknown>) => sql<SqlBool>`t.member_id = any(array(select m.member_id from member_public m where ${condition}))`
export const inCategory = (categoryId: string) => ofMembers(sql`m.category_id = ${categoryId}::bigint`)
/** By the office of a company that is there, as the figures of dues count it. */
export const inJurisdiction = (place: string) => ofMembers(sql`m.company_id in (select c.company_id from company_public c where not c.deleted and c.jurisdiction = ${place})`)
/** Imported arrears were billed by no standard of this console. */
export const standardName = sql`coalesce((select s.standard_name from fee_standard s where s.standard_id = t.standard_id), '历史欠费导入')`

/** Lets the year of an imported bill be imported anew. */
export const freeImport = (db: Db, billId: string) => sql`update unpaid_import set cancelled = true where bill_id = ${billId}::bigint and not cancelled`.execute(db)
