import { sql, type SqlBool } from 'kysely'
import type { Answers } from '@assoc/contract/form/engine/answers'
import { subjectKind } from '@assoc/contract/form/respondents'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { accountsHolding, actorName, personName } from '../../../platform/identity/people'
import { withWriter } from '../../../platform/resource/acted-by'
import { companiesHolding } from '../../member/api'
import type { AnswerStatus } from '../tables'
import type { Counted } from './content'
import '../tables'

const ofRound = (column: string) => sql`(select ${sql.ref(`r.${column}`)} from form_round r where r.round_id = t.round_id)`

/** How a respondent is called: the company, or the account. `alias` names the task. */
export const respondentName = (alias: string) =>
  sql<string>`coalesce((select c.short_name from company_public c where c.company_id = ${sql.ref(`${alias}.company_id`)}), ${personName(`${alias}.user_id`)}, '')`

/** Whom a task is about; null where it is about nobody. `alias` names the task. */
export const subjectName = (alias: string) =>
  sql<string | null>`coalesce((select p.name || '（' || c.short_name || '）' from board_person_public p, company_public c where p.person_id = ${sql.ref(`${alias}.subject_base_id`)} and c.company_id = ${sql.ref(`${alias}.subject_company_id`)}),
    (select c.short_name from company_public c where c.company_id = ${sql.ref(`${alias}.subject_company_id`)}), (select d.name from director_user_public d where d.director_id = ${sql.ref(`${alias}.subject_person_id`)}),
    (select ${subjectKind.labels.association}::text from form_round about where about.round_id = ${sql.ref(`${alias}.round_id`)} and about.subject_kind = 'association'))`

export const answerComputed = {
  roundName: ofRound('round_name'),
  certifyFlag: ofRound('certify_flag'),
  ownedFlag: sql<boolean>`(select r.owner_kind is not null from form_round r where r.round_id = t.round_id)`,
  queryCount: sql<number>`(select count(*)::int from form_query q where q.answer_id = t.answer_id and q.query_status <> 'closed')`,
  formName: sql<string>`(select f.form_name from form_round r join form_template f on f.template_id = r.template_id where r.round_id = t.round_id)`,
  respondentName: sql<string>`(select ${respondentName('k')} from form_task k where k.task_id = t.task_id)`,
  subjectName: sql<string | null>`(select ${subjectName('k')} from form_task k where k.task_id = t.task_id)`,
  lateReason: sql<string | null>`(select k.late_reason from form_task k where k.task_id = t.task_id)`,
  submitterName: personName('t.submit_by'),
  certificateNo: sql<string | null>`(select c.certificate_no from form_certificate c where c.answer_id = t.answer_id)`,
}

/** Answers of companies and accounts that a keyword names; each half is found by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.answer_id = any(array(
  select a.answer_id from form_answer a where a.company_id = any(array(${companiesHolding(keyword)}))
  union select a.answer_id from form_task k join form_answer a on a.task_id = k.task_id where k.user_id = any(array(${accountsHolding(keyword)}))))`

export interface VersionKey {
  templateId: string
  versionNo: number
  sha256: string
}

/** The version that an answer was filled in by. */
export async function versionOfAnswer(db: Db, answerId: string): Promise<VersionKey | undefined> {
  const { rows } = await sql<VersionKey>`select v.template_id as "templateId", v.version_no as "versionNo", v.sha256 from form_answer a
    join form_round r on r.round_id = a.round_id join form_version v on v.template_id = r.template_id and v.version_no = a.version_no where a.answer_id = ${answerId}::bigint`.execute(db)
  return rows[0]
}

export const documentText = async (db: Db, { templateId, versionNo }: VersionKey): Promise<string> =>
  (await db.selectFrom('form_version').select('document').where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirstOrThrow()).document

export interface StoredAnswer {
  answerId: string
  taskId: string
  answerStatus: AnswerStatus
  content: Answers
  revision: number
  revisions: Record<string, number>
  auditOpinion: string | null
  submissionCount: number
  anonymousFlag: boolean
}

const stored = (db: Db, answerId: string) =>
  db
    .selectFrom('form_answer')
    .select(['answer_id as answerId', 'task_id as taskId', 'answer_status as answerStatus', 'content', 'revision', 'revisions', 'audit_opinion as auditOpinion', 'submission_count as submissionCount', 'anonymous_flag as anonymousFlag'])
    .where('answer_id', '=', answerId)

