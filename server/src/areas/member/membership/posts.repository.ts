import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Posts that a member in good standing lacks; an individual has none. The first condition is that of the index. */
export function lacks(what: 'any' | 'representative' | 'liaison'): RawBuilder<SqlBool> {
  const open = sql<SqlBool>`t.member_status = 'normal' and (t.representative_id is null or t.liaison_id is null) and t.member_kind = 'company'`
  if (what === 'any') return open
  return sql<SqlBool>`${open} and ${sql.ref(what === 'liaison' ? 't.liaison_id' : 't.representative_id')} is null`
}

export interface Naming {
  memberId: string
  memberNo: string
  memberName: string
  version: number
  represents: boolean
  liaises: boolean
  /** Who looks after the member. */
  keeper: string | null
}

/** Members that stand and name a contact of their company, locked until the end of the transaction. */
export async function membersNaming(db: Db, contactId: string): Promise<Naming[]> {
  const { rows } = await sql<Naming>`
    select m.member_id::text as "memberId", m.member_no as "memberNo", c.short_name as "memberName", m.version, coalesce(m.representative_id = p.contact_id, false) as represents,
      coalesce(m.liaison_id = p.contact_id, false) as liaises, m.create_by::text as keeper
    from contact p join member m on m.company_id = p.company_id and p.contact_id in (m.representative_id, m.liaison_id) join company c on c.company_id = m.company_id
    where p.contact_id = ${contactId}::bigint and not m.deleted and m.member_status in ('normal', 'suspended', 'leaving') order by m.member_id for update of m`.execute(db)
  return rows
}
