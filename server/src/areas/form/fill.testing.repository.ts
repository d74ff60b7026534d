import { sql } from 'kysely'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { Db } from '../../platform/database/database'

/** First account of those that answer; there are none with these ids, so the rows are laid without asking for them. */
const FIRST_USER = 50_000_000

/**
 * Lays so many handed-in answers to the numbers, days, choices and texts of a form, with their values: as the database's superuser, for tests of plans and for
 * the bench. What is answered follows from the ids alone, so it is the same each time.
 */
export async function fillAnswers(db: Db, roundId: string, doc: FormDoc, count: number): Promise<void> {
  const asked = Object.entries(doc.questions).flatMap(([key, { type, options }]) =>
    type === 'radio' || type === 'select' ? [{ key, kind: 'choice', most: options?.length ?? 1 }] : type === 'checkbox' ? [{ key, kind: 'choices', most: options?.length ?? 1 }] : type === 'number' ? [{ key, kind: 'number', most: 1000 }] : type === 'date' ? [{ key, kind: 'day', most: 365 }] : type === 'text' ? [{ key, kind: 'text', most: 1000 }] : [],
  )
  const [keys, kinds, most] = [asked.map(({ key }) => key), asked.map(({ kind }) => kind), asked.map((one) => one.most)]
  const questions = sql`unnest(${keys}::text[], ${kinds}::text[], ${most}::int[]) with ordinality q(key, kind, most, no)`
  const chosen = sql`(hashint8(a.answer_id * 1000 + q.no) & 2147483647) % q.most`
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into form_task (round_id, user_id) select ${roundId}::bigint, ${FIRST_USER}::bigint + n from generate_series(1, ${count}::int) n`.execute(tx)
    await sql`insert into form_answer (task_id, round_id, dept_id, version_no, answer_status, submission_count, submit_time, update_time)
      select k.task_id, k.round_id, (select dept_id from form_round where round_id = ${roundId}::bigint), (select version_no from form_round where round_id = ${roundId}::bigint), 'submitted', 1, now() - k.task_id * interval '1 second', now() - k.task_id * interval '1 second'
      from form_task k where k.round_id = ${roundId}::bigint and k.user_id > ${FIRST_USER}::bigint`.execute(tx)
    await sql`update form_answer a set content = (
        select jsonb_object_agg(q.key, case q.kind when 'choice' then to_jsonb('o' || ${chosen} + 1) when 'choices' then jsonb_build_array('o' || ${chosen} + 1) when 'number' then to_jsonb((${chosen})::text)
          when 'day' then to_jsonb((date '2026-01-01' + (${chosen})::int)::text) else to_jsonb('说明' || ${chosen}) end) from ${questions})
      from form_task k where k.task_id = a.task_id and a.round_id = ${roundId}::bigint and k.user_id > ${FIRST_USER}::bigint`.execute(tx)
    await sql`insert into form_value (round_id, answer_id, question_key, choice, number, day)
      select a.round_id, a.answer_id, q.key, case when q.kind in ('choice', 'choices') then 'o' || ${chosen} + 1 end, case when q.kind = 'number' then (${chosen})::numeric end, case when q.kind = 'day' then date '2026-01-01' + (${chosen})::int end
      from form_answer a join form_task k on k.task_id = a.task_id cross join ${questions}
      where a.round_id = ${roundId}::bigint and k.user_id > ${FIRST_USER}::bigint and q.kind <> 'text'`.execute(tx)
  })
  await sql`vacuum analyze form_answer`.execute(db)
  await sql`vacuum analyze form_value`.execute(db)
  await sql`vacuum analyze form_task`.execute(db)
}
