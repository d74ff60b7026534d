import { sql, type Insertable } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Tables } from '../../../platform/database/tables'
import type { AnswerStatus } from '../tables'
import '../tables'

export const insertTemplate = async (db: Db, row: Insertable<Tables['form_template']>): Promise<string> =>
  (await db.insertInto('form_template').values(row).returning('template_id').executeTakeFirstOrThrow()).template_id

export const insertRound = async (db: Db, row: Insertable<Tables['form_round']>): Promise<string> => (await db.insertInto('form_round').values(row).returning('round_id').executeTakeFirstOrThrow()).round_id

export interface DemoTask {
  answerId: string
  companyId: string
  companyName: string
  stockCode: string | null
}

/** Some tasks of a round, always the same ones. */
export async function someTasks(db: Db, roundId: string, limit: number): Promise<DemoTask[]> {
  const { rows } = await sql<DemoTask>`select a.answer_id as "answerId", k.company_id as "companyId", c.company_name as "companyName", c.stock_code as "stockCode"
    from form_task k join form_answer a on a.task_id = k.task_id join company_public c on c.company_id = k.company_id where k.round_id = ${roundId}::bigint order by k.company_id limit ${limit}`.execute(db)
  return rows
}

/** Moves an answer of the demo on to where it stands, as of a time. */
export const settle = (db: Db, answerId: string, status: AnswerStatus, at: Date, opinion: string | null) =>
  db.updateTable('form_answer').set({ answer_status: status, audit_opinion: opinion, update_time: at, ...(status === 'draft' ? {} : { submit_time: at }) }).where('answer_id', '=', answerId).execute()

/** One answer of the demo that is the content of another area's record. */
export interface DemoOwned {
  ownerId: string
  subject: string | null
  companyId: string
  status: AnswerStatus
  content: string
}

/** Newest version of a form in use that is called so; undefined where there is none. */
export const formCalled = (db: Db, name: string) =>
  db.selectFrom('form_template').select(['template_id as templateId', 'latest_version as versionNo']).where('form_name', '=', name).where('form_status', '=', 'published').executeTakeFirst()

/** Lays tasks of an owned round with their answers, and a submission of each that was handed in; answers the answers' ids by owner. */
export async function seedOwnedAnswers(db: Db, roundId: string, rows: readonly DemoOwned[], userId: string): Promise<Map<string, string>> {
  const { rows: laid } = await sql<{ ownerId: string; answerId: string }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("ownerId" bigint, subject bigint, "companyId" bigint, status text, content text)),
    tasks as (insert into form_task (round_id, company_id, owner_id, owner_subject) select ${roundId}::bigint, "companyId", "ownerId", subject from given order by "ownerId" returning task_id, company_id, owner_id),
    answers as (
      insert into form_answer (task_id, round_id, company_id, dept_id, version_no, content, revision, answer_status, submission_count, submit_by, submit_time)
      select t.task_id, ${roundId}::bigint, t.company_id, r.dept_id, r.version_no, g.content::jsonb, 1, g.status, case when g.status = 'draft' then 0 else 1 end, case when g.status <> 'draft' then ${userId}::bigint end, case when g.status <> 'draft' then now() - interval '2 days' end
      from tasks t join given g on g."ownerId" = t.owner_id join form_round r on r.round_id = ${roundId}::bigint order by t.task_id returning answer_id, task_id, content, version_no, submission_count),
    handed as (
      insert into form_submission (answer_id, submission_no, content, omitted, submit_by, submit_time, version_no)
      select answer_id, 1, content, '[]', ${userId}::bigint, now() - interval '2 days', version_no from answers where submission_count > 0 order by answer_id)
    select t.owner_id as "ownerId", a.answer_id as "answerId" from answers a join tasks t on t.task_id = a.task_id`.execute(db)
  return new Map(laid.map(({ ownerId, answerId }) => [ownerId, answerId]))
}
