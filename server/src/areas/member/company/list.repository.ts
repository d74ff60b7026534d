import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { withinScope } from '../../../platform/access/entities'
import { moduleScopeOf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import type { Tables } from '../../../platform/database/tables'
import { snake } from '../../../platform/resource/definition'
import { gramsOfKeyword, normalise } from '../../../platform/search/grams'
import { companyEntity } from './entity'
import { keywordOf, tailsOf } from './grams'
import { companiesHolding } from './keyword.repository'
import { industryNameOf, withinIndustry } from './industry.repository'
import { whereVacant, type Vacancy } from './vacancy.repository'

const SORT = { stockCode: 'stock_code', shortName: 'short_pinyin', listDate: 'list_date', updateTime: 'update_time' } as const
/** Columns that may be empty: empty ones stand last in both directions. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['stock_code', 'list_date'])
/** Grams of a long keyword that narrow the search; the text itself decides. */
const MAX_GRAMS = 6
/** Holders above which a gram counts as common, and those above which so many hold it that a hash of them no longer fits in work_mem. */
const MANY = 500
const MOST = 100_000
/** How long it is known how common a gram is: only the choice of a plan hangs on it. */
const KNOWN_MS = 10 * 60_000
const MAX_KNOWN = 5_000

export interface CompanyFilters {
  keyword?: string | null | undefined
  /** Any of these codes, as they are or once were. */
  stockCodes?: readonly string[] | undefined
  companyType?: string | undefined
  board?: string | undefined
  jurisdiction?: string | undefined
  listStatus?: string | undefined
  vacancy?: Vacancy | undefined
  csrcIndustry?: string | undefined
  swIndustry?: string | undefined
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
  'sw_industry',
  'list_date',
  'list_status',
  'update_time',
  'version',
] as const

type Query = SelectQueryBuilder<Tables, 'company', object>

/** Companies that a person may see and a filter matches, nothing selected yet. `common`: see holdsKeyword. */
function matching(db: Db, principal: Principal, filters: CompanyFilters, common = false): Query {
  let query: Query = db.selectFrom('company').where(sql<SqlBool>`not company.deleted`)
  if (!moduleScopeOf(principal, 'member').all) query = query.where(withinScope(principal, companyEntity))
  if (filters.companyType) query = query.where('company_type', '=', filters.companyType)
  if (filters.board) query = query.where('board', '=', filters.board)
  if (filters.jurisdiction) query = query.where('jurisdiction', '=', filters.jurisdiction)
  if (filters.listStatus) query = query.where('list_status', '=', filters.listStatus)
  if (filters.csrcIndustry) query = query.where(withinIndustry('csrc_industry', filters.csrcIndustry))
  if (filters.swIndustry) query = query.where(withinIndustry('sw_industry', filters.swIndustry))
  if (filters.vacancy) query = query.where(whereVacant(filters.vacancy))
  if (filters.listDateFrom) query = query.where('list_date', '>=', filters.listDateFrom)
  if (filters.listDateTo) query = query.where('list_date', '<=', filters.listDateTo)
  if (filters.companyIds) query = query.where(sql<SqlBool>`company.company_id = any(${[...filters.companyIds]}::bigint[])`)
  if (filters.stockCodes?.length) query = query.where(hasCode([...filters.stockCodes]))
  for (const condition of holdsKeyword(filters.keyword, common)) query = query.where(condition)
  return query
}

// An index to each kind of code, each asked for itself: an "or" of the columns would be read company by company under most orders. An array
// is made once before the rest, which then goes by the primary key; of a join the planner thinks it would meet hundreds.
const hasCode = (codes: string[]) =>
  sql<SqlBool>`company.company_id = any(array(
    select c.company_id from company c where not c.deleted and c.stock_code = any(${codes}::text[])
    union select c.company_id from company c where not c.deleted and c.stock_code_b is not null and c.stock_code_b = any(${codes}::text[])
    union select c.company_id from company c
      where not c.deleted and c.old_stock_code is not null and string_to_array(c.old_stock_code, ',') && ${codes}::text[]))`

const endsIn = (tails: string[]) => sql<SqlBool>`company.name_tail = any(${tails}::text[])`
const isAmong = (keyword: string) => sql<SqlBool>`company.company_id = any(array(${companiesHolding(keyword, { tails: false })}))`

/**
 * Conditions of a keyword. For one common gram the list is walked in its order beside a hash of the holders (`is true`
 * keeps the planner from making it a join): the planner would expect to meet a hit soon, and under a name order all hits
 * may stand at the far end (30 ms at worst instead of 110).
 */
function holdsKeyword(keyword: string | null | undefined, common: boolean): Expression<SqlBool>[] {
  const { tails, core } = tailsOf(keyword ?? '')
  // Nearly every company passes the first half, so that a page is found along the order of the list.
  if (keyword && tails.length > 0) return [sql<SqlBool>`(${endsIn(tails)} or ${isAmong(keyword)})`]
  if (keyword && core) return [isAmong(keyword)]
  const { grams, exact } = gramsOfKeyword(keyword ?? '')
  if (common)
    return grams.map(
      (gram) => sql<SqlBool>`(company.company_id in (select g.company_id from company_gram g where g.gram = ${gram})) is true`,
    )
  const held = grams
    .slice(0, MAX_GRAMS)
    .map((gram) => sql<SqlBool>`exists (select 1 from company_gram g where g.company_id = company.company_id and g.gram = ${gram})`)
  return exact ? held : [...held, sql<SqlBool>`company.search_text like ${contains(normalise(keyword ?? ''))}`]
}

function ordered<O>(query: SelectQueryBuilder<Tables, 'company', O>, sort: CompanySort): SelectQueryBuilder<Tables, 'company', O> {
  const column = SORT[sort.field]
  const emptyLast = sort.order === 'desc' && MAY_BE_EMPTY.has(column)
  return query
    .orderBy(`company.${column}`, (by) => (emptyLast ? by.desc().nullsLast() : sort.order === 'desc' ? by.desc() : by.asc()))
    .orderBy('company.company_id', sort.order)
}

const NEWEST: CompanySort = { field: 'updateTime', order: 'desc' }

/**
 * Reads a page of a list. The page's ids come from an index alone, then its rows by id: a far page costs no visit to the
 * companies before it. A search is not prepared by name: how common its grams are decides the plan.
 */
async function pageOfRows(db: Db, principal: Principal, filters: CompanyFilters, sort: CompanySort, limit: number, offset: number) {
  const common = await isCommon(db, filters.keyword)
  const ids = ordered(matching(db, principal, filters, common).select('company.company_id'), sort)
    .limit(limit)
    .offset(offset)
  const rows = filters.keyword
    ? db
        .with('hit', () => ids)
        .selectFrom('hit')
        .innerJoin('company', 'company.company_id', 'hit.company_id')
    : db.selectFrom(ids.as('hit')).innerJoin('company', 'company.company_id', 'hit.company_id')
  // A query is a promise of its rows: wrapped, it stays a query.
  return {
    query: ordered(
      (rows as unknown as SelectQueryBuilder<Tables, 'company', object>)
        .select(LIST_COLUMNS)
        .select(sql<string | null>`trim_scale(company.total_shares)::text`.as('total_shares'))
        .select([industryNameOf('capco', 'company.csrc_industry'), industryNameOf('sw2021', 'company.sw_industry')]),
      sort,
    ),
  }
}

/** Whether a keyword is, or ends in, what names end in: its grams alone do not tell who holds it. */
function ofTail(keyword: string | null | undefined): boolean {
  const { tails, core } = tailsOf(keyword ?? '')
  return tails.length > 0 || core !== ''
}

const readPage = async (...of: Parameters<typeof pageOfRows>) => (await pageOfRows(...of)).query.execute()

const known = new Map<string, { holders: number; until: number }>()

/**
 * Whether the keyword is one gram that many companies hold, and not so many that each of them had better be looked up as the list is walked:
 * past work_mem the hash of the holders becomes a scan of them for every company.
 */
async function isCommon(db: Db, keyword: string | null | undefined): Promise<boolean> {
  const { grams, exact } = gramsOfKeyword(keyword ?? '')
  const [gram] = grams
  if (!exact || !gram || ofTail(keyword)) return false
  const found = known.get(gram)
  const now = performance.now()
  const holders = found && found.until > now ? found.holders : await holdersOf(db, gram)
  if (!found || found.until <= now) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(gram, { holders, until: now + KNOWN_MS })
  }
  return holders > MANY && holders <= MOST
}

