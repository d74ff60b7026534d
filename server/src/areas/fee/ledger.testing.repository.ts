import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { TestServer } from '../../../test/harness'
import { asOwner } from '../../../test/harness'

// What the random run of the ledger reads and lays by SQL, apart from what it puts to the test.

/** Numbers in 0..1 that are the same for the same seed. */
export function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const anyOf = <T>(list: readonly T[], next: () => number): T | undefined => list[Math.floor(next() * list.length)]

export interface Found {
  id: string
  version: number
}

/** One of a member's rows in a state, or any such row where there are few of them; the same for the same numbers. */
export async function oneOf(db: Db, what: keyof typeof QUERIES, memberId: string, next: () => number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`${QUERIES[what](memberId)} order by 1`.execute(db)
  return anyOf(rows, next)
}

const QUERIES = {
  openBill: (m: string) => sql`select bill_id as id, version from dues_bill where member_id = ${m} and bill_status in ('due', 'part')`,
  dueBill: (m: string) => sql`select bill_id as id, version from dues_bill where member_id = ${m} and bill_status = 'due'`,
  pending: (m: string) => sql`select payment_id as id, version from payment where member_id = ${m} and pay_status = 'pending'`,
  settled: (m: string) => sql`select payment_id as id, version from payment where member_id = ${m} and pay_status = 'settled'`,
  reduced: (_m: string) => sql`select r.reduction_id as id, r.version from reduction r where reduce_status = 'approved'`,
  suspended: (_m: string) => sql`select suspense_id as id, version from suspense_item where suspense_status = 'open'`,
  otherBusiness: (_m: string) => sql`select suspense_id as id, version from suspense_item where suspense_status = 'other'`,
  askedMove: (_m: string) => sql`select request_id as id, version from balance_request where request_status = 'pending' and request_type <> 'refund'`,
  askedRefund: (_m: string) => sql`select request_id as id, version from balance_request where request_status = 'pending' and request_type = 'refund'`,
  releasedRefund: (_m: string) => sql`select request_id as id, version from balance_request where request_status = 'released'`,
  doneMove: (_m: string) => sql`select request_id as id, version from balance_request where request_status = 'done' and request_type <> 'refund'`,
  refundOut: (_m: string) => sql`select request_id as id, version from balance_request where request_status in ('released', 'done') and request_type = 'refund'`,
  askedInvoice: (_m: string) => sql`select apply_id as id, version from invoice_apply where invoice_status in ('pending', 'toIssue')`,
  returnedInvoice: (_m: string) => sql`select apply_id as id, version from invoice_apply where invoice_status = 'returned'`,
  passable: (_m: string) => sql`select apply_id as id, version from invoice_apply where invoice_status = 'pending'`,
  issuable: (_m: string) => sql`select apply_id as id, version from invoice_apply where invoice_status = 'toIssue'`,
  issuing: (_m: string) => sql`select apply_id as id, version from invoice_apply where invoice_status = 'issuing'`,
  blue: (_m: string) => sql`select invoice_id as id, version from invoice where blue_id is null and ticket_status not in ('red', 'redPending')`,
  redOpen: (_m: string) => sql`select r.red_id as id, r.version from red_confirm r where red_status in ('review', 'waiting', 'confirmed')`,
  redIssuing: (_m: string) => sql`select r.red_id as id, r.version from red_confirm r where red_status = 'issuing'`,
}

