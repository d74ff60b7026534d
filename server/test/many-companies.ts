import { sql } from 'kysely'
import { demoCompany } from '../src/areas/member/company/demo-rows'
import { insertMany } from '../src/areas/member/company/seed.repository'
import { openDatabase } from '../src/platform/database/database'
import { vacuumed, type DemoTemplate } from './harness'
import { inBulk } from './many-rows'

export const COMPANIES = 100_000
const CHUNK = 5_000
/** Who keeps every fiftieth of them. */
export const KEEPER = '7'

/** The demo association with 100,000 companies, 60,000 of whose names hold 集团, so that one keyword of two characters matches as many. */
export const manyCompanies: DemoTemplate = {
  name: 'companies',
  async fill(url) {
    const { db, pool, close } = openDatabase(url, 2)
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from company')
    const had = rows[0]?.n ?? 0
    await inBulk(db, ['company', 'company_gram'], async (tx) => {
      // Millions of grams: the key is built whole, too.
      await sql`alter table company_gram drop constraint company_gram_pkey`.execute(tx)
      for (let from = had; from < COMPANIES; from += CHUNK) {
        const companies = Array.from({ length: Math.min(CHUNK, COMPANIES - from) }, (_, i) => {
          const company = demoCompany(from + i)
          const named = ((from + i - had) * 60_000) % (COMPANIES - had) < 60_000
          return { ...company, create_by: i % 50 === 0 ? KEEPER : null, ...(named ? { search_text: `${company.search_text}集团` } : {}) }
        })
        await insertMany(tx, companies)
      }
      await sql`alter table company_gram add primary key (gram, company_id)`.execute(tx)
    })
    await vacuumed(db, 'company', 'company_gram')
    await close()
  },
}