export const readAnswer = async (db: Db, answerId: string): Promise<StoredAnswer | undefined> => (await stored(db, answerId).executeTakeFirst()) as StoredAnswer | undefined
/** The answer, held to the end of the transaction: saves, submissions and decisions of one answer come one after the other. */
export const holdAnswer = async (db: Db, answerId: string): Promise<StoredAnswer | undefined> => (await stored(db, answerId).forNoKeyUpdate().executeTakeFirst()) as StoredAnswer | undefined

/** Writes what was changed, and who did. */
export const writeContent = (db: Db, answerId: string, content: Answers, revision: number, revisions: Record<string, number>, userId: string) =>
  db
    .updateTable('form_answer')
    .set({ content: JSON.stringify(content), revision, revisions: JSON.stringify(revisions), acted_by: withWriter(userId), update_time: sql<Date>`now()` })
    .where('answer_id', '=', answerId)
    .execute()

export interface PersonalAnswer {
  path: string
  shown: string
  sealed: string
  print: string
}

export const personalOf = (db: Db, answerId: string): Promise<PersonalAnswer[]> =>
  db.selectFrom('form_personal').select(['answer_path as path', 'shown', 'personal_sealed as sealed', 'personal_print as print']).where('answer_id', '=', answerId).orderBy('answer_path').execute()

export const putPersonal = (db: Db, answerId: string, { path, shown, sealed, print }: PersonalAnswer) =>
  db
    .insertInto('form_personal')
    .values({ answer_id: answerId, answer_path: path, shown, personal_sealed: sealed, personal_print: print })
    .onConflict((c) => c.constraint('form_personal_path').doUpdateSet({ shown, personal_sealed: sealed, personal_print: print }))
    .execute()

/** Takes personal answers away, at these paths and below them. */
export const dropPersonal = (db: Db, answerId: string, paths: readonly string[]) =>
  paths.length === 0 ? Promise.resolve() : sql`delete from form_personal p where p.answer_id = ${answerId}::bigint and exists (select 1 from unnest(${[...paths]}::text[]) x where p.answer_path = x or starts_with(p.answer_path, x || '/'))`.execute(db)

/** Takes away the personal answers that stand at none of these paths. */
export const keepPersonal = (db: Db, answerId: string, paths: readonly string[]) => sql`delete from form_personal where answer_id = ${answerId}::bigint and answer_path <> all(${[...paths]}::text[])`.execute(db)

export interface Submitted {
  content: Answers
  omitted: readonly string[]
  values: readonly Counted[]
}

/** Keeps a submission, and lays its values; it counts as handed in `at` the instant at which it was still time, now when left out. Answers when. */
export async function writeSubmission(db: Db, answerId: string, submissionNo: number, { content, omitted, values }: Submitted, userId: string, at?: Date): Promise<Date> {
  const { submit_time, submission_id } = await db
    .insertInto('form_submission')
    .values({ answer_id: answerId, submission_no: submissionNo, content: JSON.stringify(content), omitted: JSON.stringify(omitted), submit_by: userId, submit_time: at ?? (sql<Date>`clock_timestamp()` as never) })
    .returning(['submit_time', 'submission_id'])
    .executeTakeFirstOrThrow()
  await sql`insert into form_submission_personal (submission_id, answer_path, shown, personal_sealed, personal_print)
    select ${submission_id}::bigint, answer_path, shown, personal_sealed, personal_print from form_personal where answer_id = ${answerId}::bigint`.execute(db)
  await db
    .updateTable('form_answer')
    .set({ content: JSON.stringify(content), submit_by: userId, submit_time, submission_count: submissionNo, acted_by: withWriter(userId) })
    .where('answer_id', '=', answerId)
    .execute()
  await dropValues(db, answerId)
  await insertValues(db, answerId, values)
  return submit_time
}

/** Lays what is counted of an answer. */
export const insertValues = (db: Db, answerId: string, values: readonly Counted[]) =>
  sql`insert into form_value (round_id, answer_id, question_key, row_id, choice, number, day)
    select a.round_id, a.answer_id, v.key, v.row, v.choice, v.number, v.day from form_answer a, jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(key text, "row" text, choice text, number numeric, day date)
    where a.answer_id = ${answerId}::bigint`.execute(db)

