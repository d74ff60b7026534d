import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

const serving = (more: ReturnType<typeof sql>) => sql<number>`(select count(distinct a.company_id)::int from director_appointment a where a.person_id = t.person_id and a.appoint_status = 'serving'${more})`

export const computed = { seatCount: serving(sql``), independentCount: serving(sql` and a.role_type = 'independent'`) }

export const filters = {
  /** The whole number alone: blanks and dashes of a pasted one are taken off. */
  mobile: (mobile: string) => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`,
}

/** The blind index of a person's own number. */
export const ownPrint = async (db: Db, personId: string): Promise<string | undefined> =>
  (await db.selectFrom('director_base').select('id_card_print').where('person_id', '=', personId).executeTakeFirst())?.id_card_print
