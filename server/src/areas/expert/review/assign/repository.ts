import { expert } from '@assoc/contract/expert/expert'
import { EXPERTS_MOST } from '@assoc/contract/expert/review/assign'
import { sql } from 'kysely'
import { scopeOf } from '../../../../platform/access/entities'
import type { Principal } from '../../../../platform/access/principal'
import type { Db } from '../../../../platform/database/database'
import { openTo } from '../../pool'
import '../../tables'
import '../tables'

type AssignStatus = 'waiting' | 'accepted' | 'declined' | 'expired' | 'recused' | 'replaced'
type SheetStatus = 'pending' | 'draft' | 'submitted' | 'recused' | 'late' | 'struck'

const scope = scopeOf(expert)

export interface Item {
  itemId: string
  itemNo: number
  title: string
  fields: string[]
  isCalibration: boolean
}

export async function itemsOf(db: Db, batchId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.item_id as "itemId", i.item_no as "itemNo", i.title, i.fields, i.item_id is not distinct from b.calibration_item_id as "isCalibration"
    from review_item i join review_batch b on b.batch_id = i.batch_id where i.batch_id = ${batchId}::bigint order by i.item_no`.execute(db)
  return rows
}

export interface Expert {
  expertId: string
  expertNo: string
  name: string
  unit: string
  fields: string[]
  open: boolean
}

/** Experts of somebody's data scope who may take works of a batch that runs to a day, and those who have some already. */
export async function expertsFor(db: Db, principal: Principal, batchId: string, day: string): Promise<Expert[]> {
  const { rows } = await sql<Expert>`
    select e.expert_id as "expertId", e.expert_no as "expertNo", e.name, e.unit, e.fields, ${openTo(day, 'e')} as open
    from expert e where ${scope(principal, 'e')} and (${openTo(day, 'e')} or exists (select from review_assignment a where a.batch_id = ${batchId}::bigint and a.expert_id = e.expert_id))
    order by e.expert_no, e.expert_id limit ${EXPERTS_MOST}`.execute(db)
  return rows
}

export interface Assignment {
  assignmentId: string
  itemId: string
  expertId: string
  assignStatus: AssignStatus
  confirmBy: Date | null
  reason: string | null
  submitted: boolean
  version: number
}

export async function assignmentsOf(db: Db, batchId: string): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select a.assignment_id as "assignmentId", a.item_id as "itemId", a.expert_id as "expertId", a.assign_status as "assignStatus", a.confirm_by as "confirmBy", a.reason,
      exists (select from review_sheet s where s.assignment_id = a.assignment_id and s.sheet_status = 'submitted') as submitted, a.version
    from review_assignment a where a.batch_id = ${batchId}::bigint order by a.item_id, a.expert_id`.execute(db)
  return rows
}

