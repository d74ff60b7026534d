import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { noteNumbers } from '../../../platform/numbers/numbers'
import '../tables'

interface Maker {
  deptId: string | null
  by: string
}

interface Numbered {
  idCard: string | null
  sealed: string | null
  print: string | null
}

interface NewExpert extends Numbered {
  no: string
  name: string
  initials: string
  unit: string
  title: string | null
  fields: string[]
  mobile: string
  email: string
  termEnd: string
  status: string
}

export interface NewPerson extends Numbered {
  name: string
  initials: string
  gender: string
  birthDate: string
  mobile: string
  email: string | null
  education: string | null
  /** Their entry of the pool. */
  poolId: string | null
}

export interface NewAppointment {
  /** Place of the person among those of the demo. */
  person: number
  companyId: string
  roleType: string
  committees: string[]
  chairs: string[]
  firstDate: string
  termStart: string
  termEnd: string
  allowance: number | null
  status: string
  leaveDate: string | null
}

/** Rows of one statement: a JSON parameter of some megabytes is what a server still takes well. */
const AT_ONCE = 5_000
const parts = <T>(all: readonly T[]): T[][] => Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => all.slice(i * AT_ONCE, (i + 1) * AT_ONCE))

/** Companies of the demo association, always in the same order. */
export async function companiesOfDemo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select company_id as id from company_public where not deleted order by company_id limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertExperts(db: Db, experts: readonly NewExpert[], { deptId, by }: Maker): Promise<void> {
  await sql`insert into expert (expert_no, name, name_initials, unit, title_name, fields, mobile, email, id_card, id_card_sealed, id_card_print, term_end, expert_status, dept_id, create_by)
    select no, name, initials, unit, title, fields, mobile, email, "idCard", sealed, print, "termEnd", status, ${deptId}::bigint, ${by}::bigint
    from jsonb_to_recordset(${JSON.stringify(experts)}::jsonb) x(no text, name text, initials text, unit text, title text, fields text[], mobile text, email text, "idCard" text, sealed text, print text, "termEnd" date, status text)`.execute(db)
}

/** Every other expert sits on a board or advises a company of the demo; all of them work somewhere. */
export const insertTies = (db: Db, companyIds: readonly string[]) =>
  sql`update expert e set related_companies = jsonb_build_array(jsonb_build_object('tieKind', 'employer', 'unit', e.unit)) || case when n.n % 2 = 0 and n.company is not null
      then jsonb_build_array(jsonb_build_object('tieKind', (array['directorship', 'client', 'holding'])[1 + n.n / 2 % 3], 'companyId', n.company, 'since', '2024-05-01'::date)) else '[]' end
    from (select x.expert_id, x.n, (${[...companyIds]}::text[])[1 + x.n * 7 % ${Math.max(1, companyIds.length)}::int] as company from (select expert_id, row_number() over (order by expert_id)::int as n from expert) x) n
    where n.expert_id = e.expert_id`.execute(db)

/** Numbers that the demo took are not given out again. */
export const noteExpertNumbers = (db: Db, last: number): Promise<void> => noteNumbers(db, 'ZJ', [{ period: '', last }])

/** Those who have been taken into the demo's pool, in the order in which their numbers were invented. */
export const poolOfDemo = async (db: Db, limit: number): Promise<{ poolId: string; name: string; mobile: string }[]> =>
  (await sql<{ poolId: string; name: string; mobile: string }>`select director_id as "poolId", name, mobile from director_user_public where pool_status in ('listed', 'suspended') order by director_id limit ${limit}`.execute(db)).rows

