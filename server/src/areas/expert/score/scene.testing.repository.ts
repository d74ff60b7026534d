import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../review/tables'

export interface Scene {
  batchId: string
  itemIds: string[]
  /** Sheets by expert and work. */
  sheets: string[][]
  expertIds: string[]
}

export interface SceneOptions {
  name: string
  works: number
  /** Accounts of the experts. */
  users: readonly string[]
  reviewable?: string
  objectIds?: readonly string[]
  rules?: Record<string, unknown>
}

/** A batch whose scoring has begun, with works that its experts have accepted. */
export async function writeScene(db: Db, { name, works, users, reviewable = 'testWork', objectIds, rules = {} }: SceneOptions): Promise<Scene> {
  const batch = await db
    .insertInto('review_batch')
    .values({ batch_name: name, review_kind: 'work', review_stage: 'final', start_time: new Date(Date.now() - 86_400_000), end_time: new Date(Date.now() + 86_400_000), dept_id: null, create_by: null, previous_id: null, cut_value: null, calibration_item_id: null, remark: null, result_hash: null, frozen_time: new Date(), batch_status: 'scoring', dimensions: JSON.stringify([{ dimName: '甲', dimWeight: 60, dimMax: 100 }, { dimName: '乙', dimWeight: 40, dimMax: 100, tieOrder: 1 }]), ...rules })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  const batchId = batch.batch_id
  const items = await db.insertInto('review_item').values(Array.from({ length: works }, (_, n) => ({ batch_id: batchId, reviewable, object_id: objectIds?.[n] ?? String(n + 1), item_no: n + 1, title: `作品${n + 1}` }))).returning('item_id').execute()
  const expertIds: string[] = []
  for (const userId of users) {
    const found = await sql<{ expert_id: string }>`insert into expert (expert_no, name, unit, fields, mobile, email, term_end, expert_status, user_id) values ('ZJT' || ${userId}, '甄专家' || ${userId}, '虚构大学', '{law}', '1888' || lpad(${userId}, 7, '0'), 'scene@example.com', current_date + 400, 'serving', ${userId}::bigint)
      on conflict on constraint expert_user_unique do update set remark = null returning expert_id`.execute(db)
    expertIds.push(found.rows[0]?.expert_id ?? '')
  }
  const { rows } = await sql<{ sheet_id: string; item_id: string; expert_id: string }>`with assigned as (
      insert into review_assignment (batch_id, item_id, expert_id, assign_status) select ${batchId}::bigint, i.item_id, e, 'accepted' from unnest(${items.map(({ item_id }) => item_id)}::bigint[]) i(item_id), unnest(${expertIds}::bigint[]) e returning assignment_id, item_id, expert_id)
    insert into review_sheet (assignment_id, batch_id, item_id, expert_id) select assignment_id, ${batchId}::bigint, item_id, expert_id from assigned returning sheet_id, item_id, expert_id`.execute(db)
  const itemIds = items.map(({ item_id }) => item_id)
  return { batchId, itemIds, expertIds, sheets: expertIds.map((expertId) => itemIds.map((itemId) => rows.find((row) => row.expert_id === expertId && row.item_id === itemId)?.sheet_id ?? '')) }
}

/** Scores of all sheets of a batch as if they were handed in: by expert and work. */
export async function handIn(db: Db, { batchId, sheets }: Scene, score: (expert: number, work: number) => number): Promise<void> {
  const all = sheets.flatMap((own, e) => own.map((sheetId, w) => ({ sheetId, score: score(e, w) })))
  await sql`update review_sheet s set dim_scores = jsonb_build_object('甲', x.score, '乙', x.score), total_score = x.score, sheet_status = 'submitted', submit_time = now(), opened_time = now(), version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as x("sheetId" bigint, score numeric) where s.sheet_id = x."sheetId" and s.batch_id = ${batchId}::bigint`.execute(db)
}

