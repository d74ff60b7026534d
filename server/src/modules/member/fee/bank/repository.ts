import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import type { StatementLine } from './parse'

export const payNo = sql`(select p.pay_no from payment p where p.payment_id = t.payment_id)`
export const memberName = sql`(select c.company_name from payment p join member m on m.member_id = p.member_id join company c on c.company_id = m.company_id where p.payment_id = t.payment_id)`
export const purpose = sql`(select l.purpose from bank_line l where l.line_id = t.line_id)`

export interface NewLine extends StatementLine {
  lineId: string
}

/** Inserts the lines that nobody has read yet, in the order of their key so that two imports wait instead of deadlocking; answers these. */
export async function insertLines(db: Db, lines: readonly StatementLine[], who: { userId: string; deptId: string | null }): Promise<NewLine[]> {
  const sorted = [...lines].sort((a, b) => (a.account + a.serialNo < b.account + b.serialNo ? -1 : 1))
  const { rows } = await sql<{ lineId: string; account: string; serialNo: string }>`
    insert into bank_line (account, serial_no, trade_time, payer_name, amount, purpose, create_by, dept_id)
    select x."account", x."serialNo", x."tradeTime", x."payerName", x."amount", x."purpose", ${who.userId}::bigint, ${who.deptId}::bigint
    from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as x("account" text, "serialNo" text, "tradeTime" timestamptz, "payerName" text, "amount" bigint, "purpose" text)
    on conflict on constraint bank_line_unique do nothing returning line_id as "lineId", account, serial_no as "serialNo"`.execute(db)
  const byKey = new Map(sorted.map((line) => [`${line.account} ${line.serialNo}`, line]))
  return rows.flatMap((row) => {
    const line = byKey.get(`${row.account} ${row.serialNo}`)
    return line ? [{ ...line, lineId: row.lineId }] : []
  })
}

/** The one standing member of each name; a name that fits several, or none, is not in the answer. */
export async function membersNamed(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; memberId: string }>`
    select c.company_name as name, min(m.member_id)::text as "memberId" from company c join member m on m.company_id = c.company_id
    where c.company_name = any(${[...names]}::text[]) and not c.deleted and not m.deleted and m.member_status in ('normal', 'suspended', 'leaving')
    group by c.company_name having count(*) = 1`.execute(db)
  return new Map(rows.map((row) => [row.name, row.memberId]))
}

export interface TakenSerial {
  paymentId: string
  payNo: string
  memberId: string
  amount: number
  linked: boolean
}

/** The payments that bear bank serials already, by serial, and whether each came from a statement. */
export async function paymentsOfSerials(db: Db, serials: readonly string[]): Promise<Map<string, TakenSerial>> {
  const { rows } = await sql<TakenSerial & { serialNo: string }>`
    select p.bank_serial as "serialNo", p.payment_id as "paymentId", p.pay_no as "payNo", p.member_id as "memberId", p.amount::float8 as amount,
      exists (select 1 from bank_line l where l.payment_id = p.payment_id) as linked
    from payment p where p.channel = 'bank' and p.bank_serial = any(${[...serials]}::text[]) and p.pay_status not in ('returned', 'reversed')`.execute(db)
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

export interface ReadLines {
  added: number
  matched: number
}

/** How many of a file's lines a person has read since a moment, and how many of them found their member. */
export async function readSince(db: Db, lines: readonly Pick<StatementLine, 'account' | 'serialNo'>[], userId: string, since: Date): Promise<ReadLines> {
  const keys = lines.map(({ account, serialNo }) => ({ account, serialNo }))
  const { rows } = await sql<ReadLines>`
    select count(*)::int as added, count(*) filter (where l.match_result = 'auto')::int as matched
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as x("account" text, "serialNo" text)
    join bank_line l on l.account = x."account" and l.serial_no = x."serialNo" where l.create_by = ${userId}::bigint and l.create_time >= ${since}`.execute(db)
  return rows[0] ?? { added: 0, matched: 0 }
}

/** A statement that is being read as a person's own work; undefined when it is another's or none. */
export async function statementWork(db: Db, workId: string, userId: string, kind: string): Promise<{ input: unknown; since: Date } | undefined> {
  const row = await db.selectFrom('work').select(['input', 'create_time']).where('work_id', '=', workId).where('user_id', '=', userId).where('kind', '=', kind).executeTakeFirst()
  return row && { input: row.input, since: row.create_time }
}

export async function suspend(db: Db, lineIds: readonly string[]): Promise<void> {
  await sql`insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id)
    select line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id from bank_line where line_id = any(${[...lineIds]}::bigint[]) order by line_id`.execute(db)
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

export async function notePayment(db: Db, suspenseId: string, paymentId: string): Promise<void> {
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
    select m.member_id as "memberId", m.member_no as "memberNo", c.company_name as "memberName", c.short_name as "shortName", c.stock_code as "stockCode",
      coalesce(b.unpaid, 0)::float8 as unpaid
    from member m join company c on c.company_id = m.company_id
    left join lateral (select sum(unpaid_amount) as unpaid from dues_bill b where b.member_id = m.member_id and b.bill_status in ('due', 'part')) b on true
    where not m.deleted and m.member_status in ('normal', 'suspended', 'leaving')
      and (strpos(${words}, c.short_name) > 0 or (c.stock_code is not null and strpos(${words}, c.stock_code) > 0) or strpos(c.company_name, ${payerName}) > 0 or strpos(${words}, m.member_no) > 0)
    order by (coalesce(b.unpaid, 0) = ${amount}) desc, length(c.short_name) desc, m.member_id limit ${limit}`.execute(db)
  return rows
}

/** Locks a suspended item; answers its version. */
export async function lockSuspense(db: Db, suspenseId: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from suspense_item where suspense_id = ${suspenseId}::bigint for update`.execute(db)
  return rows[0]?.version
}
