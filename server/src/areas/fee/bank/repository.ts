import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { StatementLine } from './parse'
import { isOwed, party, partyName, partyShort } from '../../member/api'

// Lines of statements, and the money of those that nobody could be found for.

/** Characters of a serial that its parts keep before their own number. */
const SERIAL_ROOM = 35

export const payNo = sql`(select p.pay_no from payment p where p.payment_id = t.payment_id)`
export const memberName = sql`(select ${partyName} from payment p join member_public m on m.member_id = p.member_id ${party} where p.payment_id = t.payment_id)`
export const purpose = sql`(select l.purpose from bank_line l where l.line_id = t.line_id)`

export const suspenseStatus = sql`(select s.suspense_status from suspense_item s where s.line_id = t.line_id)`

/** A line that is to be booked: as dues of this member, or aside when there is none. */
export interface LineToBook extends StatementLine {
  memberId: string | null
  /** It was shown as a payment that somebody had written down: gone meanwhile, it waits. */
  matchOnly: boolean
}

export interface NewLine extends LineToBook {
  lineId: string
}

/** Inserts the lines that nobody has read yet, in the order of their key so that two imports wait instead of deadlocking; answers these. */
export async function insertLines(db: Db, lines: readonly LineToBook[], principal: { userId: string; deptId: string | null }): Promise<NewLine[]> {
  const sorted = [...lines].sort((a, b) => (a.account + a.serialNo < b.account + b.serialNo ? -1 : 1))
  const { rows } = await sql<{ lineId: string; account: string; serialNo: string }>`
    insert into bank_line (account, serial_no, trade_time, payer_name, amount, purpose, create_by, dept_id)
    select x."account", x."serialNo", x."tradeTime", x."payerName", x."amount", x."purpose", ${principal.userId}::bigint, ${principal.deptId}::bigint
    from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as x("account" text, "serialNo" text, "tradeTime" timestamptz, "payerName" text, "amount" bigint, "purpose" text)
    on conflict on constraint bank_line_unique do nothing returning line_id as "lineId", account, serial_no as "serialNo"`.execute(db)
  const byKey = new Map(sorted.map((line) => [keyOf(line), line]))
  return rows.flatMap((row) => {
    const line = byKey.get(keyOf(row))
    return line ? [{ ...line, lineId: row.lineId }] : []
  })
}

export interface Payer {
  /** The one of them, or the first. */
  memberId: string
  members: number
  /** What an individual owes, in 分; null for a company. */
  owes: number | null
}

/** Standing members by the full names of their companies, individual ones by their own. A short name that stands in for the full one names nobody. */
export async function payersNamed(db: Db, names: readonly string[]): Promise<Map<string, Payer>> {
  const { rows } = await sql<Payer & { name: string }>`
    select x.name, min(x.member_id)::text as "memberId", count(*)::int as members, max(x.owes)::float8 as owes from (
      select c.company_name as name, m.member_id, m.deleted, m.member_status, null::bigint as owes from company_public c join member_public m on m.company_id = c.company_id where c.company_name = any(${[...names]}::text[]) and c.name_state = 'full' and not c.deleted
      union all select d.name, m.member_id, m.deleted, m.member_status,
        (select coalesce(sum(b.unpaid_amount), 0) from dues_bill b where b.member_id = m.member_id and ${isOwed('b')}) from director_user_public d join member_public m on m.person_id = d.director_id where d.name = any(${[...names]}::text[])
    ) x where not x.deleted and x.member_status in ('normal', 'suspended', 'leaving')
    group by x.name`.execute(db)
  return new Map(rows.map(({ name, ...payer }) => [name, payer]))
}

/** What a line is known by: the same serial of the same account is the same line. */
export const keyOf = ({ account, serialNo }: Pick<StatementLine, 'account' | 'serialNo'>): string => `${account} ${serialNo}`

/** Keys of those lines that were read before. */
export async function knownKeys(db: Db, lines: readonly StatementLine[]): Promise<Set<string>> {
  const { rows } = await sql<{ account: string; serialNo: string }>`
    select l.account, l.serial_no as "serialNo" from jsonb_to_recordset(${JSON.stringify(lines.map(({ account, serialNo }) => ({ account, serialNo })))}::jsonb) as x("account" text, "serialNo" text)
    join bank_line l on l.account = x."account" and l.serial_no = x."serialNo"`.execute(db)
  return new Set(rows.map(keyOf))
}

export interface TakenSerial {
  paymentId: string
  payNo: string
  memberId: string
  amount: number
  linked: boolean
}

/**
 * The payments that bear bank serials already, by serial, and whether each came from a statement. With `hold` nobody changes them
 * until the transaction ends.
 */
export async function paymentsOfSerials(db: Db, serials: readonly string[], hold: boolean): Promise<Map<string, TakenSerial>> {
  const { rows } = await sql<TakenSerial & { serialNo: string }>`
    select p.bank_serial as "serialNo", p.payment_id as "paymentId", p.pay_no as "payNo", p.member_id as "memberId", p.amount::float8 as amount,
      exists (select 1 from bank_line l where l.payment_id = p.payment_id) as linked
    from payment p where p.channel = 'bank' and p.bank_serial = any(${[...serials]}::text[]) and p.pay_status not in ('returned', 'reversed')
    order by p.payment_id ${hold ? sql`for update of p` : sql``}`.execute(db)
  return new Map(rows.map((row) => [row.serialNo, row]))
}

export interface Link {
  lineId: string
  paymentId: string
}

