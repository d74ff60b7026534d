import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { Person } from '../../platform/personal/register'

/** Registrations for meetings that are yet to come, and money of meetings that goes back. */
export async function openRegistrations(db: Db, person: Person): Promise<string[]> {
  const ids = [...(person.rows.get('meeting_registration') ?? [])]
  const { rows } = await sql<{ text: string }>`
    select '会议报名 ' || r.register_no || case when r.pay_status = 'toRefund' then ' 有待退费用' else ' 的会议尚未结束' end as text
    from meeting_registration r join meeting m on m.meet_id = r.meet_id
    where r.register_id = any(${ids}::bigint[])
      and (r.pay_status = 'toRefund' or (r.reg_status in ('pending', 'confirmed', 'waiting', 'offered') and m.meeting_status <> 'cancelled' and m.end_time > now()))`.execute(db)
  return rows.map((r) => r.text)
}
