import { type RowOf, viewLink } from '@assoc/contract'
import { invoiceApply as contract, selectInvoiceable, updateInvoiceApply } from '@assoc/contract/invoice/apply'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { updateRow } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { notify } from '../../../platform/notifications/notify'
import { beforeLosingOther, beforeRefunding, beforeReversing, knowsOther, lock, yuanText } from '../../fee/api'
import { appliesFound } from '../found.repository'
import { offeredHeads } from '../head/repository'
import { registersInvoices } from '../invoice'
import { defineIssueJobs, issuer, queueIssue } from './issue'
import * as money from './money.repository'
import { registerBlue } from './register'
import * as repository from './repository'
import { validateApply } from './rules'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

/** The application again, now that its member is locked: whoever waited may have read it as it was before. */
async function unmoved(action: Action, row: Row): Promise<void> {
  await lock(action, row.memberId)
  const now = await repository.stateOf(action.db, row.applyId)
  if (now?.version !== row.version || now?.status !== row.invoiceStatus) throw refuse.conflict(null)
}

/** Checks what is asked for, and writes down the head and what of which payment it takes. */
async function claim(action: Action, fields: Fields, applyId: string): Promise<void> {
  const { head, parts } = await validateApply(action, fields, applyId)
  await repository.keepHead(action.db, applyId, head)
  await money.setParts(action.db, applyId, parts)
}

const applies = mountResource(contract, {
  table: 'invoice_apply',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  filters: repository.filters,
  keyword: { where: appliesFound, number: { column: 'apply_no', prefix: 'KP' } },
  order: { field: 'updateTime', direction: 'desc' },
  todos: [
    { label: '待审核的开票申请', status: 'pending', permit: 'invoice:apply:audit' },
    { label: '待开票的申请', status: 'toIssue', permit: 'invoice:ticket:issue' },
  ],
  handover: { label: '未办结的开票申请', order: 50, open: ['pending', 'returned', 'toIssue', 'issuing'], settled: ['issued'] },
  nameOf: (row) => row.applyNo,
  may: (_who, row, verb) => {
    if (verb === 'issue') return !row.byHand || '当前为手工登记：票据在财政票据系统或税务平台开具后，用「登记票据」登记'
    return verb !== 'update' || row.invoiceStatus === 'returned' || '只有已驳回的申请可以修改'
  },
  before: {
    insert: async (action, fields) => {
      const { head } = await validateApply(action, fields, null)
      fields.title = head.title
      fields.taxNo = head.taxNo
      fields.applyNo = await nextNumber(action.db, 'KP', todayDigits())
    },
    update: async (action, row, fields) => {
      await unmoved(action, row)
      const id = row.applyId
      const { head } = await validateApply(action, { ...row, ...fields }, id)
      await repository.keepHead(action.db, id, head)
      await repository.setApplicant(action.db, id, action.principal.userId)
    },
    change: async (action, row, { verb }) => {
      await unmoved(action, row)
      const id = row.applyId
      if (verb === 'submit') {
        await claim(action, row, id)
        await repository.setApplicant(action.db, id, action.principal.userId)
      }
      if (verb === 'reject' || verb === 'withdraw') await money.setParts(action.db, id, [])
      if (verb === 'issue' || verb === 'register') await repository.setProblem(action.db, id, null)
    },
  },
  after: {
    insert: (action, id, fields) => claim(action, fields, id),
    change: async ({ db, input }, row, { verb }) => {
      if (verb === 'issue') await queueIssue(db, row.applyId)
      if (verb !== 'reject' || !row.createBy) return
      const reason = (input as { reason?: string | null }).reason ?? ''
      await notify(db, row.createBy, { title: `开票申请被驳回：${row.applyNo}`, content: reason, link: viewLink('member/InvoiceApply', { record: row.applyId }) })
    },
  },
})

/** Has the invoice of an application written; `options` are for tests. */
export const issueInvoice = issuer((): ResourceRuntime => applies.runtime)
defineIssueJobs(issueInvoice)
registersInvoices('applyId', registerBlue((): ResourceRuntime => applies.runtime))

beforeReversing(async ({ db }, paymentId) => {
  const standing = await money.standingOn(db, paymentId)
  const written = standing.find((s) => s.invoiceNo)
  if (written) throw refuse.inUse(`此笔缴费已开具票据 ${written.invoiceNo}，请先红冲后再冲正`)
  if (standing[0]) throw refuse.inUse(`此笔缴费有办理中的开票申请 ${standing[0].applyNo}，请先驳回或撤回`)
})

beforeRefunding(async ({ db }, memberId, amount) => {
  const open = await money.openOfMember(db, memberId)
  if (amount > open) throw refuse.field('amount', `余额中有已开票或正在申请开票的部分，最多可退 ${yuanText(Math.max(0, open))}，请先红冲或撤回申请`)
})

beforeLosingOther(async ({ db }, { serialNo, amount }) => {
  // Whoever asks for an invoice for it at this moment waits, and finds it gone.
  await money.lockSerial(db, serialNo)
  const standing = await money.standingOnSerial(db, serialNo, amount)
  const written = standing.find((s) => s.invoiceNo)
  if (written) throw refuse.inUse(`此笔到账已开具票据 ${written.invoiceNo}，请先红冲`)
  if (standing[0]) throw refuse.inUse(`此笔到账有办理中的开票申请 ${standing[0].applyNo}，请先驳回或撤回`)
})

knowsOther(async (db, lines, hold) => {
  if (hold) await money.lockSerials(db, lines.map((line) => line.serialNo))
  return money.serialsStanding(db, lines)
})

export const invoiceApply: ServerModule & Pick<typeof applies, 'runtime'> = {
  runtime: applies.runtime,
  bindings: [
    ...applies.bindings,
    handle(updateInvoiceApply, (action) => updateRow(applies.runtime, action as unknown as Action) as Promise<{ version: number }>),
    handle(selectInvoiceable, async ({ db, principal, input }) => {
      const [payments, heads] = await Promise.all([money.offeredPayments(db, principal, input.memberId), offeredHeads(db, principal, input.memberId)])
      return { payments, heads: heads.map(({ headId, title, taxNo, headType, isDefault }) => ({ headId, title, taxNo, headType, isDefault })) }
    }),
  ],
}
