import { today } from '@assoc/contract/core/day'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { TODAY } from '../../platform/database/day'
import { clerksWith } from '../../platform/identity/people'
import { noteNumbers } from '../../platform/numbers/numbers'
import { party, partyName } from '../member/api'
import { refreshArrears } from './ledger.repository'

/** Amounts in 分 by the beginning of a category's name; the first that fits counts. Members without an office pay by shares. */
const AMOUNTS: [pattern: string, amount: number][] = [
  ['会长%', 17_000_000],
  ['副会长%', 8_500_000],
  ['%理事%', 4_000_000],
  ['%监事%', 4_000_000],
  ['特别%', 500_000],
  ['联系%', 500_000],
  ['个人%', 50_000],
]
/** Ten-thousands of shares between the two bands of ordinary members. */
const BAND = 10_000
const [SMALL, LARGE] = [2_000_000, 2_500_000]

async function seedStandards(db: Db): Promise<void> {
  const amount = sql.join(AMOUNTS.map(([pattern, fen]) => sql`when c.category_name like ${pattern} then ${sql.lit(fen)}`), sql` `)
  await sql`
    insert into fee_standard (standard_name, category_id, share_from, share_to, amount, effective_year, resolution_no, resolution_date,
      total_delegates, present_delegates, agree_votes, publish_date, standard_status)
    select c.category_name || b.name, c.category_id, b.low, b.high, b.amount, 2023, '会员代表大会决议〔2022〕4 号', '2022-11-18', 312, 268, 251, '2022-12-08', 'active'
    from (select category_id, category_name, case ${amount} end as fixed from member_category_public c) c
    join lateral (values (c.fixed, null::numeric, null::numeric, '会费'), (case when c.fixed is null then ${sql.lit(SMALL)} end, null, ${sql.lit(BAND)}, '会费（1 亿股以下）'),
      (case when c.fixed is null then ${sql.lit(LARGE)} end, ${sql.lit(BAND)}, null, '会费（1 亿股及以上）')) b(amount, low, high, name) on b.amount is not null
      and (c.fixed is null) = (b.name <> '会费')
    order by c.category_id, b.low nulls first`.execute(db)
  await sql`
    insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes, standard_status)
    select category_name || '会费（修订）', category_id, 8000000, 2027, '会员代表大会决议〔2026〕2 号', '2026-11-06', 315, 274, 239, 'draft'
    from member_category_public where category_name like '副会长%' order by category_id limit 1`.execute(db)
}

/**
 * What each member was asked for and paid in three years, spread evenly by a hash of member and year: most paid in full, some
 * in part, some not, one of a hundred nothing for three closed years, a few too much.
 */
async function planFees(db: Db): Promise<void> {
  await sql`create temporary table fee_plan on commit drop as
    with base as (
      select m.member_id, m.dept_id, y.year, s.standard_id, s.amount as gross, ${partyName} as company_name, m.member_no,
        abs(hashtext(m.member_no || y.year::text)) % 1000 as h, abs(hashtext(m.member_no)) % 1000 as g,
        case when extract(year from m.join_date) = y.year then m.join_date + 15 else make_date(y.year, 5, 31) end as due_date,
        greatest(make_date(y.year, 3, 2) + abs(hashtext(y.year::text || m.member_no)) % 88, m.join_date + 4) as day
      from member_public m ${party} cross join (values (2023), (2024), (2025), (2026)) y(year)
      join fee_standard s on s.category_id = m.category_id and s.standard_status = 'active' and s.effective_year = 2023
        and (s.share_from is null or coalesce(c.total_shares, 0) >= s.share_from) and (s.share_to is null or coalesce(c.total_shares, 0) < s.share_to)
      where not m.deleted and extract(year from m.join_date) <= y.year and (m.member_status in ('normal', 'suspended', 'leaving') or y.year = 2024)
        -- Of the year before only those who have not paid since.
        and (y.year > 2023 or abs(hashtext(m.member_no)) % 1000 < 12)
    ), chosen as (
      select *, case
        when g < 12 then 0
        when h < case year when 2026 then 150 when 2025 then 40 else 15 end then 0
        when h < case year when 2026 then 210 when 2025 then 55 else 22 end then gross / 2
        else gross end as paid from base
    )
    select *, day + case extract(isodow from day) when 6 then 2 when 7 then 1 else 0 end as pay_date,
      case when year = 2026 and paid = gross and h > 975 then 500000 else 0 end as over, row_number() over (order by year, day, member_id) as n
    from chosen`.execute(db)
  // Nothing has come from the future.
  await sql`update fee_plan set paid = 0, over = 0 where pay_date >= ${TODAY}`.execute(db)
}

