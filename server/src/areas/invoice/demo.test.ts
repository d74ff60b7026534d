import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('the demo association has invoices in every state, and they add up', async () => {
  const { db } = server.platform
  const { rows } = await sql<Record<string, number>>`select (select count(*)::int from invoice_head) as heads, (select count(distinct invoice_status)::int from invoice_apply) as asked,
    (select count(*)::int from invoice_apply) as applications, (select count(distinct ticket_status)::int from invoice) as invoices, (select count(distinct red_status)::int from red_confirm) as reds, (select count(distinct send_result)::int from invoice_send) as sends,
    (select count(*)::int from payment p where p.amount < (select sum(x.amount - x.freed) from invoice_payment x where x.payment_id = p.payment_id)) as over,
    (select count(*)::int from payment p where p.invoiced_amount <> coalesce((select sum(x.amount - x.freed) from invoice_payment x where x.payment_id = p.payment_id), 0)) as uncounted,
    (select count(*)::int from invoice i where i.blue_id is null and i.red_amount <> coalesce((select -sum(r.amount) from invoice r where r.blue_id = i.invoice_id), 0)) as wrong,
    (select count(*)::int from invoice i left join invoice_provider_record r on r.invoice_no = i.invoice_no where r.record_id is null) as unknown`.execute(db)
  expect(rows).toEqual([{ heads: 60, asked: 6, applications: 44, invoices: 5, reds: 6, sends: 3, over: 0, uncounted: 0, wrong: 0, unknown: 0 }])
  const [invoice] = (await server.ok(invoiceResource.list, { bizType: 'dues' })).items
  expect(invoice?.papers).toHaveLength(1)
})

test('who checks and writes finds what waits on their home page; who asks does not', async () => {
  await sql`update sys_user set must_change_password = false where login_name in ('fanchuna', 'fanzhiyuan')`.execute(server.platform.db)
  const todos = async (loginName: string) => {
    const { user_id } = await server.platform.db.selectFrom('sys_user').select('user_id').where('login_name', '=', loginName).executeTakeFirstOrThrow()
    const found = await server.ok(selectTodos, {}, { as: await server.sessionOf(user_id) })
    return found.filter((t) => t.link.startsWith('/go/member/Invoice') || t.link.startsWith('/go/member/RedFlush')).map((t) => [t.label, t.value])
  }
  expect(await todos('fanzhiyuan')).toEqual([['待审核的开票申请', 7], ['待开票的申请', 5], ['待复核的红冲', 1], ['待对方确认的红字确认单', 1], ['待开具的红票', 1]])
  expect(await todos('fanchuna')).toEqual([])
})
