import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { Tables } from '../../platform/database/tables'
import { startTestServer, vacuumed, type TestServer } from '../../../test/harness'
import { inBulk } from '../../../test/many-rows'
import { employeesByName } from './employee/repository'
import { countByType } from './usertype/repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.platform
  await inBulk(db, ['sys_user', 'employee'], fill)
  await vacuumed(db, 'sys_user', 'employee')
})
afterAll(() => server.stop())

async function fill(db: Db): Promise<void> {
  await sql`
    with u as (insert into sys_user (login_name, real_name, type_id, search_grams) select 'staff' || n, '众人' || n, 'staff', text_grams('众人' || n) from generate_series(1, 20000) n returning user_id)
    insert into employee (employee_no, user_id, entry_date) select 'E' || user_id, user_id, date '2020-01-01' + (user_id % 2000)::int from u`.execute(db)
}

const ALL = sql<boolean>`true`

/** Plans of the statements that a repository makes, without those that count a whole table. */
async function plansOf(run: (db: Db) => Promise<unknown>): Promise<string> {
  const statements: CompiledQuery[] = []
  const recording = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: server.platform.pool }), log: (event) => void statements.push(event.query as CompiledQuery) })
  await run(recording)
  const plans: string[] = []
  for (const statement of statements.filter((s) => !/count\(\*\) as "n" from "\w+"( inner join .*)?( where true)?$/.test(s.sql))) {
    const { rows } = await server.platform.pool.query<{ 'QUERY PLAN': string }>(`explain ${statement.sql}`, [...statement.parameters])
    plans.push(rows.map((r) => r['QUERY PLAN']).join('\n'))
  }
  expect(plans.length).toBeGreaterThan(0)
  return plans.join('\n\n')
}

test('employees by the beginning of their names, and people by type', async () => {
  expect(await plansOf((db) => employeesByName(db, ALL, '众人777'))).not.toMatch(/Seq Scan on (employee|sys_user)/)
  expect(await plansOf((db) => countByType(db, ALL))).not.toMatch(/Seq Scan/)
})
