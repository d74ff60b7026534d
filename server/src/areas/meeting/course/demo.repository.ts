import { sql, type Insertable } from 'kysely'
import type { QuestionType } from '@assoc/contract/meeting/exam-question'
import type { Db } from '../../../platform/database/database'
import type { Tables } from '../../../platform/database/tables'
import './tables'

export const insertDemoCourse = async (db: Db, row: Insertable<Tables['course']>): Promise<string> => (await db.insertInto('course').values(row).returning('course_id').executeTakeFirstOrThrow()).course_id

export const insertDemoQuestions = (db: Db, courseId: string, questions: readonly (readonly [QuestionType, string, string | null, string])[]) =>
  db.insertInto('exam_question').values(questions.map(([question_type, stem, choices, answer]) => ({ course_id: courseId, question_type, stem, choices, answer }))).execute()

/** Trainings that are to come, for sections on the spot. */
export const meetingsToLearnAt = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('meeting').select('meet_id as meetId').where('meeting_type', '=', 'training').where('meeting_status', 'in', ['open', 'closed', 'running', 'ended']).orderBy('start_time', 'desc').limit(4).execute()).map((row) => row.meetId)

/** Learners of the demo learn a course: of older ones nearly all have finished, with their hours in the ledger. */
export async function enrollDemo(db: Db, courseId: string, { count, recent, by }: { count: number; recent: boolean; by: string }): Promise<void> {
  await sql`
    with chosen as (
      select l.learner_id, row_number() over (order by md5(l.learner_id::text || 'course' || ${courseId})) as n from learner l join course c on c.course_id = ${courseId}::bigint
      where l.merged_into is null and l.learner_role = any(c.target_roles) order by n limit ${count}
    ), made as (
      insert into course_enroll (course_id, learner_id, progress, tries_used, exam_score, due_amount, receipt_no, enroll_status, finish_time, create_by, create_time, update_time)
      select c.course_id, chosen.learner_id, case when chosen.n % 4 = 0 and ${recent} then 50 else 100 end, case when c.has_exam then 1 else 0 end, case when c.has_exam and not (chosen.n % 4 in (0, 1) and ${recent}) then 80 end,
        c.member_price, case when c.member_price > 0 then 'SJ' || chosen.learner_id end,
        case when ${recent} and chosen.n % 4 = 0 then 'learning' when ${recent} and chosen.n % 4 = 1 and c.has_exam then 'toExam' else 'done' end,
        case when ${recent} and chosen.n % 4 in (0, 1) then null else least(now(), c.create_time + interval '20 days') end, ${by}::bigint, c.create_time + interval '3 days', c.create_time + interval '20 days'
      from chosen join course c on c.course_id = ${courseId}::bigint where c.course_status <> 'draft' order by chosen.n
      returning course_id, learner_id, enroll_status, finish_time
    )
    insert into hours_entry (learner_id, source_type, source_id, title, hours, learned_on, entry_status)
    select m.learner_id, 'course', m.course_id::text, c.course_name, c.credit_hours, (coalesce(m.finish_time, now()) at time zone 'Asia/Shanghai')::date, 'approved' from made m join course c on c.course_id = m.course_id where m.enroll_status = 'done'
    on conflict (learner_id, source_type, source_id) where entry_status <> 'revoked' do nothing`.execute(db)
}

/** Certificates of a third of the courses that were finished; answers how far the numbers of each year have come. */
export async function certifyDemo(db: Db, by: string): Promise<{ period: string; last: number }[]> {
  const { rows } = await sql<{ period: string; last: number }>`
    with finished as (
      select e.enroll_id, e.learner_id, e.finish_time, c.course_name, c.credit_hours, extract(year from e.finish_time at time zone 'Asia/Shanghai')::int as y,
        row_number() over (partition by extract(year from e.finish_time at time zone 'Asia/Shanghai') order by e.enroll_id) as n
      from course_enroll e join course c on c.course_id = e.course_id where e.enroll_status = 'done' and e.finish_time is not null and e.enroll_id % 3 = 0
    ), written as (
      insert into certificate (cert_no, check_code, learner_id, cert_year, certificate_source, source_id, holder_name, holder_unit, title, hours, create_by, create_time, update_time)
      select 'XS' || f.y || lpad(f.n::text, 4, '0'), translate(upper(substr(md5('certificate' || f.enroll_id), 1, 10)), '01', '23'), f.learner_id, f.y, 'course', f.enroll_id::text, l.name,
        coalesce((select c.company_name from company_public c where c.company_id = l.company_id), l.unit_name), f.course_name, f.credit_hours, ${by}::bigint, f.finish_time, f.finish_time
      from finished f join learner l on l.learner_id = f.learner_id order by f.y, f.n returning source_id, cert_year
    ), moved as (update course_enroll set enroll_status = 'certified' where enroll_id in (select source_id::bigint from written))
    select cert_year::text as period, count(*)::int as last from written group by 1`.execute(db)
  return rows
}

export const lecturersOf = async (db: Db): Promise<string[]> => (await db.selectFrom('lecturer').select('lecturer_id as lecturerId').where('lecturer_status', '=', 'active').orderBy('lecturer_id').limit(12).execute()).map((row) => row.lecturerId)
