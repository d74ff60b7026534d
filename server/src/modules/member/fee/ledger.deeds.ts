import { yearNow } from '@assoc/contract/core/day'
import type { FieldsOf } from '@assoc/contract'
import type { invoiceApply as applyContract } from '@assoc/contract/member/invoice-apply'
import type { Who } from '../../../platform/access/who'
import type { Binding } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { followingStep, insertFields } from '../../../platform/resource/deeds'
import type { Deed } from '../../../platform/resource/definition'
import { invoiceApply, issueTicket } from '../invoice/apply'
import { redConfirm, writeRed } from '../invoice/red'
import { ticketProvider } from '../invoice/provider/provider'
import type { RecordingProvider } from '../invoice/provider/recording'
import { payOut, requestsMounted } from './balance/request'
import { useBalance } from './balance/service'
import { bookLines } from './bank/service'
import { billMounted } from './bill/resource'
import { refund } from './ledger.service'
import * as rows from './ledger.testing.repository'
import { paymentMounted } from './payment/resource'
import { reduction } from './reduction'
import { suspense } from './suspense'
import { registration } from './testing.repository'
import { unpaidImport } from './unpaid-import'

// The deeds of the random run: all that moves money of dues, or writes tickets for it.

/** A member of the run, with the head of its tickets. */
export interface Subject {
  memberId: string
  headId: string
  name: string
}

export interface Run {
  platform: Platform
  who: Who
  subjects: readonly Subject[]
  /** Tickets that a deed is speaking about with the provider: their lease does not end by itself. */
  spoken: Set<string>
}

interface Given {
  run: Run
  of: Subject
  next: () => number
}
type Work = (deed: Deed, given: Given) => Promise<void>
type Operation = (given: Given) => Promise<void>

const { anyOf, oneOf } = rows
const amountOf = (next: () => number) => 1 + Math.floor(next() * 3000)

/** A deed in a transaction of its own. */
const within = ({ platform, who }: Run, work: (deed: Deed) => Promise<void>): Promise<void> =>
  platform.db.transaction().execute((tx) => work({ db: tx, who, platform, input: {}, audit: () => undefined, job: async () => undefined } as unknown as Deed))
const single = (work: Work): Operation => (given) => within(given.run, (deed) => work(deed, given))

/** A call of suspended money, by the last word of its path. */
async function ofSuspense(deed: Deed, word: string, input: object): Promise<void> {
  const bound = (suspense.bindings as readonly Binding[]).find((b) => b.call.path.endsWith(`/${word}`))
  if (!bound) throw new Error(`no call ${word}`)
  await bound.handler({ ...deed, input } as never)
}

/** Carries a step out though one person does everything here: how money moves is the matter, who may move it is another test's. */
const follow = (m: { mounted: Parameters<typeof followingStep>[0] }, deed: Deed, id: string, verb: string) => followingStep(m.mounted, deed, id, verb, '随机办理', true)

/** A step of one of the member's records in a state; nothing where there is none. */
const step =
  (m: { mounted: Parameters<typeof followingStep>[0] }, state: Parameters<typeof oneOf>[1], verb: string | ((next: () => number) => string | undefined)): Work =>
  async (deed, { of, next }) => {
    const found = await oneOf(deed.db, state, of.memberId, next)
    const chosen = typeof verb === 'string' ? verb : verb(next)
    if (found && chosen) await follow(m, deed, found.id, chosen)
  }

