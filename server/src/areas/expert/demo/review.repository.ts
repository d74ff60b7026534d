import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { noteNumbers } from '../../../platform/numbers/numbers'
import '../review/tables'
import '../tables'

interface Maker {
  deptId: string | null
  by: string
}

interface NewAuthor {
  name: string
  unit: string
  mobile: string
  print: string
}

export interface NewWork {
  no: string
  title: string
  initials: string
  summary: string
  companyId: string | null
  authors: NewAuthor[]
}

/** Writes works with their authors; answers the ids in their order. */
export async function insertWorks(db: Db, works: readonly NewWork[], { deptId, by }: Maker): Promise<string[]> {
  const all = JSON.stringify(works)
  const { rows } = await sql<{ id: string }>`
    insert into review_work (work_no, title, title_initials, summary, company_id, dept_id, create_by)
    select x.one ->> 'no', x.one ->> 'title', x.one ->> 'initials', x.one ->> 'summary', (x.one ->> 'companyId')::bigint, ${deptId}::bigint, ${by}::bigint
    from jsonb_array_elements(${all}::jsonb) with ordinality x(one, n) order by x.n returning work_id as id`.execute(db)
  await sql`
    insert into review_work_author (work_id, position, name, unit, mobile, id_card, mobile_print, id_card_print, company_id)
    select w.work_id, a.n - 1, a.one ->> 'name', a.one ->> 'unit', a.one ->> 'mobile', null, a.one ->> 'print', null, null
    from jsonb_array_elements(${all}::jsonb) x(one) join review_work w on w.work_no = x.one ->> 'no' cross join lateral jsonb_array_elements(x.one -> 'authors') with ordinality a(one, n) order by w.work_id, a.n`.execute(db)
  return rows.map(({ id }) => id)
}

export const noteWorkNumbers = (db: Db, last: number): Promise<void> => noteNumbers(db, 'SJ', [{ period: '', last }])

export interface NewBatch {
  name: string
  status: 'waiting' | 'scoring' | 'ended'
  /** Days from now on which scoring begins and ends. */
  from: number
  to: number
  dimensions: readonly object[]
  normalised: boolean
  workIds: readonly string[]
}

/** Writes a batch with its works; answers its id and those of the works in it, in their order. */
export async function insertBatch(db: Db, batch: NewBatch, { deptId, by }: Maker): Promise<{ batchId: string; itemIds: string[] }> {
  const begun = batch.status !== 'waiting'
  const { rows } = await sql<{ id: string }>`
    insert into review_batch (batch_name, review_kind, review_stage, start_time, end_time, dimensions, trim_rule, normalisation, cut_kind, cut_value, batch_status, frozen_time, dept_id, create_by)
    values (${batch.name}, 'work', 'first', date_trunc('day', now()) + make_interval(days => ${batch.from}), date_trunc('day', now()) + make_interval(days => ${batch.to}, hours => 10), ${JSON.stringify(batch.dimensions)}::jsonb, 'ends',
      ${batch.normalised ? 'expert' : 'none'}, 'first', 10, ${batch.status}, case when ${begun} then date_trunc('day', now()) + make_interval(days => ${batch.from}) end, ${deptId}::bigint, ${by}::bigint)
    returning batch_id as id`.execute(db)
  const batchId = rows[0]?.id ?? ''
  const items = await sql<{ id: string }>`
    insert into review_item (batch_id, reviewable, object_id, item_no, title)
    select ${batchId}::bigint, 'work', w.work_id, x.n, w.title from unnest(${[...batch.workIds]}::bigint[]) with ordinality x(id, n) join review_work w on w.work_id = x.id order by x.n returning item_id as id`.execute(db)
  return { batchId, itemIds: items.rows.map(({ id }) => id) }
}

/** Experts in office with an account, whose term runs for a while, by their number. */
export async function scorersOfDemo(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select expert_id as id from expert where expert_status = 'serving' and user_id is not null and term_end > (now() at time zone 'Asia/Shanghai')::date + 120 order by expert_no limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface NewAssignment {
  itemId: string
  expertId: string
  status: 'waiting' | 'accepted' | 'declined'
}

/** Writes assignments, and the sheet of each that was taken on. */
export async function insertAssignments(db: Db, batchId: string, assignments: readonly NewAssignment[], { by }: Maker): Promise<void> {
  await sql`
    insert into review_assignment (batch_id, item_id, expert_id, assign_status, confirm_by, reason, create_by)
    select ${batchId}::bigint, x."itemId", x."expertId", x.status, now() + interval '3 days', case when x.status = 'declined' then '近期出差，无法按时完成' end, ${by}::bigint
    from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) x("itemId" bigint, "expertId" bigint, status text) order by x."itemId", x."expertId"`.execute(db)
  await sql`
    insert into review_sheet (assignment_id, batch_id, item_id, expert_id)
    select a.assignment_id, a.batch_id, a.item_id, a.expert_id from review_assignment a where a.batch_id = ${batchId}::bigint and a.assign_status = 'accepted' order by a.assignment_id`.execute(db)
}

/** One recusal of each source, of works of a batch that nobody else of the demo needs. */
export async function insertRecusals(db: Db, itemIds: readonly string[], expertIds: readonly string[], { deptId, by }: Maker): Promise<void> {
  await sql`
    insert into review_recusal (batch_id, item_id, expert_id, recuse_type, recuse_source, detail, fact_key, recuse_status, acted_by, dept_id, create_by)
    select i.batch_id, i.item_id, x.expert_id, x.type, x.source, x.detail, x.source || ' ' || x.type, x.status, case when x.source = 'office' then array['write:' || ${by}::text] else '{}'::text[] end, ${deptId}::bigint, case when x.source = 'office' then ${by}::bigint end
    from unnest(${[...itemIds]}::bigint[], ${[...expertIds]}::bigint[],
      array['unit', 'cooperation', 'own', 'interest'], array['system', 'office', 'system', 'expert'],
      array['工作单位与作者同为一处', '秘书处收到反映：与作者有师生关系', '姓名和单位与作者一致，待核实是否同一人', '本人申报：担任报送单位独立董事'],
      array['confirmed', 'possible', 'possible', 'confirmed']) x(item_id, expert_id, type, source, detail, status)
    join review_item i on i.item_id = x.item_id`.execute(db)
}
