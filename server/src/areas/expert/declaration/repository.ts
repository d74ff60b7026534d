import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Eligibility } from '@assoc/contract/expert/declaration'
import type { EvalTarget } from '@assoc/contract/expert/scheme'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { actingAccounts } from '../../../platform/identity/people'
import { reviewedLocally } from '../../../platform/identity/roles'
import { companiesHolding, listings } from '../../member/api'
import { personsHolding } from '../appointment/repository'
import '../scheme/tables'
import './tables'

const company = (what: string) => sql`(select ${sql.ref(`c.${what}`)} from company_public c where c.company_id = t.company_id)`
const scheme = (what: string) => sql`(select ${sql.ref(`s.${what}`)} from eval_scheme s where s.scheme_id = t.scheme_id)`
const personName = sql`(select p.name from director_base p where p.person_id = t.person_id)`
const ids = (links: readonly { id: string }[]) => links.map(({ id }) => id)

/** Whether somebody declares it themselves, or acts for its company; `alias` names the declaration. */
export const isOwn = ({ links }: Principal, alias: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${alias}.company_id`)} = any(${ids(links.companies)}::bigint[]) or coalesce(${sql.ref(`${alias}.pool_id`)} = any(${ids(links.persons)}::bigint[]), false))`

const localFlag = sql<boolean>`${reviewedLocally('declaration:first:audit', 'declaration', 't.jurisdiction')}`

export const computed = {
  schemeName: sql<string>`${scheme('scheme_name')}`,
  schemeYear: sql<number>`${scheme('scheme_year')}`,
  evalTarget: sql<EvalTarget>`${scheme('eval_target')}`,
  declarantName: sql<string>`coalesce(${personName}, ${company('short_name')}, ${company('company_name')})`,
  companyName: sql<string>`${company('short_name')}`,
  stockCode: sql<string | null>`${company('stock_code')}`,
  taskId: sql<string>`(select k.task_id::text from form_owned_public k where k.answer_id = t.answer_id)`,
  filledFlag: sql<boolean>`coalesce((select k.filled from form_owned_public k where k.answer_id = t.answer_id), false)`,
  selfScore: sql<number | null>`t.self_score::float8`,
  finalScore: sql<number | null>`t.final_score::float8`,
  localFlag,
}

const midnight = (date: string) => sql`(${date}::date::timestamp at time zone 'Asia/Shanghai')`

export const filters = {
  evalTarget: (targets: readonly string[]) => sql<SqlBool>`t.scheme_id = any(array(select s.scheme_id from eval_scheme s where s.eval_target = any(${[...targets]}::text[])))`,
  schemeYear: (year: number) => sql<SqlBool>`t.scheme_id = any(array(select s.scheme_id from eval_scheme s where s.scheme_year = ${year}))`,
  submitTimeFrom: (date: string) => sql<SqlBool>`t.submit_time >= ${midnight(date)}`,
  submitTimeTo: (date: string) => sql<SqlBool>`t.submit_time < ${midnight(date)} + interval '1 day'`,
  range: (range: string, principal: Principal) => (range === 'own' ? isOwn(principal, 't') : sql<SqlBool>`(t.declare_status = 'rechecking' or t.declare_status in ('submitted', 'reviewing') and not ${localFlag})`),
}

/** Declarations of people or companies that a keyword names; each half is found by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.declare_id = any(array(
  select d.declare_id from declaration d where d.person_id = any(array(${personsHolding(keyword)}))
  union select d.declare_id from declaration d where d.company_id = any(array(${companiesHolding(keyword)}))))`

export interface Scheme {
  schemeId: string
  schemeName: string
  schemeYear: number
  evalTarget: EvalTarget
  schemeStatus: string
  periodEnd: string
  applyStart: Date
  applyEnd: Date
  templateId: string
  versionNo: number
  deptId: string | null
  /** Whether it takes declarations now, by the database's clock. */
  open: boolean
}

const SCHEME = sql`s.scheme_id as "schemeId", s.scheme_name as "schemeName", s.scheme_year as "schemeYear", s.eval_target as "evalTarget", s.scheme_status as "schemeStatus", s.period_end::text as "periodEnd", s.apply_start as "applyStart", s.apply_end as "applyEnd",
  s.template_id as "templateId", s.version_no as "versionNo", s.dept_id as "deptId", (s.scheme_status = 'applying' and s.apply_start <= clock_timestamp() and clock_timestamp() <= s.apply_end) as open`

