import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { gramsOfSearchText, pinyinOf, searchTextOf } from '../company/grams'
import { insertGrams, insertMany } from '../company/seed.repository'
import '../company/tables'
import type { ListFields, RegisterRow } from './match'
import type { ParsedRow } from './parse'

/** Companies a statement. */
const CHUNK = 2000

/**
 * Companies that the rows can mean: by code, by former code, by short name, and those that a person named. With `lock` they cannot change until the
 * transaction ends; they are locked in the order of their ids, so that two imports do not wait for each other.
 */
export async function companiesFor(db: Db, principal: Principal, rows: readonly ParsedRow[], lock: boolean): Promise<RegisterRow[]> {
  const codes = rows.map((r) => r.stockCode).filter((c) => c !== null)
  const names = rows.map((r) => r.shortName).filter((n) => n !== null)
  const chosen = rows.flatMap((r) => r.chosenId ?? [])
  const { rows: found } = await sql<RegisterRow>`
    select company_id as "companyId", company_name as "companyName", short_name as "shortName", company_type as "companyType",
      stock_code as "stockCode", stock_code_b as "stockCodeB", old_stock_code as "oldStockCode", former_names as "formerNames", exchange, board, list_date as "listDate",
      trim_scale(total_shares)::text as "totalShares", csrc_industry as "csrcIndustry", sw_industry as "swIndustry", list_status as "listStatus",
      search_text as "searchText", version, ${scopeOf('company')(principal, 'company')} as "inScope"
    from company
    where company_id in (
      select company_id from company where not deleted and stock_code = any(${codes}::text[])
      union select company_id from company where not deleted and old_stock_code is not null and string_to_array(old_stock_code, ',') && ${codes}::text[]
      union select company_id from company where not deleted and short_name = any(${names}::text[])
      union select unnest(${chosen}::bigint[])
    ) and not deleted
    order by company_id ${lock ? sql`for update` : sql``}`.execute(db)
  return found
}

/** Inserts companies that a list brings; answers their ids by stock code. */
export async function insertListed(db: Db, principal: Principal, companies: readonly ListFields[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (let from = 0; from < companies.length; from += CHUNK) {
    const chunk = companies.slice(from, from + CHUNK)
    await insertMany(
      db,
      chunk.map((c) => ({ ...columnsOf(c), dept_id: principal.deptId, create_by: principal.userId, update_by: principal.userId })),
    )
    const codes = chunk.map((c) => c.stockCode ?? '')
    const made = await db
      .selectFrom('company')
      .select(['company_id', 'stock_code'])
      .where(sql<boolean>`not deleted`)
      .where(sql<boolean>`stock_code = any(${codes}::text[]) and exchange <> 'overseas'`)
      .execute()
    for (const row of made) if (row.stock_code) ids.set(row.stock_code, row.company_id)
  }
  return ids
}

/** Writes what a list changes; answers how many companies took it. A company whose version moved on does not. */
export async function updateListed(
  db: Db,
  userId: string,
  changes: readonly { company: RegisterRow; fields: ListFields }[],
): Promise<number> {
  let written = 0
  for (let from = 0; from < changes.length; from += CHUNK) {
    const chunk = changes.slice(from, from + CHUNK).map(({ company, fields }) => ({
      company_id: company.companyId,
      old_version: company.version,
      before: company.searchText,
      ...columnsOf(fields),
    }))
    const result = await sql`
      update company c set company_name = x.company_name, short_name = x.short_name, short_pinyin = x.short_pinyin, company_type = x.company_type,
        stock_code = x.stock_code, old_stock_code = x.old_stock_code, former_names = x.former_names, exchange = x.exchange, board = x.board, list_date = x.list_date,
        total_shares = x.total_shares, csrc_industry = x.csrc_industry, sw_industry = x.sw_industry, list_status = x.list_status, search_text = x.search_text,
        update_by = ${userId}::bigint, update_time = now(), version = c.version + 1
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as x(
        company_id bigint, old_version int, company_name text, short_name text, short_pinyin text, company_type text, stock_code text,
        old_stock_code text, former_names text, exchange text, board text, list_date date, total_shares numeric, csrc_industry text, sw_industry text, list_status text, search_text text)
      where c.company_id = x.company_id and c.version = x.old_version and not c.deleted`.execute(db)
    written += Number(result.numAffectedRows ?? 0)
    const renamed = chunk.filter((c) => c.before !== c.search_text)
    await removeGrams(db, renamed)
    await insertGrams(db, renamed)
  }
  return written
}

const columnsOf = (fields: ListFields) => ({
  company_name: fields.companyName,
  short_name: fields.shortName,
  short_pinyin: pinyinOf(fields.shortName),
  company_type: fields.companyType,
  stock_code: fields.stockCode,
  old_stock_code: fields.oldStockCode,
  former_names: fields.formerNames,
  exchange: fields.exchange,
  board: fields.board,
  list_date: fields.listDate,
  total_shares: fields.totalShares,
  csrc_industry: fields.csrcIndustry,
  sw_industry: fields.swIndustry,
  list_status: fields.listStatus,
  search_text: searchTextOf(fields),
})

async function removeGrams(db: Db, companies: readonly { company_id: string; before: string }[]): Promise<void> {
  const pairs = companies.flatMap((c) => gramsOfSearchText(c.before).map((gram) => ({ gram, id: c.company_id })))
  await sql`
    delete from company_gram g using unnest(${pairs.map((p) => p.gram)}::text[], ${pairs.map((p) => p.id)}::bigint[]) as x(gram, company_id)
    where g.gram = x.gram and g.company_id = x.company_id`.execute(db)
}
