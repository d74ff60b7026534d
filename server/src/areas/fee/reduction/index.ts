import type { RowOf } from '@assoc/contract'
import { decisionBy, REDUCTION_CEILING, reduction as contract } from '@assoc/contract/fee/reduction'
import { refuse } from '../../../platform/errors'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { reductionsFound } from '../found.repository'
import { billMoney, type BillMoney } from '../ledger.repository'
import { lock, reduce, yuanText } from '../ledger.service'
import * as repository from './repository'
import { secondPerson } from './seed'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

interface Request {
  reduceType: 'full' | 'rate' | 'fixed' | 'defer'
  reduceRate?: string | null
  reduceAmount?: number | null
  deferTo?: string | null
  decisionBy: keyof typeof REDUCTION_CEILING
}

/** Hundredths of a percent that make the whole. */
const WHOLE = 10_000

/** What a request takes off the bill as it stands, in 分; refused at its field where it cannot. */
function amountOf(request: Request, bill: BillMoney): number {
  const amount = wished(request, bill)
  if (amount > bill.unpaid) throw refuse.field(request.reduceType === 'rate' ? 'reduceRate' : 'reduceAmount', `减免 ${yuanText(amount)} 超过账单现欠缴的 ${yuanText(bill.unpaid)}`)
  const ceiling = REDUCTION_CEILING[request.decisionBy]
  // What was approved before counts: a level takes no more off a bill in several requests than in one.
  if (ceiling !== null && amount > 0 && bill.reduced + amount > ceiling) {
    const before = bill.reduced > 0 ? `，此账单此前已减免 ${yuanText(bill.reduced)}` : ''
    throw refuse.field('decisionBy', `${decisionBy.labels[request.decisionBy]}对一张账单最多可减免 ${yuanText(ceiling)}${before}，此项为 ${yuanText(amount)}`)
  }
  return amount
}

function wished({ reduceType, reduceRate, reduceAmount, deferTo }: Request, bill: BillMoney): number {
  switch (reduceType) {
    case 'full':
      return bill.unpaid
    case 'rate': {
      if (!reduceRate) throw refuse.field('reduceRate', '请填写减免比例')
      const amount = Math.round((bill.gross * Math.round(Number(reduceRate) * 100)) / WHOLE)
      if (amount === 0) throw refuse.field('reduceRate', '减免金额不足 0.01 元')
      return amount
    }
    case 'fixed':
      if (!reduceAmount) throw refuse.field('reduceAmount', '请填写减免金额')
      return reduceAmount
    default:
      if (!deferTo) throw refuse.field('deferTo', '请填写缓缴日期')
      if (deferTo <= bill.dueDate) throw refuse.field('deferTo', `缓缴日期须晚于原截止日 ${bill.dueDate}`)
      return 0
  }
}

/** The bill under its member's lock. */
async function lockedBill(action: Action, billId: string): Promise<BillMoney> {
  const bill = await billMoney(action.db, billId)
  if (!bill) throw refuse.notFound()
  await lock(action, bill.memberId)
  return (await billMoney(action.db, billId)) ?? bill
}

const requireOpen = ({ status }: BillMoney, tell: (text: string) => Error): void => {
  if (status !== 'due' && status !== 'part') throw tell('只有待缴或部分缴纳的账单可以减免')
}

/** Checks a request as it is written, and leaves only what belongs to its type. */
async function validate(action: Action, fields: Fields): Promise<void> {
  const bill = await lockedBill(action, fields.billId)
  requireOpen(bill, (text) => refuse.field('billId', text))
  const request = fields as unknown as Request
  const amount = amountOf(request, bill)
  fields.reduceAmount = amount === 0 ? null : amount
  if (request.reduceType !== 'rate') fields.reduceRate = null
  if (request.reduceType !== 'defer') fields.deferTo = null
}

async function approve(action: Action, row: Row, id: string): Promise<void> {
  const bill = await lockedBill(action, row.billId)
  await unmoved(action, row, id)
  requireOpen(bill, (text) => refuse.inUse(text))
  const request = row as unknown as Request
  const amount = amountOf(request, bill)
  const deferTo = request.reduceType === 'defer' ? (request.deferTo ?? null) : null
  await repository.settleReduction(action.db, id, amount === 0 ? null : amount, deferTo ? bill.dueDate : null, bill.paid)
  await reduce(action, bill, amount, deferTo)
}

async function revoke(action: Action, row: Row, id: string): Promise<void> {
  const bill = await lockedBill(action, row.billId)
  const { amount, dueBefore, paidBefore } = await unmoved(action, row, id)
  if (bill.status === 'cancelled') throw refuse.inUse('账单已作废，减免不能撤销')
  if (bill.status === 'paid' && bill.paid > (paidBefore ?? 0)) throw refuse.inUse('会员已按减免后的金额缴清，减免不能撤销；确需撤销的，请先冲正减免后的缴费')
  if (dueBefore && bill.dueDate !== row.deferTo) throw refuse.inUse('缴费截止日此后又有变化，请先撤销较晚的缓缴')
  await repository.noteRevoked(action.db, id)
  await reduce(action, bill, -amount, dueBefore)
}

/** The request again, now that the member is locked: whoever waited may have read it as it was before. */
async function unmoved(action: Action, row: Row, id: string) {
  const now = await repository.settledParts(action.db, id)
  if (!now || now.version !== row.version || now.status !== row.reduceStatus) throw refuse.conflict(null)
  return now
}

const WRITABLE = ['draft', 'returned']

const runtime = mountResource(contract, {
  table: 'reduction',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: repository.computed,
  keyword: { where: reductionsFound, number: { column: 'reduce_no', prefix: 'JM' } },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  constraints: { reduction_open_unique: () => refuse.field('billId', '该账单已有一份办理中的减免申请') },
  handover: { label: '未办结的会费减免', order: 40, open: ['draft', 'firstReview', 'returned', 'approval'], settled: ['approved'], deciders: { first_reviewer_id: '接任人是此项的初审人' } },
  nameOf: (row) => row.reduceNo,
  todos: [
    { label: '待初审的会费减免', status: 'firstReview', permit: 'fee:reduction:first' },
    { label: '待审批的会费减免', status: 'approval', permit: 'fee:reduction:approve' },
  ],
  may: (_who, row, verb) => (verb !== 'update' && verb !== 'delete') || WRITABLE.includes(row.reduceStatus) || '只有草稿和退回的申请可以修改或删除',
  before: {
    insert: async (action, fields) => {
      await validate(action, fields)
      fields.reduceNo = await nextNumber(action.db, 'JM', todayDigits())
    },
    update: async (action, row, fields) => {
      const all = { ...row, ...fields }
      await validate(action, all)
      const { reduceAmount, reduceRate, deferTo } = all
      Object.assign(fields, { reduceAmount, reduceRate, deferTo })
    },
    change: async (action, row, step) => {
      const id = row.reductionId
      if (step.verb === 'submit') {
        if (row.basis.length === 0) throw refuse.field('basis', '请先上传依据文件再提交')
        await validate(action, { ...row })
      }
      if (step.verb === 'passFirst') await repository.noteFirstReviewer(action.db, id, action.principal.userId)
      if (step.verb === 'approve') await approve(action, row, id)
      if (step.verb === 'revoke') await revoke(action, row, id)
    },
  },
})

export const reduction = { ...runtime, seeds: [secondPerson] }