/** A scheme by the database's clock. */
export async function schemeOf(db: Db, schemeId: string): Promise<Scheme | undefined> {
  const { rows } = await sql<Scheme>`select ${SCHEME} from eval_scheme s where s.scheme_id = ${schemeId}::bigint`.execute(db)
  return rows[0]
}

/** Schemes that take declarations now. */
export async function openSchemes(db: Db): Promise<Scheme[]> {
  const { rows } = await sql<Scheme>`select ${SCHEME} from eval_scheme s where s.scheme_status = 'applying' and s.apply_start <= clock_timestamp() and clock_timestamp() <= s.apply_end order by s.apply_end, s.scheme_id limit 50`.execute(db)
  return rows
}

/** The scheme, held so that its round is opened once. */
export const holdScheme = (db: Db, schemeId: string) => db.selectFrom('eval_scheme').select('scheme_id').where('scheme_id', '=', schemeId).forNoKeyUpdate().executeTakeFirst()

export const roundOf = async (db: Db, schemeId: string): Promise<string | undefined> => (await db.selectFrom('declaration_round').select('round_id').where('scheme_id', '=', schemeId).executeTakeFirst())?.round_id
export const noteRound = (db: Db, schemeId: string, roundId: string) => db.insertInto('declaration_round').values({ scheme_id: schemeId, round_id: roundId }).execute()

/** Rounds of schemes that take declarations, with the end that their scheme has now. */
export async function roundsToFollow(db: Db): Promise<{ roundId: string; applyEnd: Date }[]> {
  const { rows } = await sql<{ roundId: string; applyEnd: Date }>`select r.round_id as "roundId", s.apply_end as "applyEnd" from declaration_round r join eval_scheme s on s.scheme_id = r.scheme_id where s.scheme_status = 'applying'`.execute(db)
  return rows
}

export interface Declarant {
  personId: string | null
  personName: string | null
  poolId: string | null
  companyId: string
  companyName: string
  jurisdiction: string | null
}

/** Roles at a company whose holders declare under a target. */
const ROLE: Partial<Record<EvalTarget, string>> = { secretary: 'secretary', independent: 'independent' }

/** Whom a target asks to declare: people in office, or companies that are listed. `narrowed` is a condition on `x`. */
export function declarants(target: EvalTarget, narrowed: RawBuilder<SqlBool>): RawBuilder<Declarant> {
  const role = ROLE[target]
  if (role === undefined)
    return sql<Declarant>`select null::bigint as "personId", null::text as "personName", null::bigint as "poolId", x.company_id as "companyId", coalesce(x.short_name, x.company_name) as "companyName", x.jurisdiction
      from (select c.company_id, c.company_name, c.short_name, c.jurisdiction, null::bigint as pool_id from company_public c join ${listings} l on l.company_id = c.company_id where not c.deleted and l.listed) x where ${narrowed}`
  return sql<Declarant>`select distinct on (x.person_id, x.company_id) x.person_id as "personId", x.name as "personName", x.pool_id as "poolId", x.company_id as "companyId", x.short_name as "companyName", x.jurisdiction
    from (select p.person_id, p.name, p.pool_id, c.company_id, coalesce(c.short_name, c.company_name) as short_name, c.jurisdiction from director_appointment a join director_base p on p.person_id = a.person_id join company_public c on c.company_id = a.company_id
      where a.role_type = ${role} and a.appoint_status = 'serving' and not c.deleted) x where ${narrowed} order by x.person_id, x.company_id`
}

/** Those of the people and companies that somebody acts for whom a target asks. */
export async function ownDeclarants(db: Db, principal: Principal, target: EvalTarget): Promise<Declarant[]> {
  const { rows } = await sql<Declarant>`${declarants(target, isOwn(principal, 'x'))} limit 200`.execute(db)
  return rows
}

