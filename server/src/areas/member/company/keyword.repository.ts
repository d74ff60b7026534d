import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains, startsWith } from '../../../platform/database/list'
import type { NamedRecord } from '../../../platform/resource/definition'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { keywordOf, tailsOf } from './grams'

/** Grams of a long keyword that narrow the search; the text itself decides. */
const MAX_GRAMS = 6

/** A social credit code from its eighth place on: what stands before tells a kind of register and a place, which thousands share. */
const CREDIT_CODE = /^[0-9a-z]{8,18}$/

/**
 * Ids of the companies that hold a keyword in a name, code or pinyin, or whose credit code begins with it, for `t.company_id in (...)` or `= any(array(...))`.
 * The latter goes by the index of the column also beside an `or`. What names end in stands in no search text: a keyword of it is found by the
 * tails of the names, unless `tails` is false, and one that only begins a tail by what stands before.
 */
export function companiesHolding(given: string, options: { tails?: boolean } = {}): RawBuilder<unknown> {
  const keyword = keywordOf(given)
  const { tails, core } = tailsOf(keyword)
  const found = [holdersOf(keyword, sql`c.search_text like ${contains(keyword)}`)]
  if (tails.length > 0 && options.tails !== false) found.push(sql`select c.company_id from company c where not c.deleted and c.name_tail = any(${tails}::text[])`)
  if (isCreditCode(keyword)) found.push(sql`select c.company_id from company c where c.credit_code like ${startsWith(keyword.toUpperCase())} and not c.deleted`)
  if (core) found.push(holdersOf(core, sql`lower(normalize(concat_ws(chr(10), c.company_name, c.former_names), nfkc)) like ${contains(keyword)}`, true))
  return sql.join(found, sql` union `)
}

/** Whether a keyword may be a social credit code, or begin one. */
export const isCreditCode = (keyword: string): boolean => CREDIT_CODE.test(keyword)

/** Companies that hold the grams of a text; the condition decides where they do not, or where it says more than they do. */
function holdersOf(text: string, condition: RawBuilder<unknown>, always = false): RawBuilder<unknown> {
  const { grams, exact } = gramsOfKeyword(text)
  const [first, ...others] = grams.slice(0, MAX_GRAMS)
  if (first === undefined) return sql`select null::bigint where false`
  const held = others.map((gram) => sql` and exists (select 1 from company_gram o where o.company_id = g.company_id and o.gram = ${gram})`)
  const checked = exact && !always ? sql`` : sql` and exists (select 1 from company c where c.company_id = g.company_id and ${condition})`
  return sql`select g.company_id from company_gram g where g.gram = ${first}${sql.join(held, sql``)}${checked}`
}

/** Companies that are told where a cell of an import means several. */
const NAMED_MOST = 5

/**
 * The companies that a stock code or an exact name means within the person's data scope: the one that has the code or the full name now;
 * where none has, those that had it before or have it as their short name, which may be several.
 */
export async function companiesNamed(db: Db, principal: Principal, given: string): Promise<NamedRecord[]> {
  const text = given.trim()
  const name = text.replace(/\(/g, '（').replace(/\)/g, '）')
  const scope = sql<SqlBool>`not c.deleted and ${scopeOf('company')(principal, 'c')}`
  const columns = sql`c.company_id as id, concat_ws(' ', c.stock_code, c.company_name) as label`
  const now = await sql<NamedRecord>`
    select ${columns} from company c where c.stock_code = ${text} and ${scope}
    union all
    select ${columns} from company c where c.stock_code_b is not null and c.stock_code_b = ${text} and ${scope}
    union all
    select ${columns} from company c where c.company_name = ${name} and ${scope}
    limit 1`.execute(db)
  if (now.rows[0]) return now.rows
  const once = await sql<NamedRecord>`
    select ${columns} from company c where c.old_stock_code is not null and string_to_array(c.old_stock_code, ',') && ${[text]}::text[] and ${scope}
    union
    select ${columns} from company c where c.company_id = any(array(${companiesHolding(name)})) and ${name} = any(string_to_array(c.former_names, chr(10))) and ${scope}
    union
    select ${columns} from company c where c.short_name = ${name} and ${scope}
    order by id limit ${NAMED_MOST}`.execute(db)
  return once.rows
}

/**
 * Keeps a company from being deleted until the end of the transaction, so that nothing is written down of one that is gone by
 * then. False when it is gone already.
 */
export async function holdCompany(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from company where company_id = ${companyId}::bigint and not deleted for key share`.execute(db)
  return rows.length > 0
}
