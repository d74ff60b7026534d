import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { noteNumbers } from '../../../platform/numbers/numbers'
import type { Declarant } from './repository'
import '../scheme/tables'
import './tables'

export interface DemoScheme {
  name: string
  target: string
  year: number
  status: string
  /** Days from today at which applying begins and ends. */
  from: number
  to: number
  templateId: string
  versionNo: number
}

interface Maker {
  userId: string
  deptId: string
}

export async function insertScheme(db: Db, scheme: DemoScheme, { userId, deptId }: Maker): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`insert into eval_scheme (scheme_name, eval_target, period_start, period_end, apply_start, apply_end, template_id, version_no, grade_scale, eligible_rules, scheme_status, open_time, dept_id, create_by)
    values (${scheme.name}, ${scheme.target}, ${`${scheme.year}-01-01`}, ${`${scheme.year}-12-31`}, now() + ${scheme.from} * interval '1 day', now() + ${scheme.to} * interval '1 day', ${scheme.templateId}, ${scheme.versionNo}, 'score',
      ${JSON.stringify([{ rule: 'inOffice', amount: null }, { rule: 'listedYears', amount: 2 }])}::jsonb, ${scheme.status}, now() + ${scheme.from} * interval '1 day', ${deptId}::bigint, ${userId}::bigint)
    on conflict do nothing returning scheme_id as id`.execute(db)
  return rows[0]?.id
}

export interface DemoDeclaration extends Pick<Declarant, 'personId' | 'poolId' | 'companyId' | 'jurisdiction'> {
  no: string
  status: string
  score: number | null
  reason: string | null
}

/** Lays declarations; answers their ids in their order. */
export async function insertDeclarations(db: Db, schemeId: string, rows: readonly DemoDeclaration[], { userId, deptId }: Maker): Promise<string[]> {
  const { rows: laid } = await sql<{ id: string }>`
    insert into declaration (declare_no, scheme_id, person_id, pool_id, company_id, jurisdiction, promise_flag, self_score, return_reason, correction_due, submit_time, eligible_result, eligible_detail, declare_status, acted_by, dept_id, create_by, create_time, update_time)
    select no, ${schemeId}::bigint, "personId", "poolId", "companyId", jurisdiction, status not in ('draft', 'withdrawn'), score, reason, case when status = 'returned' then date_trunc('day', now()) + interval '7 days' - interval '1 second' end,
      case when status not in ('draft', 'withdrawn') then now() - interval '2 days' - n * interval '3 minutes' end, case when status not in ('draft', 'withdrawn') then 'pass' end,
      case when status not in ('draft', 'withdrawn') then jsonb_build_object('decidedAt', to_char(now() at time zone 'utc' - interval '2 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'rules', '[]'::jsonb) end,
      status, '{}', ${deptId}::bigint, ${userId}::bigint, now() - interval '5 days', now() - n * interval '2 minutes'
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ n, ...row })))}::jsonb) x(n int, no text, "personId" bigint, "poolId" bigint, "companyId" bigint, jurisdiction text, status text, score numeric, reason text)
    order by n returning declare_id as id`.execute(db)
  return laid.map(({ id }) => id)
}

export const noteAnswers = (db: Db, byOwner: ReadonlyMap<string, string>) =>
  sql`update declaration d set answer_id = x.answer_id from jsonb_to_recordset(${JSON.stringify([...byOwner].map(([declare_id, answer_id]) => ({ declare_id, answer_id })))}::jsonb) x(declare_id bigint, answer_id bigint) where d.declare_id = x.declare_id`.execute(db)

/** Numbers that the demo took are not given out again. */
export const noteDeclareNumbers = (db: Db, year: number, last: number): Promise<void> => noteNumbers(db, 'SB', [{ period: `${year}-`, last }])

/** Links persons of the demo to the entries of the pool that bear their names, where no entry is linked yet. */
export const linkPool = (db: Db) =>
  sql`update director_base p set pool_id = x.director_id
    from (select distinct on (u.director_id) u.director_id, b.person_id from director_user_public u join director_base b on b.name = u.name where u.pool_status in ('listed', 'suspended') order by u.director_id, b.person_id desc) x
    where p.person_id = x.person_id and p.pool_id is null and not exists (select from director_base o where o.pool_id = x.director_id)`.execute(db)
