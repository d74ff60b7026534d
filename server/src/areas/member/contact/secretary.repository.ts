import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** A company whose contacts are about to change; held until the transaction ends. */
export const lockForContacts = (db: Db, companyId: string) =>
  db.selectFrom('company').select(['dept_id as deptId', 'create_by as createBy']).where('company_id', '=', companyId).forNoKeyUpdate().executeTakeFirst()

/** Board secretaries among the contacts of a company, as they stand now. */
export const secretariesOf = async (db: Db, companyId: string, status: 'serving' | 'pending') =>
  (
    await sql<{ contactId: string; name: string; mobile: string; version: number }>`select contact_id as "contactId", name, mobile, version from contact
      where company_id = ${companyId}::bigint and post_type = 'secretary' and contact_status = ${status} order by contact_id for update`.execute(db)
  ).rows
