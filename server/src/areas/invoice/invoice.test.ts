import { invoiceApply as applyContract } from '@assoc/contract/invoice/apply'
import { redConfirm as redContract } from '@assoc/contract/invoice/credit-note'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { issueInvoice } from './apply'
import { writeCreditNote } from './credit-note'
import { invoiceWorld, type InvoiceWorld } from './testing.repository'

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
