import { COUNTED_MOST, type RowOf } from '@assoc/contract'
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { companyResource } from '@assoc/contract/member/company'
import { scopeOf } from '../../../platform/access/entities'
import { moduleScopeOf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { prepared } from '../../../platform/database/prepared'
import type { Tables } from '../../../platform/database/tables'
import { snake, type ListStatements, type Row } from '../../../platform/resource/definition'
import type { RowQuery } from '../../../platform/resource/rows.repository'
import { deptName } from '../../../platform/identity/departments'
import { gramsOfKeyword, normalise } from '../../../platform/search/grams'
import { keywordOf, tailsOf } from './grams'
import { companiesHolding, isCreditCode } from './keyword.repository'
import { industryNameOf, withinIndustry } from './industry.repository'
import { companiesOfPeople } from './people.repository'
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
  nameState?: 'full' | 'pending' | undefined
  vacancy?: Vacancy | undefined
  csrcIndustry?: string | undefined
  swIndustry?: string | undefined
  listDateFrom?: string | undefined
  listDateTo?: string | undefined
  companyIds?: readonly string[] | undefined
  /** Any of these statuses. */
  statuses?: readonly string[] | undefined
}

/** Filters as they are asked: the keyword as it is compared, and the companies that it finds by a person. */
interface Asked extends CompanyFilters {
  people?: RawBuilder<unknown> | undefined
}

export interface CompanySort {
  field: keyof typeof SORT
  order: 'asc' | 'desc'
}

/** Fields of a row that are read from the database. */
const FIELDS = Object.keys(companyResource.row.shape).filter((field) => field !== 'abilities')

/** Fields of the contract that are not columns of the same name. */
const MADE: Readonly<Record<string, Expression<unknown>>> = {
  totalShares: sql`trim_scale(company.total_shares)::text`,
  deptName: deptName('company.dept_id'),
  csrcIndustryName: industryNameOf('capco', 'company.csrc_industry'),
  swIndustryName: industryNameOf('sw2021', 'company.sw_industry'),
}
const columnOf = (field: string, made: Readonly<Record<string, Expression<unknown>>> = MADE) => sql`${made[field] ?? sql.ref(`company.${snake(field)}`)}`.as(field)

type Query = SelectQueryBuilder<Tables, 'company', object>