/** Takes away what no longer counts. */
export const dropValues = (db: Db, answerId: string) => db.deleteFrom('form_value').where('answer_id', '=', answerId).execute()

export const noteOpinion = (db: Db, answerId: string, opinion: string | null) => db.updateTable('form_answer').set({ audit_opinion: opinion }).where('answer_id', '=', answerId).execute()

export interface Submission {
  submissionNo: number
  submitTime: Date
  userName: string
}

export async function submissionsOf(db: Db, answerId: string): Promise<Submission[]> {
  const { rows } = await sql<Submission>`select s.submission_no as "submissionNo", s.submit_time as "submitTime", ${actorName('s.submit_by')} as "userName"
    from form_submission s where s.answer_id = ${answerId}::bigint order by s.submission_no desc limit 200`.execute(db)
  return rows
}

export async function submissionOf(db: Db, answerId: string, submissionNo: number): Promise<(Submission & { versionNo: number; content: Answers; omitted: string[] }) | undefined> {
  const { rows } = await sql<Submission & { versionNo: number; content: Answers; omitted: string[] }>`select s.submission_no as "submissionNo", s.submit_time as "submitTime", ${actorName('s.submit_by')} as "userName", s.version_no as "versionNo", s.content, s.omitted
    from form_submission s where s.answer_id = ${answerId}::bigint and s.submission_no = ${submissionNo}`.execute(db)
  return rows[0]
}

/** Ids of the files that stand in anything that was ever handed in of an answer. */
export async function submittedFiles(db: Db, answerId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select distinct f #>> '{}' as id from form_submission s, jsonb_path_query(s.content, '$.*[*].fileId') f where s.answer_id = ${answerId}::bigint`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The task of an answer. */
export const taskOfAnswer = async (db: Db, answerId: string): Promise<string | undefined> => (await db.selectFrom('form_answer').select('task_id').where('answer_id', '=', answerId).executeTakeFirst())?.task_id

/** Personal answers as they were handed in at one time. */
export async function personalOfSubmission(db: Db, answerId: string, submissionNo: number): Promise<PersonalAnswer[]> {
  return db
    .selectFrom('form_submission_personal as p')
    .innerJoin('form_submission as s', 's.submission_id', 'p.submission_id')
    .select(['p.answer_path as path', 'p.shown', 'p.personal_sealed as sealed', 'p.personal_print as print'])
    .where('s.answer_id', '=', answerId)
    .where('s.submission_no', '=', submissionNo)
    .orderBy('p.answer_path')
    .execute()
}

/** The version of a round, and what the round is called. */
export async function roundToExport(db: Db, roundId: string): Promise<(VersionKey & { roundName: string }) | undefined> {
  const { rows } = await sql<VersionKey & { roundName: string }>`select v.template_id as "templateId", v.version_no as "versionNo", v.sha256, r.round_name as "roundName"
    from form_round r join form_version v on v.template_id = r.template_id and v.version_no = r.version_no where r.round_id = ${roundId}::bigint`.execute(db)
  return rows[0]
}

const roundScope = scopeOf('formRound')

/** Whether a round lies within somebody's data scope as it is now. */
export async function mayReadRound(db: Db, principal: Principal, roundId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from form_round r where r.round_id = ${roundId}::bigint and ${roundScope(principal, 'r')}`.execute(db)
  return rows.length > 0
}

export interface PaperAnswerRow {
  roundName: string
  respondentName: string
  subjectName: string | null
  answerStatus: AnswerStatus
  submitTime: Date | null
  content: Answers
}

/** An answer with what stands at the head of its document. */
export async function answerOfPaper(db: Db, answerId: string): Promise<PaperAnswerRow | undefined> {
  const { rows } = await sql<PaperAnswerRow>`select r.round_name as "roundName", ${respondentName('k')} as "respondentName", ${subjectName('k')} as "subjectName", a.answer_status as "answerStatus", a.submit_time as "submitTime", a.content
    from form_answer a join form_task k on k.task_id = a.task_id join form_round r on r.round_id = a.round_id where a.answer_id = ${answerId}::bigint`.execute(db)
  return rows[0]
}

/** Until when what was sent back may be handed in again. */
export const giveReturnUntil = (db: Db, answerId: string, until: Date) => db.updateTable('form_answer').set({ return_until: until }).where('answer_id', '=', answerId).execute()
