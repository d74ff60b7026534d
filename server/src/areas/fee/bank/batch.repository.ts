import type { planReason } from '@assoc/contract/fee/bank-statement'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import type { Problem } from './parse'
import type { PlannedLine } from './plan'
import type { LineToBook } from './repository'
import { party, partyName } from '../../member/api'

export interface NewBatch {
  fileName: string
  header: readonly string[]
  problems: readonly Problem[]
  total: number
  userId: string
}

/** Keeps a statement that was read, with what would be done with each line; answers its id. */
export async function insertBatch(db: Db, { fileName, header, problems, total, userId }: NewBatch, lines: readonly PlannedLine[]): Promise<string> {
  const { batch_id } = await db
    .insertInto('bank_batch')
    .values({ file_name: fileName, header: JSON.stringify(header), problems: JSON.stringify(problems), total, create_by: userId })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  await sql`insert into bank_batch_line (batch_id, row_no, account, serial_no, trade_time, payer_name, amount, purpose, plan, reason, member_id, about_other, held)
    select ${batch_id}::bigint, x."row", x."account", x."serialNo", x."tradeTime", x."payerName", x."amount", x."purpose", x."plan", x."reason", x."memberId", x."aboutOther", x."held"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x("row" int, "account" text, "serialNo" text, "tradeTime" timestamptz, "payerName" text, "amount" bigint,
      "purpose" text, "plan" text, "reason" text, "memberId" bigint, "aboutOther" boolean, "held" boolean)`.execute(db)
  return batch_id
}

export interface Batch {
  fileName: string
  header: string[]
  problems: Problem[]
  total: number
  status: string
}

/** A person's own batch; undefined when it is another's or none. With `hold` nobody confirms or changes it until the transaction ends. */
export async function findBatch(db: Db, batchId: string, userId: string, hold = false): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`select file_name as "fileName", header, problems, total, batch_status as status from bank_batch
    where batch_id = ${batchId}::bigint and create_by = ${userId}::bigint ${hold ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export async function openBatches(db: Db, userId: string) {
  const { rows } = await sql<{ batchId: string; fileName: string; total: number; createTime: Date }>`
    select batch_id as "batchId", file_name as "fileName", total, create_time as "createTime" from bank_batch
    where create_by = ${userId}::bigint and batch_status = 'open' order by batch_id desc limit 20`.execute(db)
  return rows
}

/** Marks a batch confirmed; false when it was before. */
export async function confirm(db: Db, batchId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update bank_batch set batch_status = 'confirmed', confirm_time = now() where batch_id = ${batchId}::bigint and batch_status = 'open'`.execute(db)
  return numAffectedRows === 1n
}

export async function removeBatch(db: Db, batchId: string): Promise<void> {
  await sql`delete from bank_batch where batch_id = ${batchId}::bigint`.execute(db)
}

