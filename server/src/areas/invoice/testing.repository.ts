import { invoiceApply } from '@assoc/contract/invoice/apply'
import { invoiceHead } from '@assoc/contract/invoice/head'
import { redConfirm } from '@assoc/contract/invoice/credit-note'
import { sql } from 'kysely'
import type { Session, TestServer } from '../../../test/harness'
import { feeWorld, type FeeWorld } from '../fee/testing.repository'
import { issueInvoice } from './apply'
import { invoiceProvider } from './provider/provider'
import type { RecordingProvider } from './provider/recording'
import { chooseProvider } from './provider/way.repository'

let counter = 0

/** A world of invoices for tests: members that have paid and have heads, one who asks and one who checks and writes. No job runs by itself. */
export interface InvoiceWorld {
  fee: FeeWorld
  /** Asks for invoices. */
  op: Session
  /** Checks, writes and sets right. */
  lead: Session
  provider: RecordingProvider
  /** A member with a head; answers both. */
  member(given?: { name?: string; head?: object }): Promise<{ memberId: string; headId: string; name: string }>
  head(memberId: string, title: string, more?: object): Promise<string>
  /** A settled payment; answers its id. */
  paid(memberId: string, amount: number): Promise<string>
  form(member: { memberId: string; headId: string }, amount: number, payIds: string[], more?: object): Parameters<TestServer['ok']>[1]
  ask(member: { memberId: string; headId: string }, amount: number, payIds: string[], more?: object): Promise<string>
  step(applyId: string, verb: string, as?: Session, reason?: string): ReturnType<TestServer['call']>
  /** Asks, passes and issues without the job: the application stands at `issuing`. */
  issuing(member: { memberId: string; headId: string }, amount: number, payIds: string[], more?: object): Promise<string>
  /** All the way to the invoice; answers its id and number with the application's. */
  written(member: { memberId: string; headId: string }, amount: number, payIds: string[], more?: object): Promise<{ applyId: string; invoiceId: string; invoiceNo: string }>
  /** Asks that an invoice be set right, as the one who asks; a part of a dues receipt unless told otherwise. */
  red(invoiceId: string, more?: object): Promise<string>
  stepCreditNote(redId: string, verb: string, reason?: string): ReturnType<TestServer['call']>
  /** An invoice of a training fee at 6 %, all the way to the invoice. */
  invoiced(member: { memberId: string; headId: string }, amount: number, more?: object): ReturnType<InvoiceWorld['written']>
  /** What is asked for or written of a payment, 分. */
  takenOf(paymentId: string): Promise<number>
  /** Invoices that the provider has written for a request. */
  recordsOf(requestNo: string): Promise<number>
}

/** A credit code that no other test member has, with its check digit from the samples' region. */
const TAX_NO = '91000000FCT0000145'

export async function invoiceWorld(server: TestServer): Promise<InvoiceWorld> {
  const { db } = server.platform
  const fee = await feeWorld(server)
  await chooseProvider(db)
  const { rows } = await sql<{ code: string }>`select permit_code as code from permit where permit_code like 'invoice:%' or permit_code in ('fee:payment:read', 'member:company:read')`.execute(db)
  const person = (name: string) => server.person({ name, permits: rows.map((r) => r.code), scopes: { invoice: 'all', fee: 'all', member: 'all' } })
  const [op, lead] = [await person('甄开票'), await person('贾审核')]
  const world: InvoiceWorld = {
    fee,
    op,
    lead,
    provider: invoiceProvider(server.platform) as RecordingProvider,
    async member({ name = `虚票${++counter}股份有限公司`, head = {} } = {}) {
      const memberId = await fee.member({ name })
      return { memberId, headId: await world.head(memberId, name, head), name }
    },
    head: async (memberId, title, more = {}) =>
      (
        await server.ok(
          invoiceHead.insert,
          { memberId, headType: 'company', title, taxNo: TAX_NO, bankName: '示例银行', bankAccount: '6228480000000000018', regAddress: '虚构市样本路 1 号', regPhone: '010-60000001', receiveEmail: 'fapiao@example.com', receiveMobile: null, isDefault: true, remark: null, ...more },
          { as: op },
        )
      ).headId,
    async paid(memberId, amount) {
      const paymentId = await fee.register(memberId, amount)
      await fee.settle(paymentId)
      return paymentId
    },
    form: ({ memberId, headId }, amount, payIds, more = {}) => ({ memberId, headId, bizType: 'dues' as const, ticketType: 'dues' as const, payIds, receivedSerial: null, receivedDate: null, receivedAmount: null, amount, taxRate: null, itemName: '2026 年度会费', remark: null, ...more }),
    ask: async (member, amount, payIds, more) => (await server.ok(invoiceApply.insert, world.form(member, amount, payIds, more) as never, { as: op })).applyId,
    async step(applyId, verb, as = lead, reason) {
      const { version } = await server.ok(invoiceApply.read, { applyId }, { as: lead })
      return server.call(invoiceApply.change, { applyId, version, verb, ...(reason ? { reason } : {}) }, { as })
    },
    async issuing(member, amount, payIds, more) {
      const applyId = await world.ask(member, amount, payIds, more)
      for (const verb of ['pass', 'issue']) {
        const answer = await world.step(applyId, verb)
        if (answer.returnCode !== '000000') throw new Error(`${verb}: ${answer.returnMessage}`)
      }
      return applyId
    },
    async written(member, amount, payIds, more) {
      const applyId = await world.issuing(member, amount, payIds, more)
      await issueInvoice(server.platform, applyId)
      const found = await sql<{ invoiceId: string; invoiceNo: string }>`select invoice_id as "invoiceId", invoice_no as "invoiceNo" from invoice where apply_id = ${applyId} and blue_id is null`.execute(db)
      return { applyId, invoiceId: found.rows[0]?.invoiceId ?? '', invoiceNo: found.rows[0]?.invoiceNo ?? '' }
    },
    invoiced: (member, amount, more) => world.written(member, amount, [], { bizType: 'training', ticketType: 'normal', receivedSerial: `KPT${++counter}`, receivedDate: '2026-03-01', receivedAmount: amount, taxRate: 'six', itemName: '培训费', ...more }),
    red: async (invoiceId, more = {}) => (await server.ok(redConfirm.insert, { invoiceId, redReason: 'feeBack', redAmount: 1, usedFlag: false, initiator: 'seller', remark: null, ...more }, { as: op })).redId,
    async stepCreditNote(redId, verb, reason) {
      const { version } = await server.ok(redConfirm.read, { redId }, { as: lead })
      return server.call(redConfirm.change, { redId, version, verb, ...(reason ? { reason } : {}) }, { as: lead })
    },
    takenOf: async (paymentId) => (await sql<{ sum: number }>`select coalesce(sum(amount - freed), 0)::float8 as sum from invoice_payment where payment_id = ${paymentId}`.execute(db)).rows[0]?.sum ?? -1,
    recordsOf: async (requestNo) => Number((await sql<{ n: string }>`select count(*) as n from invoice_provider_record where request_no = ${requestNo}`.execute(db)).rows[0]?.n),
  }
  return world
}

/** What is wrong, field by field, in an answer. */
export const wrongFields = (answer: { data: unknown }): string[] => ((answer.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []).map((f) => `${f.path} ${f.message}`)
