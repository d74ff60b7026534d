import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { withinScope } from '../../../platform/access/entities'
import { scopeOf, type Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import type { Tables } from '../../../platform/database/tables'
import { gramsOfKeyword, normalise } from '../../../platform/search/grams'
import { companyEntity } from './entity'

const SORT = { stockCode: 'stock_code', shortName: 'short_pinyin', listDate: 'list_date', updateTime: 'update_time' } as const
/** Columns that may be empty: empty ones stand last in both directions. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['stock_code', 'list_date'])
/** Grams of a long keyword that narrow the search; the text itself decides. */
const MAX_GRAMS = 6

export interface CompanyFilters {
  keyword?: string | null | undefined
  companyType?: string | undefined
  board?: string | undefined
  jurisdiction?: string | undefined
  listStatus?: string | undefined
  listDateFrom?: string | undefined
  listDateTo?: string | undefined
  companyIds?: readonly string[] | undefined
}

export interface CompanySort {
  field: keyof typeof SORT
  order: 'asc' | 'desc'
}

const LIST_COLUMNS = [
  'company.company_id',
  'stock_code',
  'short_name',
  'company_name',
  'company_type',
  'board',
  'jurisdiction',
  'csrc_industry',
  'list_date',
  'list_status',
  'update_time',
  'version',
] as const

type Query = SelectQueryBuilder<Tables, 'company', object>

/** Companies that a person may see and a filter matches, nothing selected yet. */
function matching(db: Db, who: Who, filters: CompanyFilters): Query {
  let query: Query = db.selectFrom('company').where(sql<SqlBool>`not company.deleted`)
  if (!scopeOf(who, 'member').all) query = query.where(withinScope(who, companyEntity))
  if (filters.companyType) query = query.where('company_type', '=', filters.companyType)
  if (filters.board) query = query.where('board', '=', filters.board)
  if (filters.jurisdiction) query = query.where('jurisdiction', '=', filters.jurisdiction)
  if (filters.listStatus) query = query.where('list_status', '=', filters.listStatus)
  if (filters.listDateFrom) query = query.where('list_date', '>=', filters.listDateFrom)
  if (filters.listDateTo) query = query.where('list_date', '<=', filters.listDateTo)
  if (filters.companyIds) query = query.where(sql<SqlBool>`company.company_id = any(${[...filters.companyIds]}::bigint[])`)
  for (const condition of holdsKeyword(filters.keyword)) query = query.where(condition)
  return query
}

function holdsKeyword(keyword: string | null | undefined): Expression<SqlBool>[] {
  const { grams, exact } = gramsOfKeyword(keyword ?? '')
  const held = grams
    .slice(0, MAX_GRAMS)
    .map((gram) => sql<SqlBool>`exists (select 1 from company_gram g where g.company_id = company.company_id and g.gram = ${gram})`)
  return exact ? held : [...held, sql<SqlBool>`company.search_text like ${contains(normalise(keyword ?? ''))}`]
}

function ordered<O>(query: SelectQueryBuilder<Tables, 'company', O>, sort: CompanySort): SelectQueryBuilder<Tables, 'company', O> {
  const column = SORT[sort.field]
  const direction = sort.order === 'desc' && MAY_BE_EMPTY.has(column) ? sql`desc nulls last` : sort.order
  return query.orderBy(sql.ref(`company.${column}`), direction as never).orderBy('company.company_id', sort.order)
}

const NEWEST: CompanySort = { field: 'updateTime', order: 'desc' }

/**
 * Reads a page of a list. The page's ids come from an index alone, then its rows by id: a far page costs no visit to the
 * companies before it. A search is not prepared by name: how common its grams are decides the plan.
 */
function pageOfRows(db: Db, who: Who, filters: CompanyFilters, sort: CompanySort, limit: number, offset: number) {
  const ids = ordered(matching(db, who, filters).select('company.company_id'), sort).limit(limit).offset(offset)
  const rows = filters.keyword
    ? db.with('hit', () => ids).selectFrom('hit').innerJoin('company', 'company.company_id', 'hit.company_id')
    : db.selectFrom(ids.as('hit')).innerJoin('company', 'company.company_id', 'hit.company_id')
  return ordered(
    (rows as unknown as SelectQueryBuilder<Tables, 'company', object>)
      .select(LIST_COLUMNS)
      .select(sql<string | null>`trim_scale(company.total_shares)::text`.as('total_shares')),
    sort,
  )
}

async function count(db: Db, who: Who, filters: CompanyFilters): Promise<number> {
  const all = matching(db, who, filters)
  if (!filters.keyword) {
    const { n } = await all.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
    return Number(n)
  }
  const { grams, exact } = gramsOfKeyword(filters.keyword)
  const [gram] = grams
  if (exact && gram && onlyKeyword(filters) && scopeOf(who, 'member').all) {
    const { n } = await db.with('held', (d) => d.selectFrom('company_gram').select(sql<string>`count(*)`.as('n')).where('gram', '=', gram)).selectFrom('held').select('n').executeTakeFirstOrThrow()
    return Number(n)
  }
  const { n } = await db.with('hits', () => all.select(sql<string>`count(*)`.as('n'))).selectFrom('hits').select('n').executeTakeFirstOrThrow()
  return Number(n)
}

const onlyKeyword = ({ keyword: _keyword, ...others }: CompanyFilters): boolean => Object.values(others).every((v) => v === undefined)

const clean = (filters: CompanyFilters): CompanyFilters => ({ ...filters, keyword: normalise(filters.keyword ?? '') || undefined })

/** One page of the companies that a filter matches, and how many it matches. */
export async function listCompanies(db: Db, who: Who, given: CompanyFilters, paging: { page: number; pageSize: number; sort?: CompanySort | undefined }) {
  const filters = clean(given)
  const rows = pageOfRows(db, who, filters, paging.sort ?? NEWEST, paging.pageSize, (paging.page - 1) * paging.pageSize)
  const [items, total] = await Promise.all([rows.execute(), count(db, who, filters)])
  return { items, total }
}

/** How many companies a filter matches. */
export const countMatching = (db: Db, who: Who, filters: CompanyFilters): Promise<number> => count(db, who, clean(filters))

/** Rows from `offset` on, without a total. */
export const rowsFrom = (db: Db, who: Who, filters: CompanyFilters, sort: CompanySort | undefined, limit: number, offset: number) =>
  pageOfRows(db, who, clean(filters), sort ?? NEWEST, limit, offset).execute()

/** Companies by listing status, within the person's data scope. */
export async function countByStatus(db: Db, who: Who): Promise<Map<string, number>> {
  const rows = await matching(db, who, {}).select(['list_status', sql<string>`count(*)`.as('n')]).groupBy('list_status').execute()
  return new Map(rows.map((r) => [r.list_status, Number(r.n)]))
}

export type CompanyListRow = Awaited<ReturnType<typeof rowsFrom>>[number]
