import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Answers } from '@assoc/contract/form/engine/answers'
import type { LookupPath } from '@assoc/contract/form/engine/document'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { personName } from '../../../platform/identity/people'
import { subjectName } from '../answer/repository'
import type { AnswerStatus, FormKind, RoundStatus } from '../tables'
import '../tables'

/** Tasks of somebody: their own, and those of the companies that they act for. The ids first, for each half has an index of its own. */
const isOwn = ({ links, userId }: Principal): RawBuilder<SqlBool> => sql<SqlBool>`k.task_id = any(array(
  select o.task_id from form_task o where o.company_id = any(${links.companies.map(({ id }) => id)}::bigint[])
  union all select o.task_id from form_task o where o.user_id = ${userId}::bigint
  union all select o.task_id from form_task o where o.filler_person_id = any(${links.persons.map(({ id }) => id)}::bigint[])))`

export interface Task {
  taskId: string
  answerId: string
  roundId: string
  roundName: string
  formName: string
  formKind: FormKind
  companyId: string | null
  companyName: string | null
  subjectName: string | null
  startTime: Date
  endTime: Date
  roundStatus: RoundStatus
  anonymousFlag: boolean
  answerStatus: AnswerStatus
  submitTime: Date | null
  /** Until the end with its grace, by the database's clock; less than 0 when it is over. */
  secondsLeft: number
  /** Until the end of corrections, and until what was sent back is to be handed in again; null where there is neither. */
  correctionLeft: number | null
  returnLeft: number | null
  returnUntil: Date | null
  returnScope: 'listed' | 'all'
  submissionCount: number
  /** The area that keeps the round, and its record that the answer is the content of; null for rounds that staff send out. */
  ownerKind: string | null
  ownerId: string | null
  today: string
  /** When the database was asked: what is decided by its clock is noted with the same instant. */
  askedTime: Date
}

/** When corrections of a round end: so many days after its end, which is earlier where somebody has ended it. */
const CORRECTED_UNTIL = sql`least(r.end_time, coalesce(r.ended_time, r.end_time)) + r.grace_minutes * interval '1 minute' + r.correction_days * interval '1 day'`
// An instant that is not set is none: `least` by itself would make it the furthest of all.
const secondsTo = (instant: RawBuilder<unknown>) => sql`case when ${instant} is not null then least(floor(extract(epoch from ${instant} - clock.at)), 2147483647)::int end`

const TASK = sql`k.task_id as "taskId", a.answer_id as "answerId", k.round_id as "roundId", r.round_name as "roundName", f.form_name as "formName", f.form_kind as "formKind", k.company_id as "companyId",
  (select c.company_name from company_public c where c.company_id = k.company_id) as "companyName", ${subjectName('k')} as "subjectName", r.start_time as "startTime", r.end_time as "endTime", r.round_status as "roundStatus", a.anonymous_flag as "anonymousFlag",
  a.answer_status as "answerStatus", a.submit_time as "submitTime", ${secondsTo(sql`r.end_time + r.grace_minutes * interval '1 minute'`)} as "secondsLeft",
  case when r.correction_days > 0 then ${secondsTo(CORRECTED_UNTIL)} end as "correctionLeft", ${secondsTo(sql`a.return_until`)} as "returnLeft", a.return_until as "returnUntil",
  r.return_scope as "returnScope", a.submission_count as "submissionCount", r.owner_kind as "ownerKind", k.owner_id as "ownerId",
  (clock.at at time zone 'Asia/Shanghai')::date::text as today, clock.at as "askedTime"`
const FROM = sql`from form_task k join form_answer a on a.task_id = k.task_id join form_round r on r.round_id = k.round_id join form_template f on f.template_id = r.template_id
  -- Read once: what is decided by it and what is noted with it are the same instant.
  cross join (select clock_timestamp() as at offset 0) clock`
/** What still waits to be filled in. */
const OPEN = sql<SqlBool>`((a.answer_status in ('empty', 'draft', 'returned') and r.round_status in ('filling', 'paused')) or
  (a.answer_status in ('draft', 'returned') and a.submission_count > 0 and r.round_status = 'ended' and greatest(a.return_until, case when r.correction_days > 0 then ${CORRECTED_UNTIL} end) > clock_timestamp()))`

export async function ownTasks(db: Db, principal: Principal, { part, evaluation }: { part?: 'open' | 'done' | undefined; evaluation?: boolean | undefined }, limit: number, offset: number): Promise<{ total: number; items: Task[] }> {
  const where = sql`where ${isOwn(principal)} and r.round_status <> 'archived'${part === undefined ? sql`` : part === 'open' ? sql` and ${OPEN}` : sql` and not ${OPEN}`}${evaluation ? sql` and r.subject_kind <> 'none'` : sql``}`
  const { rows } = await sql<Task>`select ${TASK} ${FROM} ${where} order by ${OPEN} desc, case when ${OPEN} then r.end_time end, r.end_time desc, k.task_id limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n ${FROM} ${where}`.execute(db)
  return { items: rows, total: total.rows[0]?.n ?? 0 }
}

/** One of somebody's tasks by the database's clock; undefined for others. */
export async function ownTask(db: Db, principal: Principal, taskId: string): Promise<Task | undefined> {
  const { rows } = await sql<Task>`select ${TASK} ${FROM} where k.task_id = ${taskId}::bigint and ${isOwn(principal)}`.execute(db)
  return rows[0]
}

/** A task whoever it is given to, for staff who act for its respondent. */
export async function taskById(db: Db, taskId: string): Promise<Task | undefined> {
  const { rows } = await sql<Task>`select ${TASK} ${FROM} where k.task_id = ${taskId}::bigint`.execute(db)
  return rows[0]
}

/** What the registers say of whoever a form is filled in for. */
export async function lookupsOf(db: Db, companyId: string | null, userId: string): Promise<Partial<Record<LookupPath, string>>> {
  const { rows } = await sql<Record<LookupPath, string | null>>`
    select c.company_name as "companyName", c.short_name as "companyShortName", c.stock_code as "stockCode", c.credit_code as "creditCode", m.member_no as "memberNo",
      (select g.category_name from member_category_public g where g.category_id = m.category_id) as "memberCategory", ${personName('filler.id')} as "personName"
    from (select ${userId}::bigint as id) filler left join company_public c on c.company_id = ${companyId}::bigint
    left join lateral (select m.member_no, m.category_id from member_public m where m.company_id = c.company_id and not m.deleted and m.member_status in ('normal', 'suspended', 'leaving') order by m.member_id limit 1) m on true`.execute(db)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null && value !== ''))
}

/** What the same respondent handed in by the round before of the same form; null where there was none. */
export async function previousAnswers(db: Db, taskId: string): Promise<Answers | null> {
  const { rows } = await sql<{ content: Answers }>`
    select a.content from form_task k join form_round r on r.round_id = k.round_id
      join form_task p on p.task_id = any(array(select o.task_id from form_task o where o.company_id = k.company_id union all select o.task_id from form_task o where o.user_id = k.user_id)) and p.subject_company_id is not distinct from k.subject_company_id and p.subject_person_id is not distinct from k.subject_person_id and p.subject_base_id is not distinct from k.subject_base_id and p.owner_subject is not distinct from k.owner_subject join form_round e on e.round_id = p.round_id and e.template_id = r.template_id and e.start_time < r.start_time
      join form_answer a on a.task_id = p.task_id and a.answer_status in ('submitted', 'certified') and not a.anonymous_flag
    where k.task_id = ${taskId}::bigint order by e.start_time desc, e.round_id desc limit 1`.execute(db)
  return rows[0]?.content ?? null
}
