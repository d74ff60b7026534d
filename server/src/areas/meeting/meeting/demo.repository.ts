import { sql, type Insertable } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Tables } from '../../../platform/database/tables'
import './tables'

export const insertDemoMeeting = async (db: Db, row: Insertable<Tables['meeting']>): Promise<string> => (await db.insertInto('meeting').values(row).returning('meet_id').executeTakeFirstOrThrow()).meet_id

interface Crowd {
  count: number
  over: boolean
  capacity: number
  fee: number
  needAudit: boolean
  by: string
}

/** People of the demo's companies register, up to the limit of each company; who comes too late for a place waits. */
export async function registerDemo(db: Db, meetId: string, { count, over, capacity, fee, needAudit, by }: Crowd): Promise<void> {
  await sql`
    with people as (
      select distinct on (c.mobile) c.company_id, c.name, c.post_type, c.mobile, c.email, c.contact_id from contact_public c
      where c.contact_status = 'serving' order by c.mobile, c.contact_id
    ), chosen as (
      select p.*, row_number() over (order by md5(p.contact_id::text || ${meetId})) as n from (
        select people.*, row_number() over (partition by company_id order by contact_id) as nth from people) p
      where p.nth <= 3 order by n limit ${count}
    ), placed as (
      select chosen.*, m.reg_start + (chosen.n::float8 / ${count + 1}) * (least(m.reg_end, now()) - m.reg_start) as at,
        case when ${capacity}::int > 0 and chosen.n > ${capacity}::int then 'waiting'
          when ${over} then case chosen.n % 11 when 0 then 'absent' when 1 then 'cancelled' else 'attended' end
          when ${needAudit} and chosen.n % 5 = 0 then 'pending'
          when chosen.n % 37 = 0 then 'cancelled' else 'confirmed' end as status
      from chosen join meeting m on m.meet_id = ${meetId}::bigint
    )
    insert into meeting_registration (register_no, meet_id, company_id, name, gender, post_name, mobile, email, need_stay, room_type, check_in_date, check_out_date, need_pickup, reg_status, pay_status, due_amount, wait_since, dept_id, create_by, acted_by, create_time, update_time)
    select 'BM' || to_char(p.at at time zone 'Asia/Shanghai', 'yymmdd') || lpad((nextval('meeting_register_no') % 1000000)::text, 6, '0'), m.meet_id, p.company_id, p.name, 'unknown',
      case p.post_type when 'chairman' then '董事长' when 'secretary' then '董事会秘书' when 'cfo' then '财务负责人' when 'affairsRep' then '证券事务代表' else '董事' end,
      p.mobile, p.email, p.n % 4 = 0, case when p.n % 4 = 0 then (array['king', 'twinSingle', 'twinShared'])[1 + p.n % 3] end,
      case when p.n % 4 = 0 then (m.start_time at time zone 'Asia/Shanghai')::date - 1 end, case when p.n % 4 = 0 then (m.end_time at time zone 'Asia/Shanghai')::date + 1 end,
      p.n % 12 = 0, p.status, case when ${fee}::bigint = 0 or p.status = 'cancelled' then 'none' when p.n % 3 = 0 and not ${over} then 'unpaid' else 'paid' end, case when p.status = 'cancelled' then 0 else ${fee}::bigint end,
      case when p.status = 'waiting' then p.at end, m.organizer_dept_id, ${by}::bigint, array['write:' || ${by}::text], p.at, p.at
    from placed p join meeting m on m.meet_id = ${meetId}::bigint order by p.n`.execute(db)
}
