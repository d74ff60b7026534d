import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companiesHolding } from '../../member/api'
import type { ApplyStatus, ExchangeStatus } from './tables'

/** Statuses of an application that take a place. */
const takesPlace = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.apply_status`)} in ('approved', 'attended', 'absent')`
const countOf = (where: ReturnType<typeof sql<SqlBool>>) => sql<number>`(select count(*)::int from exchange_apply a where a.exchange_id = t.exchange_id and ${where})`

export const exchangeComputed = {
  feeAmount: sql<number>`t.fee_amount::float8`,
  creditHours: sql<number>`t.credit_hours::float8`,
  taken: countOf(takesPlace('a')),
  auditing: countOf(sql<SqlBool>`a.apply_status = 'pending'`),
  waiting: countOf(sql<SqlBool>`a.apply_status = 'waiting'`),
}

export const exchangeFilters = {
  startDateFrom: (day: string) => sql<SqlBool>`t.start_date >= ${day}::date`,
  startDateTo: (day: string) => sql<SqlBool>`t.start_date <= ${day}::date`,
}

const ofExchange = (column: string) => sql`(select ${sql.ref(`e.${column}`)} from study_exchange e where e.exchange_id = t.exchange_id)`
export const applyComputed = {
  exchangeName: ofExchange('exchange_name'),
  exchangeType: ofExchange('exchange_type'),
  startDate: ofExchange('start_date'),
  companyName: sql<string | null>`coalesce((select c.short_name from company_public c where c.company_id = t.company_id), t.unit_name)`,
  ofCompany: sql<string | null>`(select (select count(*) from exchange_apply a where a.exchange_id = t.exchange_id and a.company_id = t.company_id and ${takesPlace('a')}) || ' / ' || case e.per_company_limit when 0 then '不限' else e.per_company_limit::text end
    from study_exchange e where e.exchange_id = t.exchange_id and t.company_id is not null)`,
  before: sql<number | null>`case when t.apply_status = 'waiting' then (select count(*) from exchange_apply a where a.exchange_id = t.exchange_id and a.apply_status = 'waiting' and (a.wait_since, a.apply_id) < (t.wait_since, t.apply_id))::int end`,
}

/** Applications whose name or unit holds the keyword; each half is found by its own index. */
export function holding(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const text = exact ? sql`` : sql` and (a.name ilike ${contains(keyword.trim())} or a.unit_name ilike ${contains(keyword.trim())})`
  return sql<SqlBool>`t.apply_id = any(array(
    select a.apply_id from exchange_apply a where a.search_grams @> ${grams}::text[]${text}
    union select a.apply_id from exchange_apply a where a.company_id = any(array(${companiesHolding(keyword)}))))`
}

