import { directorBase } from '@assoc/contract/expert/director-base'
import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { NamedRecord } from '../../../platform/resource/definition'
import '../tables'

const SCOPE = scopeOf(directorBase)
/** People who are told where a name means several. */
const NAMED_MOST = 5
/** A name, and the day of birth behind it where the name alone means several. */
const WITH_BIRTH = /^(.{1,32}?)[ （(]{1,2}(\d{4}-\d{2}-\d{2})[)）]?$/

/** Whom a name in a file means: with a day of birth one of those who bear it, beside a company those who have or had an office there. */
export async function personsNamed(db: Db, principal: Principal, given: string, beside: Record<string, unknown>): Promise<NamedRecord[]> {
  const [, word = given.trim(), birth] = WITH_BIRTH.exec(given.trim()) ?? []
  // untyped: the cells of the row so far, of whatever resource is imported
  const companyId = beside['companyId']
  const { rows } = await sql<NamedRecord & { there: boolean }>`
    select p.person_id::text as id, concat_ws(' ', p.name, p.birth_date::text) as label,
      exists (select from director_appointment a where a.person_id = p.person_id and a.company_id = ${typeof companyId === 'string' ? companyId : null}::bigint) as there
    from director_base p where p.search_grams @> text_grams(${word}) and p.name = ${word} and (${birth ?? null}::date is null or p.birth_date = ${birth ?? null}::date) and ${SCOPE(principal, 'p')}
    order by there desc, p.person_id limit ${NAMED_MOST}`.execute(db)
  return rows.filter(({ there }) => there || !rows[0]?.there).map(({ id, label }) => ({ id, label }))
}
