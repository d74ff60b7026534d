import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { personName } from '../../../platform/identity/people'
import { AREA, SIZE } from './marks.repository'
import '../tables'

export interface Figures {
  tasks: number
  handedIn: number
  missing: number
  empty: number
  draft: number
  returned: number
  submitted: number
  certified: number
  tasksBefore: number | null
  handedInBefore: number | null
}
export interface Row extends Figures {
  key: string
  label: string
  companyId: string | null
}

export interface Compared {
  roundId: string
  roundName: string
  anonymousFlag: boolean
  /** The same moment of the round before: as long after its start as it is now. */
  until: Date
}

export interface Round {
  roundName: string
  roundStatus: string
  endTime: Date
  anonymousFlag: boolean
  day: number
}

/** A round as the database's clock sees it; it stands still at its end. */
const PASSED = sql`least(clock_timestamp(), r.end_time) - r.start_time`

export async function roundOf(db: Db, roundId: string): Promise<Round | undefined> {
  const { rows } = await sql<Round>`select r.round_name as "roundName", r.round_status as "roundStatus", r.end_time as "endTime", r.anonymous_flag as "anonymousFlag",
    greatest(1, ceil(extract(epoch from ${PASSED}) / 86400))::int as day from form_round r where r.round_id = ${roundId}::bigint`.execute(db)
  return rows[0]
}

/** The round of the same form that began about a year before: between half a year and a year and a half, the nearest to a year. */
export async function comparedWith(db: Db, roundId: string): Promise<Compared | null> {
  const { rows } = await sql<Compared>`select e.round_id as "roundId", e.round_name as "roundName", e.anonymous_flag as "anonymousFlag", e.start_time + (${PASSED}) as until
    from form_round r join form_round e on e.template_id = r.template_id and e.round_id <> r.round_id and e.round_status in ('filling', 'paused', 'ended', 'archived')
      and e.start_time between r.start_time - interval '18 months' and r.start_time - interval '6 months'
    where r.round_id = ${roundId}::bigint order by abs(extract(epoch from e.start_time - (r.start_time - interval '1 year'))), e.round_id desc limit 1`.execute(db)
  return rows[0] ?? null
}

const COUNTS = sql`count(*) filter (where a.answer_status <> 'void')::int as tasks, count(*) filter (where a.answer_status in ('submitted', 'certified'))::int as "handedIn",
  count(*) filter (where a.answer_status in ('empty', 'draft', 'returned'))::int as missing, count(*) filter (where a.answer_status = 'empty')::int as empty,
  count(*) filter (where a.answer_status = 'draft')::int as draft, count(*) filter (where a.answer_status = 'returned')::int as returned,
  count(*) filter (where a.answer_status = 'submitted')::int as submitted, count(*) filter (where a.answer_status = 'certified')::int as certified`
const FROM = sql`from form_answer a join form_task k on k.task_id = a.task_id left join company_public c on c.company_id = k.company_id`

/** What of the round before had been handed in by then, whatever became of it; of an anonymous one no times are kept. */
const before = (than: Compared | null, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  than
    ? sql`select ${key} as key, count(*)::int as tasks, ${than.anonymousFlag ? sql`null::int` : sql`count(*) filter (where exists (select 1 from form_submission s where s.answer_id = a.answer_id and s.submit_time <= ${than.until}))::int`} as handed
        ${FROM} where a.round_id = ${than.roundId}::bigint and a.answer_status <> 'void' group by 1`
    : sql`select null::text as key, null::int as tasks, null::int as handed where false`

const asOf = (than: Compared | null): RawBuilder<unknown> => (than ? sql`coalesce(b.tasks, 0) as "tasksBefore", ${than.anonymousFlag ? sql`null::int` : sql`coalesce(b.handed, 0)`} as "handedInBefore"` : sql`null::int as "tasksBefore", null::int as "handedInBefore"`)

const NOW = sql`n.tasks, n."handedIn", n.missing, n.empty, n.draft, n.returned, n.submitted, n.certified`

/** Figures of the whole round. */
export async function totalsOf(db: Db, roundId: string, than: Compared | null): Promise<Figures> {
  const one = sql`'all'`
  const { rows } = await sql<Figures>`with n as (select ${COUNTS} ${FROM} where a.round_id = ${roundId}::bigint), b as (${before(than, one)})
    select ${NOW}, ${asOf(than)} from n left join b on true`.execute(db)
  return rows[0] as Figures
}

const KEYS = { area: AREA, size: SIZE, company: sql<string>`case when k.company_id is null then 'user ' || k.user_id else 'company ' || k.company_id end` } as const
const SORTED = { missing: sql`n.missing`, tasks: sql`n.tasks`, handedIn: sql`n."handedIn"` } as const

export interface Asked {
  roundId: string
  by: keyof typeof KEYS
  sort: { field: keyof typeof SORTED; order: 'asc' | 'desc' }
  limit: number
  offset: number
}

/** A page of the groups of a round. */
export async function groupsOf(db: Db, { roundId, by, sort, limit, offset }: Asked, than: Compared | null): Promise<{ items: Row[]; total: number }> {
  const key = KEYS[by]
  const whose = by === 'company' ? sql`min(k.company_id) as company_id, min(k.user_id) as user_id` : sql`null::bigint as company_id, null::bigint as user_id`
  const groups = sql`select ${key} as key, ${whose}, ${COUNTS} ${FROM} where a.round_id = ${roundId}::bigint group by 1`
  const { rows } = await sql<Row & { all: number }>`with n as (${groups}), b as (${before(than, key)})
    select n.key, coalesce((select c.short_name from company_public c where c.company_id = n.company_id), ${personName('n.user_id')}, '') as label, n.company_id as "companyId", ${NOW}, ${asOf(than)},
      (select count(*)::int from n) as all
    from n left join b on b.key = n.key order by ${SORTED[sort.field]} ${sort.order === 'asc' ? sql`asc` : sql`desc`}, n.tasks desc, n.key limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ all: _all, ...row }) => row), total: rows[0]?.all ?? 0 }
}
