import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../scheme/tables'
import './tables'

export interface Undecided {
  declareId: string
  schemeId: string
  personId: string | null
  companyId: string
}

/** Declarations that were handed in and whose period has ended since the rules were decided on; the next of them after one. */
export async function undecided(db: Db, after: string, limit: number): Promise<Undecided[]> {
  const { rows } = await sql<Undecided>`select d.declare_id as "declareId", d.scheme_id as "schemeId", d.person_id as "personId", d.company_id as "companyId" from declaration d
    where d.eligible_final is null and d.declare_id > ${after}::bigint and d.declare_status in ('submitted', 'reviewing', 'rechecking', 'scoring')
      and d.scheme_id = any(array(select s.scheme_id from eval_scheme s where s.period_end < (clock_timestamp() at time zone 'Asia/Shanghai')::date and s.scheme_status in ('applying', 'reviewing', 'scoring')))
    order by d.declare_id limit ${limit}`.execute(db)
  return rows
}

/** Holds a declaration and asks again, for another process may have been before. */
export async function isUndecided(db: Db, declareId: string): Promise<boolean> {
  const row = await db.selectFrom('declaration').select('eligible_final').where('declare_id', '=', declareId).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined && row.eligible_final === null
}
