import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { dateOf } from '../../../platform/database/day'
import { paymentsFound } from '../found.repository'
import { party, partyName } from '../../member/api'

/** Notes what other business money is for; null when it is none any more. */
export async function noteBusiness(db: Db, suspenseId: string, type: string | null, remark: string | null): Promise<void> {
  await sql`update suspense_item set business_type = ${type}, business_remark = ${remark} where suspense_id = ${suspenseId}::bigint`.execute(db)
}

export interface WaitingLine {
  lineId: string
  serialNo: string
  /** 分 */
  amount: number
  suspenseId: string | null
  suspenseStatus: string | null
}

/** Locks a line and its item; undefined when there is no such line. */
export async function lockLine(db: Db, lineId: string): Promise<WaitingLine | undefined> {
  // The item first, as whoever claims it does.
  await sql`select 1 from suspense_item where line_id = ${lineId}::bigint for update`.execute(db)
  const { rows } = await sql<WaitingLine>`
    select l.line_id as "lineId", l.serial_no as "serialNo", l.amount::float8 as amount, s.suspense_id as "suspenseId", s.suspense_status as "suspenseStatus"
    from bank_line l left join suspense_item s on s.line_id = l.line_id where l.line_id = ${lineId}::bigint for update of l`.execute(db)
  return rows[0]
}

export async function memberOfPayment(db: Db, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select member_id as id from payment where payment_id = ${paymentId}::bigint`.execute(db)
  return rows[0]?.id
}

export interface MatchedPayment {
  memberId: string
  payNo: string
  /** 分 */
  amount: number
  channel: string
  status: string
  bankSerial: string | null
  /** Serial of the line that it is matched with already. */
  linkedSerial: string | null
}

/** What a payment is matched by; its member is locked. */
export async function paymentToMatch(db: Db, paymentId: string): Promise<MatchedPayment | undefined> {
  const { rows } = await sql<MatchedPayment>`
    select p.member_id as "memberId", p.pay_no as "payNo", p.amount::float8 as amount, p.channel, p.pay_status as status, p.bank_serial as "bankSerial",
      (select l.serial_no from bank_line l where l.payment_id = p.payment_id) as "linkedSerial"
    from payment p where p.payment_id = ${paymentId}::bigint for update of p`.execute(db)
  return rows[0]
}

export interface Payable {
  paymentId: string
  payNo: string
  memberName: string
  payDate: string
  payerName: string
  bankSerial: string | null
  payStatus: string
}

/** Payments within a person's scope that a line could be; the same serial first, then those of the nearest day. */
export function payable(principal: Principal, payments: Entity, lineId: string, keyword: string | null, limit: number): RawBuilder<Payable> {
  const found = keyword?.trim() ? paymentsFound(keyword) : sql<SqlBool>`true`
  return sql<Payable>`
    select t.payment_id as "paymentId", t.pay_no as "payNo", ${partyName} as "memberName", t.pay_date as "payDate", t.payer_name as "payerName", t.bank_serial as "bankSerial", t.pay_status as "payStatus"
    from bank_line l join payment t on t.amount::float8 = l.amount::float8 join member_public m on m.member_id = t.member_id ${party}
    where l.line_id = ${lineId}::bigint and t.pay_status in ('pending', 'settled') and t.channel <> 'balance' and (t.bank_serial is null or t.bank_serial = l.serial_no)
      and not exists (select 1 from bank_line o where o.payment_id = t.payment_id) and ${withinScope(principal, payments, 't')} and ${found}
    order by t.bank_serial is not distinct from l.serial_no desc, abs(t.pay_date - ${dateOf(sql`l.trade_time`)}), t.payment_id limit ${limit}`
}
