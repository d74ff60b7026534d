import { companyResource, JURISDICTIONS } from '@assoc/contract/member/company'
import { post } from '@assoc/contract/rbac/post'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { demoCompany } from '../../server/src/areas/member/company/demo-rows'
import { insertMany } from '../../server/src/areas/member/company/seed.repository'
import { openDatabase } from '../../server/src/platform/database/database'

// What the measuring programs take from contract and server; bundled before they run, for it is TypeScript.

export const paths = {
  list: companyResource.list.path,
  read: companyResource.read.path,
  exportCompany: companyResource.exportRows.path,
  insert: post.insert.path,
  update: post.update.path,
  login: loginTheUser.path,
  users: queryAllUsersBySystem.path,
}
export { JURISDICTIONS }

const CHUNK = 10_000

/** Fills the companies up to `count` with invented ones; six of ten hold the pair 集团, the worst case of a search. */
export async function fill(databaseUrl: string, count: number): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 2)
  for (let from = 0; from < count; from += CHUNK) {
    await insertMany(
      db,
      Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => {
        const company = demoCompany(from + i)
        return i % 10 < 6 ? { ...company, search_text: `${company.search_text}集团` } : company
      }),
    )
  }
  await sql`vacuum analyze company`.execute(db)
  await sql`vacuum analyze company_gram`.execute(db)
  await close()
}

/** Accounts that all have the password of the administrator. */
export async function fillUsers(databaseUrl: string, count: number): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 1)
  await sql`
    insert into sys_user (login_name, real_name, type_id, password_hash, account_status)
    select 'bench' || n, '甄基准' || n, 'staff', a.password_hash, 'normal'
    from generate_series(1, ${count}) n, (select password_hash from sys_user where login_name = 'admin') a`.execute(db)
  await sql`vacuum analyze sys_user`.execute(db)
  await close()
}
