import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'
import { isOverdue } from './arrears.repository'

export interface Moving {
  memberId: string
  memberNo: string
  memberName: string
  /** Who looks after the member. */
  keeper: string | null
}

const OVERDUE = isOverdue('b')
const owes = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (select 1 from dues_bill_public b where b.member_id = m.member_id and ${OVERDUE} and ${condition})`

async function moving(db: Db, where: RawBuilder<SqlBool>, after: string, limit: number): Promise<Moving[]> {
  const { rows } = await sql<Moving>`
    select m.member_id::text as "memberId", m.member_no as "memberNo", coalesce(c.short_name, d.name) as "memberName", m.create_by::text as keeper
    from member m left join company c on c.company_id = m.company_id left join director_user d on d.director_id = m.person_id
    where not m.deleted and m.member_id > ${after}::bigint and ${where} order by m.member_id limit ${limit}`.execute(db)
  return rows
}

/** Suspended to a day that is over. */
export const ended = (db: Db, after: string, limit: number) => moving(db, sql`m.member_status = 'suspended' and m.suspend_until < ${TODAY}`, after, limit)
/** Suspended by the calendar for dues that are not owed any more. */
export const settled = (db: Db, after: string, limit: number) => moving(db, sql`m.member_status = 'suspended' and m.suspend_cause = 'arrears' and not ${owes(sql`true`)}`, after, limit)
/** In good standing, with a bill that is past its last day by more than the grace period. */
export const pastGrace = (days: number) => (db: Db, after: string, limit: number) => moving(db, sql`m.member_status = 'normal' and ${owes(sql`b.due_date + ${days}::int < ${TODAY}`)}`, after, limit)
