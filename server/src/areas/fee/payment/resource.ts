import type { RowOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { payment as contract } from '@assoc/contract/fee/payment'
import { refuse } from '../../../platform/errors'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { fen, fromDay, openFen, memberFields, paymentsFound, toDay } from '../found.repository'
import * as ledger from '../ledger.repository'
import { lock, spend, takeBack, type PaymentMoney } from '../ledger.service'
import * as bank from '../bank/repository'
import { mayBeReversed } from '../refund-hooks'
import { emitPaymentReversed } from './hooks'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

const moneyOf = (row: Row): PaymentMoney => ({ paymentId: row.paymentId, memberId: row.memberId, amount: row.amount, channel: row.channel })

/** Names as they are compared: full-width brackets and letters as half-width ones, without blanks. */
export const plainName = (name: unknown): string => String(name ?? '').normalize('NFKC').replace(/\s+/g, '')

/** Checks what is written down, and tells whether somebody else paid for the member; the member is locked. */
async function validate(action: Action, fields: Fields): Promise<void> {
  const member = await lock(action, fields.memberId)
  if (fields.payDate > today()) throw refuse.field('payDate', '到账日期不能晚于今天')
  fields.byOther = plainName(fields.payerName) !== plainName(member.companyName)
}

/** A serial whose line was split is no payment of its own. */
async function isWhole({ db }: Action, { channel, bankSerial }: Fields): Promise<void> {
  if (channel !== 'bank' || !bankSerial) return
  await bank.lockSerial(db, bankSerial)
  if (await bank.wasSplit(db, bankSerial)) throw refuse.field('bankSerial', `流水 ${bankSerial} 已拆分认领，不能再登记`)
}

const byHand = (fields: Fields): void => {
  if (fields.channel === 'balance') throw refuse.field('channel', '余额抵扣请在「会费余额」中办理')
}

/** What the bank says of a transfer stays as it is on the payment that its line was matched with. */
async function keepsItsLine({ db }: Action, row: Row, fields: Partial<Fields>): Promise<void> {
  const paymentId = row.paymentId
  // Whoever matches it holds it: either the change is seen there, or the match here.
  await ledger.paymentState(db, paymentId)
  const line = await bank.lineOfPayment(db, paymentId)
  if (!line) return
  const changed = (['amount', 'channel', 'bankSerial'] as const).find((field) => field in fields && fields[field] !== row[field])
  if (changed) throw refuse.field(changed, `已与银行流水 ${line.serialNo} 匹配，金额、缴费方式和流水号不能修改`)
}

const BY_LEDGER = Symbol('by the ledger')

/** An action that may write payments out of a balance, which is no choice of the form. */
export const byLedger = (action: Action): Action => Object.assign({ ...action }, { [BY_LEDGER]: true })

export const paymentRuntime = mountResource(contract, {
  table: 'payment',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: { ...memberFields(), amount: fen('amount'), allocatedAmount: fen('allocated_amount'), balanceAmount: fen('balance_amount'), openAmount: openFen },
  keyword: { where: paymentsFound, number: { column: 'pay_no', prefix: 'JF' } },
  filters: { payDateFrom: fromDay('pay_date'), payDateTo: toDay('pay_date') },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  constraints: { payment_serial_unique: () => refuse.field('bankSerial', '该缴费方式下已登记过此流水号') },
  handover: { label: '待核对的缴费', order: 42, open: ['pending'], settled: ['settled'] },
  nameOf: (row) => row.payNo,
  may: (_who, row, verb) => verb !== 'update' || row.payStatus === 'pending' || '已核销、退回或冲正的缴费不能修改',
  before: {
    insert: async (action, fields) => {
      if (!(BY_LEDGER in action)) byHand(fields)
      await validate(action, fields)
      if (!(BY_LEDGER in action)) await isWhole(action, fields)
      fields.payNo = await nextNumber(action.db, 'JF', todayDigits())
    },
    update: async (action, row, fields) => {
      const all = { ...row, ...fields }
      byHand(all)
      await validate(action, all)
      await isWhole(action, all)
      await keepsItsLine(action, row, fields)
      fields.byOther = all.byOther
    },
    change: async (action, row, step) => {
      const money = moneyOf(row)
      await lock(action, money.memberId)
      // Whoever waited for the lock looks again: the row that they have read may be of before.
      const now = await ledger.paymentState(action.db, money.paymentId)
      if (now?.version !== row.version || now?.status !== row.payStatus) throw refuse.conflict(null)
      if (step.verb === 'settle') await spend(action, money)
      if (step.verb === 'reverse') await mayBeReversed(action, money.paymentId)
      if (step.verb === 'reverse') await takeBack(action, money, (action.input as { reason?: string | null }).reason ?? null)
    },
  },
  after: {
    // What was reversed stands nowhere any more; while it counts as settled, all of it has to stand somewhere.
    change: async (action, row, step) => {
      const paymentId = row.paymentId
      if (step.verb === 'reverse') await ledger.setSpent(action.db, paymentId, 0, 0)
      if (step.verb === 'reverse' || step.verb === 'giveBack') await emitPaymentReversed(action, paymentId, (action.input as { reason?: string | null }).reason ?? null)
    },
  },
})

findable(paymentRuntime.runtime, { group: '缴费', order: 6, label: 'payNo', hint: ['payDate', 'memberName', 'payerName'] })
