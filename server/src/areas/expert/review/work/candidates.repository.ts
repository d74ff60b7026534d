import { reviewWork } from '@assoc/contract/expert/review/work'
import { sql } from 'kysely'
import { scopeOf } from '../../../../platform/access/entities'
import type { Principal } from '../../../../platform/access/principal'
import type { Db } from '../../../../platform/database/database'
import type { Candidate } from '../../../../platform/review/reviewables'
import { gramsOfKeyword } from '../../../../platform/search/grams'

const scope = scopeOf(reviewWork)

/** Works within somebody's data scope, the latest first. */
export async function searchWorks(db: Db, principal: Principal, keyword: string | undefined, limit: number): Promise<Candidate[]> {
  const held = keyword?.trim() ? sql`and w.search_grams @> ${gramsOfKeyword(keyword).grams}::text[]` : sql``
  const { rows } = await sql<Candidate>`
    select w.work_id as "objectId", w.title, (select c.short_name from company_public c where c.company_id = w.company_id) as "companyName"
    from review_work w where ${scope(principal, 'w')} ${held} order by w.update_time desc, w.work_id desc limit ${limit}`.execute(db)
  return rows
}

export async function workTitles(db: Db, principal: Principal, workIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`select w.work_id as id, w.title from review_work w where w.work_id = any(${[...workIds]}::bigint[]) and ${scope(principal, 'w')}`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
