import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope } from '../../../platform/access/entities'
import type { Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword, normalise } from '../../../platform/search/grams'
import { companyEntity } from './entity'

/** Grams of a long keyword that narrow the search; the text itself decides. */
const MAX_GRAMS = 6

/**
 * Ids of the companies that hold a keyword in a name, code or pinyin, for `t.company_id in (...)` or `= any(array(...))`.
 * The latter goes by the index of the column also beside an `or`.
 */
export function companiesHolding(keyword: string): RawBuilder<unknown> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const [first, ...others] = grams.slice(0, MAX_GRAMS)
  if (first === undefined) return sql`select null::bigint where false`
  const held = others.map((gram) => sql` and exists (select 1 from company_gram o where o.company_id = g.company_id and o.gram = ${gram})`)
  const text = exact ? sql`` : sql` and exists (select 1 from company c where c.company_id = g.company_id and c.search_text like ${contains(normalise(keyword))})`
  return sql`select g.company_id from company_gram g where g.gram = ${first}${sql.join(held, sql``)}${text}`
}

/** The company of a stock code or an exact full name within the person's data scope; null when there is none. */
export async function companyNamed(db: Db, who: Who, text: string): Promise<string | null> {
  const scope = sql<SqlBool>`${withinScope(who, companyEntity, 'c')}`
  const { rows } = await sql<{ id: string }>`
    select company_id as id from company c where not c.deleted and c.stock_code = ${text} and ${scope}
    union all
    select company_id from company c where not c.deleted and c.company_name = ${text.replace(/\(/g, '（').replace(/\)/g, '）')} and ${scope}
    limit 1`.execute(db)
  return rows[0]?.id ?? null
}
