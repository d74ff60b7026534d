import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

export interface OwnedRound {
  /** What sort of records its answers are the content of; the owner registers what it says of them under this name. */
  kind: string
  name: string
  templateId: string
  versionNo: number
  startTime: Date
  endTime: Date
  deptId: string | null
}

/** Opens a round that another area keeps; nobody is asked yet. */
export async function openOwnedRound(db: Db, round: OwnedRound): Promise<string> {
  const { roundId } = await db
    .insertInto('form_round')
    .values({
      round_name: round.name, template_id: round.templateId, version_no: round.versionNo, start_time: round.startTime, end_time: round.endTime, grace_minutes: 0, respondent_kind: 'companies',
      certify_flag: true, owner_kind: round.kind, round_status: 'filling', dept_id: round.deptId, create_by: null, remark: null,
    })
    .returning('round_id as roundId')
    .executeTakeFirstOrThrow()
  return roundId
}

/** Puts the end of an owned round off; one that has ended meanwhile goes on. */
export const extendOwnedRound = (db: Db, roundId: string, endTime: Date) =>
  sql`update form_round set end_time = ${endTime}, ended_time = null, round_status = case when round_status = 'ended' then 'filling' else round_status end, version = version + 1, update_time = now()
    where round_id = ${roundId}::bigint and owner_kind is not null and end_time <> ${endTime} and round_status <> 'archived'`.execute(db)

export interface OwnedTask {
  roundId: string
  ownerId: string
  /** Whom of the owner's register it is about; answers about the same one stand beside one another. */
  subject: string | null
  companyId: string
  /** A person of the pool who fills it in besides those who act for the company. */
  fillerPersonId: string | null
}

/** Gives a task of an owned round out, with its empty answer. */
export async function addOwnedTask(db: Db, task: OwnedTask): Promise<{ taskId: string; answerId: string }> {
  const { rows } = await sql<{ taskId: string; answerId: string }>`
    with task as (
      insert into form_task (round_id, company_id, owner_id, owner_subject, filler_person_id)
      values (${task.roundId}::bigint, ${task.companyId}::bigint, ${task.ownerId}::bigint, ${task.subject}::bigint, ${task.fillerPersonId}::bigint) returning task_id, round_id, company_id
    ) insert into form_answer (task_id, round_id, company_id, dept_id, version_no)
      select t.task_id, t.round_id, t.company_id, r.dept_id, r.version_no from task t join form_round r on r.round_id = t.round_id
      returning task_id as "taskId", answer_id as "answerId"`.execute(db)
  return rows[0] as { taskId: string; answerId: string }
}
