import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ResponseOf } from '@assoc/contract'
import type { expert, tieKind } from '@assoc/contract/expert/expert'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { personStatus } from '../../../platform/identity/people'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { tiesOf } from '../pool/repository'
import '../tables'
import './tables'

type Expert = ResponseOf<typeof expert.list>['items'][number]

const ofExpert = (column: string) => sql<string>`(select ${sql.ref(`e.${column}`)} from expert e where e.expert_id = t.expert_id)`
const ofTask = <T>(column: string) => sql<T>`(select ${sql.ref(`k.${column}`)} from form_task_public k where k.task_id = t.task_id)`

export const computed = {
  expertNo: ofExpert('expert_no'),
  name: ofExpert('name'),
  unit: ofExpert('unit'),
  answerStatus: ofTask<string>('answer_status'),
  endTime: ofTask<string>('end_time'),
  submitTime: ofTask<string | null>('submit_time'),
}

export const filters = { answerStatus: (statuses: readonly string[]) => sql<SqlBool>`t.task_id in (select k.task_id from form_task_public k where k.answer_status = any(${[...statuses]}::text[]))` }

/** Statements of experts whom a keyword names. */
export function holding(keyword: string): RawBuilder<SqlBool> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const like = contains(keyword.trim())
  return sql<SqlBool>`t.expert_id = any(array(select e.expert_id from expert e where e.search_grams @> ${grams}::text[]${exact ? sql`` : sql` and (e.expert_no ilike ${like} or e.name ilike ${like} or e.name_initials ilike ${like} or e.unit ilike ${like})`}))`
}

const EXPERT = scopeOf('expert')
const IN_OFFICE = sql<SqlBool>`e.expert_status = 'serving' and e.term_end >= (now() at time zone 'Asia/Shanghai')::date`

export interface Asked {
  expertId: string
  name: string
  deptId: string | null
  stated: boolean
  /** The account that fills in for them; null where there is none that can sign in. */
  userId: string | null
}

/** Holds the experts in office, so that of two who ask for a year at once the second finds what the first has asked. */
export const holdExperts = (db: Db, principal: Principal) => sql`select 1 from expert e where ${IN_OFFICE} and ${EXPERT(principal, 'e')} order by e.expert_id for no key update`.execute(db)

/** Experts in office within somebody's data scope, each with the account of their appointment. */
export async function expertsInOffice(db: Db, principal: Principal, year: number): Promise<Asked[]> {
  const { rows } = await sql<Asked>`select x."expertId", x.name, x."deptId", x.stated, case when ${personStatus('x.account')} = 'normal' then x.account end as "userId" from (
      select e.expert_id as "expertId", e.name, e.dept_id as "deptId", e.user_id as account, exists (select 1 from expert_statement s where s.expert_id = e.expert_id and s.statement_year = ${year}) as stated
      from expert e where ${IN_OFFICE} and ${EXPERT(principal, 'e')}) x order by x.name, x."expertId"`.execute(db)
  return rows
}

/** Notes which task is whose statement; answers how many. */
export async function insertStatements(db: Db, roundId: string, year: number, experts: readonly Asked[], by: string): Promise<number> {
  const given = JSON.stringify(experts.map(({ expertId, userId, deptId }) => ({ e: expertId, u: userId, d: deptId })))
  const { numAffectedRows } = await sql`insert into expert_statement (expert_id, statement_year, task_id, answer_id, dept_id, create_by)
    select x.e, ${year}, k.task_id, k.answer_id, x.d, ${by}::bigint from jsonb_to_recordset(${given}::jsonb) as x(e bigint, u bigint, d bigint) join form_task_public k on k.round_id = ${roundId}::bigint and k.user_id = x.u order by x.e`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export interface Statement {
  statementId: string
  expertId: string
  year: number
  answerId: string
  answerStatus: string
}

const STATEMENT = sql`select s.statement_id as "statementId", s.expert_id as "expertId", s.statement_year as year, s.answer_id as "answerId", k.answer_status as "answerStatus" from expert_statement s join form_task_public k on k.task_id = s.task_id`
export const statementOf = async (db: Db, statementId: string): Promise<Statement | undefined> => (await sql<Statement>`${STATEMENT} where s.statement_id = ${statementId}::bigint`.execute(db)).rows[0]
export const statementOfAnswer = async (db: Db, answerId: string): Promise<Statement | undefined> => (await sql<Statement>`${STATEMENT} where s.answer_id = ${answerId}::bigint`.execute(db)).rows[0]

export interface Pooled {
  version: number
  expertStatus: Expert['expertStatus']
  unit: string
  titleName: string | null
  email: string
  fields: Expert['fields']
  relatedCompanies: { tieKind: keyof typeof tieKind.labels; companyId: string | null; unit: string | null; since?: string | null; until?: string | null; note?: string | null }[]
  availability: 'full' | 'limited' | 'none' | null
  workCapacity: number | null
}

/** What the pool has of an expert, held where it is to be written. */
export async function pooledOf(db: Db, expertId: string, hold: boolean): Promise<Pooled | undefined> {
  const { rows } = await sql<Pooled>`select e.version, e.expert_status as "expertStatus", e.unit, e.title_name as "titleName", e.email, e.fields, ${tiesOf('e')} as "relatedCompanies", e.availability, e.work_capacity as "workCapacity"
    from expert e where e.expert_id = ${expertId}::bigint${hold ? sql` for no key update` : sql``}`.execute(db)
  return rows[0]
}

/** Writes what the pool keeps beside the fields that staff change. */
export const noteStated = (db: Db, expertId: string, { availability, workCapacity }: Pick<Pooled, 'availability' | 'workCapacity'>, year: number) =>
  db.updateTable('expert').set({ availability, work_capacity: workCapacity, statement_year: year }).where('expert_id', '=', expertId).execute()

export const noteApplied = (db: Db, statementId: string) => db.updateTable('expert_statement').set({ applied_time: sql<Date>`now()` }).where('statement_id', '=', statementId).execute()

/** Companies by what they were called: a code, a full or a short name. Of what several bear nothing is known. */
export async function companiesCalled(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`select n as name, min(c.company_id) as id from unnest(${[...names]}::text[]) n join company_public c on not c.deleted and (c.stock_code = n or c.company_name = n or c.short_name = n)
    group by n having count(distinct c.company_id) = 1`.execute(db)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** How companies are called. */
export async function companyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select c.company_id as id, c.short_name as name from company_public c where c.company_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