/** Lays a bill of a random year unless the member has one. */
export const seedBill = (db: Db, memberId: string, year: number, gross: number, mark: string) =>
  sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date)
    select ${`P${memberId}-${year}-${mark}`}, ${memberId}, ${year}, min(standard_id), ${gross}, make_date(${year}, 5, 31) from fee_standard
    on conflict (member_id, bill_year) where bill_status <> 'cancelled' do nothing`.execute(db)

export async function nameOf(db: Db, memberId: string): Promise<{ memberNo: string; companyName: string }> {
  const { rows } = await sql<{ memberNo: string; companyName: string }>`select m.member_no as "memberNo", c.company_name as "companyName" from member m join company c using (company_id) where member_id = ${memberId}`.execute(db)
  return rows[0] ?? { memberNo: '', companyName: '' }
}

/** A document of a request that has been sent already, as the form names it. */
export async function seedDocument(db: Db, userId: string): Promise<{ fileId: string; fileName: string; fileSize: number }> {
  const { rows } = await sql<{ id: string }>`insert into file_object (store_key, file_name, content_type, file_size, sha256, owner_type, create_by)
    values ('random/' || gen_random_uuid(), '批准文件.pdf', 'application/pdf', 8, repeat('0', 64), 'draft', ${userId}::bigint) returning file_id as id`.execute(db)
  return { fileId: rows[0]?.id ?? '', fileName: '批准文件.pdf', fileSize: 8 }
}

export const seedBasis = (db: Db, reductionId: string) => sql`update reduction set basis = '[{}]' where reduction_id = ${reductionId}`.execute(db)

/** Payments of a member that an invoice could be asked for. */
export const paidIds = async (db: Db, memberId: string): Promise<string[]> =>
  (await sql<{ id: string }>`select payment_id as id from payment where member_id = ${memberId} and pay_status = 'settled' and channel <> 'balance' and amount > invoiced_amount order by payment_id`.execute(db)).rows.map((r) => r.id)

/** A payment by hand that could be the money of a waiting line, and that line. */
export async function matchable(db: Db): Promise<{ lineId: string; paymentId: string } | undefined> {
  const { rows } = await sql<{ lineId: string; paymentId: string }>`select l.line_id as "lineId", p.payment_id as "paymentId" from suspense_item s join bank_line l on l.line_id = s.line_id
    join payment p on p.amount = l.amount and p.channel = 'bank' and p.pay_status in ('pending', 'settled') and p.bank_serial is null and not exists (select 1 from bank_line o where o.payment_id = p.payment_id)
    where s.suspense_status = 'open' order by l.line_id limit 1`.execute(db)
  return rows[0]
}

export const suspendedAmount = async (db: Db, suspenseId: string): Promise<number> => Number((await sql<{ amount: string }>`select amount from suspense_item where suspense_id = ${suspenseId}`.execute(db)).rows[0]?.amount)

/** Whether a original invoice is a receipt of dues, and what of it is not red yet. */
export async function blueOf(db: Db, invoiceId: string): Promise<{ dues: boolean; rest: number }> {
  const { rows } = await sql<{ dues: boolean; rest: number }>`select ticket_type = 'dues' as dues, (amount - red_amount)::float8 as rest from invoice where invoice_id = ${invoiceId}`.execute(db)
  return rows[0] ?? { dues: true, rest: 1 }
}

/** The step by which the credit note of a confirmation is written. */
export const redVerb = async (db: Db, redId: string): Promise<string> => ((await sql<{ status: string }>`select red_status as status from red_confirm where red_id = ${redId}`.execute(db)).rows[0]?.status === 'review' ? 'approve' : 'issueRed')

/** As the clock leaves it when a process has died: the lease of a run ends. */
export const endLease = async (db: Db, table: 'invoice_apply' | 'red_confirm', idColumn: 'apply_id' | 'red_id', id: string) =>
  void (await sql`update ${sql.table(table)} set run_until = null where ${sql.ref(idColumn)} = ${id}`.execute(db))

export const endLeases = async (db: Db): Promise<void> => {
  for (const table of ['invoice_apply', 'red_confirm']) await sql`update ${sql.table(table)} set run_until = null where run_until is not null`.execute(db)
}

/** Invoices that are with the provider. */
export async function tasksLeft(db: Db): Promise<{ table: 'invoice_apply' | 'red_confirm'; id: string }[]> {
  const { rows } = await sql<{ table: 'invoice_apply' | 'red_confirm'; id: string }>`select 'invoice_apply' as "table", apply_id as id from invoice_apply where invoice_status = 'issuing'
    union all select 'red_confirm', red_id from red_confirm where red_status = 'issuing'`.execute(db)
  return rows
}

export interface Sums {
  /** Members whose balance is not the sum of its rows, bills whose payments exceed or miss their rows, payments and serials with more invoices than money. */
  wrong: number
  over: number
  invoicedOver: number
  twice: number
  /** Members whose rows of held, adjusted or moved money are not those of their requests as these stand. */
  requests: number
  received: number
  accounted: number
}

/** The sums that must hold whatever happened, by statements that share nothing with the check of the ledger. */
export async function sums(db: Db): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select (select count(*)::int from member m where balance <> (select coalesce(sum(entry_amount), 0) from balance_entry e where e.member_id = m.member_id)) as wrong,
      (select count(*)::int from dues_bill b where paid_amount > gross_amount - reduce_amount or paid_amount <> (select coalesce(sum(a.amount), 0) from payment_allocation a where a.bill_id = b.bill_id)) as over,
      (select count(*)::int from payment p where (select coalesce(sum(x.amount - x.freed), 0) from invoice_payment x where x.payment_id = p.payment_id) > case when pay_status = 'settled' and channel <> 'balance' then amount else 0 end)
        + (select count(*)::int from (select member_id, sum(i.amount) as net from invoice i where biz_type = 'dues' group by 1) i
            where i.net > (select coalesce(sum(amount), 0) from payment p where p.member_id = i.member_id and pay_status = 'settled' and channel <> 'balance')
              + (select coalesce(sum(entry_amount), 0) from balance_entry e where e.member_id = i.member_id and entry_type = 'refund'))
        + (select count(*)::int from (select received_serial, sum(amount - freed_amount) as asked, max(received_amount) as came from invoice_apply where received_serial is not null and invoice_status not in ('returned', 'withdrawn') group by 1) s where asked > came) as "invoicedOver",
      (select count(*)::int from (select request_no from invoice_provider_record group by request_no having count(*) > 1) t)
        + (select count(*)::int from invoice i left join invoice_provider_record r on r.invoice_no = i.invoice_no where r.record_id is null or r.amount <> abs(i.amount)) as twice,
      (select count(*)::int from member m where (
          select row(coalesce(sum(entry_amount) filter (where entry_type = 'hold'), 0), coalesce(sum(entry_amount) filter (where entry_type = 'adjustment'), 0), coalesce(sum(entry_amount) filter (where entry_type = 'transfer'), 0))
          from balance_entry e where e.member_id = m.member_id) is distinct from (
          select row(coalesce(-sum(amount) filter (where request_status = 'pending' and r.member_id = m.member_id and direction is distinct from 'increase'), 0),
            coalesce(sum(case direction when 'increase' then amount else -amount end) filter (where request_status = 'done' and request_type = 'adjustment'), 0),
            coalesce(sum(case when r.to_member_id = m.member_id then amount else -amount end) filter (where request_status = 'done' and request_type = 'transfer'), 0))
          from balance_request r where m.member_id in (r.member_id, r.to_member_id))) as requests,
      (select coalesce(sum(amount), 0) from bank_line)::float8
        + (select coalesce(sum(amount), 0) from payment p where pay_status = 'settled' and channel <> 'balance' and not exists (select 1 from bank_line l where l.payment_id = p.payment_id))::float8 as received,
      (select coalesce(sum(amount), 0) from payment_allocation a)::float8 + (select sum(balance) from member)::float8
        + (select coalesce(sum(amount), 0) from suspense_item where suspense_status <> 'claimed')::float8
        -- Written down by hand, seen on the statement and not settled yet.
        + (select coalesce(sum(p.amount), 0) from payment p join bank_line l on l.payment_id = p.payment_id where p.pay_status = 'pending')::float8
        -- Given back, or otherwise moved by a request.
        + (select coalesce(-sum(entry_amount), 0) from balance_entry where payment_id is null)::float8 as accounted`.execute(db)
  if (!rows[0]) throw new Error('no sums')
  return rows[0]
}

