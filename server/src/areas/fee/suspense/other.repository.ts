import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { dateOf } from '../../../platform/database/day'
import { contains } from '../../../platform/database/list'

/** Money of the bank's that was put down as other business; `amount` in 分. */
export interface OtherMoney {
  suspenseId: string
  serialNo: string
  payerName: string
  amount: number
  tradeDate: string
}

const MONEY = sql`s.suspense_id as "suspenseId", s.serial_no as "serialNo", s.payer_name as "payerName", s.amount::float8 as amount, ${dateOf(sql`s.trade_time`)}::text as "tradeDate"`

/** Holds one to the end of the transaction, so that it stays other business until then; undefined where it is none of these kinds. */
export async function holdOther(db: Db, suspenseId: string, kinds: readonly string[]): Promise<OtherMoney | undefined> {
  const { rows } = await sql<OtherMoney>`select ${MONEY} from suspense_item s where s.suspense_id = ${suspenseId}::bigint and s.suspense_status = 'other' and s.business_type = any(${[...kinds]}::text[]) for update`.execute(db)
  return rows[0]
}

/** Money of these kinds by its serial or payer, the latest first. */
export async function findOther(db: Db, kinds: readonly string[], keyword: string | null, limit: number): Promise<OtherMoney[]> {
  const found = keyword ? sql` and (s.serial_no ilike ${contains(keyword)} or s.payer_name ilike ${contains(keyword)})` : sql``
  const { rows } = await sql<OtherMoney>`select ${MONEY} from suspense_item s where s.suspense_status = 'other' and s.business_type = any(${[...kinds]}::text[])${found} order by s.trade_time desc, s.suspense_id desc limit ${limit}`.execute(db)
  return rows
}