/** What somebody has open under some schemes. */
export async function ownOpen(db: Db, principal: Principal, schemeIds: readonly string[]): Promise<{ declareId: string; schemeId: string; personId: string | null; companyId: string }[]> {
  const { rows } = await sql<{ declareId: string; schemeId: string; personId: string | null; companyId: string }>`select d.declare_id as "declareId", d.scheme_id as "schemeId", d.person_id as "personId", d.company_id as "companyId" from declaration d
    where d.scheme_id = any(${[...schemeIds]}::bigint[]) and d.declare_status not in ('withdrawn', 'disqualified') and ${isOwn(principal, 'd')}`.execute(db)
  return rows
}

export const noteAnswer = (db: Db, declareId: string, answerId: string) => db.updateTable('declaration').set({ answer_id: answerId }).where('declare_id', '=', declareId).execute()

/** How a declaration stands, by the database's clock. */
export interface Standing {
  declareStatus: string
  schemeStatus: string
  answerId: string
  schemeId: string
  personId: string | null
  companyId: string
  open: boolean
  correcting: boolean
  correctionDue: Date | null
  applyEnd: Date
  filled: boolean
}

export async function standingOf(db: Db, declareId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`select d.declare_status as "declareStatus", s.scheme_status as "schemeStatus", d.answer_id as "answerId", d.scheme_id as "schemeId", d.person_id as "personId", d.company_id as "companyId",
    (s.scheme_status = 'applying' and s.apply_start <= clock_timestamp() and clock_timestamp() <= s.apply_end) as open, coalesce(clock_timestamp() <= d.correction_due, false) as correcting, d.correction_due as "correctionDue", s.apply_end as "applyEnd",
    (select k.filled from form_owned_public k where k.answer_id = d.answer_id) as filled
    from declaration d join eval_scheme s on s.scheme_id = d.scheme_id where d.declare_id = ${declareId}::bigint`.execute(db)
  return rows[0]
}

/** Notes what was found of the rules; `final` when the period has ended. */
export const noteEligibility = (db: Db, declareId: string, found: Eligibility, result: 'pass' | 'fail', final: boolean) =>
  sql`update declaration set eligible_detail = ${JSON.stringify(found)}::jsonb, eligible_result = ${result}, eligible_final = ${final ? sql`clock_timestamp()` : null} where declare_id = ${declareId}::bigint`.execute(db)

export const eligibilityOf = async (db: Db, declareId: string): Promise<Eligibility | null> =>
  ((await db.selectFrom('declaration').select('eligible_detail').where('declare_id', '=', declareId).executeTakeFirst())?.eligible_detail as Eligibility | null | undefined) ?? null

/** Notes that a declaration was handed in, with the jurisdiction that its company has now. */
export const noteSubmission = (db: Db, declareId: string) =>
  sql`update declaration d set submit_time = clock_timestamp(), correction_due = null, jurisdiction = c.jurisdiction from company_public c where d.declare_id = ${declareId}::bigint and c.company_id = d.company_id`.execute(db)

/** Gives working days for a correction, to the end of the last of them; answers until when. */
export async function giveCorrection(db: Db, declareId: string, reason: string, days: number): Promise<Date> {
  const { rows } = await sql<{ due: Date }>`
    update declaration set return_reason = ${reason}, correction_due = (
      select (max(w.day) + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second' from (
        select x.day from (select (clock_timestamp() at time zone 'Asia/Shanghai')::date + n as day from generate_series(1, ${days * 2 + 4}::int) n) x where extract(isodow from x.day) < 6 order by x.day limit ${days}) w)
    where declare_id = ${declareId}::bigint returning correction_due as due`.execute(db)
  return rows[0]?.due as Date
}

/** Accounts that are told of a declaration: those of its company and of its person. */
export async function accountsOf(db: Db, declareId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct l.user_id as id from declaration d join ${actingAccounts} l on l.subject = 'company' and l.subject_id = d.company_id or l.subject = 'person' and l.subject_id = d.pool_id
    where d.declare_id = ${declareId}::bigint limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

/** The first of those whom a target asks to declare, always the same ones. */
export async function declarantsOf(db: Db, target: EvalTarget, limit: number): Promise<Declarant[]> {
  const { rows } = await sql<Declarant>`select * from (${declarants(target, sql<SqlBool>`true`)}) q order by q."companyId", q."personId" limit ${limit}`.execute(db)
  return rows
}