/** All that stands on a member's account, without what tells one member from another. */
export async function accountsOf(db: Db, memberId: string): Promise<unknown> {
  const { rows } = await sql<{ account: unknown }>`select json_build_object('balance', m.balance, 'arrears', m.arrears_years,
      'bills', (select json_agg(json_build_array(bill_year, paid_amount, unpaid_amount, bill_status) order by bill_year) from dues_bill b where b.member_id = m.member_id),
      'payments', (select json_agg(json_build_array(amount, allocated_amount, balance_amount, by_other, pay_status) order by payment_id) from payment p where p.member_id = m.member_id),
      'allocations', (select json_agg(json_build_array(b.bill_year, a.amount) order by a.allocation_id) from payment_allocation a join dues_bill b on b.bill_id = a.bill_id where b.member_id = m.member_id),
      'entries', (select json_agg(json_build_array(entry_type, entry_amount, balance_after) order by entry_id) from balance_entry e where e.member_id = m.member_id)) as account
    from member m where member_id = ${memberId}`.execute(db)
  return rows[0]?.account
}

/** How much of each kind there is at the end of a run. */
export async function happenings(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from invoice where blue_id is null and biz_type = 'dues') as receipts, (select count(*)::int from invoice where blue_id is null and biz_type <> 'dues') as invoices,
    (select count(*)::int from invoice where blue_id is not null) as reds, (select count(*)::int from invoice where ticket_status = 'partRed') as "redInPart", (select count(*)::int from invoice where ticket_status = 'red') as "redWhole",
    (select count(*)::int from invoice_apply where invoice_status = 'returned') as rejected, (select count(*)::int from red_confirm where red_status in ('refused', 'withdrawn')) as "redsStopped",
    (select count(*)::int from bank_line where match_result = 'auto') as "linesMatched", (select count(*)::int from bank_line where match_result = 'manual') as "linesClaimed",
    (select count(*)::int from suspense_item where suspense_status = 'open') as suspended, (select count(*)::int from suspense_item where suspense_status = 'returned') as "sentBack", (select count(*)::int from suspense_item where suspense_status = 'other') as "otherBusiness",
    (select count(*)::int from payment where pay_status = 'reversed') as reversed, (select count(*)::int from payment where pay_status = 'returned') as "givenBack",
    (select count(*)::int from balance_entry where entry_type = 'refund') as refunds, (select count(*)::int from balance_entry where entry_type = 'use') as uses,
    (select count(*)::int from balance_request where request_status = 'pending') as "movesAsked", (select count(*)::int from balance_request where request_status = 'done' and request_type = 'transfer') as transfers,
    (select count(*)::int from balance_request where request_status = 'done' and request_type = 'adjustment') as adjustments, (select count(*)::int from balance_request where bank_serial is not null) as "paidOut",
    (select count(*)::int from balance_request where request_status = 'undone') as "movesUndone",
    (select count(*)::int from payment where refunded_amount > 0) as "refundsOnPayments", (select count(*)::int from reduction where reduce_status = 'revoked') as revoked`.execute(db)
  return rows[0] ?? {}
}

/** For controls: statements without the rows' locks, and a database without the bounds of money. */
export const withoutLocks = (text: string): string => text.replace(/ for update( of \w+)?\b/g, '')

/** The same, and whoever looks at a row that should be locked waits a moment, for the others to see it too. */
export const slowlyWithoutLocks = (text: string): string => withoutLocks(text.replace(/^(\s*select )(.* for update( of \w+)?\s*)$/s, '$1pg_sleep(0.004), $2'))

/** The same without the version and the status that a row is known by; whoever looks at a row that should be locked waits, for the others to see it too. */
export const withoutKeys = (text: string): string =>
  withoutLocks(text.replace(/^(\s*select )(.* for update( of \w+)?)$/s, '$1pg_sleep(0.15), $2')).replace(/version = (\$\d+) and ("[a-z_]+") = (\$\d+)/, '$1::int is not null and $3::text is not null')

export async function dropBounds(db: Db): Promise<void> {
  await asOwner(db, sql`alter table dues_bill drop constraint dues_bill_not_overpaid`)
  await asOwner(db, sql`alter table payment drop constraint payment_spent, drop constraint payment_invoiced_within, drop constraint payment_invoiced_settled`)
  await asOwner(db, sql`alter table member drop constraint member_balance_check`)
  await asOwner(db, sql`alter table balance_entry drop constraint balance_entry_balance_after_check`)
}

/** Guards of the database that a control takes away within its transaction, to see that the check would find what they keep out. */
export const GUARDS = {
  payment_allocation: (db: Db) => asOwner(db, sql`alter table payment_allocation disable trigger user`),
  bank_line_payment: (db: Db) => asOwner(db, sql`drop index bank_line_payment`),
  payment_invoiced: (db: Db) => asOwner(db, sql`alter table payment drop constraint payment_invoiced_within`),
}

/** Ends a connection of the database by its process id. */
export const killerOf = (server: TestServer) => (pid: number) => asOwner(server.platform.db, sql`select pg_terminate_backend(${pid})`)
