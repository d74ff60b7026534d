import { today } from '@assoc/contract/core/day'
import type { vacantPost } from '@assoc/contract/member/company'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'

export type Vacancy = (typeof vacantPost.keys)[number]

/** Companies on the market; in the words of the index. */
const LISTED = sql<SqlBool>`not c.deleted and c.company_type = 'listed' and c.list_status in ('normal', 'warned', 'suspended', 'delisting')`
/** How long a company may be without a secretary of its board. */
const since = () => sql`(${today()}::date - interval '3 months')::date`
const office = (post: Vacancy) => sql<SqlBool>`p.company_id = c.company_id and p.post_type = ${sql.lit(post)} and p.contact_status in ('serving', 'left')`

/**
 * Nobody has held the post for more than three months: nobody does, and nobody left it since. A company that never had anybody
 * counts from the day on which it was written down.
 */
const withoutSecretary = () => sql<SqlBool>`
  not exists (select 1 from contact p where ${office('secretary')} and (p.contact_status = 'serving' or p.end_date > ${since()}))
  and (c.create_time < ${since()} or exists (select 1 from contact p where ${office('secretary')}))`
const withoutAffairs = sql<SqlBool>`not exists (select 1 from contact p where ${office('affairs')} and p.contact_status = 'serving')`

const vacant = (post: Vacancy): RawBuilder<SqlBool> => (post === 'secretary' ? withoutSecretary() : withoutAffairs)

/** Listed companies whose post stands vacant; an array is made once, and the list goes on by its own order. */
export const whereVacant = (post: Vacancy): RawBuilder<SqlBool> => sql<SqlBool>`company.company_id = any(array(select c.company_id from company c where ${LISTED} and ${vacant(post)}))`

/** Posts of one company that stand vacant, with the day on which the last one left where there was one. */
export async function vacanciesOf(db: Db, companyId: string): Promise<{ post: Vacancy; leftOn: string | null }[]> {
  const { rows } = await sql<{ post: Vacancy; leftOn: string | null }>`
    select x.post, (select max(end_date) from contact p where p.company_id = c.company_id and p.post_type = x.post and p.contact_status = 'left')::text as "leftOn"
    from company c cross join lateral (select 'secretary' as post where ${withoutSecretary()} union all select 'affairs' where ${withoutAffairs}) x
    where c.company_id = ${companyId}::bigint and ${LISTED}`.execute(db)
  return rows
}
