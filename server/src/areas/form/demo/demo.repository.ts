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
