import type { declareStatus } from '@assoc/contract/expert/declaration-status'
import { sql } from 'kysely'
import type { z } from 'zod'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import '../scheme/tables'
import './tables'

const within = scopeOf('declaration')

export interface PartRow {
  declareNo: string
  schemeName: string
  declarantName: string
  declareStatus: z.output<typeof declareStatus.schema>
  grade: string | null
}

/** The newest declarations of a company and its people that somebody may see, and how many there are. */
export async function ofCompany(db: Db, principal: Principal, companyId: string, limit: number): Promise<{ total: number; rows: PartRow[] }> {
  const where = sql`from declaration t join eval_scheme s on s.scheme_id = t.scheme_id where t.company_id = ${companyId}::bigint and ${within(principal, 't')}`
  const { rows } = await sql<PartRow>`select t.declare_no as "declareNo", s.scheme_name as "schemeName",
    coalesce((select p.name from director_base p where p.person_id = t.person_id), (select coalesce(c.short_name, c.company_name) from company_public c where c.company_id = t.company_id)) as "declarantName", t.declare_status as "declareStatus", t.grade
    ${where} order by t.update_time desc nulls last, t.declare_id desc limit ${limit}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n ${where}`.execute(db)
  return { rows, total: total.rows[0]?.n ?? 0 }
}
