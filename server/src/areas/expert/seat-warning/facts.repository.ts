import { BOARDS_MOST, DAYS_A_YEAR, YEARS_MOST } from '@assoc/contract/expert/appointment'
import { ABSENT_MOST, COOLING_MONTHS, SECRETARY_MONTHS, VACANT_DAYS } from '@assoc/contract/expert/seat-warning'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../independence/tables'
import '../tables'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`
const lit = (n: number) => sql.lit(n)

/** From which years on facts are looked for, and the month by whose end the check of the year before is complete. */
export interface Limits {
  daysFrom: number
  checksFrom: number
  checkDueMonth: number
}

/** The last day on which the check of the year before may be completed, in this year. */
const due = (month: number) => sql`(make_date(extract(year from ${today})::int, ${month}::int, 1) + interval '1 month - 1 day')::date`

/** Every fact as it stands: its kind, whom and which appointment it is about, a sentence, and the department that keeps the record. */
const facts = ({ daysFrom, checksFrom, checkDueMonth }: Limits) => sql`
  select 'boards' as kind, a.person_id, null::bigint as company_id, null::bigint as appointment_id, '在 ' || count(distinct a.company_id) || ' 家上市公司任独立董事' as detail, min(a.dept_id) as dept_id
  from director_appointment a where a.role_type = 'independent' and a.appoint_status = 'serving' group by a.person_id having count(distinct a.company_id) > ${lit(BOARDS_MOST)}
  union all
  select 'years', a.person_id, a.company_id, a.appointment_id, '自 ' || a.first_date || ' 起连续任职，已满 ${lit(YEARS_MOST)} 年', a.dept_id
  from director_appointment a where a.role_type = 'independent' and a.appoint_status = 'serving' and a.first_date <= (${today} - make_interval(years => ${lit(YEARS_MOST)}))::date
  union all
  select 'cooling', a.person_id, a.company_id, a.appointment_id, '连续任职满 ${lit(YEARS_MOST)} 年后于 ' || max(e.leave_date) || ' 离任，未满 ${lit(COOLING_MONTHS)} 个月再任', min(a.dept_id)
  from director_appointment a
  join director_appointment e on e.person_id = a.person_id and e.company_id = a.company_id and e.role_type = 'independent' and e.appoint_status = 'left' and e.appointment_id <> a.appointment_id
    and e.leave_date >= (e.first_date + make_interval(years => ${lit(YEARS_MOST)}))::date and a.term_start < (e.leave_date + make_interval(months => ${lit(COOLING_MONTHS)}))::date and a.term_start >= e.leave_date
  where a.role_type = 'independent' and a.appoint_status in ('candidate', 'serving') group by a.appointment_id
  union all
  -- A seat is vacant from the day on which somebody left until another one begins; a year afterwards it is nobody's seat any more.
  select 'vacant', null, a.company_id, null, '独立董事 ' || max(a.leave_date) || ' 离任后未补选', min(a.dept_id)
  from director_appointment a
  where a.role_type = 'independent' and a.appoint_status = 'left' and a.leave_date < ${today} - ${lit(VACANT_DAYS)} and a.leave_date > (${today} - interval '1 year')::date
    and not exists (select from director_appointment n where n.company_id = a.company_id and n.role_type = 'independent' and n.appoint_status = 'serving' and n.term_start >= a.leave_date)
  group by a.company_id
  union all
  select 'absent', a.person_id, a.company_id, a.appointment_id, '连续 ${lit(ABSENT_MOST)} 次董事会缺席，最近一次 ' || max(m.duty_date), min(a.dept_id)
  from (
    select d.appointment_id, d.duty_date, d.attend_way, lag(d.attend_way) over (partition by d.appointment_id order by d.duty_date, d.duty_id) as before
    from director_duty d where d.duty_type = 'board'
  ) m join director_appointment a on a.appointment_id = m.appointment_id and a.appoint_status = 'serving'
  where m.attend_way = 'absent' and m.before = 'absent' group by a.appointment_id
  union all
  select 'days', a.person_id, a.company_id, a.appointment_id, y.last || ' 年现场工作 ' || coalesce(sum(d.duty_days), 0) || ' 天', min(a.dept_id)
  from (select extract(year from ${today})::int - 1 as last) y
  join director_appointment a on a.role_type = 'independent' and a.appoint_status = 'serving' and a.first_date <= make_date(y.last, 1, 1) and y.last >= ${daysFrom}::int
  left join director_duty d on d.appointment_id = a.appointment_id and d.duty_date between make_date(y.last, 1, 1) and make_date(y.last, 12, 31)
  group by a.appointment_id, y.last having coalesce(sum(d.duty_days), 0) < ${lit(DAYS_A_YEAR)}
  union all
  select 'secretary', null, a.company_id, null, '董事会秘书 ' || max(a.leave_date) || ' 离任后未聘任', min(a.dept_id)
  from director_appointment a where a.role_type = 'secretary' and a.appoint_status = 'left'
    and not exists (select from director_appointment n where n.company_id = a.company_id and n.role_type = 'secretary' and n.appoint_status = 'serving')
  group by a.company_id having max(a.leave_date) <= (${today} - make_interval(months => ${lit(SECRETARY_MONTHS)}))::date
  union all
  select 'check', a.person_id, a.company_id, a.appointment_id, y.year || ' 年度独立性自查' || case c.check_status when 'waiting' then '待公司评估' when 'returned' then '已退回' when 'pending' then '未提交' when 'unfilled' then '未填写' else '未生成' end, a.dept_id
  from (select extract(year from ${today})::int - case when ${today} > ${due(checkDueMonth)} then 1 else 2 end as year) y
  join director_appointment a on a.role_type = 'independent' and a.appoint_status = 'serving' and a.first_date <= make_date(y.year, 12, 31) and y.year >= ${checksFrom}::int
  left join independence_check c on c.appointment_id = a.appointment_id and c.check_year = y.year
  where c.check_status is distinct from 'completed'`

const KEY = sql`concat_ws(' ', f.kind, f.person_id, f.company_id, f.appointment_id)`
const SAME = sql`w.fact_key = ${KEY}`

/** Writes down the facts that are new, and how those stand that are known; answers how many are new. */
export async function noteFacts(db: Db, limits: Limits): Promise<number> {
  await sql`update seat_warning w set detail = f.detail, update_time = now(), version = w.version + 1 from (${facts(limits)}) f where ${SAME} and w.warning_status <> 'closed' and w.detail <> f.detail`.execute(db)
  const { numAffectedRows } = await sql`
    insert into seat_warning (warning_kind, fact_key, person_id, company_id, appointment_id, detail, found_date, dept_id)
    select kind, ${KEY}, person_id, company_id, appointment_id, detail, ${today}, dept_id from (${facts(limits)}) f order by kind, company_id, person_id
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Warnings whose fact is gone, after one of them in the order of their ids. */
export async function vanished(db: Db, limits: Limits, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select w.warning_id as id from seat_warning w where w.warning_status <> 'closed' and not exists (select from (${facts(limits)}) f where ${SAME}) order by w.warning_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const noteClosed = (db: Db, warningId: string) => db.updateTable('seat_warning').set({ closed_date: sql<string>`${today}` }).where('warning_id', '=', warningId).execute()
