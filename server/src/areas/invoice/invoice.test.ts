import { invoiceApply as applyContract } from '@assoc/contract/invoice/apply'
import { redConfirm as redContract } from '@assoc/contract/invoice/credit-note'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { sql } from 'kysely'
import { startTestServer, vacuumed, type TestServer } from '../../../test/harness'
import { insertInBulk } from '../../../test/many-rows'
import { explainRows } from '../../platform/resource/rows.repository'
import { invoiceApply, issueInvoice } from './apply'
import { invoiceHead } from './head'
import { redConfirm, writeCreditNote } from './credit-note'
import { invoiceSend } from './send'
import { invoiceWorld, type InvoiceWorld } from './testing.repository'
import { invoices } from './invoice'

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterAll(() => server.stop())

/** Numbers in [0, 1) from a seed, the same on every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Sums {
  over: string
  wrong: string
}

test('after 500 actions and more at random, five at a time, no payment bears more invoices than it paid, and all sums agree', async () => {
  const { db } = server.platform
  const next = random(20_261_121)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)]
  const members = [await world.member(), await world.member(), await world.member()]
  const payments = await Promise.all(members.map(async (m) => [await world.paid(m.memberId, 700), await world.paid(m.memberId, 300), await world.paid(m.memberId, 500)]))
  const open = async (query: ReturnType<typeof sql<{ id: string }>>) => pick((await query.execute(db)).rows)?.id
  const actions: (() => Promise<unknown>)[] = [
    async () => {
      const at = Math.floor(next() * members.length)
      const chosen = (payments[at] ?? []).filter(() => next() < 0.6)
      return server.call(applyContract.insert, world.form(members[at] as never, 1 + Math.floor(next() * 400), chosen) as never, { as: world.op })
    },
    async () => {
      const id = await open(sql`select apply_id as id from invoice_apply where invoice_status in ('pending', 'returned', 'toIssue')`)
      const verb = pick(['pass', 'pass', 'issue', 'issue', 'reject', 'submit', 'withdraw'])
      return id && verb ? world.step(id, verb, verb === 'submit' ? world.op : world.lead, '随机') : undefined
    },
    async () => {
      const id = await open(sql`select apply_id as id from invoice_apply where invoice_status = 'issuing'`)
      return id ? issueInvoice(server.platform, id) : undefined
    },
    async () => {
      const id = await open(sql`select invoice_id as id from invoice where blue_id is null and ticket_status not in ('red', 'redPending')`)
      return id ? server.call(redContract.insert, { invoiceId: id, redReason: 'feeBack', redAmount: 1 + Math.floor(next() * 300), usedFlag: next() < 0.3, initiator: 'seller', remark: null }, { as: world.op }) : undefined
    },
    async () => {
      const id = await open(sql`select red_id as id from red_confirm where red_status in ('review', 'confirmed', 'issuing')`)
      if (!id) return
      await world.stepCreditNote(id, pick(['approve', 'approve', 'approve', 'issueRed', 'decline', 'withdraw']) ?? 'approve', '随机')
      return writeCreditNote(server.platform, id)
    },
  ]
  const written = async () => (await sql<{ blue: number; red: number }>`select count(*) filter (where blue_id is null)::int as blue, count(*) filter (where blue_id is not null)::int as red from invoice`.execute(db)).rows[0] ?? { blue: 0, red: 0 }
  // What happens depends on who comes first: it goes on until there are invoices of both kinds to check by.
  const enough = ({ blue, red }: { blue: number; red: number }) => blue > 5 && red > 2
  for (let i = 0; i < 100 || (i < 1000 && !enough(await written())); i++) await Promise.all(Array.from({ length: 5 }, () => (pick(actions) as () => Promise<unknown>)()))
  const { rows } = await sql<Sums>`select
    (select count(*) from payment p where p.amount < (select sum(x.amount - x.freed) from invoice_payment x where x.payment_id = p.payment_id)) as over,
    (select count(*) from invoice_apply a where a.biz_type = 'dues' and
      (case when a.invoice_status in ('returned', 'withdrawn') then 0 else a.amount - a.freed_amount end) <> (select coalesce(sum(x.amount - x.freed), 0) from invoice_payment x where x.apply_id = a.apply_id))
    + (select count(*) from invoice i where i.blue_id is null and (i.red_amount <> coalesce((select -sum(r.amount) from invoice r where r.blue_id = i.invoice_id), 0)
        or i.red_amount <> (select freed_amount from invoice_apply a where a.apply_id = i.apply_id) or (i.ticket_status = 'red') <> (i.red_amount = i.amount))) as wrong`.execute(db)
  expect(rows).toEqual([{ over: '0', wrong: '0' }])
  expect(enough(await written())).toBe(true)
})

test('the page of a company tells its invoices, to who may read them', async () => {
  const { memberId } = await world.member().then(async (m) => ({ ...m, ...(await world.written(m, 850_000, [await world.paid(m.memberId, 850_000)])) }))
  const companyId = (await sql<{ id: string }>`select company_id as id from member where member_id = ${memberId}`.execute(server.platform.db)).rows[0]?.id ?? ''
  const part = async () => (await server.ok(selectCompanyParts, { companyId }, { as: world.op })).find((p) => p.key === 'tickets')
  const told = (way: string, net: string) => ({ title: '票据', link: `/go/member/InvoiceLedger?memberId=${memberId}`, facts: [{ label: '票据净额（元，不含试用票据）', value: net }], total: 1, rows: [[expect.stringMatching(/^\d{18}$/), '社会团体会费统一票据（电子）', expect.any(String), '8,500.00', '2026 年度会费', way, '已开票']] })
  expect(await part()).toMatchObject(told('试用票据，不作凭证', '0.00'))
  await sql`update invoice set issue_way = 'manual' where member_id = ${memberId}`.execute(server.platform.db)
  expect(await part()).toMatchObject(told('手工登记', '8,500.00'))
  const stranger = await server.person({ permits: ['member:company:read', 'invoice:ticket:read'], scopes: { member: 'all' } })
  expect((await server.ok(selectCompanyParts, { companyId }, { as: stranger })).map((p) => p.key)).not.toContain('tickets')
})

test('no searched or sorted path reads a table through', async () => {
  const { db, sessions } = server.platform
  const { memberId, headId } = await world.member()
  const mark = await sql`with c as (insert into company (company_name, short_name, company_type, search_text) select '批量' || n, '批' || n, 'other', '批量' || n from generate_series(1, 2000) n returning company_id)
    insert into member (member_no, company_id, category_id, join_date) select 'B' || row_number() over (), company_id, ${world.fee.categoryId}, '2010-01-01' from c`.execute(db)
  expect(mark.numAffectedRows).toBe(2000n)
  const spread = sql`(select min(member_id) from member where member_no like 'B%') + n % 2000`
  await insertInBulk(db, ['invoice_head'], sql`insert into invoice_head (member_id, head_type, title, receive_email, head_status) select ${spread}, 'other', '抬头' || n, 'a@example.com', case when n % 500 = 0 then 'disabled' else 'enabled' end from generate_series(1, 100000) n`)
  await insertInBulk(db, ['invoice_apply'], sql`insert into invoice_apply (apply_no, member_id, biz_type, ticket_type, head_id, amount, item_name, title, invoice_status, update_time)
    select 'KP' || (2020010100000 + n), ${spread}, case when n % 500 = 0 then 'mall' else 'training' end, case when n % 700 = 0 then 'special' else 'normal' end, ${headId}, n, '项目', '抬头' || n, case when n % 500 = 0 then 'pending' else 'issued' end, timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, 100000) n`)
  await insertInBulk(db, ['invoice'], sql`insert into invoice (invoice_no, apply_id, member_id, biz_type, ticket_type, title, item_name, amount, issue_date, ticket_status, issue_way)
    select '9' || lpad(a.apply_id::text, 19, '0'), a.apply_id, a.member_id, a.biz_type, a.ticket_type, a.title, '项目', a.amount, date '2015-01-01' + (a.apply_id % 3000)::int, case when a.apply_id % 500 = 0 then 'red' else 'issued' end, case when a.apply_id % 700 = 0 then 'trial' else 'manual' end from invoice_apply a where a.item_name = '项目'`)
  await insertInBulk(db, ['red_confirm'], sql`insert into red_confirm (confirm_no, invoice_id, red_reason, red_amount, used_flag, initiator, ticket_before, red_status, confirm_deadline)
    select 'HZ' || (2020010100000 + invoice_id), invoice_id, case when invoice_id % 500 = 0 then 'wrong' else 'allowance' end, 1, false, 'seller', 'issued', case when invoice_id % 500 = 0 then 'refused' else 'done' end, now() + invoice_id * interval '1 minute' from invoice where item_name = '项目'`)
  await insertInBulk(db, ['invoice_send'], sql`insert into invoice_send (invoice_id, send_to, send_result, send_time) select invoice_id, 'kp' || invoice_id || '@example.com', case when invoice_id % 500 = 0 then 'failed' else 'sent' end, now() - invoice_id * interval '1 minute' from invoice where item_name = '项目'`)
  await vacuumed(db, 'invoice_head', 'invoice_apply', 'invoice', 'red_confirm', 'invoice_send', 'member', 'company')
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  const plan = async (m: Parameters<typeof explainRows>[1], filters: Record<string, unknown>, sort?: { field: string; order: 'asc' | 'desc' }) => {
    const plans = (await explainRows(db, m, principal, { filters, sort })).split('\n\n')
    for (const text of Object.keys(filters).length > 0 ? plans : plans.slice(0, 1)) expect(text).not.toMatch(new RegExp(`Seq Scan on ${m.options.table} t`))
  }
  const lists: [Parameters<typeof explainRows>[1], Record<string, unknown>[]][] = [
    [invoiceHead.runtime, [{ keyword: '抬头1999' }, { keyword: 'B1999' }, { memberId }, { headStatus: 'disabled' }]],
    [invoiceApply.runtime, [{ keyword: 'KP2020010119' }, { keyword: 'B1999' }, { bizType: 'mall' }, { ticketType: 'special' }, { invoiceStatus: ['pending'] }, { updateTimeFrom: '2020-02-01', updateTimeTo: '2020-02-03' }]],
    [invoices.runtime, [{ keyword: '抬头1999' }, { keyword: 'B1999' }, { memberId }, { bizType: 'mall' }, { ticketType: 'special' }, { issueWay: 'trial' }, { ticketStatus: ['red'] }, { issueDateFrom: '2016-02-01', issueDateTo: '2016-02-09' }]],
    [redConfirm.runtime, [{ keyword: 'HZ2020010119' }, { keyword: '抬头1999' }, { redReason: 'wrong' }, { redStatus: ['refused'] }]],
    [invoiceSend.runtime, [{ keyword: 'kp1999' }, { keyword: '抬头1999' }, { sendResult: ['failed'] }]],
  ]
  for (const [m, filters] of lists) {
    for (const one of filters) await plan(m, one)
    for (const field of m.contract.definition.sortable) for (const order of ['asc', 'desc'] as const) await plan(m, {}, { field, order })
  }
})
