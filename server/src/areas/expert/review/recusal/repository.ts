import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import { gramsOfKeyword } from '../../../../platform/search/grams'
import { WRITE } from '@assoc/contract'
import { mark } from '../../../../platform/resource/acted-by'
import '../../tables'
import '../tables'
import type { FoundTie } from './ties'

const ofExpert = (column: string) => sql<string>`(select ${sql.ref(`e.${column}`)} from expert e where e.expert_id = t.expert_id)`

export const computed = {
  batchName: sql<string>`(select b.batch_name from review_batch b where b.batch_id = t.batch_id)`,
  itemNo: sql<number>`(select i.item_no from review_item i where i.item_id = t.item_id)`,
  title: sql<string>`(select i.title from review_item i where i.item_id = t.item_id)`,
  expertName: ofExpert('name'),
  expertNo: ofExpert('expert_no'),
  expertUnit: ofExpert('unit'),
  sheetStatus: sql<string>`coalesce((select case when s.sheet_status in ('submitted', 'struck') then s.sheet_status when a.assign_status in ('waiting', 'accepted') then a.assign_status end
    from review_assignment a left join review_sheet s on s.assignment_id = a.assignment_id where a.item_id = t.item_id and a.expert_id = t.expert_id), 'none')`,
}

/** Recusals of experts or works that hold the keyword; each half is found by its own index. */
export const holding = (keyword: string) => {
  const { grams } = gramsOfKeyword(keyword)
  return sql<SqlBool>`t.recusal_id = any(array(
    select r.recusal_id from review_recusal r where r.expert_id = any(array(select e.expert_id from expert e where e.search_grams @> ${grams}::text[]))
    union select r.recusal_id from review_recusal r where r.item_id = any(array(select i.item_id from review_item i where i.search_grams @> ${grams}::text[]))))`
}

export interface NewRecusal extends Omit<FoundTie, 'certain'> {
  source: 'system' | 'expert'
  status: 'possible' | 'confirmed'
  by: string | null
}

/** Notes a tie once; answers its id, or nothing where it was noted before. */
export async function insertRecusal(db: Db, { itemId, expertId, recuseType, detail, factKey, source, status, by }: NewRecusal): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into review_recusal (batch_id, item_id, expert_id, recuse_type, recuse_source, detail, fact_key, recuse_status, acted_by, dept_id, create_by)
    select i.batch_id, i.item_id, ${expertId}::bigint, ${recuseType}, ${source}, ${detail.slice(0, 500)}, ${factKey}, ${status}, ${by === null ? [] : [mark(WRITE, by)]}::text[], b.dept_id, ${by}::bigint
    from review_item i join review_batch b on b.batch_id = i.batch_id where i.item_id = ${itemId}::bigint
    on conflict (item_id, expert_id, fact_key) do nothing returning recusal_id as id`.execute(db)
  return rows[0]?.id
}

export interface Standing {
  assignmentId: string
  batchId: string
  assignStatus: 'waiting' | 'accepted' | 'declined' | 'expired' | 'recused' | 'replaced'
  sheetId: string | null
  sheetStatus: 'pending' | 'draft' | 'submitted' | 'recused' | 'late' | 'struck' | null
}

/** How an expert stands to a work; assignment and sheet are held until the transaction ends. */
export async function holdStanding(db: Db, itemId: string, expertId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Pick<Standing, 'assignmentId' | 'batchId' | 'assignStatus'>>`
    select assignment_id as "assignmentId", batch_id as "batchId", assign_status as "assignStatus" from review_assignment where item_id = ${itemId}::bigint and expert_id = ${expertId}::bigint for update`.execute(db)
  const [assignment] = rows
  if (!assignment) return undefined
  const { rows: sheets } = await sql<Pick<Standing, 'sheetId' | 'sheetStatus'>>`select sheet_id as "sheetId", sheet_status as "sheetStatus" from review_sheet where assignment_id = ${assignment.assignmentId}::bigint for update`.execute(db)
  return { ...assignment, sheetId: sheets[0]?.sheetId ?? null, sheetStatus: sheets[0]?.sheetStatus ?? null }
}

export const moveAssignment = (db: Db, assignmentId: string, from: Standing['assignStatus'], to: Standing['assignStatus'], reason: string | null) =>
  db.updateTable('review_assignment').set({ assign_status: to, reason, update_time: sql<string>`now()`, version: sql<number>`version + 1` }).where('assignment_id', '=', assignmentId).where('assign_status', '=', from).execute()

export const moveSheet = (db: Db, sheetId: string, from: NonNullable<Standing['sheetStatus']>, to: NonNullable<Standing['sheetStatus']>, reason: string | null) =>
  db.updateTable('review_sheet').set({ sheet_status: to, reason, update_time: sql<string>`now()`, version: sql<number>`version + 1` }).where('sheet_id', '=', sheetId).where('sheet_status', '=', from).execute()

export interface ActivePair {
  batchId: string
  itemId: string
  expertId: string
}

/** Batches in which a tie that is found now still matters, after one of them in the order of their ids. */
export const liveBatches = async (db: Db, after: string, limit: number): Promise<string[]> =>
  (await sql<{ id: string }>`select batch_id as id from review_batch where batch_status in ('waiting', 'scoring', 'ended') and batch_id > ${after}::bigint order by batch_id limit ${limit}`.execute(db)).rows.map(({ id }) => id)

/** Who scores what in a batch, as `itemId expertId`. */
export const activePairs = async (db: Db, batchId: string): Promise<{ itemId: string; expertId: string }[]> =>
  (await sql<{ itemId: string; expertId: string }>`select item_id as "itemId", expert_id as "expertId" from review_assignment where batch_id = ${batchId}::bigint and assign_status in ('waiting', 'accepted')`.execute(db)).rows

export const batchOfItem = async (db: Db, itemId: string): Promise<string | undefined> => (await db.selectFrom('review_item').select('batch_id').where('item_id', '=', itemId).executeTakeFirst())?.batch_id