export const withMobile = (mobile: string) => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`

/** The day in Asia/Shanghai by the database's clock. */
const TODAY = sql<string>`(clock_timestamp() at time zone 'Asia/Shanghai')::date`

const exchangeRow = (db: Db, exchangeId: string) =>
  db
    .selectFrom('study_exchange as t')
    .select(['t.exchange_id as exchangeId', 't.exchange_name as exchangeName', 't.exchange_type as exchangeType', 't.exchange_status as exchangeStatus', 't.start_date as startDate', 't.end_date as endDate', 't.apply_end as applyEnd'])
    .select(['t.quota', 't.per_company_limit as perCompanyLimit', 't.place', 't.contact_name as contactName', 't.contact_phone as contactPhone', 't.dept_id as deptId', 't.host_unit as hostUnit', 't.intro'])
    .select([sql<number>`t.fee_amount::float8`.as('feeAmount'), sql<number>`t.credit_hours::float8`.as('creditHours'), sql<Date>`clock_timestamp()`.as('now'), sql<string>`${TODAY}::text`.as('today')])
    .where('t.exchange_id', '=', exchangeId)

export type Exchange = NonNullable<Awaited<ReturnType<typeof lockExchange>>>

/** Reads an exchange by the database's clock and holds it to the end of the transaction: places are taken and given one after the other. */
export const lockExchange = (db: Db, exchangeId: string) => exchangeRow(db, exchangeId).forNoKeyUpdate().executeTakeFirst()
/** The same without holding it, for who only looks. */
export const readExchange = (db: Db, exchangeId: string) => exchangeRow(db, exchangeId).executeTakeFirst()

/** Places that are taken, of the exchange and of one company; `without` is an application that does not count. */
export async function placesTaken(db: Db, exchangeId: string, companyId: string | null, without: string | null = null): Promise<{ taken: number; ofCompany: number }> {
  const { rows } = await sql<{ taken: number; ofCompany: number }>`
    select count(*)::int as taken, count(*) filter (where a.company_id = ${companyId}::bigint)::int as "ofCompany"
    from exchange_apply a where a.exchange_id = ${exchangeId}::bigint and ${takesPlace('a')} and a.apply_id is distinct from ${without}::bigint`.execute(db)
  return rows[0] ?? { taken: 0, ofCompany: 0 }
}

/** How somebody's number stands for an exchange, unless they have cancelled. */
export const standing = (db: Db, exchangeId: string, mobile: string) =>
  db.selectFrom('exchange_apply').select(['apply_id as applyId', 'apply_status as applyStatus']).where('exchange_id', '=', exchangeId).where('mobile', '=', mobile).where('apply_status', '<>', 'cancelled').executeTakeFirst()

export interface Applicant {
  applyId: string
  name: string
  mobile: string
  email: string | null
}
const PERSON = sql`a.apply_id as "applyId", a.name, a.mobile, a.email`

/** The first who waits and whom no limit of a company stops; who is passed over keeps their place on the list. */
export async function nextWaiting(db: Db, { exchangeId, perCompanyLimit }: Pick<Exchange, 'exchangeId' | 'perCompanyLimit'>): Promise<Applicant | undefined> {
  const { rows } = await sql<Applicant>`
    select ${PERSON} from exchange_apply a where a.exchange_id = ${exchangeId}::bigint and a.apply_status = 'waiting'
      and (${perCompanyLimit}::int = 0 or a.company_id is null
        or (select count(*) from exchange_apply c where c.exchange_id = a.exchange_id and c.company_id = a.company_id and ${takesPlace('c')}) < ${perCompanyLimit}::int)
    order by a.wait_since, a.apply_id limit 1`.execute(db)
  return rows[0]
}

export const admit = (db: Db, applyId: string) =>
  sql`update exchange_apply set apply_status = 'approved', version = version + 1, update_time = now() where apply_id = ${applyId}::bigint and apply_status = 'waiting'`.execute(db)

export const noteWaiting = (db: Db, applyId: string) => db.updateTable('exchange_apply').set({ wait_since: sql<Date>`clock_timestamp()` }).where('apply_id', '=', applyId).execute()
export const noteOpinion = (db: Db, applyId: string, opinion: string | null) => db.updateTable('exchange_apply').set({ audit_opinion: opinion }).where('apply_id', '=', applyId).execute()

/** Shows whether all places are taken; answers the status it had where that has changed. */
export async function showPlaces(db: Db, exchangeId: string, isFull: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update study_exchange set exchange_status = ${isFull ? 'full' : 'open'}, version = version + 1, update_time = now()
    where exchange_id = ${exchangeId}::bigint and exchange_status = ${isFull ? 'open' : 'full'}`.execute(db)
  return numAffectedRows === 1n
}

export const hasApplications = async (db: Db, exchangeId: string): Promise<boolean> =>
  (await db.selectFrom('exchange_apply').select('apply_id').where('exchange_id', '=', exchangeId).limit(1).executeTakeFirst()) !== undefined