/** Companies that a person may see and a filter matches, nothing selected yet. `common`: see holdsKeyword. */
function matching(db: Db, principal: Principal, filters: Asked, common = false): Query {
  let query: Query = db.selectFrom('company').where(sql<SqlBool>`not company.deleted`)
  if (!moduleScopeOf(principal, 'member').all) query = query.where(scopeOf(companyResource)(principal, 'company'))
  if (filters.companyType) query = query.where('company_type', '=', filters.companyType)
  if (filters.board) query = query.where('board', '=', filters.board)
  if (filters.jurisdiction) query = query.where('jurisdiction', '=', filters.jurisdiction)
  if (filters.listStatus) query = query.where('list_status', '=', filters.listStatus)
  if (filters.statuses) query = query.where('list_status', 'in', [...filters.statuses])
  if (filters.nameState) query = query.where('name_state', '=', filters.nameState)
  if (filters.csrcIndustry) query = query.where(withinIndustry('csrc_industry', filters.csrcIndustry))
  if (filters.swIndustry) query = query.where(withinIndustry('sw_industry', filters.swIndustry))
  if (filters.vacancy) query = query.where(whereVacant(filters.vacancy))
  if (filters.listDateFrom) query = query.where('list_date', '>=', filters.listDateFrom)
  if (filters.listDateTo) query = query.where('list_date', '<=', filters.listDateTo)
  if (filters.companyIds) query = query.where(sql<SqlBool>`company.company_id = any(${[...filters.companyIds]}::bigint[])`)
  if (filters.stockCodes?.length) query = query.where(hasCode([...filters.stockCodes]))
  for (const condition of holdsKeyword(filters, common)) query = query.where(condition)
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
function holdsKeyword({ keyword, people }: Asked, common: boolean): Expression<SqlBool>[] {
  const { tails, core } = tailsOf(keyword ?? '')
  // Nearly every company passes the first half, so that a page is found along the order of the list.
  if (keyword && tails.length > 0) return [sql<SqlBool>`(${endsIn(tails)} or ${isAmong(keyword)})`]
  if (keyword && people) return [sql<SqlBool>`company.company_id = any(array(${companiesHolding(keyword)} union ${people}))`]
  if (keyword && (core || isCreditCode(keyword))) return [isAmong(keyword)]
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
async function pageOfRows(db: Db, principal: Principal, filters: Asked, sort: CompanySort, limit: number, offset: number, wanted: readonly string[] = FIELDS) {
  const common = await isCommon(db, filters)
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
      (rows as unknown as SelectQueryBuilder<Tables, 'company', object>).select(wanted.map((field) => columnOf(field))),
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
async function isCommon(db: Db, { keyword, people }: Asked): Promise<boolean> {
  const { grams, exact } = gramsOfKeyword(keyword ?? '')
  const [gram] = grams
  if (!exact || !gram || people || ofTail(keyword)) return false
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
function counting(db: Db, principal: Principal, filters: Asked, most?: number) {
  const n = sql<string>`count(*)`.as('n')
  const counted = <TB extends keyof Tables>(query: SelectQueryBuilder<Tables, TB, object>) => (most === undefined ? query.select(n) : db.selectFrom(query.select(sql.lit(1).as('one')).limit(most + 1).as('found')).select(n))
  if (!filters.keyword) return matching(db, principal, filters).select(n)
  const { tails } = tailsOf(filters.keyword)
  if (tails.length > 0) {
    // Each half by its own index: the two beside an "or" would be counted company by company.
    const rest = matching(db, principal, { ...filters, keyword: undefined })
    const halves = [rest.where(endsIn(tails)), rest.where(isAmong(filters.keyword)).where(sql<SqlBool>`not ${endsIn(tails)}`)]
    return db.selectNoFrom(sql<string>`${sql.join(halves.map((half) => sql`(${counted(half)})`), sql` + `)}`.as('n'))
  }
  const { grams, exact } = gramsOfKeyword(filters.keyword)
  const [gram] = grams
  const alone = exact && gram && !ofTail(filters.keyword) && onlyKeyword(filters) && moduleScopeOf(principal, 'member').all
  return db
    .with('counted', () => (alone ? counted(db.selectFrom('company_gram').where('gram', '=', gram)) : counted(matching(db, principal, filters))))
    .selectFrom('counted')
    .select('n')
}

async function count(db: Db, principal: Principal, filters: Asked, most?: number): Promise<number> {
  return Number((await counting(db, principal, filters, most).executeTakeFirstOrThrow()).n)
}

const onlyKeyword = ({ keyword: _keyword, ...others }: Asked): boolean => Object.values(others).every((v) => v === undefined)

async function clean(db: Db, principal: Principal, filters: CompanyFilters): Promise<Asked> {
  const keyword = keywordOf(filters.keyword ?? '') || undefined
  // No person is called as names end, and those keywords have halves of their own.
  const people = keyword && tailsOf(keyword).tails.length === 0 ? await companiesOfPeople(db, principal, filters.keyword ?? '') : undefined
  return { ...filters, keyword, people, stockCodes: filters.stockCodes?.length ? filters.stockCodes : undefined }
}

/** How many companies a filter matches. */
export const countMatching = async (db: Db, principal: Principal, filters: CompanyFilters, most?: number): Promise<number> => count(db, principal, await clean(db, principal, filters), most)

/** Rows from `offset` on, without a total. */
export const rowsFrom = async (db: Db, principal: Principal, filters: CompanyFilters, sort: CompanySort | undefined, limit: number, offset: number, wanted?: readonly string[]): Promise<CompanyListRow[]> =>
  // The statement selects the fields of the contract's row by their names.
  (await readPage(db, principal, await clean(db, principal, filters), sort ?? NEWEST, limit, offset, wanted)) as CompanyListRow[]

/** The dictionaries of industries beside all companies: joined as a whole, they cost a tenth of a look-up for each company. */
const INDUSTRIES = [
  ['csrcIndustryName', 'capco', 'csrc_industry'],
  ['swIndustryName', 'sw2021', 'sw_industry'],
] as const

const JOINED = { ...MADE, csrcIndustryName: sql`capco.industry_name`, swIndustryName: sql`sw2021.industry_name` }

/** The statement for all companies that a filter matches in their order, with these fields of the contract and no others. */
export async function exportStatement(db: Db, principal: Principal, given: CompanyFilters, sort: CompanySort | undefined, fields: readonly string[]): Promise<RawBuilder<Row>> {
  const filters = await clean(db, principal, given)
  let query = matching(db, principal, filters, await isCommon(db, filters))
  for (const [field, scheme, column] of INDUSTRIES) {
    if (fields.includes(field)) query = query.leftJoin(`industry as ${scheme}`, (on) => on.on(`${scheme}.scheme`, '=', sql.lit(scheme)).onRef(`${scheme}.industry_code`, '=', `company.${column}`)) as unknown as Query
  }
  const chosen = query.select(fields.map((field) => columnOf(field, JOINED)))
  return sql<Row>`${ordered(chosen, sort ?? NEWEST)}`
}

const afterId = (db: Db, principal: Principal, filters: Asked, after: string, limit: number) =>
  matching(db, principal, filters)
    .where('company.company_id', '>', after)
    .select('company.company_id')
    .orderBy('company.company_id')
    .limit(limit)

/** Companies of a filter in the order of their ids, after one of them: what a batch goes through step by step. */
export const idsAfter = async (db: Db, principal: Principal, filters: CompanyFilters, after: string, limit: number): Promise<string[]> =>
  (await afterId(db, principal, await clean(db, principal, filters), after, limit).execute()).map((r) => r.company_id)

/** Plans of the queries of a list and of its batch, for the test that no path reads the table through. */
export async function explainList(
  db: Db,
  principal: Principal,
  given: CompanyFilters & { page?: number; pageSize?: number },
  sort: CompanySort,
  limit: number,
  offset: number,
): Promise<string[]> {
  const { page: _page, pageSize: _pageSize, ...asked } = given
  const filters = await clean(db, principal, asked)
  const { query } = await pageOfRows(db, principal, filters, sort, limit, offset)
  const queries = [query, counting(db, principal, filters, filters.keyword ? COUNTED_MOST : undefined), afterId(db, principal, filters, '50000', limit)]
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

export type CompanyListRow = RowOf<typeof companyResource>

const filtersOf = ({ filters, ids, open }: RowQuery): CompanyFilters => ({ ...filters, ...(ids ? { companyIds: ids } : {}), ...(open ? { statuses: open.flatMap((step) => step.from) } : {}) })
const sortOf = ({ sort }: RowQuery) => (sort as CompanySort | undefined) ?? NEWEST

/** A company that is read for itself, where no data scope bounds the register: a statement that is planned once. */
const oneRow = prepared((db, companyId: string) =>
  db.selectFrom('company').select(FIELDS.map((field) => columnOf(field))).where('company_id', '=', companyId).where(sql<SqlBool>`not deleted`),
)
const isOne = (principal: Principal, { filters, ids, open }: RowQuery, wanted: readonly string[] | undefined): boolean =>
  ids?.length === 1 && !open && !wanted && Object.keys(filters).length === 0 && moduleScopeOf(principal, 'member').all

/** Statements of the mounted list. */
export const companyStatements: ListStatements = {
  page: (db, principal, query, limit, offset, wanted) => (isOne(principal, query, wanted) ? oneRow(db, String(query.ids?.[0])) : rowsFrom(db, principal, filtersOf(query), sortOf(query), limit, offset, wanted)),
  count: (db, principal, query, most) => countMatching(db, principal, filtersOf(query), most),
  all: (db, principal, query, wanted = FIELDS) => exportStatement(db, principal, filtersOf(query), sortOf(query), wanted),
  idsAfter: (db, principal, query, after, limit) => idsAfter(db, principal, filtersOf(query), after, limit),
  explain: (db, principal, query) => explainList(db, principal, filtersOf(query), sortOf(query), 20, 0),
}
