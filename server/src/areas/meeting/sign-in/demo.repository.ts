import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

/** Each meeting of the demo that registers or has been held has a session; who attended has signed in at it, some of them late. */
export async function insertDemo(db: Db): Promise<void> {
  await sql`
    insert into meeting_session (meet_id, session_name, sign_from, late_from, sign_to, refresh_sec, strict_sign_in, gates, secret, dept_id, create_by, create_time, update_time)
    select meet_id, '全体会议', start_time - interval '1 hour', start_time, end_time, 30, meeting_type = 'assembly', case when meeting_type = 'assembly' then '东门、西门、贵宾通道' end,
      decode(md5(random()::text) || md5(random()::text), 'hex'), organizer_dept_id, create_by, start_time - interval '7 days', start_time - interval '7 days'
    from meeting where meeting_status in ('open', 'closed', 'ended', 'archived')`.execute(db)
  await sql`
    with people as (
      select s.session_id, s.late_from, s.gates, r.register_id, r.create_by, row_number() over (partition by s.session_id order by md5(r.register_id::text)) as n, count(*) over (partition by s.session_id) as all_of
      from meeting_session s join meeting_registration r on r.meet_id = s.meet_id and r.reg_status = 'attended'
    ), signed as (
      select people.*, late_from - interval '50 minutes' + (n::float8 / all_of) * interval '55 minutes' as at from people
    ), inserted as (
      insert into meeting_sign_in (session_id, register_id, sign_time, late, way, gate, operator_id)
      select session_id, register_id, at, at >= late_from, (array['code', 'digits', 'scan', 'code', 'staff'])[1 + n % 5], case when n % 5 in (2, 4) then coalesce(nullif(split_part(gates, '、', 1 + (n % 2)::int), ''), '签到台') end, case when n % 5 in (2, 4) then create_by end
      from signed returning session_id, register_id, way, gate, operator_id, sign_time
    )
    insert into meeting_sign_log (session_id, register_id, outcome, way, gate, operator_id, log_time) select session_id, register_id, 'accepted', way, gate, operator_id, sign_time from inserted`.execute(db)
}