/** Takes passports away: of one application, or of all of an exchange that is over. */
export async function dropPassports(db: Db, of: { applyId: string } | { exchangeId: string }): Promise<number> {
  const which = 'applyId' in of ? sql`apply_id = ${of.applyId}::bigint` : sql`exchange_id = ${of.exchangeId}::bigint`
  const { numAffectedRows } = await sql`update exchange_apply set passport_no = null, passport_sealed = null, passport_print = null where ${which} and (passport_no is not null or passport_sealed is not null)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** What an exchange's end makes of applications: who was approved and did not come is absent, who has no place has none any more. */
export async function closeApplications(db: Db, exchangeId: string, to: 'absent' | 'cancelled'): Promise<{ applyId: string; before: ApplyStatus; after: ApplyStatus }[]> {
  const { rows } = await sql<{ applyId: string; before: ApplyStatus; after: ApplyStatus }>`
    with living as (select apply_id, apply_status from exchange_apply where exchange_id = ${exchangeId}::bigint and apply_status in ('pending', 'approved', 'waiting') order by apply_id for no key update)
    update exchange_apply a set apply_status = case when ${to} = 'absent' and living.apply_status = 'approved' then 'absent' else 'cancelled' end,
      exchange_cancelled = ${to === 'cancelled'}, version = a.version + 1, update_time = now()
    from living where a.apply_id = living.apply_id returning a.apply_id as "applyId", living.apply_status as before, a.apply_status as after`.execute(db)
  return rows
}

/** Some of those who were cancelled with the exchange and have not been told; whoever is answered counts as told. */
export async function takeUntold(db: Db, exchangeId: string, count: number): Promise<Applicant[]> {
  const { rows } = await sql<Applicant>`
    with next as (select apply_id from exchange_apply where exchange_id = ${exchangeId}::bigint and exchange_cancelled and not told order by apply_id limit ${count} for update skip locked)
    update exchange_apply a set told = true from next where a.apply_id = next.apply_id returning ${PERSON}`.execute(db)
  return rows
}

/** Moves on the exchanges whose first day has come, or whose last is over; answers which, with the status they had. */
export async function stepByClock(db: Db, step: 'begin' | 'end'): Promise<{ exchangeId: string; before: ExchangeStatus; after: ExchangeStatus }[]> {
  const due = step === 'begin' ? sql`exchange_status in ('open', 'full') and start_date <= ${TODAY}` : sql`exchange_status = 'running' and end_date < ${TODAY}`
  const { rows } = await sql<{ exchangeId: string; before: ExchangeStatus; after: ExchangeStatus }>`
    with due as (select exchange_id, exchange_status from study_exchange where ${due} order by exchange_id for no key update)
    update study_exchange t set exchange_status = ${step === 'begin' ? 'running' : 'ended'}, version = t.version + 1, update_time = now() from due where t.exchange_id = due.exchange_id
    returning t.exchange_id as "exchangeId", due.exchange_status as before, t.exchange_status as after`.execute(db)
  return rows
}

const OPEN = sql<SqlBool>`t.exchange_status in ('open', 'full') and t.start_date > ${TODAY} and (t.apply_end is null or t.apply_end > now())`
const openRow = (mobile: string | null) => sql`t.exchange_id as "exchangeId", t.exchange_name as "exchangeName", t.exchange_type as "exchangeType", t.exchange_status as "exchangeStatus", t.host_unit as "hostUnit", t.place,
  t.start_date::text as "startDate", t.end_date::text as "endDate", t.apply_end as "applyEnd", t.fee_amount::float8 as "feeAmount", t.credit_hours::float8 as "creditHours", t.intro,
  greatest(0, t.quota - ${exchangeComputed.taken}) as "placesLeft", ${exchangeComputed.waiting} as waiting,
  (select a.apply_status from exchange_apply a where a.exchange_id = t.exchange_id and a.mobile = ${mobile} order by a.apply_id desc limit 1) as own`

export interface OpenRow {
  exchangeId: string
  exchangeName: string
  exchangeType: 'visit' | 'domestic' | 'abroad' | 'salon'
  exchangeStatus: ExchangeStatus
  hostUnit: string
  place: string
  startDate: string
  endDate: string
  applyEnd: Date | null
  feeAmount: number
  creditHours: number
  intro: string | null
  placesLeft: number
  waiting: number
  own: ApplyStatus | null
}

/** Exchanges that take applications now, the next first. */
export async function openExchanges(db: Db, mobile: string | null, keyword: string | null | undefined, limit: number, offset: number): Promise<{ total: number; items: OpenRow[] }> {
  const like = keyword?.trim() ? contains(keyword.trim()) : null
  const where = sql`${OPEN}${like ? sql` and (t.exchange_name ilike ${like} or t.place ilike ${like})` : sql``}`
  const { rows } = await sql<OpenRow>`select ${openRow(mobile)} from study_exchange t where ${where} order by t.start_date, t.exchange_id limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n from study_exchange t where ${where}`.execute(db)
  return { items: rows, total: total.rows[0]?.n ?? 0 }
}

export const openExchange = async (db: Db, mobile: string | null, exchangeId: string): Promise<OpenRow | undefined> =>
  (await sql<OpenRow>`select ${openRow(mobile)} from study_exchange t where t.exchange_id = ${exchangeId}::bigint`.execute(db)).rows[0]
