import type { secretaryDifferenceRow } from '@assoc/contract/expert/secretary'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database'
import type { Secretary } from '../../member/api'
import '../tables'

type Row = z.output<typeof secretaryDifferenceRow>

/** Board secretaries in office, `a` of the person `p`, beside the contact `c` of their company, where the two differ. */
const differing = (within: Expression<SqlBool>) => sql`
  from director_appointment a join director_base p on p.person_id = a.person_id join company_public o on o.company_id = a.company_id
  left join contact_public c on c.company_id = a.company_id and c.post_type = 'secretary' and c.contact_status = 'serving'
  where a.role_type = 'secretary' and a.appoint_status = 'serving' and not o.deleted and (c.contact_id is null or c.name <> p.name or c.mobile <> p.mobile) and ${within}`

export async function differences(db: Db, within: Expression<SqlBool>, limit: number): Promise<{ total: number; items: Row[] }> {
  const { rows } = await sql<Row & { total: number }>`
    select a.appointment_id as "appointmentId", o.short_name as "companyName", o.stock_code as "stockCode", p.name, p.mobile, a.term_start as "termStart", c.name as "contactName", c.mobile as "contactMobile",
      case when c.contact_id is null then 'missing' when c.name <> p.name then 'person' else 'mobile' end as difference, count(*) over ()::int as total
    ${differing(within)} order by o.stock_code, a.appointment_id limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, items: rows.map(({ total: _total, ...row }) => row) }
}

/** A board secretary in office as a contact would have them; the appointment stays as it is until the transaction ends. */
export const secretaryOf = async (db: Db, appointmentId: string, within: Expression<SqlBool>): Promise<(Secretary & { companyId: string }) | undefined> =>
  (
    await sql<Secretary & { companyId: string }>`select a.company_id as "companyId", p.name, p.gender, p.mobile, p.email, a.term_start as "startDate"
      from director_appointment a join director_base p on p.person_id = a.person_id
      where a.appointment_id = ${appointmentId}::bigint and a.role_type = 'secretary' and a.appoint_status = 'serving' and ${within} for share`.execute(db)
  ).rows[0]