/** Moves a batch as its own resource does. */
export const setBatch = (db: Db, batchId: string, status: string, endsIn?: string) => sql`update review_batch set batch_status = ${status}, end_time = coalesce(now() + ${endsIn ?? null}::interval, end_time), version = version + 1 where batch_id = ${batchId}::bigint`.execute(db)

export const versionsOf = async (db: Db, sheetId: string) => (await sql<{ version_no: number; stale: boolean; scores: Record<string, number> }>`select version_no, stale, dim_scores as scores from review_sheet_version where sheet_id = ${sheetId}::bigint order by version_id`.execute(db)).rows
export const sheetRow = async (db: Db, sheetId: string) => (await db.selectFrom('review_sheet').selectAll().where('sheet_id', '=', sheetId).executeTakeFirstOrThrow())
export const batchRow = async (db: Db, batchId: string) => (await db.selectFrom('review_batch').selectAll().where('batch_id', '=', batchId).executeTakeFirstOrThrow())
export const setExpert = (db: Db, expertId: string, status: 'serving' | 'dismissed') => db.updateTable('expert').set({ expert_status: status }).where('expert_id', '=', expertId).execute()
export const setSheet = (db: Db, sheetId: string, status: 'recused' | 'struck') => db.updateTable('review_sheet').set({ sheet_status: status }).where('sheet_id', '=', sheetId).execute()
/** Sheets that were handed in after the end of their batch. */
export const lateSubmissions = async (db: Db, batchId: string) => (await sql<{ n: number }>`select count(*)::int as n from review_sheet s join review_batch b using (batch_id) where s.batch_id = ${batchId}::bigint and s.submit_time >= b.end_time`.execute(db)).rows[0]?.n ?? 0
/** Tries what the freezing forbids, as the server's own role. */
export const changeFrozen = {
  sheet: (db: Db, sheetId: string) => sql`update review_sheet set total_score = 1 where sheet_id = ${sheetId}::bigint`.execute(db),
  result: (db: Db, batchId: string) => sql`update review_result set final_score = 99 where batch_id = ${batchId}::bigint`.execute(db),
  rules: (db: Db, batchId: string) => sql`update review_batch set least_valid = 9 where batch_id = ${batchId}::bigint`.execute(db),
  removal: (db: Db, batchId: string) => sql`delete from review_result where batch_id = ${batchId}::bigint`.execute(db),
}
export const dropVersions = (db: Db, sheetId: string) => sql`delete from review_sheet_version where sheet_id = ${sheetId}::bigint`.execute(db)

/** Gives an account the rights of the role of experts, and no others. */
export async function becomeExpert(db: Db, userId: string): Promise<void> {
  await sql`delete from user_role where user_id = ${userId}::bigint`.execute(db)
  await sql`insert into user_role (user_id, role_id) select ${userId}::bigint, role_id from role where role_code = 'EXPERT'`.execute(db)
}
export const sheetOf = async (db: Db, batchId: string, expertId: string) => {
  const { rows } = await sql<{ sheetId: string; itemId: string; assignmentId: string }>`select s.sheet_id as "sheetId", s.item_id as "itemId", s.assignment_id as "assignmentId" from review_sheet s join review_item i on i.item_id = s.item_id
    where s.batch_id = ${batchId}::bigint and s.expert_id = ${expertId}::bigint order by i.item_no`.execute(db)
  return rows[0] ?? { sheetId: '', itemId: '', assignmentId: '' }
}
/** Files of a work as they were handed in, and their copies. */
export const fileIdsOf = async (db: Db, workId: string): Promise<string[]> =>
  (await sql<{ fileId: string }>`select f.file_id as "fileId" from file_object f where f.owner_type in ('reviewWork', 'reviewBlind') and f.owner_id = ${workId}::bigint order by f.file_id`.execute(db)).rows.map(({ fileId }) => fileId)
/** A company by a name that is looked for. */
export async function makeCompanyNamed(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ company_id: string }>`update company set short_name = ${name}, company_name = ${name} || '有限公司' where company_id = (select min(company_id) from company) returning company_id`.execute(db)
  return rows[0]?.company_id ?? ''
}
