import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { defineHandover, defineWaitingDecisions, NAMED } from '../../../platform/handover/handover'
import { holdersOf } from '../../../platform/identity/roles'

const LIVE = sql`reserve_status in ('pending', 'reserved') and start_time > now()`

defineHandover({
  key: 'bookings',
  label: '未开始的会议室预约',
  order: 30,
  tables: ['room_reservation'],
  link: viewLink('meeting/ScheduleMeeting'),
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select title as name, count(*) over () as total from room_reservation where applicant_id = ${userId} and ${LIVE} order by start_time limit ${NAMED}`.execute(db)
    return { count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) }
  },
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`
      update room_reservation set applicant_id = ${successor.userId}, update_time = now(), version = version + 1 where applicant_id = ${person.userId} and ${LIVE}`.execute(db)
    return Number(numAffectedRows)
  },
})

// Bookings of others wait for whoever has the permit, within any data scope.
defineWaitingDecisions({
  key: 'bookings',
  label: '待审批的会议室预约',
  link: viewLink('meeting/ScheduleMeeting', { todo: 1 }),
  async of(db, userId) {
    const { rows } = await sql<{ mine: boolean; others: string; waiting: string }>`
      with approvers as (
        ${holdersOf('meeting:reservation:approve')}
      )
      select exists (select 1 from approvers where user_id = ${userId}) as mine,
        (select count(*) from approvers where user_id <> ${userId}) as others,
        (select count(*) from room_reservation where reserve_status = 'pending' and start_time > now()) as waiting`.execute(db)
    const [row] = rows
    return row?.mine ? { count: Number(row.waiting), others: Number(row.others) } : undefined
  },
})
