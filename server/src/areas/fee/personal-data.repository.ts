import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { Person } from '../../platform/personal/register'

/** Money between the association and somebody who is, or was, a member as a person. */
export async function openMoney(db: Db, person: Person): Promise<string[]> {
  const ids = [...(person.rows.get('director_user') ?? [])]
  const { rows } = await sql<{ text: string }>`
    select '会费账单 ' || b.bill_no || ' 尚未缴清' as text from dues_bill b join member_public m on m.member_id = b.member_id
      where m.person_id = any(${ids}::bigint[]) and b.unpaid_amount > 0 and b.bill_status not in ('waived', 'cancelled')`.execute(db)
  return rows.map((r) => r.text)
}