/** Companies that hold a gram, counted no further than matters. */
async function holdersOf(db: Db, gram: string): Promise<number> {
  const some = db.selectFrom('company_gram').select('company_id').where('gram', '=', gram).limit(MOST + 1).as('some')
  return Number((await db.selectFrom(some).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
}

/** Counts what a filter matches; a keyword of one gram alone is counted in the grams. */
function counting(db: Db, principal: Principal, filters: CompanyFilters) {
  const n = sql<string>`count(*)`.as('n')
  const all = matching(db, principal, filters).select(n)
  if (!filters.keyword) return all
  const { tails } = tailsOf(filters.keyword)
  if (tails.length > 0) {
    // Each half by its own index: the two beside an "or" would be counted company by company.
    const rest = matching(db, principal, { ...filters, keyword: undefined })
    const halves = [rest.where(endsIn(tails)), rest.where(isAmong(filters.keyword)).where(sql<SqlBool>`not ${endsIn(tails)}`)]
    return db.selectNoFrom(sql<string>`${sql.join(halves.map((half) => sql`(${half.select(n)})`), sql` + `)}`.as('n'))
  }
  const { grams, exact } = gramsOfKeyword(filters.keyword)
  const [gram] = grams
  const alone = exact && gram && !ofTail(filters.keyword) && onlyKeyword(filters) && moduleScopeOf(principal, 'member').all
  const counted = alone ? db.selectFrom('company_gram').select(n).where('gram', '=', gram) : all
  return db
    .with('counted', () => counted)
    .selectFrom('counted')
    .select('n')
}

async function count(db: Db, principal: Principal, filters: CompanyFilters): Promise<number> {
  return Number((await counting(db, principal, filters).executeTakeFirstOrThrow()).n)
}

const onlyKeyword = ({ keyword: _keyword, ...others }: CompanyFilters): boolean => Object.values(others).every((v) => v === undefined)

const clean = (filters: CompanyFilters): CompanyFilters => ({
  ...filters,
  keyword: keywordOf(filters.keyword ?? '') || undefined,
  stockCodes: filters.stockCodes?.length ? filters.stockCodes : undefined,
})

/** One page of the companies that a filter matches, and how many it matches. */
export async function listCompanies(
  db: Db,
  principal: Principal,
  given: CompanyFilters,
  paging: { page: number; pageSize: number; sort?: CompanySort | undefined },
) {
  const filters = clean(given)
  const [items, total] = await Promise.all([
    readPage(db, principal, filters, paging.sort ?? NEWEST, paging.pageSize, (paging.page - 1) * paging.pageSize),
    count(db, principal, filters),
  ])
  return { items, total }
}

/** How many companies a filter matches. */
export const countMatching = (db: Db, principal: Principal, filters: CompanyFilters): Promise<number> => count(db, principal, clean(filters))

/** Rows from `offset` on, without a total. */
export const rowsFrom = (db: Db, principal: Principal, filters: CompanyFilters, sort: CompanySort | undefined, limit: number, offset: number) =>
  readPage(db, principal, clean(filters), sort ?? NEWEST, limit, offset)

/** Fields of the contract that are not columns of the same name. */
const MADE: Readonly<Record<string, RawBuilder<unknown>>> = {
  totalShares: sql`trim_scale(company.total_shares)::text`,
  csrcIndustryName: sql`capco.industry_name`,
  swIndustryName: sql`sw2021.industry_name`,
}

/** The dictionaries of industries beside all companies: joined as a whole, they cost a tenth of a look-up for each company. */
const INDUSTRIES = [
  ['csrcIndustryName', 'capco', 'csrc_industry'],
  ['swIndustryName', 'sw2021', 'sw_industry'],
] as const

/** The statement for all companies that a filter matches in their order, with these fields of the contract and no others. */
export async function exportStatement(db: Db, principal: Principal, given: CompanyFilters, sort: CompanySort | undefined, fields: readonly string[]): Promise<RawBuilder<Record<string, unknown>>> {
  const filters = clean(given)
  let query = matching(db, principal, filters, await isCommon(db, filters.keyword))
  for (const [field, scheme, column] of INDUSTRIES) {
    if (fields.includes(field)) query = query.leftJoin(`industry as ${scheme}`, (on) => on.on(`${scheme}.scheme`, '=', sql.lit(scheme)).onRef(`${scheme}.industry_code`, '=', `company.${column}`)) as unknown as Query
  }
  const chosen = query.select(fields.map((field) => (MADE[field] ?? sql.ref(`company.${snake(field)}`)).as(field) as never))
  return sql<Record<string, unknown>>`${ordered(chosen, sort ?? NEWEST)}`
}

const afterId = (db: Db, principal: Principal, given: CompanyFilters, after: string, limit: number) =>
  matching(db, principal, clean(given))
    .where('company.company_id', '>', after)
    .select('company.company_id')
    .orderBy('company.company_id')
    .limit(limit)

/** Companies of a filter in the order of their ids, after one of them: what a batch goes through step by step. */
export const idsAfter = async (...given: Parameters<typeof afterId>): Promise<string[]> => (await afterId(...given).execute()).map((r) => r.company_id)

/** Plans of the queries of a list and of its batch, for the test that no path reads the table through. */
export async function explainList(
  db: Db,
  principal: Principal,
  given: CompanyFilters & { page?: number; pageSize?: number },
  sort: CompanySort,
  limit: number,
  offset: number,
): Promise<string[]> {
  const { page: _page, pageSize: _pageSize, ...filters } = given
  const { query } = await pageOfRows(db, principal, clean(filters), sort, limit, offset)
  const queries = [query, counting(db, principal, clean(filters)), afterId(db, principal, filters, '50000', limit)]
  const plans = await Promise.all(queries.map((q) => q.explain<Record<string, string>>()))
  return plans.map((lines) => lines.map((l) => l['QUERY PLAN']).join('\n'))
}

/** Companies by listing status, within the person's data scope. */
export async function countByStatus(db: Db, principal: Principal): Promise<Map<string, number>> {
  const rows = await matching(db, principal, {})
    .select(['list_status', sql<string>`count(*)`.as('n')])
    .groupBy('list_status')
    .execute()
  return new Map(rows.map((r) => [r.list_status, Number(r.n)]))
}

export type CompanyListRow = Awaited<ReturnType<typeof readPage>>[number]