async function seedMoney(db: Db, userId: string | null, deptId: string | null): Promise<void> {
  await sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, paid_amount, due_date, bill_status, dept_id, create_by, create_time, update_time)
    select 'HF' || year || regexp_replace(member_no, '\\D', '', 'g'), member_id, year, standard_id, gross, paid, due_date,
      case when paid = 0 then 'due' when paid = gross then 'paid' else 'part' end, dept_id, ${userId}::bigint,
      (least(make_date(year, 1, 15), pay_date) + time '09:20') at time zone 'Asia/Shanghai',
      (case when paid > 0 then pay_date + time '15:40' else least(make_date(year, 1, 15), pay_date) + time '09:20' end) at time zone 'Asia/Shanghai'
    from fee_plan order by n`.execute(db)
  await sql`insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial, allocated_amount, balance_amount, pay_status, dept_id, create_by, create_time, update_time)
    select 'JF' || to_char(pay_date, 'YYYYMMDD') || lpad((row_number() over (partition by pay_date order by n))::text, 4, '0'), member_id, pay_date, paid + over,
      case when h % 20 = 3 then 'cheque' when h % 10 = 4 then 'online' else 'bank' end, company_name, 'TEST' || year || lpad(n::text, 6, '0'), paid, over,
      'settled', ${deptId}::bigint, ${userId}::bigint, (pay_date + time '10:05') at time zone 'Asia/Shanghai', (pay_date + time '15:40') at time zone 'Asia/Shanghai'
    from fee_plan where paid > 0 order by n`.execute(db)
  await sql`insert into payment_allocation (payment_id, bill_id, amount, create_time)
    select p.payment_id, b.bill_id, f.paid, p.update_time from fee_plan f
    join payment p on p.bank_serial = 'TEST' || f.year || lpad(f.n::text, 6, '0')
    join dues_bill b on b.member_id = f.member_id and b.bill_year = f.year where f.paid > 0 order by f.n`.execute(db)
  await sql`with entered as (
      insert into balance_entry (member_id, entry_type, entry_amount, balance_after, payment_id, create_by, create_time)
      select p.member_id, 'deposit', p.balance_amount, p.balance_amount, p.payment_id, p.create_by, p.update_time from payment p where p.balance_amount > 0
      returning member_id, entry_amount)
    update member m set balance = e.entry_amount from entered e where e.member_id = m.member_id`.execute(db)
  const taken = await sql<{ period: string; last: number }>`select to_char(pay_date, 'YYYYMMDD') as period, count(*)::int as last from payment group by 1`.execute(db)
  await noteNumbers(db, 'JF', taken.rows)
}

const LOST: [payer: string, yuan: number, purpose: string, daysAgo: number][] = [
  ['子虚控股集团有限公司', 25_000, '代付会费', 3],
  ['甄无名', 5_000, '会费', 6],
  ['乌有财务共享中心', 40_000, '2026 年度会费', 9],
  ['蜃楼投资管理有限公司', 20_000, '', 15],
  ['海市咨询服务部', 12_500, '会员费补缴', 22],
]

/** Lines of statements: those of this year's transfers, and money that nobody could be found for. */
async function seedBank(db: Db, userId: string | null, deptId: string | null): Promise<void> {
  await sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount, purpose, match_result, payment_id, create_by, dept_id, create_time)
    select '0000123400005678', bank_serial, (pay_date + time '09:12') at time zone 'Asia/Shanghai', payer_name, amount, '会费', 'auto', payment_id, ${userId}::bigint, ${deptId}::bigint, create_time
    from payment where channel = 'bank' and pay_date >= '2026-01-01' and pay_status = 'settled' order by payment_id`.execute(db)
  await sql`with lost as (
      insert into bank_line (account, serial_no, trade_time, payer_name, amount, purpose, create_by, dept_id)
      select '0000123400005678', 'TESTLOST' || lpad(n::text, 4, '0'), (${TODAY} - x.days + time '10:20') at time zone 'Asia/Shanghai', x.payer, x.yuan * 100, nullif(x.purpose, ''), ${userId}::bigint, ${deptId}::bigint
      from jsonb_to_recordset(${JSON.stringify(LOST.map(([payer, yuan, purpose, days], n) => ({ n: n + 1, payer, yuan, purpose, days })))}::jsonb)
        as x(n int, payer text, yuan bigint, purpose text, days int) returning *)
    insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id)
    select line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id from lost order by line_id`.execute(db)
}

