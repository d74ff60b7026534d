import { yearNow } from '@assoc/contract/core/day'
import type { FieldsOf } from '@assoc/contract'
import type { invoiceApply as applyContract } from '@assoc/contract/invoice/apply'
import type { Principal } from '../../platform/access/principal'
import type { Platform } from '../../platform/platform'
import { derivedStep, insertFields } from '../../platform/resource/actions'
import type { Action } from '../../platform/resource/definition'
import { invoiceApply, issueInvoice } from '../invoice/apply'
import { redConfirm, writeCreditNote } from '../invoice/credit-note'
import { invoiceProvider } from '../invoice/provider/provider'
import type { RecordingProvider } from '../invoice/provider/recording'
import { payOut, requestsRuntime } from './balance/request'
import { useBalance } from './balance/service'
import { bookLines } from './bank/service'
import { billRuntime } from './bill/resource'
import { refund } from './ledger.service'
import * as rows from './ledger.testing.repository'
import { paymentRuntime } from './payment/resource'
import { reduction } from './reduction'
import { suspense } from './suspense'
import { registration } from './testing.repository'
import { unpaidImport } from './unpaid-import'

// The actions of the random run: all that moves money of dues, or writes invoices for it.

/** A member of the run, with the head of its invoices. */
export interface Subject {
  memberId: string
  headId: string
  name: string
}

export interface Run {
  platform: Platform
  principal: Principal
  subjects: readonly Subject[]
  /** Invoices that an action is speaking about with the provider: their lease does not end by itself. */
  spoken: Set<string>
}

interface Given {
  run: Run
  of: Subject
  next: () => number
}
type Work = (action: Action, given: Given) => Promise<void>
type Operation = (given: Given) => Promise<void>

const { anyOf, oneOf } = rows
const amountOf = (next: () => number) => 1 + Math.floor(next() * 3000)

/** An action in a transaction of its own. */
const within = ({ platform, principal }: Run, work: (action: Action) => Promise<void>): Promise<void> =>
  platform.db.transaction().execute((tx) => work({ db: tx, principal, platform, input: {}, audit: () => undefined, job: async () => undefined } as unknown as Action))
const single = (work: Work): Operation => (given) => within(given.run, (action) => work(action, given))

/** A call of suspended money, by the last word of its path. */
async function ofSuspense(action: Action, word: string, input: object): Promise<void> {
  const bound = suspense.bindings.find((b) => b.call.path.endsWith(`/${word}`))
  if (!bound) throw new Error(`no call ${word}`)
  await bound.handler({ ...action, input } as never)
}

/** Carries a step out though one person does everything here: how money moves is the matter, who may move it is another test's. */
const follow = (m: { runtime: Parameters<typeof derivedStep>[0] }, action: Action, id: string, verb: string) => derivedStep(m.runtime, action, id, verb, '随机办理', true)

/** A step of one of the member's records in a state; nothing where there is none. */
const step =
  (m: { runtime: Parameters<typeof derivedStep>[0] }, state: Parameters<typeof oneOf>[1], verb: string | ((next: () => number) => string | undefined)): Work =>
  async (action, { of, next }) => {
    const found = await oneOf(action.db, state, of.memberId, next)
    const chosen = typeof verb === 'string' ? verb : verb(next)
    if (found && chosen) await follow(m, action, found.id, chosen)
  }

/** Has an invoice written as its job does, with a provider that fails now and then; a run that died before lets go by the clock. */
async function speak({ run, next }: Given, table: 'invoice_apply' | 'red_confirm', id: string): Promise<void> {
  if (run.spoken.has(`${table} ${id}`)) return
  run.spoken.add(`${table} ${id}`)
  const provider = invoiceProvider(run.platform) as RecordingProvider
  try {
    const luck = next()
    if (luck < 0.06) provider.fault = { kind: luck < 0.03 ? 'timeoutBefore' : 'timeoutAfter' }
    else if (luck < 0.09) provider.fault = { kind: 'refuse', code: 'E1', message: '随机拒绝' }
    await (table === 'invoice_apply' ? issueInvoice(run.platform, id) : writeCreditNote(run.platform, id))
  } finally {
    provider.fault = null
    run.spoken.delete(`${table} ${id}`)
  }
}

async function takeUp(given: Given, table: 'invoice_apply' | 'red_confirm'): Promise<void> {
  const { run, of, next } = given
  const found = await oneOf(run.platform.db, table === 'invoice_apply' ? 'issuing' : 'redIssuing', of.memberId, next)
  if (!found || run.spoken.has(`${table} ${found.id}`)) return
  await rows.endLease(run.platform.db, table, table === 'invoice_apply' ? 'apply_id' : 'red_id', found.id)
  await speak(given, table, found.id)
}

