import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { accountOfMobile, actingAccounts, personName, personStatus } from '../../../platform/identity/people'
import { withinIndustry } from '../../member/api'
import type { Tables } from '../../../platform/database/tables'
import type { Selectable } from 'kysely'
import '../tables'

// Whom a round is sent to and whom it is about, as queries: frozen when it begins, counted before.

type Round = Selectable<Tables['form_round']>
const ROUND = ['respondent_kind', 'company_ids', 'user_ids', 'rule_range', 'rule_category_ids', 'rule_boards', 'rule_company_types', 'rule_jurisdictions', 'rule_list_statuses', 'rule_industries', 'rule_posts', 'subject_kind', 'subject_company_ids', 'subject_person_ids', 'self_flag'] as const
type Sent = Pick<Round, (typeof ROUND)[number]>

/** Two columns, `company_id` and `user_id`, of which one is empty. */
type Respondents = RawBuilder<unknown>

const companies = (ids: readonly string[]): Respondents => sql`select c.company_id, null::bigint as user_id from company_public c where c.company_id = any(${[...ids]}::bigint[]) and not c.deleted`
const accounts = (ids: readonly string[]): Respondents => sql`select null::bigint as company_id, u as user_id from unnest(${[...ids]}::bigint[]) u`

const STANDING = sql`m.company_id = c.company_id and not m.deleted and m.member_kind = 'company' and m.member_status in ('normal', 'suspended', 'leaving')`
const members: Respondents = sql`select c.company_id, null::bigint as user_id from company_public c where not c.deleted and exists (select 1 from member_public m where ${STANDING})`

const anyOf = (column: string, values: readonly string[]): RawBuilder<SqlBool>[] => (values.length > 0 ? [sql<SqlBool>`${sql.ref(`c.${column}`)} = any(${[...values]}::text[])`] : [])

/** Conditions of a rule on a company `c`. */
function marked(round: Sent): RawBuilder<SqlBool> {
  const member = sql<SqlBool>`exists (select 1 from member_public m where ${STANDING}${round.rule_category_ids.length > 0 ? sql` and m.category_id = any(${round.rule_category_ids}::bigint[])` : sql``})`
  const range = round.rule_range === 'other' ? [sql<SqlBool>`not exists (select 1 from member_public m where ${STANDING})`] : round.rule_range === 'any' && round.rule_category_ids.length === 0 ? [] : [member]
  return sql<SqlBool>`${sql.join(
    [
      sql<SqlBool>`not c.deleted`,
      ...range,
      ...anyOf('board', round.rule_boards),
      ...anyOf('company_type', round.rule_company_types),
      ...anyOf('jurisdiction', round.rule_jurisdictions),
      ...anyOf('list_status', round.rule_list_statuses),
      ...(round.rule_industries.length > 0 ? [sql<SqlBool>`(${sql.join(round.rule_industries.map((code) => withinIndustry('csrc_industry', code, 'c')), sql` or `)})`] : []),
    ],
    sql` and `,
  )}`
}

/** An audience means contacts who serve, in its posts where it names any. */
const hasContact = ({ rule_posts }: Sent) =>
  sql<SqlBool>`exists (select 1 from contact_public t where t.company_id = c.company_id and t.contact_status = 'serving'${rule_posts.length > 0 ? sql` and t.post_type = any(${rule_posts}::text[])` : sql``})`

/** Accounts that act in one of the posts for a company of the rule. */
const inPosts = (round: Sent): Respondents =>
  sql`select distinct null::bigint as company_id, l.user_id from ${actingAccounts} l join company_public c on l.subject = 'company' and c.company_id = l.subject_id where l.capacity = any(${round.rule_posts}::text[]) and ${marked(round)}`

/** Boards as they are now, each seat with the account of who sits on it: the one that acts for their entry of the pool, or else the one with their mobile number. */
const SEATS = sql`(select b.company_id, b.person_id, coalesce((select min(l.user_id) from ${actingAccounts} l where l.subject = 'person' and l.subject_id = b.pool_id), case when ${personStatus('b.account')} = 'normal' then b.account end) as user_id
  from (select s.*, ${accountOfMobile('s.mobile')} as account from board_seat_public s) b)`

