import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface CategoryRow {
  category_id: string
  category_name: string
  quota: number
  category_status: 'enabled' | 'disabled'
}

/** Memberships that stand and are not deleted; `m` is the member. */
const standing = sql`not m.deleted and m.member_status in ('normal', 'suspended', 'leaving')`

/** How many members stand in a category; `t` is the category. */
export const memberCount = sql<number>`(select count(*) from member m where m.category_id = t.category_id and ${standing})::int`

/** A category, locked until the end of the transaction: who joins it, and who disables it, wait for each other. */
export async function lockCategory(db: Db, categoryId: string): Promise<CategoryRow | undefined> {
  const { rows } = await sql<CategoryRow>`
    select category_id, category_name, quota, category_status from member_category where category_id = ${categoryId}::bigint for update`.execute(db)
  return rows[0]
}

/** Members that stand in a category, and whether anything else was ever written down with it. */
export async function usesOf(db: Db, categoryId: string): Promise<{ standing: number; ever: boolean }> {
  const { rows } = await sql<{ standing: number; ever: boolean }>`
    select (select count(*) from member m where m.category_id = ${categoryId}::bigint and ${standing})::int as standing,
      exists (select 1 from member where category_id = ${categoryId}::bigint) or exists (select 1 from join_apply where apply_category_id = ${categoryId}::bigint) as ever`.execute(db)
  return rows[0] ?? { standing: 0, ever: false }
}

/** Inserts categories of the demo association, in their order. */
export const insertDemo = (db: Db, rows: readonly (readonly [name: string, role: string, vote: boolean, quota: number])[]) =>
  sql`insert into member_category (category_name, category_level, council_role, vote_right, quota)
    select x->>0, n, x->>1, (x->>2)::boolean, (x->>3)::int
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e(x, n)`.execute(db)