/** Experts who count for a work: asked, or taken on. */
export const activeOfItem = async (db: Db, itemId: string): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from review_assignment where item_id = ${itemId}::bigint and assign_status in ('waiting', 'accepted')`.execute(db)).rows[0]?.n)

/** Works of a batch that count for an expert, without the one by which experts are calibrated. */
export const loadOf = async (db: Db, batchId: string, expertId: string): Promise<number> =>
  Number(
    (
      await sql<{ n: string }>`select count(*) as n from review_assignment a join review_batch b on b.batch_id = a.batch_id
        where a.batch_id = ${batchId}::bigint and a.expert_id = ${expertId}::bigint and a.assign_status in ('waiting', 'accepted') and a.item_id is distinct from b.calibration_item_id`.execute(db)
    ).rows[0]?.n,
  )

/** Writes pairs; answers their ids. A pair that there is already stays as it is. */
export async function insertPairs(db: Db, batchId: string, pairs: readonly { itemId: string; expertId: string }[], by: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into review_assignment (batch_id, item_id, expert_id, create_by)
    select ${batchId}::bigint, x."itemId", x."expertId", ${by}::bigint from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) x("itemId" bigint, "expertId" bigint)
    on conflict do nothing returning assignment_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface HeldAssignment extends Assignment {
  batchId: string
  sent: boolean
}

/** An assignment of a batch, held until the transaction ends. */
export async function holdAssignment(db: Db, batchId: string, assignmentId: string): Promise<HeldAssignment | undefined> {
  const { rows } = await sql<HeldAssignment>`
    select a.assignment_id as "assignmentId", a.batch_id as "batchId", a.item_id as "itemId", a.expert_id as "expertId", a.assign_status as "assignStatus", a.confirm_by as "confirmBy", a.confirm_by is not null as sent, a.reason,
      exists (select from review_sheet s where s.assignment_id = a.assignment_id and s.sheet_status = 'submitted') as submitted, a.version
    from review_assignment a where a.assignment_id = ${assignmentId}::bigint and a.batch_id = ${batchId}::bigint for update`.execute(db)
  return rows[0]
}

export const removeAssignment = (db: Db, assignmentId: string) => db.deleteFrom('review_assignment').where('assignment_id', '=', assignmentId).where('assign_status', '=', 'waiting').where('confirm_by', 'is', null).execute()

/** Asks experts of what they were not asked yet, until a day at the end of scoring; answers whom. */
export async function sendWaiting(db: Db, batchId: string, days: number): Promise<{ expertId: string; userId: string | null; name: string; count: number }[]> {
  const { rows } = await sql<{ expertId: string; userId: string | null; name: string; count: number }>`
    with sent as (
      update review_assignment a set confirm_by = least(now() + make_interval(days => ${days}), b.end_time), update_time = now(), version = a.version + 1
      from review_batch b where b.batch_id = a.batch_id and a.batch_id = ${batchId}::bigint and a.assign_status = 'waiting' and a.confirm_by is null
        and exists (select from expert e where e.expert_id = a.expert_id and e.user_id is not null)
      returning a.expert_id)
    select e.expert_id as "expertId", e.user_id as "userId", e.name, count(*)::int as count from sent s join expert e on e.expert_id = s.expert_id group by e.expert_id order by e.expert_id`.execute(db)
  return rows
}

/** Experts with works of which they cannot be told. */
export const unreached = async (db: Db, batchId: string): Promise<string[]> =>
  (
    await sql<{ name: string }>`select e.name from expert e where e.user_id is null and exists (select from review_assignment a where a.batch_id = ${batchId}::bigint and a.expert_id = e.expert_id and a.assign_status = 'waiting' and a.confirm_by is null)
      order by e.expert_no`.execute(db)
  ).rows.map(({ name }) => name)

/** The expert whose account this is; undefined for others and for those whose appointment has ended. */
export const expertOfAccount = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('expert').select('expert_id').where('user_id', '=', userId).where('expert_status', '=', 'serving').executeTakeFirst())?.expert_id

export interface OwnAssignment {
  assignmentId: string
  batchId: string
  batchName: string
  reviewKind: 'topicStart' | 'topicEnd' | 'essay' | 'secretary' | 'board' | 'independent' | 'office' | 'work'
  batchStatus: 'draft' | 'waiting' | 'scoring' | 'ended' | 'summed' | 'published'
  endTime: Date
  itemNo: number
  title: string | null
  assignStatus: AssignStatus
  confirmBy: Date | null
  sheetId: string | null
  sheetStatus: SheetStatus | null
}

const OWN = sql`from review_assignment a join review_batch b on b.batch_id = a.batch_id join review_item i on i.item_id = a.item_id left join review_sheet s on s.assignment_id = a.assignment_id`
/** What an expert was told of and may still see: what they were taken off is theirs no more. */
const shown = (expertId: string) => sql`a.expert_id = ${expertId}::bigint and a.confirm_by is not null and a.assign_status in ('waiting', 'accepted', 'expired', 'declined')`

/** Works of an expert, what waits for an answer first; the title of a blind batch names people. */
export async function ownAssignments(db: Db, expertId: string, limit: number, offset: number): Promise<{ items: OwnAssignment[]; total: number }> {
  const { rows: items } = await sql<OwnAssignment>`
    select a.assignment_id as "assignmentId", a.batch_id as "batchId", b.batch_name as "batchName", b.review_kind as "reviewKind", b.batch_status as "batchStatus", b.end_time as "endTime", i.item_no as "itemNo",
      case when not b.blind_flag then i.title end as title, a.assign_status as "assignStatus", a.confirm_by as "confirmBy", s.sheet_id as "sheetId", s.sheet_status as "sheetStatus"
    ${OWN} where ${shown(expertId)} order by (a.assign_status = 'waiting') desc, b.end_time, a.batch_id, i.item_no limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ n: string }>`select count(*) as n from review_assignment a where ${shown(expertId)}`.execute(db)
  return { items, total: Number(rows[0]?.n) }
}

/** Assignments of an expert by their ids; those of others, and those of which they were not told, are missing. */
export async function ownByIds(db: Db, expertId: string, ids: readonly string[]): Promise<{ assignmentId: string; batchId: string; itemId: string }[]> {
  const { rows } = await sql<{ assignmentId: string; batchId: string; itemId: string }>`
    select a.assignment_id as "assignmentId", a.batch_id as "batchId", a.item_id as "itemId" from review_assignment a where a.assignment_id = any(${[...ids]}::bigint[]) and ${shown(expertId)} order by a.batch_id, a.item_id`.execute(db)
  return rows
}

/** Makes the sheet of an assignment that was taken on. */
export const insertSheet = (db: Db, of: { assignmentId: string; batchId: string; itemId: string; expertId: string }) =>
  db.insertInto('review_sheet').values({ assignment_id: of.assignmentId, batch_id: of.batchId, item_id: of.itemId, expert_id: of.expertId, total_score: null, comment: null, opened_time: null, submit_time: null, reason: null }).execute()

/** Ends what was not answered in time; answers how many of each batch. */
export async function expireWaiting(db: Db): Promise<{ batchId: string; count: number }[]> {
  const { rows } = await sql<{ batchId: string; count: number }>`
    with gone as (
      update review_assignment set assign_status = 'expired', update_time = now(), version = version + 1
      where assignment_id in (select assignment_id from review_assignment where assign_status = 'waiting' and confirm_by <= now() order by assignment_id for update skip locked)
      returning batch_id)
    select batch_id as "batchId", count(*)::int as count from gone group by batch_id order by batch_id`.execute(db)
  return rows
}

export const makerOfBatch = async (db: Db, batchId: string): Promise<string | null> => (await db.selectFrom('review_batch').select('create_by').where('batch_id', '=', batchId).executeTakeFirst())?.create_by ?? null

export const namesOf = async (db: Db, expertIds: readonly string[]): Promise<Map<string, string>> =>
  new Map((await db.selectFrom('expert').select(['expert_id', 'name']).where('expert_id', 'in', [...expertIds]).execute()).map((row) => [row.expert_id, row.name]))