/** Transfers that wait for a second person, and requests in every stage; the approved one has taken its part off the bill. */
async function seedOpen(db: Db, userId: string | null, deptId: string | null): Promise<void> {
  await sql`insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial, by_other, dept_id, create_by)
    select 'JF20261119' || lpad((9000 + n)::text, 4, '0'), x.member_id, '2026-11-19', x.unpaid_amount, case when n % 3 = 0 then 'online' else 'bank' end,
      case when n = 2 then '子虚控股集团有限公司' else x.company_name end, 'TESTOPEN' || lpad(n::text, 4, '0'), n = 2, ${deptId}::bigint, ${userId}::bigint
    from (select b.*, c.company_name, row_number() over (order by b.bill_id) as n from dues_bill b join member_public m on m.member_id = b.member_id
      join company_public c on c.company_id = m.company_id where b.bill_year = 2026 and b.bill_status = 'due' limit 6) x`.execute(db)
  await sql`with open as (
      select b.*, row_number() over (order by b.bill_id desc) as n from dues_bill b where b.bill_year = 2026 and b.bill_status = 'due' and b.gross_amount between 500000 and 4000000 order by b.bill_id desc limit 5)
    insert into reduction (reduce_no, bill_id, reduce_type, reduce_rate, reduce_amount, defer_to, reason_type, decision_by, remark, reduce_status, paid_before, dept_id, create_by)
    select 'JM20261116' || lpad(n::text, 4, '0'), bill_id, (array['rate', 'defer', 'full', 'fixed', 'rate'])[n], case when n in (1, 5) then 50 end,
      case n when 2 then null when 3 then unpaid_amount when 4 then 300000 else gross_amount / 2 end, case when n = 2 then date '2026-12-31' end,
      (array['restructuring', 'disaster', 'delisted', 'resolution', 'newMember'])[n], (array['standing', 'office', 'standing', 'office', 'standing'])[n],
      (array['法院已裁定受理重整', '厂区受灾停产', '本年度已退市', '理事会专项决议', '下半年入会'])[n],
      (array['approved', 'approval', 'firstReview', 'draft', 'rejected'])[n], case when n = 1 then 0 end, ${deptId}::bigint, ${userId}::bigint from open`.execute(db)
  await sql`update dues_bill b set reduce_amount = r.reduce_amount from reduction r where r.bill_id = b.bill_id and r.reduce_status = 'approved'`.execute(db)
}

/** Lays the fees of the demo association over whatever members it has. */
export async function seedDemoFees(db: Db): Promise<void> {
  const [clerk] = await clerksWith(db, 'FEE_OP')
  const [userId, deptId] = [clerk?.userId ?? null, clerk?.deptId ?? null]
  await seedStandards(db)
  await planFees(db)
  await seedMoney(db, userId, deptId)
  await seedBank(db, userId, deptId)
  await seedOpen(db, userId, deptId)
  await refreshArrears(db, Number(today().slice(0, 4)))
  await sql`analyze dues_bill, payment, payment_allocation, balance_entry, bank_line`.execute(db)
}
