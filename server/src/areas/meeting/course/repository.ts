import { sql, type SqlBool } from 'kysely'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { ofLearners } from '../hours/repository'
import type { EnrollStatus } from './tables'
import './tables'
import '../video/tables'

const enrolled = (where: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from course_enroll e where e.course_id = t.course_id and ${where})`
export const courseComputed = {
  // Without an examination nothing is said of how it is shuffled.
  examShuffle: sql<boolean>`coalesce(t.exam_shuffle, false)`,
  creditHours: sql<number>`t.credit_hours::float8`,
  lecturerName: sql<string | null>`(select l.lecturer_name from lecturer l where l.lecturer_id = t.lecturer_id)`,
  price: sql<number>`t.price::float8`,
  memberPrice: sql<number>`t.member_price::float8`,
  questions: sql<number>`(select count(*)::int from exam_question q where q.course_id = t.course_id)`,
  enrolled: enrolled(sql`e.enroll_status <> 'cancelled'`),
  finished: enrolled(sql`e.enroll_status in ('done', 'certified')`),
}

/** Whoever does not prepare courses sees those that are listed. */
export const listedOnly = (principal: Principal, alias: string) => (has(principal, 'course:course:update') || has(principal, 'course:enroll:update') ? null : sql<SqlBool>`${sql.ref(`${alias}.course_status`)} = 'listed'`)

/** What a course is made of is told to who prepares it; who learns it asks for their own course (`selectStudy`). */
const contents = (column: 'sections' | 'documents') => (principal: Principal) => (has(principal, 'course:course:update') || has(principal, 'course:enroll:update') ? sql`${sql.ref(`t.${column}`)}` : sql`'[]'::jsonb`)
export const contentsFor = { sections: contents('sections'), documents: contents('documents') }

export const hasEnrolments = async (db: Db, courseId: string): Promise<boolean> => (await db.selectFrom('course_enroll').select('enroll_id').where('course_id', '=', courseId).limit(1).executeTakeFirst()) !== undefined
export const dropQuestions = (db: Db, courseId: string) => db.deleteFrom('exam_question').where('course_id', '=', courseId).execute()

const COURSE = ['course_id as courseId', 'course_name as courseName', 'course_status as courseStatus', 'sections', 'documents', 'intro', 'has_exam as hasExam', 'exam_count as examCount', 'exam_shuffle as examShuffle', 'exam_tries as examTries', 'exam_minutes as examMinutes', 'pass_mark as passMark'] as const
/** A course, held so that it does not change under what is decided of it. */
export const holdCourse = (db: Db, courseId: string) => courseRow(db, courseId).forShare().executeTakeFirst()
export const readCourse = (db: Db, courseId: string) => courseRow(db, courseId).executeTakeFirst()
const courseRow = (db: Db, courseId: string) =>
  db.selectFrom('course').select(COURSE).select([sql<number>`credit_hours::float8`.as('creditHours'), sql<number>`price::float8`.as('price'), sql<number>`member_price::float8`.as('memberPrice')]).where('course_id', '=', courseId)
export type Course = NonNullable<Awaited<ReturnType<typeof readCourse>>>

/** Meetings of a course's sections that are there, with when and where they are. */
export const meetingsOf = (db: Db, meetIds: readonly string[]) =>
  meetIds.length === 0 ? Promise.resolve([]) : db.selectFrom('meeting').select(['meet_id as meetId', 'start_time as startTime', 'address']).where('meet_id', 'in', [...meetIds]).execute()

const ofCourse = (column: string) => sql`(select ${sql.ref(`c.${column}`)} from course c where c.course_id = t.course_id)`
export const enrollComputed = {
  courseName: ofCourse('course_name'),
  courseType: ofCourse('course_type'),
  learnerName: sql<string>`(select l.name from learner l where l.learner_id = t.learner_id)`,
  companyName: sql<string | null>`(select coalesce(c.short_name, l.unit_name) from learner l left join company_public c on c.company_id = l.company_id where l.learner_id = t.learner_id)`,
  tries: sql<string | null>`(select t.tries_used || ' / ' || c.exam_tries from course c where c.course_id = t.course_id and c.has_exam)`,
  earnedHours: sql<number>`coalesce((select h.hours from hours_entry h where h.learner_id = t.learner_id and h.source_type = 'course' and h.source_id = t.course_id::text and h.entry_status = 'approved'), 0)::float8`,
  dueAmount: sql<number>`t.due_amount::float8`,
}
export const enrollFilters = {
  companyId: (companyId: string) => sql<SqlBool>`t.learner_id = any(array(select l.learner_id from learner l where l.company_id = ${companyId}::bigint))`,
}

/** Rows of learners whose name holds the keyword. */
export function ofLearnersNamed(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  return sql<SqlBool>`t.learner_id = any(array(select l.learner_id from learner l where l.search_grams @> ${grams}::text[]${exact ? sql`` : sql` and l.name ilike ${contains(keyword.trim())}`}))`
}

/** Rows are seen with their learner, and always by the learner's own account. */
export const ownOrSeen = (principal: Principal, alias: string) => {
  const seen = ofLearners(principal, alias)
  return seen && sql<SqlBool>`(${seen} or exists (select from learner l where l.learner_id = ${sql.ref(`${alias}.learner_id`)} and l.user_id = ${principal.userId}::bigint))`
}

/** Whether the company of a learner is in membership: then the members' price holds. */
export const isOfMember = async (db: Db, learnerId: string): Promise<boolean> =>
  ((await sql<{ is: boolean }>`select exists (select from learner l join member_public m on m.company_id = l.company_id where l.learner_id = ${learnerId}::bigint and not m.deleted and m.member_status = 'normal') as is`.execute(db)).rows[0]?.is) ?? false

/** Learner of somebody's own account; by its number where it has not been linked yet. */
export const ownLearner = async (db: Db, userId: string, mobile: string | null): Promise<string | undefined> =>
  (await sql<{ learnerId: string }>`select coalesce(merged_into, learner_id) as "learnerId" from learner where user_id = ${userId}::bigint or mobile = ${mobile} order by (user_id = ${userId}::bigint) desc nulls last limit 1`.execute(db)).rows[0]?.learnerId

const ENROLMENT = sql`t.enroll_id as "enrollId", t.course_id as "courseId", t.learner_id as "learnerId", t.progress, t.tries_used as "triesUsed", t.due_amount::float8 as "dueAmount", t.enroll_status as "enrollStatus", t.version`
export interface Enrolment {
  enrollId: string
  courseId: string
  learnerId: string
  progress: number
  triesUsed: number
  dueAmount: number
  enrollStatus: EnrollStatus
  version: number
}

/** Somebody's own enrolment for a course. */
export const ownEnrolment = async (db: Db, learnerId: string, courseId: string): Promise<Enrolment | undefined> =>
  (await sql<Enrolment>`select ${ENROLMENT} from course_enroll t where t.learner_id = ${learnerId}::bigint and t.course_id = ${courseId}::bigint and t.enroll_status <> 'cancelled'`.execute(db)).rows[0]

/** An enrolment, held: progress and tries of it are counted one after the other. */
export const holdEnrolment = async (db: Db, enrollId: string): Promise<Enrolment | undefined> =>
  (await sql<Enrolment>`select ${ENROLMENT} from course_enroll t where t.enroll_id = ${enrollId}::bigint for no key update`.execute(db)).rows[0]

/** Meetings that a learner signed in at, among some. */
export async function attendedOf(db: Db, learnerId: string, meetIds: readonly string[]): Promise<Set<string>> {
  if (meetIds.length === 0) return new Set()
  const { rows } = await sql<{ meetId: string }>`
    select distinct r.meet_id as "meetId" from meeting_registration r
    where r.meet_id = any(${[...meetIds]}::bigint[]) and r.reg_status = 'attended'
      and r.mobile in (select l.mobile from learner l where l.learner_id = ${learnerId}::bigint or l.merged_into = ${learnerId}::bigint)`.execute(db)
  return new Set(rows.map((row) => row.meetId))
}

/** Videos that the account of a learner has watched to their end, among some. */
export async function watchedOf(db: Db, learnerId: string, videoIds: readonly string[]): Promise<Set<string>> {
  if (videoIds.length === 0) return new Set()
  const { rows } = await sql<{ videoId: string }>`
    select w.video_id as "videoId" from video_watch w
    where w.video_id = any(${[...videoIds]}::bigint[]) and w.done_time is not null
      and w.user_id in (select l.user_id from learner l where (l.learner_id = ${learnerId}::bigint or l.merged_into = ${learnerId}::bigint) and l.user_id is not null)`.execute(db)
  return new Set(rows.map((row) => row.videoId))
}

/** How much of some videos a person has watched, in percent. */
export async function sharesOf(db: Db, userId: string, videoIds: readonly string[]): Promise<Map<string, number>> {
  if (videoIds.length === 0) return new Map()
  const { rows } = await sql<{ videoId: string; share: number }>`
    select v.video_id as "videoId", least(100, coalesce(w.watched_ms, 0)::bigint / (10 * v.duration))::int as share
    from meeting_video v left join video_watch w on w.video_id = v.video_id and w.user_id = ${userId}::bigint
    where v.video_id = any(${[...videoIds]}::bigint[]) and v.publish_status = 'published'`.execute(db)
  return new Map(rows.map((row) => [row.videoId, row.share]))
}

/** Videos among some that nobody can watch now, by name. */
export const unpublishedOf = (db: Db, videoIds: readonly string[]) =>
  videoIds.length === 0 ? Promise.resolve([]) : db.selectFrom('meeting_video').select('video_name as videoName').where('video_id', 'in', [...videoIds]).where('publish_status', '<>', 'published').orderBy('video_id').execute()

export const doneItems = async (db: Db, enrollId: string): Promise<Set<string>> =>
  new Set((await db.selectFrom('course_item_done').select('item_key').where('enroll_id', '=', enrollId).execute()).map((row) => row.item_key))
export const noteDone = (db: Db, enrollId: string, key: string) => db.insertInto('course_item_done').values({ enroll_id: enrollId, item_key: key }).onConflict((c) => c.doNothing()).execute()
export const setProgress = (db: Db, enrollId: string, progress: number) => db.updateTable('course_enroll').set({ progress }).where('enroll_id', '=', enrollId).execute()
export const setFinished = (db: Db, enrollId: string) => db.updateTable('course_enroll').set({ finish_time: sql<Date>`clock_timestamp()` }).where('enroll_id', '=', enrollId).execute()
export const resetTries = (db: Db, enrollId: string) => db.updateTable('course_enroll').set({ tries_used: 0, exam_score: null }).where('enroll_id', '=', enrollId).execute()
export const noteReceipt = (db: Db, enrollId: string, receiptNo: string) => db.updateTable('course_enroll').set({ receipt_no: receiptNo }).where('enroll_id', '=', enrollId).execute()

/** Enrolments that sign-ins at meetings may have moved on, after one of them in the order of their ids. */
export async function learningAtSessions(db: Db, after: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ enrollId: string }>`
    select e.enroll_id as "enrollId" from course_enroll e join course c on c.course_id = e.course_id
    where e.enroll_status = 'learning' and e.enroll_id > ${after}::bigint and c.sections @> '[{"kind": "session"}]' order by e.enroll_id limit ${count}`.execute(db)
  return rows.map((row) => row.enrollId)
}

export interface StudyRow {
  learnerName: string
  courseName: string
  progress: number
  enrollStatus: EnrollStatus
  examScore: number | null
  earnedHours: number
  createTime: Date
}

/** What the people of a company have learnt, as their file tells it. */
export async function studyOfCompany(db: Db, companyId: string, limit: number): Promise<StudyRow[]> {
  const { rows } = await sql<StudyRow>`
    select l.name as "learnerName", c.course_name as "courseName", t.progress, t.enroll_status as "enrollStatus", t.exam_score as "examScore", ${enrollComputed.earnedHours} as "earnedHours", t.create_time as "createTime"
    from course_enroll t join learner l on l.learner_id = t.learner_id join course c on c.course_id = t.course_id
    where l.company_id = ${companyId}::bigint and t.enroll_status <> 'cancelled' order by l.name, t.create_time limit ${limit}`.execute(db)
  return rows
}

export const companyCalled = async (db: Db, companyId: string): Promise<string> =>
  (await sql<{ name: string }>`select short_name as name from company_public where company_id = ${companyId}::bigint`.execute(db)).rows[0]?.name ?? ''
