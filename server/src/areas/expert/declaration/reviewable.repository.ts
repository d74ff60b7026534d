import { declaration } from '@assoc/contract/expert/declaration'
import type { EvalTarget } from '@assoc/contract/expert/scheme'
import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Candidate, Outcome, Party } from '../../../platform/review/reviewables'
import { holding } from './repository'
import '../scheme/tables'
import './tables'

const scope = scopeOf(declaration)
/** What is to be scored: it has passed both reviews, and its scheme is about this. */
const scored = (target: EvalTarget) => sql`t.declare_status = 'scoring' and exists (select from eval_scheme s where s.scheme_id = t.scheme_id and s.eval_target = ${target})`
const NAME = sql`coalesce((select p.name from director_base p where p.person_id = t.person_id), (select coalesce(c.short_name, c.company_name) from company_public c where c.company_id = t.company_id))`

/** Declarations of one target within somebody's data scope that are to be scored, by their numbers. */
export async function searchDeclarations(db: Db, principal: Principal, target: EvalTarget, keyword: string | undefined, limit: number): Promise<Candidate[]> {
  const held = keyword?.trim() ? sql`and (t.declare_no = ${keyword.trim().toUpperCase()} or ${holding(keyword)})` : sql``
  const { rows } = await sql<Candidate>`
    select t.declare_id as "objectId", t.declare_no || ' ' || ${NAME} as title, (select c.short_name from company_public c where c.company_id = t.company_id) as "companyName"
    from declaration t where ${scored(target)} and ${scope(principal, 't')} ${held} order by t.declare_no, t.declare_id limit ${limit}`.execute(db)
  return rows
}

export async function declarationTitles(db: Db, principal: Principal, target: EvalTarget, declareIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select t.declare_id as id, t.declare_no || ' ' || ${NAME} as title from declaration t
    where t.declare_id = any(${[...declareIds]}::bigint[]) and ${scored(target)} and ${scope(principal, 't')}`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export interface DeclarationFacts {
  declareNo: string
  schemeName: string
  answerId: string
  name: string
  companyName: string
  /** All by which the declarant could be known in a text. */
  names: (string | null)[]
}

export async function declarationFacts(db: Db, declareId: string): Promise<DeclarationFacts | undefined> {
  const { rows } = await sql<DeclarationFacts>`
    select t.declare_no as "declareNo", s.scheme_name as "schemeName", t.answer_id as "answerId", ${NAME} as name, c.company_name as "companyName",
      array[p.name, p.mobile, p.email, c.company_name, c.short_name, c.stock_code, c.credit_code, t.declare_no] as names
    from declaration t join eval_scheme s using (scheme_id) join company_public c on c.company_id = t.company_id left join director_base p on p.person_id = t.person_id
    where t.declare_id = ${declareId}::bigint`.execute(db)
  return rows[0]
}

/** The declarant, and those in office at the company where it declares itself: each may be tied to an expert. */
export async function partiesOfDeclarations(db: Db, declareIds: readonly string[]): Promise<(Party & { declareId: string })[]> {
  const { rows } = await sql<Party & { declareId: string }>`
    select t.declare_id as "declareId", p.name, c.company_name as unit, p.id_card_print as "idCardPrint", null::text as "mobilePrint", t.company_id as "companyId"
    from declaration t join company_public c on c.company_id = t.company_id
      join director_base p on p.person_id = t.person_id or t.person_id is null and p.person_id in (select a.person_id from director_appointment a where a.company_id = t.company_id and a.appoint_status = 'serving')
    where t.declare_id = any(${[...declareIds]}::bigint[])
    union all
    select t.declare_id, coalesce(c.short_name, c.company_name), c.company_name, null, null, t.company_id from declaration t join company_public c on c.company_id = t.company_id where t.declare_id = any(${[...declareIds]}::bigint[])`.execute(db)
  return rows
}

/** Notes what a review has come to; answers whose score it is, by scheme. What is on show already keeps its score. */
export async function putReviewScores(db: Db, results: readonly Outcome[]): Promise<{ schemeId: string; deptId: string | null; personId: string | null; companyId: string; score: number | null }[]> {
  const { rows } = await sql<{ schemeId: string; deptId: string | null; personId: string | null; companyId: string; score: number | null }>`
    update declaration t set final_score = x.score, update_time = now(), version = t.version + 1
    from jsonb_to_recordset(${JSON.stringify(results.map(({ objectId, finalScore }) => ({ id: objectId, score: finalScore })))}::jsonb) x(id bigint, score numeric)
    where t.declare_id = x.id and t.declare_status = 'scoring'
    returning t.scheme_id as "schemeId", t.dept_id as "deptId", t.person_id as "personId", t.company_id as "companyId", (t.final_score * 100)::int as score`.execute(db)
  return rows
}
