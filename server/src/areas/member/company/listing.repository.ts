import { sql } from 'kysely'

/** Companies with what tells whether, and since when, their A or B shares are listed; as a table within statements of others. */
export const listings = sql`(
  select company.company_id, company.jurisdiction, company.list_date, company.company_type = 'listed' and company.list_status in ('normal', 'warned', 'suspended', 'delisting') and num_nonnulls(company.stock_code, company.stock_code_b) > 0 as listed
  from company where not company.deleted)`
