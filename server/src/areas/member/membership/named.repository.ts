import { memberResource } from '@assoc/contract/member/member'
import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { NamedRecord } from '../../../platform/resource/definition'
import { companiesNamed } from '../company/keyword.repository'
import { party, partyName, peopleNamed } from './party.repository'

const SCOPE = scopeOf(memberResource)
/** Members that are told where a text means several. */
const NAMED_MOST = 5

/**
 * The members that a number, a stock code or a full name means within the person's data scope: a company's by all that it is or was called.
 * Where one of them stands, those that have ended are not meant.
 */
export async function membersNamed(db: Db, principal: Principal, text: string): Promise<NamedRecord[]> {
  const word = text.trim()
  const companies = (await companiesNamed(db, principal, word)).map((c) => c.id)
  const by = sql`(m.member_no = ${word.toUpperCase()} or m.company_id = any(${companies}::bigint[]) or (m.person_id = any(array(${peopleNamed(word)})) and d.name = ${word}))`
  const { rows } = await sql<NamedRecord & { stands: boolean }>`
    select m.member_id::text as id, concat_ws(' ', m.member_no, ${partyName}) as label, m.member_status in ('normal', 'suspended', 'leaving') as stands
    from member m ${party} where ${by} and not m.deleted and ${SCOPE(principal, 'm')} order by stands desc, m.member_id desc limit ${NAMED_MOST}`.execute(db)
  return rows.filter(({ stands }) => stands || !rows[0]?.stands).map(({ id, label }) => ({ id, label }))
}