/** A line of a statement: of a member by their company's name, of nobody, or one that was read before. */
function line({ run, of, next }: Given, row: number) {
  const whose = next()
  const payer = whose < 0.45 ? '谁也不是' : (anyOf(run.subjects, next) ?? of).name
  const memberId = whose < 0.45 ? null : (run.subjects.find((s) => s.name === payer)?.memberId ?? null)
  // Few numbers of few accounts: the same line comes again, and the same number of another account.
  const n = Math.floor(next() * 900)
  return { row, account: `000011${n % 3}`, serialNo: `R${n % 300}`, tradeTime: '2026-03-05T01:30:00.000Z', payerName: payer, amount: amountOf(next), purpose: null, memberId, matchOnly: next() < 0.1 }
}

type TicketForm = FieldsOf<typeof applyContract>
const form = ({ of }: Given, amount: number, more: Partial<TicketForm>): TicketForm => ({ memberId: of.memberId, headId: of.headId, bizType: 'dues', ticketType: 'dues', payIds: [], receivedSerial: null, receivedDate: null, receivedAmount: null, amount, taxRate: null, itemName: '会费', remark: null, ...more })

export const OPERATIONS: Record<string, Operation> = {
  bill: single(async ({ db }, { of, next }) => void (await rows.seedBill(db, of.memberId, 2000 + Math.floor(next() * 25), amountOf(next), String(next())))),
  importArrears: single(async (action, { of, next }) => {
    await insertFields(unpaidImport.runtime, action, { ...(await rows.nameOf(action.db, of.memberId)), stockCode: null, creditCode: null, importYear: 2000 + Math.floor(next() * 26), importAmount: amountOf(next), remark: null })
  }),
  pay: single(async (action, { of, next }) => {
    const id = await insertFields(paymentRuntime.runtime, action, registration(of.memberId, amountOf(next)))
    await follow(paymentRuntime, action, id, 'settle')
  }),
  register: single(async (action, { of, next }) => void (await insertFields(paymentRuntime.runtime, action, registration(of.memberId, amountOf(next))))),
  // Money that the statement may bring as well, under its number or under none.
  registerLine: single(async (action, { of, next }) => {
    const n = Math.floor(next() * 300)
    await insertFields(paymentRuntime.runtime, action, registration(of.memberId, amountOf(next), next() < 0.5 ? { bankSerial: `R${n}` } : {}))
  }),
  settle: single(step(paymentRuntime, 'pending', 'settle')),
  giveBack: single(step(paymentRuntime, 'pending', 'giveBack')),
  reverse: single(step(paymentRuntime, 'settled', 'reverse')),
  use: single(async (action, { of }) => void (await useBalance({ ...action, input: { memberId: of.memberId } } as never))),
  refund: single(async (action, { of, next }) => void (await refund(action, of.memberId, 1 + Math.floor(next() * 1500), '随机退款'))),
  // What moves a balance by a request: asked for, decided, paid out, taken back.
  askMove: single(async (action, { run, of, next }) => {
    const requestType = anyOf(['adjustment', 'transfer', 'transfer', 'refund'] as const, next)
    const direction = requestType === 'adjustment' ? anyOf(['increase', 'decrease'] as const, next) : null
    const toMemberId = requestType === 'transfer' ? (anyOf(run.subjects, next) ?? of).memberId : null
    const basis = requestType === 'refund' ? [] : [await rows.seedDocument(action.db, run.principal.userId)]
    await insertFields(requestsRuntime.runtime, action, { requestType: requestType ?? 'transfer', memberId: of.memberId, direction, toMemberId, amount: 1 + Math.floor(next() * 800), payeeName: null, payeeBank: null, payeeAccount: null, reason: '随机办理', basis })
  }),
  decideMove: single(step(requestsRuntime, 'askedMove', (next) => anyOf(['approve', 'approve', 'approve', 'reject', 'withdraw'], next))),
  releaseRefund: single(step(requestsRuntime, 'askedRefund', (next) => anyOf(['release', 'release', 'reject'], next))),
  payOut: single(async (action, { of, next }) => {
    const found = await oneOf(action.db, 'releasedRefund', of.memberId, next)
    if (found) await payOut({ ...action, input: { requestId: found.id, version: found.version, bankSerial: `Z${found.id}`, paidDate: '2026-03-05' } } as never)
  }),
  undoMove: single(step(requestsRuntime, 'doneMove', (next) => (next() < 0.3 ? 'undo' : undefined))),
  bounceRefund: single(step(requestsRuntime, 'refundOut', (next) => (next() < 0.4 ? 'bounce' : undefined))),
  reduce: single(async (action, { of, next }) => {
    const bill = await oneOf(action.db, 'openBill', of.memberId, next)
    if (!bill) return
    const reduceType = anyOf(['full', 'rate', 'fixed', 'defer'] as const, next)
    const id = await insertFields(reduction.runtime, action, { billId: bill.id, reduceType: reduceType ?? 'full', reduceRate: '33.33', reduceAmount: amountOf(next), deferTo: `${yearNow() + 1}-12-31`, reasonType: 'resolution', decisionBy: 'council', remark: null, basis: [] })
    await rows.seedBasis(action.db, id)
    for (const verb of ['submit', 'passFirst', 'approve']) await follow(reduction, action, id, verb)
  }),
  revoke: single(step(reduction, 'reduced', 'revoke')),
  cancel: single(step(billRuntime, 'dueBill', (next) => (next() < 0.2 ? 'cancel' : undefined))),
  // The bulk path: several payments of several members at once.
  readStatement: single(async (action, given) => {
    const lines = new Map(Array.from({ length: 1 + Math.floor(given.next() * 4) }, (_, i) => line(given, i + 2)).map((l) => [`${l.account} ${l.serialNo}`, l]))
    await bookLines(action, [...lines.values()])
  }),
  claim: single(async (action, { of, next }) => {
    const found = await oneOf(action.db, 'suspended', of.memberId, next)
    if (found) await ofSuspense(action, 'claimSuspense', { suspenseId: found.id, version: found.version, memberId: of.memberId, reason: '随机认领' })
  }),
  match: single(async (action, { of, next }) => {
    const found = await rows.matchable(action.db)
    if (found) return ofSuspense(action, 'matchPayment', found)
    const waiting = await oneOf(action.db, 'suspended', of.memberId, next)
    if (waiting) await insertFields(paymentRuntime.runtime, action, registration(of.memberId, await rows.suspendedAmount(action.db, waiting.id), { bankSerial: null }))
  }),
  bookOther: single(async (action, { of, next }) => {
    const found = await oneOf(action.db, 'suspended', of.memberId, next)
    if (found) await ofSuspense(action, 'bookOther', { suspenseId: found.id, version: found.version, businessType: 'training', businessRemark: null, reason: '随机办理' })
  }),
  undoOther: single(step(suspense, 'otherBusiness', 'undoOther')),
  sendBack: single(step(suspense, 'suspended', (next) => (next() < 0.5 ? 'giveBack' : undefined))),
  ask: single(async (action, given) => {
    const ids = await rows.paidIds(action.db, given.of.memberId)
    const payIds = ids.filter(() => given.next() < 0.5).slice(0, 4)
    if (payIds.length > 0) await insertFields(invoiceApply.runtime, action, form(given, 1 + Math.floor(given.next() * 1500), { payIds }))
  }),
  askTraining: single(async (action, given) => {
    await insertFields(invoiceApply.runtime, action, form(given, amountOf(given.next), { bizType: 'training', ticketType: 'normal', receivedSerial: `T${given.of.memberId}`, receivedDate: '2026-03-05', receivedAmount: 9000, taxRate: 'six', itemName: '培训费' }))
  }),
  pass: single(step(invoiceApply, 'passable', 'pass')),
  reject: single(step(invoiceApply, 'askedInvoice', 'reject')),
  askAgain: single(step(invoiceApply, 'returnedInvoice', (next) => anyOf(['submit', 'submit', 'withdraw'], next))),
  // Two transactions with the provider between them.
  issue: async (given) => {
    const { run, of, next } = given
    const found = await oneOf(run.platform.db, 'issuable', of.memberId, next)
    if (!found) return
    await within(run, async (action) => void (await follow(invoiceApply, action, found.id, 'issue')))
    await speak(given, 'invoice_apply', found.id)
  },
  issueAgain: (given) => takeUp(given, 'invoice_apply'),
  askCreditNote: single(async (action, { of, next }) => {
    const found = await oneOf(action.db, 'blue', of.memberId, next)
    if (!found) return
    const { dues, rest } = await rows.blueOf(action.db, found.id)
    const whole = next() < 0.4
    await insertFields(redConfirm.runtime, action, { invoiceId: found.id, redReason: whole ? 'wrong' : dues ? 'feeBack' : 'allowance', redAmount: whole ? rest : 1 + Math.floor(next() * rest), usedFlag: next() < 0.5, initiator: 'seller', remark: null })
  }),
  handleCreditNote: single(step(redConfirm, 'redOpen', (next) => anyOf(['confirm', 'refuse', 'decline', 'withdraw', 'confirm'], next))),
  issueCreditNote: async (given) => {
    const { run, of, next } = given
    const found = await oneOf(run.platform.db, 'redOpen', of.memberId, next)
    if (!found) return
    await within(run, async (action) => void (await follow(redConfirm, action, found.id, await rows.redVerb(action.db, found.id))))
    await speak(given, 'red_confirm', found.id)
  },
  redAgain: (given) => takeUp(given, 'red_confirm'),
}

/** How often each action comes among the others. */
const WEIGHTS: Record<string, number> = { bill: 3, pay: 4, askMove: 9, decideMove: 5, releaseRefund: 4, payOut: 3, reduce: 4, reverse: 3, readStatement: 6, match: 2, sendBack: 1, bookOther: 3, undoOther: 1, ask: 6, askTraining: 2, pass: 6, reject: 4, askAgain: 2, issue: 7, askCreditNote: 5, handleCreditNote: 4, issueCreditNote: 6, cancel: 1 }
export const NAMES = Object.keys(OPERATIONS).flatMap((name) => Array.from({ length: WEIGHTS[name] ?? 2 }, () => name))
