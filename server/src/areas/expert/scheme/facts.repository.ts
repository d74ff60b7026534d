import { sql } from 'kysely'
import type { EligibilityFacts } from '@assoc/contract/expert/eligibility'
import { isOfPerson, type EvalTarget } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { listings } from '../../member/api'
import '../tables'
import './tables'

/** Somebody in office at a company, or the company itself. */
export interface Declarant {
  personId: string | null
  companyId: string
}

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/** What the registers say of many declarants at once, in their order. Offices are counted up to the end of the period. */
export async function factsOf(db: Db, target: EvalTarget, periodEnd: string, declarants: readonly Declarant[]): Promise<EligibilityFacts[]> {
  const end = sql`${periodEnd}::date`
  const role = isOfPerson(target) ? target : ''
  // Somebody who is in office now is so at an end that is still to come.
  const asOf = sql`least(${today}, ${end})`
  const { rows } = await sql<EligibilityFacts>`
    with w as (select n, "personId" as person_id, "companyId" as company_id from jsonb_to_recordset(${JSON.stringify(declarants.map((one, n) => ({ n, ...one })))}::jsonb) x(n int, "personId" bigint, "companyId" bigint)),
    held as (
      select a.person_id, range_agg(daterange(a.first_date, least(coalesce(a.leave_date, ${end}), ${end}) + 1)) as days
      from director_appointment a
      where a.role_type = ${role} and a.appoint_status in ('serving', 'left') and a.first_date <= ${end} and coalesce(a.leave_date, ${end}) >= a.first_date and a.person_id = any(array(select w.person_id from w))
      group by a.person_id
    ),
    months as (
      select h.person_id, floor(sum(extract(year from m.span) * 12 + extract(month from m.span) + extract(day from m.span) / 30))::int as months
      from held h cross join lateral unnest(h.days) r(days) cross join lateral (select age(upper(r.days)::timestamp, lower(r.days)::timestamp) as span) m
      group by h.person_id
    )
    select w.person_id::text as "personId", w.company_id::text as "companyId", coalesce(c.listed, false) as listed, c.list_date as "listDate",
      w.person_id is null or exists (select from director_appointment a where a.person_id = w.person_id and a.company_id = w.company_id and a.role_type = ${role} and a.appoint_status in ('serving', 'left') and a.first_date <= ${asOf} and (a.leave_date is null or a.leave_date >= ${asOf})) as "inOffice",
      coalesce(m.months, 0) as "tenureMonths",
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', i.case_kind, 'of', i.case_subject, 'day', i.case_date) order by i.case_date desc, i.case_id)
        from integrity_case i where i.case_id = any(array(select p.case_id from integrity_case p where p.person_id = w.person_id union all select q.case_id from integrity_case q where q.company_id = w.company_id))), '[]') as cases
    from w left join ${listings} c on c.company_id = w.company_id left join months m on m.person_id = w.person_id
    order by w.n`.execute(db)
  return rows
}

/** All who might declare under a scheme today, with the jurisdiction of their companies. */
export async function candidatesOf(db: Db, target: EvalTarget): Promise<(Declarant & { jurisdiction: string | null })[]> {
  const { rows } = isOfPerson(target)
    ? await sql<Declarant & { jurisdiction: string | null }>`
        select distinct a.person_id::text as "personId", a.company_id::text as "companyId", c.jurisdiction
        from director_appointment a join ${listings} c on c.company_id = a.company_id where a.role_type = ${target} and a.appoint_status = 'serving'`.execute(db)
    : await sql<Declarant & { jurisdiction: string | null }>`select null as "personId", c.company_id::text as "companyId", c.jurisdiction from ${listings} c where c.listed`.execute(db)
  return rows
}
