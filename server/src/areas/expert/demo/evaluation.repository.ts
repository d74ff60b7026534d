import { sql } from 'kysely'
import type { EvalTarget } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import '../scheme/tables'
import type { INDICATORS } from './evaluation-form'

interface Maker {
  deptId: string | null
  by: string
}

interface NewScheme {
  name: string
  target: EvalTarget
  periodStart: string
  periodEnd: string
  applyStart: string
  applyEnd: string
  templateId: string
  eligible: readonly object[]
  veto: readonly object[]
  scale: 'rank' | 'score'
}

export async function insertScheme(db: Db, one: NewScheme, { deptId, by }: Maker): Promise<string> {
  const { scheme_id } = await db
    .insertInto('eval_scheme')
    .values({
      scheme_name: one.name, eval_target: one.target, period_start: one.periodStart, period_end: one.periodEnd, apply_start: one.applyStart, apply_end: one.applyEnd, template_id: one.templateId, version_no: 1, eligible_rules: JSON.stringify(one.eligible), veto_rules: JSON.stringify(one.veto),
      grade_scale: one.scale, quota_kind: one.scale === 'rank' ? 'count' : null, tie_rule: one.scale === 'rank' ? 'in' : null, remark: null, dept_id: deptId, create_by: by,
    })
    .returning('scheme_id')
    .executeTakeFirstOrThrow()
  return scheme_id
}

export async function insertIndicators(db: Db, schemeId: string, all: typeof INDICATORS, { deptId, by }: Maker): Promise<void> {
  for (const [no, standard, code, name, score, bonus, dimension, keys] of all)
    await db.insertInto('eval_indicator').values({ scheme_id: schemeId, standard_no: no, standard_name: standard, indicator_code: code, indicator_name: name, indicator_score: score, bonus_flag: bonus, dimension_name: dimension, question_keys: [...keys], note: null, dept_id: deptId, create_by: by }).execute()
}

/** Brings a scheme on, as its steps would. */
export async function stepScheme(db: Db, schemeId: string, statuses: readonly ('applying' | 'reviewing' | 'scoring' | 'publicity' | 'published')[]): Promise<void> {
  for (const status of statuses) await db.updateTable('eval_scheme').set({ scheme_status: status }).where('scheme_id', '=', schemeId).execute()
}

/** Scores of those who are in office, as many as asked for; they fall and some of them are equal. */
export async function insertResults(db: Db, schemeId: string, role: 'secretary' | 'independent', count: number, { deptId, by }: Maker): Promise<void> {
  await sql`
    insert into eval_grade_result (scheme_id, eval_target, eval_year, company_id, person_id, score, dept_id, create_by)
    select s.scheme_id, s.eval_target, s.scheme_year, a.company_id, a.person_id, 98.5 - (a.n * 37 % 400) * 0.1, ${deptId}::bigint, ${by}::bigint
    from eval_scheme s cross join (
      select distinct on (company_id, person_id) company_id, person_id, dense_rank() over (order by company_id) as n from director_appointment where role_type = ${role} and appoint_status = 'serving' order by company_id, person_id limit ${count}) a
    where s.scheme_id = ${schemeId}::bigint order by a.company_id, a.person_id`.execute(db)
}

export async function insertNotice(db: Db, schemeId: string, title: string, endsIn: number, { deptId, by }: Maker): Promise<string> {
  const { notice_id } = await db
    .insertInto('eval_notice')
    .values({ scheme_id: schemeId, notice_title: title, end_time: sql<Date>`now() + ${endsIn} * interval '1 day'`, start_time: null, publish_time: null, contact_way: '010-00000000，pingjia@example.com', foreword: '如对下列结果有异议，请在公示期内以实名书面方式提出。', result_hash: null, dept_id: deptId, create_by: by, acted_by: [`write:${by}`] })
    .returning('notice_id')
    .executeTakeFirstOrThrow()
  return notice_id
}

/** Brings a notice on, as if it had begun so many days ago. */
export const runNotice = (db: Db, noticeId: string, status: 'running' | 'published', began: number, by: string) =>
  db.updateTable('eval_notice').set({ notice_status: status, start_time: sql<Date>`now() - ${began} * interval '1 day'`, acted_by: [`write:${by}`, `start:${by}`] }).where('notice_id', '=', noticeId).execute()

export async function insertDemoObjections(db: Db, noticeId: string, { deptId, by }: Maker): Promise<void> {
  await sql`
    insert into eval_objection (notice_id, result_id, objector_name, contact_mobile, content, handler_id, handle_before, dept_id, create_by, acted_by)
    select ${noticeId}::bigint, r.result_id, '甄样本', '19812345678', '对评价期内的任职时间有异议，请核实任职公告。', ${by}::bigint, (now() at time zone 'Asia/Shanghai')::date + 5, ${deptId}::bigint, ${by}::bigint, ${[`write:${by}`]}::text[]
    from eval_grade_result r where r.notice_id = ${noticeId}::bigint order by r.result_id limit 2`.execute(db)
}

/** What secretaries were graded in a year before this console knew of it; the last five are still to be confirmed. */
export async function insertHistory(db: Db, year: number, { deptId, by }: Maker): Promise<void> {
  await sql`
    insert into eval_grade_result (eval_target, eval_year, company_id, person_id, score, grade_code, result_status, publish_time, dept_id, create_by, acted_by)
    select 'secretary', ${year}::int, a.company_id, a.person_id, null, (array['5A', '4A', '3A'])[1 + a.n % 3], case when a.n > 35 then 'proposed' else 'published' end, case when a.n <= 35 then make_timestamptz(${year}::int + 1, 1, 15, 9, 0, 0, 'Asia/Shanghai') end, ${deptId}::bigint, ${by}::bigint, ${[`write:${by}`]}::text[]
    from (select row_number() over (order by company_id)::int as n, company_id, person_id from director_appointment where role_type = 'secretary' and appoint_status = 'serving' and first_date < make_date(${year}::int, 6, 1)) a where a.n <= 40 order by a.n`.execute(db)
}

/** Somebody has asked to take two grades back. */
export async function askCancelling(db: Db, schemeId: string, by: string): Promise<void> {
  await sql`
    update eval_grade_result set result_status = 'cancelling', cancel_reason = '公布后公司被立案调查', acted_by = ${[`write:${by}`, `askCancel:${by}`]}::text[], version = version + 1
    where result_id in (select result_id from eval_grade_result where scheme_id = ${schemeId}::bigint and result_status = 'published' order by result_id limit 2)`.execute(db)
}

/** A dozen cases of companies and persons within the last three years. */
export async function insertCases(db: Db, { deptId, by }: Maker): Promise<void> {
  await sql`
    insert into integrity_case (case_subject, company_id, person_id, case_kind, case_date, source, doc_no, note, dept_id, create_by)
    select case when n % 3 = 0 then 'person' else 'company' end, case when n % 3 <> 0 then a.company_id end, case when n % 3 = 0 then a.person_id end, (array['penalty', 'censure', 'investigation'])[1 + n % 3],
      (now() at time zone 'Asia/Shanghai')::date - n * 83, (array['乌有证监局', '虚构证券交易所'])[1 + n % 2], '示例〔' || extract(year from now())::int || '〕' || n || '号', null, ${deptId}::bigint, ${by}::bigint
    from (select row_number() over (order by company_id)::int as n, company_id, person_id from (select company_id, person_id from director_appointment where role_type = 'secretary' and appoint_status = 'serving' order by company_id offset 40 limit 12) x) a order by n`.execute(db)
}
