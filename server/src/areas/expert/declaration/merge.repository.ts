import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../scheme/tables'
import './tables'

/** Schemes under which both of two companies declare themselves, with the numbers of the declarations. */
export async function declaredTwice(db: Db, companyId: string, intoId: string): Promise<{ schemeName: string; numbers: string[] }[]> {
  const { rows } = await sql<{ schemeName: string; numbers: string[] }>`select s.scheme_name as "schemeName", array_agg(d.declare_no order by d.declare_no) as numbers from declaration d join eval_scheme s on s.scheme_id = d.scheme_id
    where d.company_id = any(${[companyId, intoId]}::bigint[]) and d.person_id is null and d.declare_status not in ('withdrawn', 'disqualified') group by s.scheme_id, s.scheme_name having count(distinct d.company_id) > 1 order by s.scheme_id limit 20`.execute(db)
  return rows
}
