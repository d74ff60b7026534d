import { duesBill } from '@assoc/contract/fee/bill'
import { sql } from 'kysely'
import { startTestServer, vacuumed, type TestServer } from '../../../../test/harness'
import { explainRows } from '../../../platform/resource/rows.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { billRuntime } from './resource'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  await sql`with c as (insert into company (company_name, short_name, company_type, jurisdiction) select '辖区' || n, '辖' || n, 'other', case when n % 100 = 0 then '西藏' else '北京' end from generate_series(1, 9100) n returning company_id),
    g as (insert into member_category (category_name, category_level) values ('少数类别', 9) returning category_id),
    m as (insert into member (member_no, company_id, category_id, join_date) select 'B' || row_number() over (), company_id, case when company_id % 200 = 0 then g.category_id else ${world.categoryId} end, '2010-01-01' from c, g returning member_id)
    insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date) select 'X' || y || member_id, member_id, y, (select min(standard_id) from fee_standard), 100, make_date(y, 5, 31) from m, generate_series(2010, 2020) y`.execute(server.platform.db)
  await vacuumed(server.platform.db, 'dues_bill', 'member', 'company')
})
afterAll(() => server.stop())

test('bills are narrowed by the category of their member and the office of their company', async () => {
  const { rows } = await sql<{ id: string }>`select category_id as id from member_category where category_name = '少数类别'`.execute(server.platform.db)
  const categoryId = rows[0]?.id ?? ''
  const total = async (filters: object) => (await server.ok(duesBill.list, { ...filters, pageSize: 1 })).total
  expect(await total({ categoryId })).toBe(495)
  expect(await total({ jurisdiction: '西藏', billYear: 2012 })).toBe(91)
  expect(await total({ jurisdiction: '西藏', categoryId, billStatus: ['due'] })).toBe(495)
  expect((await server.call(duesBill.list, { categoryId: '999999' })).returnCode).toBe('N00001')
})

test('neither filter reads the bills through, however many members it holds', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const filters of [{ categoryId: world.categoryId }, { jurisdiction: '北京' }, { jurisdiction: '西藏' }, { categoryId: world.categoryId, jurisdiction: '西藏', billYear: 2012 }])
    expect(await explainRows(db, billRuntime.runtime, principal, { filters })).not.toMatch(/Seq Scan on dues_bill t/)
})