/** Throws away what nobody confirmed in some days, and what was confirmed long ago; answers how many. */
export async function removeOld(db: Db, openDays: number, confirmedDays: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from bank_batch where create_time < now() - ${openDays} * interval '1 day'
    and (batch_status = 'open' or create_time < now() - ${confirmedDays} * interval '1 day')`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface PlanSum {
  plan: 'dues' | 'match' | 'suspense' | 'known'
  lines: number
  /** 分 */
  amount: number
}

export async function sumsOf(db: Db, batchId: string): Promise<PlanSum[]> {
  const { rows } = await sql<PlanSum>`select shown_plan as plan, count(*)::int as lines, sum(amount)::float8 as amount from bank_batch_line
    where batch_id = ${batchId}::bigint group by 1 order by array_position(array['dues', 'match', 'suspense', 'known'], shown_plan)`.execute(db)
  return rows
}

export interface Narrowed {
  plan?: string | undefined
  keyword?: string | null | undefined
}

function narrowed({ plan, keyword }: Narrowed): RawBuilder<SqlBool> {
  const like = keyword?.trim() ? contains(keyword.trim()) : null
  return sql<SqlBool>`${plan ? sql`x.shown_plan = ${plan}` : sql`true`} and ${like ? sql`(x.serial_no ilike ${like} or x.payer_name ilike ${like})` : sql`true`}`
}

export interface ShownLine {
  row: number
  serialNo: string
  tradeTime: Date
  payerName: string
  amount: number
  purpose: string | null
  plan: PlanSum['plan']
  reason: keyof typeof planReason.labels
  memberName: string | null
  choosable: boolean
  held: boolean
}

export interface Page {
  limit: number
  offset: number
  order: 'asc' | 'desc'
}

export const shownLines = (batchId: string, filter: Narrowed, { limit, offset, order }: Page) => sql<ShownLine>`
  select x.row_no as "row", x.serial_no as "serialNo", x.trade_time as "tradeTime", x.payer_name as "payerName", x.amount::float8 as amount, x.purpose, x.shown_plan as plan,
    case when x.held and x.about_other then 'purpose' when x.held then 'held' else x.reason end as reason,
    (select ${partyName} from member_public m ${party} where m.member_id = x.member_id) as "memberName", x.member_id is not null as choosable, x.held
  from bank_batch_line x where x.batch_id = ${batchId}::bigint and ${narrowed(filter)} order by x.row_no ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`

/** A page of lines, and how many there are. */
export async function linesOf(db: Db, batchId: string, filter: Narrowed, page: Page): Promise<{ rows: ShownLine[]; total: number }> {
  const { rows } = await shownLines(batchId, filter, page).execute(db)
  const count = await sql<{ n: number }>`select count(*)::int as n from bank_batch_line x where x.batch_id = ${batchId}::bigint and ${narrowed(filter)}`.execute(db)
  return { rows, total: count.rows[0]?.n ?? 0 }
}

/** Leaves lines out of the booking or takes them in: those of the rows, or all that the filter finds; answers how many changed. */
export async function hold(db: Db, batchId: string, held: boolean, rowNumbers: readonly number[] | undefined, filter: Narrowed): Promise<number> {
  const chosen = rowNumbers ? sql`x.row_no = any(${[...rowNumbers]}::int[])` : sql`true`
  const { numAffectedRows } = await sql`update bank_batch_line x set held = ${held}
    where x.batch_id = ${batchId}::bigint and x.member_id is not null and x.held <> ${held} and ${chosen} and ${narrowed(filter)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function countToBook(db: Db, batchId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from bank_batch_line where batch_id = ${batchId}::bigint and plan <> 'known'`.execute(db)
  return rows[0]?.n ?? 0
}

/** The next lines that are to be booked, after a row of the file. */
export async function toBook(db: Db, batchId: string, after: number, limit: number): Promise<LineToBook[]> {
  const { rows } = await sql<Omit<LineToBook, 'tradeTime'> & { tradeTime: Date }>`
    select row_no as "row", account, serial_no as "serialNo", trade_time as "tradeTime", payer_name as "payerName", amount::float8 as amount, purpose,
      case when not held then member_id end as "memberId", plan = 'match' as "matchOnly"
    from bank_batch_line where batch_id = ${batchId}::bigint and plan <> 'known' and row_no > ${after} order by row_no limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, tradeTime: row.tradeTime.toISOString() }))
}

export interface ReadLines {
  read: number
  added: number
  matched: number
}

/** How many lines a batch has, how many of them its person has booked since a moment, and how many of those found their member. */
export async function bookedSince(db: Db, batchId: string, userId: string, since: Date): Promise<ReadLines> {
  const { rows } = await sql<ReadLines>`
    select count(*)::int as read, count(l.line_id)::int as added, count(*) filter (where l.match_result = 'auto')::int as matched
    from bank_batch_line x left join bank_line l on x.plan <> 'known' and l.account = x.account and l.serial_no = x.serial_no and l.create_by = ${userId}::bigint and l.create_time >= ${since}
    where x.batch_id = ${batchId}::bigint`.execute(db)
  return rows[0] ?? { read: 0, added: 0, matched: 0 }
}