/** Has a ticket written as its job does, with a provider that fails now and then; a run that died before lets go by the clock. */
async function speak({ run, next }: Given, table: 'invoice_apply' | 'red_confirm', id: string): Promise<void> {
  if (run.spoken.has(`${table} ${id}`)) return
  run.spoken.add(`${table} ${id}`)
  const provider = ticketProvider(run.platform) as RecordingProvider
  try {
    const luck = next()
    if (luck < 0.06) provider.fault = { kind: luck < 0.03 ? 'timeoutBefore' : 'timeoutAfter' }
    else if (luck < 0.09) provider.fault = { kind: 'refuse', code: 'E1', message: '随机拒绝' }
    await (table === 'invoice_apply' ? issueTicket(run.platform, id) : writeRed(run.platform, id))
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

/** A line of a statement: of a member by her company's name, of nobody, or one that was read before. */
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
  bill: single(async ({ db }, { of, next }) => void (await rows.layBill(db, of.memberId, 2000 + Math.floor(next() * 25), amountOf(next), String(next())))),
  importArrears: single(async (deed, { of, next }) => {
    await insertFields(unpaidImport.mounted, deed, { ...(await rows.nameOf(deed.db, of.memberId)), stockCode: null, creditCode: null, importYear: 2000 + Math.floor(next() * 26), importAmount: amountOf(next), remark: null })
  }),
  pay: single(async (deed, { of, next }) => {
    const id = await insertFields(paymentMounted.mounted, deed, registration(of.memberId, amountOf(next)))
    await follow(paymentMounted, deed, id, 'settle')
  }),
  register: single(async (deed, { of, next }) => void (await insertFields(paymentMounted.mounted, deed, registration(of.memberId, amountOf(next))))),
  // Money that the statement may bring as well, under its number or under none.
  registerLine: single(async (deed, { of, next }) => {
    const n = Math.floor(next() * 300)
    await insertFields(paymentMounted.mounted, deed, registration(of.memberId, amountOf(next), next() < 0.5 ? { bankSerial: `R${n}` } : {}))
  }),
  settle: single(step(paymentMounted, 'pending', 'settle')),
  giveBack: single(step(paymentMounted, 'pending', 'giveBack')),
  reverse: single(step(paymentMounted, 'settled', 'reverse')),
  use: single(async (deed, { of }) => void (await useBalance({ ...deed, input: { memberId: of.memberId } } as never))),
  refund: single(async (deed, { of, next }) => void (await refund(deed, of.memberId, 1 + Math.floor(next() * 1500), '随机退款'))),
  // What moves a balance by a request: asked for, decided, paid out, taken back.
  askMove: single(async (deed, { run, of, next }) => {
    const requestType = anyOf(['adjustment', 'transfer', 'transfer', 'refund'] as const, next)
    const direction = requestType === 'adjustment' ? anyOf(['increase', 'decrease'] as const, next) : null
    const toMemberId = requestType === 'transfer' ? (anyOf(run.subjects, next) ?? of).memberId : null
    const basis = requestType === 'refund' ? [] : [await rows.layPaper(deed.db, run.who.userId)]
    await insertFields(requestsMounted.mounted, deed, { requestType: requestType ?? 'transfer', memberId: of.memberId, direction, toMemberId, amount: 1 + Math.floor(next() * 800), payeeName: null, payeeBank: null, payeeAccount: null, reason: '随机办理', basis })
  }),
  decideMove: single(step(requestsMounted, 'askedMove', (next) => anyOf(['approve', 'approve', 'approve', 'reject', 'withdraw'], next))),
  releaseRefund: single(step(requestsMounted, 'askedRefund', (next) => anyOf(['release', 'release', 'reject'], next))),
  payOut: single(async (deed, { of, next }) => {
    const found = await oneOf(deed.db, 'releasedRefund', of.memberId, next)
    if (found) await payOut({ ...deed, input: { requestId: found.id, version: found.version, bankSerial: `Z${found.id}`, paidDate: '2026-03-05' } } as never)
  }),
  undoMove: single(step(requestsMounted, 'doneMove', (next) => (next() < 0.3 ? 'undo' : undefined))),
  bounceRefund: single(step(requestsMounted, 'refundOut', (next) => (next() < 0.4 ? 'bounce' : undefined))),
  reduce: single(async (deed, { of, next }) => {
    const bill = await oneOf(deed.db, 'openBill', of.memberId, next)
    if (!bill) return
    const reduceType = anyOf(['full', 'rate', 'fixed', 'defer'] as const, next)
    const id = await insertFields(reduction.mounted, deed, { billId: bill.id, reduceType: reduceType ?? 'full', reduceRate: '33.33', reduceAmount: amountOf(next), deferTo: `${yearNow() + 1}-12-31`, reasonType: 'resolution', decisionBy: 'council', remark: null, basis: [] })
    await rows.layBasis(deed.db, id)
    for (const verb of ['submit', 'passFirst', 'approve']) await follow(reduction, deed, id, verb)
  }),
  revoke: single(step(reduction, 'reduced', 'revoke')),
  cancel: single(step(billMounted, 'dueBill', (next) => (next() < 0.2 ? 'cancel' : undefined))),
  // The bulk path: several payments of several members at once.
  readStatement: single(async (deed, given) => {
    const lines = new Map(Array.from({ length: 1 + Math.floor(given.next() * 4) }, (_, i) => line(given, i + 2)).map((l) => [`${l.account} ${l.serialNo}`, l]))
    await bookLines(deed, [...lines.values()])
  }),
  claim: single(async (deed, { of, next }) => {
    const found = await oneOf(deed.db, 'suspended', of.memberId, next)
    if (found) await ofSuspense(deed, 'claimSuspense', { suspenseId: found.id, version: found.version, memberId: of.memberId, reason: '随机认领' })
  }),
  match: single(async (deed, { of, next }) => {
    const found = await rows.matchable(deed.db)
    if (found) return ofSuspense(deed, 'matchPayment', found)
    const waiting = await oneOf(deed.db, 'suspended', of.memberId, next)
    if (waiting) await insertFields(paymentMounted.mounted, deed, registration(of.memberId, await rows.suspendedAmount(deed.db, waiting.id), { bankSerial: null }))
  }),
  bookOther: single(async (deed, { of, next }) => {
    const found = await oneOf(deed.db, 'suspended', of.memberId, next)
    if (found) await ofSuspense(deed, 'bookOther', { suspenseId: found.id, version: found.version, businessType: 'training', businessRemark: null, reason: '随机办理' })
  }),
  undoOther: single(step(suspense, 'otherBusiness', 'undoOther')),
  sendBack: single(step(suspense, 'suspended', (next) => (next() < 0.5 ? 'giveBack' : undefined))),
  ask: single(async (deed, given) => {
    const ids = await rows.paidIds(deed.db, given.of.memberId)
    const payIds = ids.filter(() => given.next() < 0.5).slice(0, 4)
    if (payIds.length > 0) await insertFields(invoiceApply.mounted, deed, form(given, 1 + Math.floor(given.next() * 1500), { payIds }))
  }),
  askTraining: single(async (deed, given) => {
    await insertFields(invoiceApply.mounted, deed, form(given, amountOf(given.next), { bizType: 'training', ticketType: 'normal', receivedSerial: `T${given.of.memberId}`, receivedDate: '2026-03-05', receivedAmount: 9000, taxRate: 'six', itemName: '培训费' }))
  }),
  pass: single(step(invoiceApply, 'passable', 'pass')),
  reject: single(step(invoiceApply, 'askedTicket', 'reject')),
  askAgain: single(step(invoiceApply, 'returnedTicket', (next) => anyOf(['submit', 'submit', 'withdraw'], next))),
  // Two transactions with the provider between them.
  issue: async (given) => {
    const { run, of, next } = given
    const found = await oneOf(run.platform.db, 'issuable', of.memberId, next)
    if (!found) return
    await within(run, async (deed) => void (await follow(invoiceApply, deed, found.id, 'issue')))
    await speak(given, 'invoice_apply', found.id)
  },
  issueAgain: (given) => takeUp(given, 'invoice_apply'),
  askRed: single(async (deed, { of, next }) => {
    const found = await oneOf(deed.db, 'blue', of.memberId, next)
    if (!found) return
    const { dues, rest } = await rows.blueOf(deed.db, found.id)
    const whole = next() < 0.4
    await insertFields(redConfirm.mounted, deed, { invoiceId: found.id, redReason: whole ? 'wrong' : dues ? 'feeBack' : 'allowance', redAmount: whole ? rest : 1 + Math.floor(next() * rest), usedFlag: next() < 0.5, initiator: 'seller', remark: null })
  }),
  handleRed: single(step(redConfirm, 'redOpen', (next) => anyOf(['confirm', 'refuse', 'decline', 'withdraw', 'confirm'], next))),
  issueRed: async (given) => {
    const { run, of, next } = given
    const found = await oneOf(run.platform.db, 'redOpen', of.memberId, next)
    if (!found) return
    await within(run, async (deed) => void (await follow(redConfirm, deed, found.id, await rows.redVerb(deed.db, found.id))))
    await speak(given, 'red_confirm', found.id)
  },
  redAgain: (given) => takeUp(given, 'red_confirm'),
}

/** How often each deed comes among the others. */
const WEIGHTS: Record<string, number> = { bill: 3, pay: 4, askMove: 9, decideMove: 5, releaseRefund: 4, payOut: 3, reduce: 4, reverse: 3, readStatement: 6, match: 2, sendBack: 1, bookOther: 3, undoOther: 1, ask: 6, askTraining: 2, pass: 6, reject: 4, askAgain: 2, issue: 7, askRed: 5, handleRed: 4, issueRed: 6, cancel: 1 }
export const NAMES = Object.keys(OPERATIONS).flatMap((name) => Array.from({ length: WEIGHTS[name] ?? 2 }, () => name))
