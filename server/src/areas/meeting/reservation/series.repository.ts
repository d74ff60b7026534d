import { sql } from 'kysely'
import type { Repeat } from '@assoc/contract/meeting/reservation-series'
import type { Db } from '../../../platform/database/database'
import { withStep } from '../../../platform/resource/acted-by'

/** What holds one of the rooms between two times. */
export const heldBetween = (db: Db, roomIds: readonly string[], from: Date, to: Date) =>
  db
    .selectFrom('room_reservation')
    .select(['room_id', 'title', 'start_time', 'end_time'])
    .where('room_id', 'in', [...roomIds])
    .where('reserve_status', 'in', ['pending', 'reserved', 'inUse'])
    .where('start_time', '<', to)
    .where('end_time', '>', from)
    .orderBy('start_time')
    .execute()

export async function insertSeries(db: Db, title: string, repeat: Repeat, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into room_series (title, repeat, create_by) values (${title}, ${repeat}, ${by}::bigint) returning series_id as id`.execute(db)
  return rows[0]?.id as string
}

export interface Cancelled {
  reservation_id: string
  room_id: string
  start_time: Date
  end_time: Date
  before: string
}

/** Cancels what of a series begins at or after a time, belongs to the same person, and waits or stands. */
export async function cancelFrom(db: Db, seriesId: string, from: Date, userId: string, applicantId: string): Promise<Cancelled[]> {
  const { rows } = await sql<Cancelled>`
    with live as (select reservation_id, reserve_status from room_reservation where series_id = ${seriesId}::bigint and start_time >= ${from} and start_time > now()
      and applicant_id = ${applicantId}::bigint and reserve_status in ('pending', 'reserved') order by reservation_id for no key update)
    update room_reservation t set reserve_status = 'cancelled', acted_by = ${withStep('cancel', userId)}, version = t.version + 1, update_time = now()
    from live where t.reservation_id = live.reservation_id
    returning t.reservation_id, t.room_id, t.start_time, t.end_time, live.reserve_status as before`.execute(db)
  return rows
}
