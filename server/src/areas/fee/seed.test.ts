import { checkLedger } from '@assoc/contract/fee/payment'
import { duesBill } from '@assoc/contract/fee/bill'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('the demo association has fees of three years in every state, and they add up', async () => {
  const { db } = server.platform
  expect(await server.ok(checkLedger, {})).toMatchObject({ differences: [] })
  for (const billYear of [2024, 2025, 2026])
    for (const status of ['due', 'paid'] as const) expect([billYear, status, (await server.ok(duesBill.list, { billYear, billStatus: [status] })).total > 0]).toEqual([billYear, status, true])
  const { rows } = await sql<{ late: number; long: number; waiting: number; asked: number }>`select (select count(*)::int from payment where pay_date > now() or create_time > now() + interval '1 minute') as late,
    (select count(*)::int from member where arrears_years >= 3) as long, (select count(*)::int from suspense_item where suspense_status = 'open') as waiting, (select count(distinct reduce_status)::int from reduction) as asked`.execute(db)
  expect(rows[0]).toMatchObject({ late: 0, waiting: 5, asked: 5 })
  expect(rows[0]?.long).toBeGreaterThan(0)
})

test('people of the finance department see all fees; the leader reads; a member clerk sees none', async () => {
  await server.platform.db.updateTable('sys_user').set({ must_change_password: false }).where('login_name', 'in', ['fanchuna', 'zhenglingdao', 'zhenjingban']).execute()
  const userOf = async (loginName: string) => (await server.platform.db.selectFrom('sys_user').select('user_id').where('login_name', '=', loginName).executeTakeFirstOrThrow()).user_id
  const [clerk, leader, other] = [await server.sessionOf(await userOf('fanchuna')), await server.sessionOf(await userOf('zhenglingdao')), await server.sessionOf(await userOf('zhenjingban'))]
  expect((await server.ok(duesBill.list, {}, { as: clerk })).total).toBeGreaterThan(100)
  expect((await server.ok(duesBill.list, { billStatus: ['due'] }, { as: leader })).items[0]?.abilities).toEqual([])
  expect((await server.call(duesBill.list, {}, { as: other })).returnCode).not.toBe('000000')
})
