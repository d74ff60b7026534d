import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

const DIMENSIONS = JSON.stringify(['选题价值', '创新性', '论证与方法', '实务价值', '规范性'].map((dimName, i) => ({ dimName, dimWeight: 20, dimMax: 100, tieOrder: i + 1 })))
const EXPERTS = 60
const OWN_WORKS = 100

/** Lays a batch that has ended with so many works of five sheets each, normalised by expert, and one whose hundred works the administrator scores as an expert. */
export async function fillReviews(db: Db, works: number): Promise<{ ended: string; scoring: string; sheetIds: string[] }> {
  const { rows: experts } = await sql<{ expert_id: string }>`insert into expert (expert_no, name, unit, fields, mobile, email, term_end, expert_status, user_id)
    select 'ZB' || lpad(n::text, 4, '0'), '评审' || n, '子虚大学', '{law}', (18700000000 + n)::text, 'b' || n || '@example.com', current_date + 400, 'serving', case when n = 1 then (select user_id from sys_user where login_name = 'admin') end
    from generate_series(1, ${EXPERTS}::int) n returning expert_id`.execute(db)
  const batch = async (name: string, status: string, items: number) => {
    const { rows } = await sql<{ id: string }>`insert into review_batch (batch_name, review_kind, review_stage, start_time, end_time, dimensions, trim_rule, normalisation, spread_limit, cut_kind, cut_value, batch_status, frozen_time)
      values (${name}, 'work', 'final', now() - interval '9 days', now() + interval '9 days', ${DIMENSIONS}::jsonb, 'ends', 'expert', 100, 'first', 200, ${status}, now()) returning batch_id as id`.execute(db)
    const id = rows[0]?.id ?? ''
    await sql`insert into review_item (batch_id, reviewable, object_id, item_no, title) select ${id}::bigint, 'work', w.work_id, n, w.title from (select work_id, title, row_number() over (order by work_id) as n from review_work) w where n <= ${items}`.execute(db)
    return id
  }
  await sql`insert into review_work (work_no, title, summary) select 'BW' || n, '作品' || n, repeat('正文', 500) from generate_series(1, ${works}::int) n`.execute(db)
  const [ended, scoring] = [await batch('已截止批次', 'ended', works), await batch('评分批次', 'scoring', OWN_WORKS)]
  const ids = experts.map(({ expert_id }) => expert_id)
  await sql`with pairs as (select i.item_id, (${ids}::bigint[])[1 + (i.item_no * 7 + k * 11) % ${EXPERTS}] as expert_id, i.item_no, k from review_item i, generate_series(0, 4) k where i.batch_id = ${ended}::bigint),
      assigned as (insert into review_assignment (batch_id, item_id, expert_id, assign_status) select ${ended}::bigint, item_id, expert_id, 'accepted' from pairs returning assignment_id, item_id, expert_id),
      scored as (select a.*, p.item_no, p.k, (select jsonb_object_agg(d ->> 'dimName', round((60 + (hashint8(a.assignment_id * 31 + o) & 1023) / 1023.0 * 39)::numeric, 1)) from jsonb_array_elements(${DIMENSIONS}::jsonb) with ordinality x(d, o)) as scores from assigned a join pairs p using (item_id, expert_id))
    insert into review_sheet (assignment_id, batch_id, item_id, expert_id, dim_scores, total_score, comment, sheet_status, opened_time, submit_time)
    select assignment_id, ${ended}::bigint, item_id, expert_id, scores, (select round(sum(v::numeric) / 5, 2) from jsonb_each_text(scores) e(k, v)), repeat('意见', 20), 'submitted', now(), now() from scored`.execute(db)
  const { rows: own } = await sql<{ sheet_id: string }>`with assigned as (insert into review_assignment (batch_id, item_id, expert_id, assign_status) select ${scoring}::bigint, i.item_id, e, 'accepted' from review_item i, unnest(${ids}::bigint[]) e where i.batch_id = ${scoring}::bigint returning assignment_id, item_id, expert_id),
      made as (insert into review_sheet (assignment_id, batch_id, item_id, expert_id) select assignment_id, ${scoring}::bigint, item_id, expert_id from assigned returning sheet_id, expert_id)
    select sheet_id from made where expert_id = ${ids[0]}::bigint`.execute(db)
  await sql`analyze review_sheet, review_item, review_assignment`.execute(db)
  return { ended, scoring, sheetIds: own.map(({ sheet_id }) => sheet_id) }
}
