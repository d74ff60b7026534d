import { meetingMaterial } from '@assoc/contract/meeting/material'
import { sql, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { personMobile } from '../../../platform/identity/people'
import './tables'

const SCOPE = scopeOf(meetingMaterial)

export const computed = {
  meetingName: sql<string>`(select m.meeting_name from meeting m where m.meet_id = t.meet_id)`,
  startTime: sql<Date>`(select m.start_time from meeting m where m.meet_id = t.meet_id)`,
}

/**
 * What somebody may open who does not prepare the meeting: what is public once the meeting was approved; for members, who acts for a
 * company in membership; for those who take part, whose own number is registered or who acts for their company.
 */
export function mayOpen({ userId, links }: Principal) {
  const companies = links.companies.map((link) => link.id)
  return sql<SqlBool>`exists (select from meeting m where m.meet_id = t.meet_id and m.meeting_status not in ('draft', 'pending', 'returned', 'cancelled'))
    and (t.open_scope = 'open'
      or (t.open_scope = 'member' and exists (select from member_public b where b.company_id = any(${companies}::bigint[]) and not b.deleted and b.member_status = 'normal'))
      or (t.open_scope in ('member', 'attendee') and exists (
        select from meeting_registration r
        where r.meet_id = t.meet_id and r.reg_status in ('confirmed', 'attended')
          and (r.mobile = (select ${personMobile('reader.user_id')} from (values (${userId}::bigint)) reader(user_id)) or r.company_id = any(${companies}::bigint[])))))`
}

const rows = (db: Db) => db.selectFrom('meeting_material as t').select(['t.material_id as materialId', 't.material_name as materialName', 't.file', 't.create_time as createTime'])

export const ofMeeting = (db: Db, principal: Principal, meetId: string) => rows(db).where(mayOpen(principal)).where('t.meet_id', '=', meetId).orderBy('t.create_time', 'desc').orderBy('t.material_id', 'desc').limit(200).execute()

/** A material that somebody may open: as one of those whom it is for, or of the staff within their data scope. */
export const findOpenable = (db: Db, principal: Principal, materialId: string) =>
  rows(db)
    .where('t.material_id', '=', materialId)
    .where(has(principal, 'meeting:material:read') ? sql<SqlBool>`(${SCOPE(principal, 't')} or ${mayOpen(principal)})` : mayOpen(principal))
    .executeTakeFirst()

export const noteOpened = (db: Db, materialId: string) => db.updateTable('meeting_material').set({ opened: sql`opened + 1` }).where('material_id', '=', materialId).execute()
