import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import '../scheme/tables'
import './tables'

// Other declarations of the same declarant: of the person, or of the company where it declares itself.

export interface Beside {
  declareId: string
  answerId: string
  declareNo: string
  schemeName: string
  companyName: string
}

const within = scopeOf('declaration')
const SHOWN = sql`o.declare_id as "declareId", o.answer_id as "answerId", o.declare_no as "declareNo", s.scheme_name as "schemeName", (select coalesce(c.short_name, c.company_name) from company_public c where c.company_id = o.company_id) as "companyName"`
const OF_SAME = sql`from declaration d join eval_scheme e on e.scheme_id = d.scheme_id
  join declaration o on o.declare_id <> d.declare_id and o.declare_status not in ('draft', 'withdrawn', 'disqualified') and (o.person_id = d.person_id or d.person_id is null and o.person_id is null and o.company_id = d.company_id)
  join eval_scheme s on s.scheme_id = o.scheme_id`

/** The last one under an earlier scheme of the same target. */
export async function before(db: Db, principal: Principal, declareId: string): Promise<Beside | undefined> {
  const { rows } = await sql<Beside>`select ${SHOWN} ${OF_SAME} and s.eval_target = e.eval_target and s.period_end < e.period_end
    where d.declare_id = ${declareId}::bigint and ${within(principal, 'o')} order by s.period_end desc, o.declare_id desc limit 1`.execute(db)
  return rows[0]
}

/** Others whose period overlaps: what they say of the same facts should be the same. */
export async function others(db: Db, principal: Principal, declareId: string): Promise<Beside[]> {
  const { rows } = await sql<Beside>`select ${SHOWN} ${OF_SAME} and s.period_start <= e.period_end and e.period_start <= s.period_end
    where d.declare_id = ${declareId}::bigint and ${within(principal, 'o')} order by o.declare_id limit 20`.execute(db)
  return rows
}