/** Answers the ids of the persons in their order. */
export async function insertPersons(db: Db, persons: readonly NewPerson[], { deptId, by }: Maker): Promise<string[]> {
  const ids: string[] = []
  for (const part of parts(persons)) {
    const { rows } = await sql<{ id: string }>`insert into director_base (name, name_initials, id_card, id_card_sealed, id_card_print, gender, birth_date, mobile, email, education, pool_id, dept_id, create_by)
      select x.one ->> 'name', x.one ->> 'initials', x.one ->> 'idCard', x.one ->> 'sealed', x.one ->> 'print', x.one ->> 'gender', (x.one ->> 'birthDate')::date, x.one ->> 'mobile', x.one ->> 'email', x.one ->> 'education', (x.one ->> 'poolId')::bigint, ${deptId}::bigint, ${by}::bigint
      from jsonb_array_elements(${JSON.stringify(part)}::jsonb) with ordinality x(one, n) order by x.n returning person_id as id`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

export async function insertAppointments(db: Db, all: readonly NewAppointment[], personIds: readonly string[], { deptId, by }: Maker): Promise<void> {
  for (const part of parts(all.map((one) => ({ ...one, personId: personIds[one.person] }))))
    await sql`insert into director_appointment (person_id, company_id, role_type, committees, chairs, first_date, term_start, term_end, allowance, appoint_status, leave_date, dept_id, create_by)
      select "personId", "companyId", "roleType", committees, chairs, "firstDate", "termStart", "termEnd", allowance, status, "leaveDate", ${deptId}::bigint, ${by}::bigint
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) x("personId" bigint, "companyId" bigint, "roleType" text, committees text[], chairs text[], "firstDate" date, "termStart" date, "termEnd" date, allowance bigint, status text, "leaveDate" date)
      order by "companyId", "roleType"`.execute(db)
}

/** A board meeting, a visit and a training of the first two hundred independent directors in this year. */
export async function insertDuties(db: Db, { deptId, by }: Maker): Promise<void> {
  await sql`insert into director_duty (appointment_id, duty_type, duty_date, attend_way, duty_days, duty_note, dept_id, create_by)
    select a.appointment_id, d.type, d.day, d.way, d.days, d.note, ${deptId}::bigint, ${by}::bigint
    from (select appointment_id, first_date from director_appointment where role_type = 'independent' and appoint_status = 'serving' order by appointment_id limit 200) a
    cross join (select date_trunc('year', now() at time zone 'Asia/Shanghai')::date as jan) y
    cross join lateral (values
      ('board', y.jan + 70 + (a.appointment_id % 20)::int, 'onsite', 1.0, '出席年度董事会，审阅年度报告并就关联交易事项发表意见'),
      ('onsite', y.jan + 120 + (a.appointment_id % 30)::int, null, 4.5 + (a.appointment_id % 8)::int, '到公司现场了解生产经营和内部控制情况，与管理层、内审部门座谈'),
      ('training', y.jan + 200 + (a.appointment_id % 40)::int, null, 0.5, '参加独立董事后续培训')) d(type, day, way, days, note)
    where d.day > a.first_date and d.day < (now() at time zone 'Asia/Shanghai')::date order by a.appointment_id, d.day`.execute(db)
}

/** This year's checks of the first three hundred independent directors, in every state. */
export async function insertChecks(db: Db, ruleDate: string): Promise<void> {
  await sql`insert into independence_check (appointment_id, check_year, rule_date, dept_id, item1, item2, item3, item4, item5, note5, item6, item7, item8, check_status, board_conclusion, board_opinion, return_reason)
    select a.appointment_id, extract(year from now() at time zone 'Asia/Shanghai')::int, ${ruleDate}::date, a.dept_id, no, no, no, no, case when no is null then null when yes then 'yes' else 'no' end, case when yes and no is not null then '曾受邀为公司管理层讲授一次内部控制课程，费用不足一万元，不构成重大业务往来' end, no, no, no, s.status,
      case s.status when 'completed' then 'agreed' end, case s.status when 'completed' then '经审阅自查情况及相关说明，认可其独立性' end, case s.status when 'returned' then '第五项请补充说明业务往来的金额和时间' end
    from (select appointment_id, dept_id, row_number() over (order by appointment_id)::int as n from director_appointment where role_type = 'independent' and appoint_status = 'serving' order by appointment_id limit 300) a
    cross join lateral (select (array['completed', 'waiting', 'unfilled', 'completed', 'pending', 'returned'])[1 + a.n % 6] as status, a.n % 6 = 5 or a.n % 12 = 1 as yes) s
    cross join lateral (select case when s.status <> 'unfilled' then 'no' end as no) i order by a.appointment_id`.execute(db)
}