/** Accounts of those who sit on the boards of companies. */
const directors = (ids: readonly string[]): Respondents => sql`select distinct null::bigint as company_id, e.user_id from ${SEATS} e where e.company_id = any(${[...ids]}::bigint[]) and e.user_id is not null`

function respondents(round: Sent): Respondents {
  switch (round.respondent_kind) {
    case 'accounts':
      return accounts(round.user_ids)
    case 'companies':
      return companies(round.company_ids)
    case 'rule':
      return sql`select c.company_id, null::bigint as user_id from company_public c where ${marked(round)}`
    case 'audience':
      return sql`select c.company_id, null::bigint as user_id from company_public c where ${marked(round)} and ${hasContact(round)}`
    case 'posts':
      return inPosts(round)
    case 'directors':
      return directors(round.company_ids)
    default:
      return members
  }
}

/** Two columns, `subject_company_id` and `subject_person_id`; one empty row where the round is about nobody, and about the association. */
function subjects({ subject_kind, subject_company_ids, subject_person_ids }: Sent): RawBuilder<unknown> {
  if (subject_kind === 'companies') return sql`select c.company_id as subject_company_id, null::bigint as subject_person_id from company_public c where c.company_id = any(${subject_company_ids}::bigint[]) and not c.deleted`
  if (subject_kind === 'persons') return sql`select null::bigint as subject_company_id, d.director_id as subject_person_id from director_user_public d where d.director_id = any(${subject_person_ids}::bigint[])`
  return sql`select null::bigint as subject_company_id, null::bigint as subject_person_id`
}

/** Whether a respondent `x` and a subject `s` are the same: the company, one that the account acts for, or the person themselves. */
const isSelf = sql<SqlBool>`(x.company_id = s.subject_company_id or exists (select 1 from ${actingAccounts} l where l.user_id = x.user_id
  and (l.subject = 'company' and l.subject_id = s.subject_company_id or l.subject = 'person' and l.subject_id = s.subject_person_id)))`

/** Directors with each other one of the same board: never themselves. */
const peers = (round: Sent, asked: Respondents): RawBuilder<unknown> =>
  sql`select distinct null::bigint as company_id, x.user_id, s.company_id as subject_company_id, null::bigint as subject_person_id, s.person_id as subject_base_id
    from (${asked}) x join ${SEATS} e on e.user_id = x.user_id and e.company_id = any(${round.company_ids}::bigint[]) join board_seat_public s on s.company_id = e.company_id and s.person_id <> e.person_id`

/** Respondents with whom each of them is asked about. */
const pairs = (round: Sent, asked: Respondents): RawBuilder<unknown> =>
  round.subject_kind === 'peers'
    ? peers(round, asked)
    : sql`select x.company_id, x.user_id, s.subject_company_id, s.subject_person_id, null::bigint as subject_base_id from (${asked}) x cross join (${subjects(round)}) s${round.subject_kind === 'none' || round.self_flag ? sql`` : sql` where not coalesce(${isSelf}, false)`}`

const sentTo = (db: Db, roundId: string): Promise<Sent> => db.selectFrom('form_round').select(ROUND).where('round_id', '=', roundId).executeTakeFirstOrThrow()

/**
 * Gives tasks to respondents, each with its empty answer; who has one is passed over. The answers are the tasks' in the same statement, so
 * that there is no task without.
 */