/** Notes which payment each line became. */
export async function linkLines(db: Db, links: readonly Link[], result: 'auto' | 'manual'): Promise<void> {
  await sql`update bank_line l set payment_id = x."paymentId", match_result = ${result}, version = l.version + 1
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x("lineId" bigint, "paymentId" bigint) where l.line_id = x."lineId"`.execute(db)
}

/** Puts the money of lines aside; answers the ids of the items. */
export async function suspend(db: Db, lineIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id)
    select line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id from bank_line where line_id = any(${[...lineIds]}::bigint[]) order by line_id
    returning suspense_id as id`.execute(db)
  return rows.map((row) => row.id)
}

export interface LinkedLine {
  lineId: string
  serialNo: string
  matchResult: string
  /** The item that its money was claimed from, where it had waited. */
  suspenseId: string | null
}

/** Locks the line that became a payment; undefined for money that was written down by hand. */
export async function lineOfPayment(db: Db, paymentId: string): Promise<LinkedLine | undefined> {
  // The item before its line, as whoever claims or matches does.
  await sql`select 1 from suspense_item where line_id = (select line_id from bank_line where payment_id = ${paymentId}::bigint) for update`.execute(db)
  const { rows } = await sql<LinkedLine>`select l.line_id as "lineId", l.serial_no as "serialNo", l.match_result as "matchResult",
      (select s.suspense_id from suspense_item s where s.line_id = l.line_id) as "suspenseId"
    from bank_line l where l.payment_id = ${paymentId}::bigint for update of l`.execute(db)
  return rows[0]
}

export async function unlinkLine(db: Db, lineId: string): Promise<void> {
  await sql`update bank_line set payment_id = null, match_result = 'none', version = version + 1 where line_id = ${lineId}::bigint`.execute(db)
}

export interface SuspendedLine {
  lineId: string
  account: string
  serialNo: string
  tradeTime: Date
  payerName: string
  amount: number
  purpose: string | null
}

export async function suspendedLine(db: Db, suspenseId: string): Promise<SuspendedLine | undefined> {
  const { rows } = await sql<SuspendedLine>`
    select l.line_id as "lineId", l.account, l.serial_no as "serialNo", l.trade_time as "tradeTime", l.payer_name as "payerName", l.amount::float8 as amount, l.purpose
    from suspense_item s join bank_line l on l.line_id = s.line_id where s.suspense_id = ${suspenseId}::bigint`.execute(db)
  return rows[0]
}

/** Splits a line that waits into lines of their own that make it up, each with an item; answers these in order. Nobody else has the item. */
export async function splitLine(db: Db, lineId: string, amounts: readonly number[]): Promise<{ lineId: string; suspenseId: string }[]> {
  const { rows } = await sql<{ lineId: string }>`
    insert into bank_line (account, serial_no, trade_time, payer_name, amount, purpose, create_by, dept_id, parent_line_id)
    select l.account, left(l.serial_no, ${SERIAL_ROOM}) || '#' || x.n, l.trade_time, l.payer_name, x.amount, l.purpose, l.create_by, l.dept_id, l.line_id
    from bank_line l, unnest(${[...amounts]}::bigint[]) with ordinality as x(amount, n) where l.line_id = ${lineId}::bigint order by x.n
    returning line_id as "lineId"`.execute(db)
  const lineIds = rows.map((row) => row.lineId).sort((a, b) => Number(a) - Number(b))
  const items = await suspend(db, lineIds)
  return lineIds.map((id, i) => ({ lineId: id, suspenseId: items[i] ?? '' }))
}

/** Whether money of this serial was split, so that its parts bear the payments. */
export async function wasSplit(db: Db, serialNo: string): Promise<boolean> {
  const { rows } = await sql`select 1 from bank_line p where p.serial_no = ${serialNo} and exists (select 1 from bank_line c where c.parent_line_id = p.line_id) limit 1`.execute(db)
  return rows.length > 0
}

/** Whoever writes a payment of a serial down by hand, and whoever splits its line, wait for each other. */
export const lockSerial = (db: Db, serialNo: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`fee serial ${serialNo}`}, 7))`.execute(db)

export async function notePayment(db: Db, suspenseId: string, paymentId: string | null): Promise<void> {
  await sql`update suspense_item set payment_id = ${paymentId}::bigint where suspense_id = ${suspenseId}::bigint`.execute(db)
}

export interface Candidate {
  memberId: string
  memberNo: string
  memberName: string
  shortName: string
  stockCode: string | null
  unpaid: number
}

/** Standing members whose full or short name or stock code stands in the text, or whose name holds the payer's; and those who owe exactly the amount. */
export async function candidates(db: Db, words: string, payerName: string, amount: number, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.member_id as "memberId", m.member_no as "memberNo", ${partyName} as "memberName", ${partyShort} as "shortName", c.stock_code as "stockCode",
      coalesce(b.unpaid, 0)::float8 as unpaid
    from member_public m ${party}
    left join lateral (select sum(unpaid_amount) as unpaid from dues_bill b where b.member_id = m.member_id and ${isOwed('b')}) b on true
    where not m.deleted and m.member_status in ('normal', 'suspended', 'leaving')
      and (strpos(${words}, ${partyShort}) > 0 or (c.stock_code is not null and strpos(${words}, c.stock_code) > 0) or strpos(${partyName}, ${payerName}) > 0 or strpos(${words}, m.member_no) > 0)
    order by (coalesce(b.unpaid, 0) = ${amount}) desc, length(${partyShort}) desc, m.member_id limit ${limit}`.execute(db)
  return rows
}

/** Locks a suspended item; answers its version. */
export async function lockSuspense(db: Db, suspenseId: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from suspense_item where suspense_id = ${suspenseId}::bigint for update`.execute(db)
  return rows[0]?.version
}
