import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Band } from './bands'

export const categoryName = sql`(select c.category_name from member_category_public c where c.category_id = t.category_id)`
export const billCount = sql`(select count(*) from dues_bill b where b.standard_id = t.standard_id)::int`

const band = sql`s.standard_id as "standardId", s.standard_name as name, s.standard_status as status, trim_scale(s.share_from)::text as "shareFrom", trim_scale(s.share_to)::text as "shareTo"`

/** The bands of a category and year that hold or are about to: enacted ones and those that wait for it. */
export async function bandsOf(db: Db, categoryId: string, year: number): Promise<Band[]> {
  const { rows } = await sql<Band>`select ${band} from fee_standard s
    where s.category_id = ${categoryId}::bigint and s.effective_year = ${year} and s.standard_status in ('pending', 'active')`.execute(db)
  return rows
}

export interface CategoryBand extends Band {
  categoryName: string
  year: number
}

/** The enacted bands that a year's bills are made by, of each category: those of its greatest year up to the bill's. */
export async function bandsInForce(db: Db, billYear: number): Promise<CategoryBand[]> {
  const { rows } = await sql<CategoryBand>`select ${band}, s.effective_year as year, c.category_name as "categoryName"
    from fee_standard s join member_category_public c on c.category_id = s.category_id
    where s.standard_status = 'active' and s.effective_year = (select max(y.effective_year) from fee_standard y
      where y.category_id = s.category_id and y.standard_status = 'active' and y.effective_year <= ${billYear})
      and exists (select 1 from member_public m where m.category_id = s.category_id and not m.deleted and m.member_status in ('normal', 'suspended'))
    order by c.category_level, c.category_id`.execute(db)
  return rows
}

/** Whether the standards that a year's bills of a category are made by go by the company's shares. */
export async function goesByShares(db: Db, categoryId: string, billYear: number): Promise<boolean> {
  const { rows } = await sql`select 1 from fee_standard s where s.category_id = ${categoryId}::bigint and s.standard_status = 'active' and (s.share_from is not null or s.share_to is not null)
    and s.effective_year = (select max(y.effective_year) from fee_standard y where y.category_id = s.category_id and y.standard_status = 'active' and y.effective_year <= ${billYear}) limit 1`.execute(db)
  return rows.length > 0
}

/** How many individuals stand in a category. */
export async function individualsIn(db: Db, categoryId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from member_public
    where category_id = ${categoryId}::bigint and member_kind = 'person' and not deleted and member_status in ('normal', 'suspended', 'leaving')`.execute(db)
  return rows[0]?.n ?? 0
}