async function addTasks(db: Db, roundId: string, tasks: RawBuilder<unknown>, reason: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with asked as (${tasks}), tasks as (
      insert into form_task (round_id, company_id, user_id, subject_company_id, subject_person_id, subject_base_id, late_reason, notice_due)
      select ${roundId}::bigint, company_id, user_id, subject_company_id, subject_person_id, subject_base_id, ${reason}::text, 'open' from asked order by company_id, user_id, subject_company_id, subject_person_id, subject_base_id
      on conflict do nothing returning task_id, company_id
    ), answers as (
      insert into form_answer (task_id, round_id, company_id, dept_id)
      select k.task_id, ${roundId}::bigint, k.company_id, r.dept_id from tasks k join form_round r on r.round_id = ${roundId}::bigint order by k.task_id returning 1
    ) select count(*)::int as n from answers`.execute(db)
  return rows[0]?.n ?? 0
}

/** Freezes whom a round is sent to; answers how many tasks there are. */
export async function freezeRespondents(db: Db, roundId: string): Promise<number> {
  const round = await sentTo(db, roundId)
  return addTasks(db, roundId, pairs(round, respondents(round)), null)
}

/** Adds those who were left out. */
export async function addLate(db: Db, roundId: string, companyIds: readonly string[], userIds: readonly string[], reason: string): Promise<number> {
  const round = await sentTo(db, roundId)
  return (await addTasks(db, roundId, pairs(round, companies(companyIds)), reason)) + (await addTasks(db, roundId, pairs(round, accounts(userIds)), reason))
}

export interface Reach {
  respondents: number
  tasks: number
  unreached: number
  names: string[]
}

const NAMED = 20
const NAME = sql`coalesce((select c.short_name from company_public c where c.company_id = x.company_id), ${personName('x.user_id')}, '')`
const HAS_ACCOUNT = sql<SqlBool>`exists (select 1 from ${actingAccounts} l where l.subject = 'company' and l.subject_id = x.company_id)`

/** Whom a round would be sent to now, or was sent to once it has begun. */
export async function reachOf(db: Db, roundId: string, begun: boolean): Promise<Reach> {
  const round = await sentTo(db, roundId)
  const tasks = begun ? sql`select company_id, user_id from form_task where round_id = ${roundId}::bigint` : pairs(round, respondents(round))
  const { rows } = await sql<Reach>`
    with tasks as materialized (${tasks}), who as materialized (select distinct company_id, user_id from tasks)
    select (select count(*)::int from who) as respondents, (select count(*)::int from tasks) as tasks,
      (select count(*)::int from who x where x.company_id is not null and not ${HAS_ACCOUNT}) as unreached,
      array(select n.name from (select ${NAME} as name from who x) n order by n.name limit ${NAMED}) as names`.execute(db)
  const found = rows[0] ?? { respondents: 0, tasks: 0, unreached: 0, names: [] }
  if (begun) return found
  if (round.respondent_kind === 'directors') return { ...found, unreached: await seatsWithoutAccount(db, round) }
  return round.respondent_kind === 'posts' ? { ...found, unreached: await withoutAccount(db, round) } : found
}

/** Contacts in one of the posts who serve at a company of the rule, where no account acts in that post. */
async function withoutAccount(db: Db, round: Sent): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from contact_public t join company_public c on c.company_id = t.company_id
    where t.contact_status = 'serving' and t.post_type = any(${round.rule_posts}::text[]) and ${marked(round)}
      and not exists (select 1 from ${actingAccounts} l where l.subject = 'company' and l.subject_id = c.company_id and l.capacity = t.post_type)`.execute(db)
  return rows[0]?.n ?? 0
}

/** People on the boards of the round whom no account stands for: nobody evaluates in their place, and they are evaluated all the same. */
async function seatsWithoutAccount(db: Db, round: Sent): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct e.person_id)::int as n from ${SEATS} e where e.company_id = any(${round.company_ids}::bigint[]) and e.user_id is null`.execute(db)
  return rows[0]?.n ?? 0
}

/** Who is asked about whom: as it would be now, or as it was frozen once the round has begun. */
export async function pairsOf(db: Db, roundId: string, begun: boolean): Promise<RawBuilder<unknown>> {
  if (begun) return sql`select k.company_id, k.user_id, k.subject_company_id, k.subject_person_id, k.subject_base_id from form_task k where k.round_id = ${roundId}::bigint`
  const round = await sentTo(db, roundId)
  return pairs(round, respondents(round))
}
