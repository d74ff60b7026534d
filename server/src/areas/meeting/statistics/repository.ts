import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'

const SCOPE = scopeOf('meetingRegistration')

export interface Asked {
  by: 'type' | 'year' | 'jurisdiction' | 'company'
  startDateFrom?: string | undefined
  startDateTo?: string | undefined
  meetingType?: string | undefined
  jurisdiction?: string | undefined
}

export interface Counted {
  key: string | null
  label: string | null
  meetings: number
  registered: number
  attended: number
  absent: number
  /** Percent of those with a place who came, of meetings that are over; null when none is. */
  rate: number | null
}

const YEAR = sql`extract(year from m.start_time at time zone 'Asia/Shanghai')::int::text`
const KEYS: Record<Asked['by'], { key: RawBuilder<unknown>; label: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  type: { key: sql`m.meeting_type`, label: sql`m.meeting_type`, order: sql`registered desc, key` },
  year: { key: YEAR, label: YEAR, order: sql`key` },
  jurisdiction: { key: sql`c.jurisdiction`, label: sql`c.jurisdiction`, order: sql`registered desc, key` },
  company: { key: sql`c.company_id::text`, label: sql`c.short_name`, order: sql`registered desc, key` },
}

/** Places at meetings that were not cancelled, and what became of them, within the person's data scope; the first row is all of them. */
export async function attendance(db: Db, principal: Principal, { by, startDateFrom, startDateTo, meetingType, jurisdiction }: Asked, most: number): Promise<Counted[]> {
  const parts = [sql`r.reg_status in ('confirmed', 'attended', 'absent')`, SCOPE(principal, 'r'), sql`m.meeting_status not in ('draft', 'pending', 'returned', 'cancelled')`]
  if (startDateFrom) parts.push(sql`m.start_time >= ${startDateFrom}::date::timestamp at time zone 'Asia/Shanghai'`)
  if (startDateTo) parts.push(sql`m.start_time < (${startDateTo}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
  if (meetingType) parts.push(sql`m.meeting_type = ${meetingType}`)
  if (jurisdiction) parts.push(sql`c.jurisdiction = ${jurisdiction}`)
  const { key, label, order } = KEYS[by]
  const figures = sql`count(distinct meet_id)::int as meetings, count(*)::int as registered, (count(*) filter (where reg_status = 'attended'))::int as attended, (count(*) filter (where reg_status = 'absent'))::int as absent,
    (round(100.0 * count(*) filter (where over and reg_status = 'attended') / nullif(count(*) filter (where over), 0), 1))::float8 as rate`
  const { rows } = await sql<Counted>`
    with places as materialized (
      select ${key} as key, ${label} as label, r.meet_id, r.reg_status, m.meeting_status in ('ended', 'archived') as over from meeting_registration r join meeting m on m.meet_id = r.meet_id left join company_public c on c.company_id = r.company_id where ${sql.join(parts, sql` and `)}
    ), grouped as (select key, min(label) as label, ${figures} from places group by key)
    (select '' as key, '合计' as label, ${figures} from places) union all (select * from grouped order by ${order} limit ${most})`.execute(db)
  return rows
}
