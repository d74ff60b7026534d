import { sql, type RawBuilder } from 'kysely'
import type { GivenAnswer } from '@assoc/contract/meeting/options'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { computed } from '../registration/repository'

const SCOPE = scopeOf('meetingRegistration')

export interface Listed {
  registerId: string
  qrVersion: number
  registerNo: string
  companyName: string | null
  stockCode: string | null
  name: string
  gender: 'unknown' | 'male' | 'female'
  postName: string
  mobile: string
  needStay: boolean
  roomType: string | null
  roommate: string | null
  checkInDate: string | null
  checkOutDate: string | null
  optionNames: string[]
  dietNote: string | null
  arriveTime: Date | null
  arriveNo: string | null
  leaveTime: Date | null
  needPickup: boolean
  seatNo: string | null
  answers: GivenAnswer[]
  payStatus: string
  regStatus: string
  remark: string | null
}

const ORDERS: Record<string, RawBuilder<unknown>> = {
  company: sql`"companyName" nulls last, t.register_id`,
  name: sql`t.name collate "zh-x-icu", t.register_id`,
  registerNo: sql`t.register_no`,
  seat: sql`"seatNo" nulls last, t.register_id`,
}

/** People of a meeting within the person's data scope, in an order of a list. */
export async function people(db: Db, principal: Principal, { meetId, statuses, order }: { meetId: string; statuses: readonly string[]; order: string }): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select t.register_id as "registerId", t.qr_version as "qrVersion", t.register_no as "registerNo", ${computed.companyName} as "companyName", ${computed.stockCode} as "stockCode", t.name, t.gender, t.post_name as "postName", t.mobile,
      t.need_stay as "needStay", t.room_type as "roomType", t.roommate, t.check_in_date::text as "checkInDate", t.check_out_date::text as "checkOutDate", t.option_names as "optionNames", t.diet_note as "dietNote",
      t.arrive_time as "arriveTime", t.arrive_no as "arriveNo", t.leave_time as "leaveTime", t.need_pickup as "needPickup", ${computed.seatNo} as "seatNo", t.answers, t.pay_status as "payStatus", t.reg_status as "regStatus", t.remark
    from meeting_registration t where t.meet_id = ${meetId}::bigint and t.reg_status = any(${[...statuses]}::text[]) and ${SCOPE(principal, 't')}
    order by ${ORDERS[order] ?? ORDERS['registerNo']}`.execute(db)
  return rows
}
