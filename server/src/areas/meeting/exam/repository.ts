import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { DrawnQuestion } from '../course/tables'
import '../course/tables'

export const computed = { courseName: sql<string>`(select c.course_name from course c where c.course_id = t.course_id)` }

/** Questions of a course's pool, so many of them by chance. */
export const drawn = (db: Db, courseId: string, count: number) =>
  db.selectFrom('exam_question').select(['question_id as questionId', 'question_type as questionType', 'stem', 'choices', 'answer']).where('course_id', '=', courseId).orderBy(sql`random()`).limit(count).execute()

export interface Attempt {
  attemptId: string
  enrollId: string
  questions: DrawnQuestion[]
  answers: Record<string, string>
  startTime: Date
  submitTime: Date | null
  score: number | null
  passed: boolean | null
  secondsLeft: number
  isOver: boolean
}

/** Seconds for which an answer may be under way when the time is over. */
const GRACE = 5
const ATTEMPT = sql`a.attempt_id as "attemptId", a.enroll_id as "enrollId", a.questions, a.answers, a.start_time as "startTime", a.submit_time as "submitTime", a.score, a.passed,
  greatest(0, ceil(extract(epoch from a.end_time - clock_timestamp())))::int as "secondsLeft", clock_timestamp() > a.end_time + make_interval(secs => ${GRACE}::int) as "isOver"`

export const openAttempt = async (db: Db, enrollId: string): Promise<Attempt | undefined> =>
  (await sql<Attempt>`select ${ATTEMPT} from exam_attempt a where a.enroll_id = ${enrollId}::bigint and a.submit_time is null`.execute(db)).rows[0]
export const attemptOf = async (db: Db, attemptId: string): Promise<Attempt | undefined> =>
  (await sql<Attempt>`select ${ATTEMPT} from exam_attempt a where a.attempt_id = ${attemptId}::bigint`.execute(db)).rows[0]
export const attemptsOf = async (db: Db, enrollId: string): Promise<Attempt[]> =>
  (await sql<Attempt>`select ${ATTEMPT} from exam_attempt a where a.enroll_id = ${enrollId}::bigint order by a.attempt_id desc limit 50`.execute(db)).rows

/** Begins a try that ends after some minutes by the database's clock, and counts it. */
export async function begin(db: Db, enrollId: string, questions: readonly DrawnQuestion[], minutes: number): Promise<Attempt | undefined> {
  await sql`update course_enroll set tries_used = tries_used + 1 where enroll_id = ${enrollId}::bigint`.execute(db)
  await sql`insert into exam_attempt (enroll_id, questions, end_time) values (${enrollId}::bigint, ${JSON.stringify(questions)}::jsonb, clock_timestamp() + make_interval(mins => ${minutes}::int))`.execute(db)
  return openAttempt(db, enrollId)
}

export const keep = (db: Db, attemptId: string, answers: Readonly<Record<string, string>>) =>
  sql`update exam_attempt set answers = ${JSON.stringify(answers)}::jsonb where attempt_id = ${attemptId}::bigint and submit_time is null`.execute(db)

export const close = async (db: Db, { attemptId, enrollId }: Pick<Attempt, 'attemptId' | 'enrollId'>, score: number, passed: boolean): Promise<void> => {
  await sql`update exam_attempt set submit_time = clock_timestamp(), score = ${score}, passed = ${passed} where attempt_id = ${attemptId}::bigint and submit_time is null`.execute(db)
  await sql`update course_enroll set exam_score = greatest(coalesce(exam_score, 0), ${score}) where enroll_id = ${enrollId}::bigint`.execute(db)
}

/** Tries whose time is over and that nobody handed in. */
export const overdue = async (db: Db, count: number): Promise<{ attemptId: string; enrollId: string }[]> =>
  (await sql<{ attemptId: string; enrollId: string }>`select attempt_id as "attemptId", enroll_id as "enrollId" from exam_attempt where submit_time is null and end_time + make_interval(secs => ${GRACE}::int) < clock_timestamp() order by end_time limit ${count}`.execute(db)).rows
