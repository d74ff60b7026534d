import type { regStatus } from '@assoc/contract/meeting/registration'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { expected } from './repository'

// What a counter takes along for the time without a connection, and what it says when it is back.

export interface Carried {
  registerId: string
  version: number
  name: string
  companyName: string | null
  postName: string
  seat: string | null
  expected: boolean
  status: keyof typeof regStatus.labels
  mobileEnd: string
  signTime: Date | null
}

/** Everybody who is registered for the meeting of a session, also who has no place: a counter says why they do not pass. */
export async function carried(db: Db, sessionId: string): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    select r.register_id as "registerId", r.qr_version as version, r.name, coalesce(c.short_name, r.unit_name) as "companyName", r.post_name as "postName",
      g.area || '-' || g.line || '-' || g.place as seat, ${expected('r')} as expected, r.reg_status as status, right(r.mobile, 4) as "mobileEnd", s.sign_time as "signTime"
    from meeting_session e join meeting_registration r on r.meet_id = e.meet_id
      left join company_public c on c.company_id = r.company_id
      left join meeting_seat g on g.register_id = r.register_id
      left join meeting_sign_in s on s.session_id = e.session_id and s.register_id = r.register_id and s.revoked_time is null
    where e.session_id = ${sessionId}::bigint order by r.register_id`.execute(db)
  return rows
}

export interface CounterRef {
  sessionId: string
  counterKey: string
  userId: string
}

/** Notes that a counter has its list; answers whether it is its first. The first stays: what the counter still has to send may be older than its last. */
export async function noteSnapshot(db: Db, { sessionId, counterKey, userId }: CounterRef): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    insert into meeting_sign_counter as c (session_id, counter_key, user_id, unsent, snapshot_time) values (${sessionId}::bigint, ${counterKey}::uuid, ${userId}::bigint, 0, clock_timestamp())
    on conflict (session_id, counter_key) do update set user_id = excluded.user_id, last_contact = now(), snapshot_time = coalesce(c.snapshot_time, excluded.snapshot_time)
    returning snapshot_time >= now() as first`.execute(db)
  return rows[0]?.first ?? false
}

/** Notes what a counter has still to send; answers since when it has had its list, null where it never took one. */
export async function noteSync(db: Db, { sessionId, counterKey, userId, gate, unsent }: CounterRef & { gate: string | null; unsent: number }): Promise<Date | null> {
  const { snapshot_time } = await db
    .insertInto('meeting_sign_counter')
    .values({ session_id: sessionId, counter_key: counterKey, gate, user_id: userId, unsent })
    .onConflict((c) => c.columns(['session_id', 'counter_key']).doUpdateSet({ gate, user_id: userId, unsent, last_contact: sql<Date>`now()` }))
    .returning('snapshot_time')
    .executeTakeFirstOrThrow()
  return snapshot_time
}

/** The database's clock, which counters go by. */
export async function clock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
