import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'

export const categoryName = sql`(select c.category_name from member_category c where c.category_id = t.category_id)`
export const billCount = sql`(select count(*) from dues_bill b where b.standard_id = t.standard_id)::int`

/** Enacting standards of one category goes one after another. */
export const lockCategory = (db: Db, categoryId: string) => sql`select 1 from member_category where category_id = ${categoryId}::bigint for update`.execute(db)

/** An enacted standard of the same category and year whose band meets the given one's; undefined when there is none. */
export async function overlapping(db: Db, standardId: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select o.standard_name as name from fee_standard s
    join fee_standard o on o.category_id = s.category_id and o.effective_year = s.effective_year and o.standard_status = 'active' and o.standard_id <> s.standard_id
    where s.standard_id = ${standardId}::bigint
      and numrange(coalesce(s.share_from, 0), s.share_to) && numrange(coalesce(o.share_from, 0), o.share_to)
    order by o.share_from nulls first limit 1`.execute(db)
  return rows[0]
}
