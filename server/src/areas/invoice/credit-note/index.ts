import { viewLink } from '@assoc/contract'
import { RED_CONFIRM_HOURS, redConfirm as contract, redReasonsOf } from '@assoc/contract/invoice/credit-note'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { notify } from '../../../platform/notifications/notify'
import { lock, yuanText } from '../../fee/api'
import { inJob } from '../../../platform/resource/in-job'
import { redsFound } from '../found.repository'
import { registersInvoices, invoices } from '../invoice'
import { invoiceOf, type InvoiceFacts } from '../invoice/repository'
import { BACK, defineCreditNoteJobs, queueCreditNote, creditNoteWriter } from './handle'
import { registerCreditNote } from './register'
import * as repository from './repository'

type Fields = Inserted<typeof contract>

const HOUR_MS = 3_600_000

/** The invoice with its member locked, so that money and invoices of a member move one after another. */
async function lockedInvoice(action: Action, invoiceId: string): Promise<InvoiceFacts> {
  const seen = await invoiceOf(action.db, invoiceId)
  if (!seen) throw refuse.notFound()
  await lock(action, seen.memberId)
  return (await invoiceOf(action.db, invoiceId, true)) ?? seen
}

/** Steps by which the credit note is written. */
const WRITES = ['approve', 'issueRed']
const late = (deadline: unknown): boolean => deadline !== null && new Date(deadline as string | Date).getTime() <= Date.now()

function validate(fields: Fields, invoice: InvoiceFacts): void {
  if (invoice.isCreditNote) throw refuse.field('invoiceId', '红字票据不能再红冲')
  if (invoice.status === 'red') throw refuse.field('invoiceId', '该票据已全额红冲')
  if (invoice.status === 'redPending') throw refuse.field('invoiceId', '该票据已有办理中的红字确认单')
  if (!(redReasonsOf(invoice.ticketType) as unknown[]).includes(fields.redReason)) {
    throw refuse.field('redReason', invoice.ticketType === 'dues' ? '会费票据的红冲原因只能是开票有误或会费退还' : '会费退还只用于会费票据')
  }
  if (fields.initiator === 'buyer' && !fields.usedFlag) throw refuse.field('initiator', '购方已用途确认或入账时，才能由受票方发起')
  const rest = invoice.amount - invoice.redAmount
  if (fields.redAmount > rest) throw refuse.field('redAmount', `红冲金额不能超过尚未红冲的 ${yuanText(rest)}`)
  if (fields.redReason === 'wrong' && fields.redAmount !== rest) throw refuse.field('redAmount', `开票有误须全额红冲，金额为 ${yuanText(rest)}`)
}

const giveBack = (action: Action, confirm: Pick<repository.Confirm, 'invoiceId' | 'ticketBefore'>, reason: string | null) =>
  derivedStep(invoices.runtime, action, confirm.invoiceId, BACK[confirm.ticketBefore] ?? 'stopRed', reason)

const reds = mountResource(contract, {
  table: 'red_confirm',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: redsFound, number: { column: 'confirm_no', prefix: 'HZ' } },
  internal: ['ticketBefore'],
  order: { field: 'updateTime', direction: 'desc' },
  todos: [
    { label: '待复核的红冲', status: 'review', permit: 'invoice:red:handle' },
    { label: '待对方确认的红字确认单', status: 'waiting', permit: 'invoice:red:handle' },
    { label: '待开具的红票', status: 'confirmed', permit: 'invoice:red:handle' },
  ],
  handover: { label: '未办结的红冲', order: 51, open: ['review', 'waiting', 'confirmed', 'issuing'] },
  nameOf: (row) => row.confirmNo,
  may: (_who, row, verb) => {
    // Which way the credit note is written is a setting: asked of the provider, or registered by hand.
    if (WRITES.includes(verb) && row.byHand) return '当前为手工登记：红票开具后，用「登记红票」登记'
    if (verb === 'agree' && !row.byHand) return false
    // The hourly job that voids it may not have come by yet.
    if (verb === 'confirm' && late(row.confirmDeadline)) return '对方确认的期限已过，本确认单已失效，请重新发起'
    return true
  },
  constraints: { red_confirm_open_unique: () => refuse.field('invoiceId', '该票据已有办理中的红字确认单') },
  before: {
    insert: async (action, fields) => {
      const invoice = await lockedInvoice(action, fields.invoiceId)
      validate(fields, invoice)
      fields.confirmNo = await nextNumber(action.db, 'HZ', todayDigits())
      fields.ticketBefore = invoice.status
      if (invoice.ticketType === 'dues') Object.assign(fields, { usedFlag: false, initiator: 'seller' })
      fields.redStatus = invoice.ticketType === 'dues' ? 'review' : fields.usedFlag ? 'waiting' : 'confirmed'
      fields.confirmDeadline = fields.usedFlag ? new Date(Date.now() + RED_CONFIRM_HOURS * HOUR_MS).toISOString() : null
    },
    change: async (action, row, { verb }) => {
      await lockedInvoice(action, row.invoiceId)
      const now = await repository.confirmOf(action.db, row.redId, true)
      if (!now || now.version !== row.version || now.status !== row.redStatus) throw refuse.conflict(null)
      if (WRITES.includes(verb) || verb === 'register') await repository.setProblem(action.db, now.redId, null)
      if (['refuse', 'decline', 'withdraw', 'expire'].includes(verb)) await giveBack(action, now, (action.input as { reason?: string | null }).reason ?? null)
    },
  },
  after: {
    insert: async (action, _id, fields) => void (await derivedStep(invoices.runtime, action, fields.invoiceId, 'startRed')),
    change: async ({ db }, row, { verb }) => {
      if (WRITES.includes(verb)) await queueCreditNote(db, row.redId)
    },
  },
})
export const redConfirm = reds

/** Has the credit note of a confirmation written; `options` are for tests. */
export const writeCreditNote = creditNoteWriter((): ResourceRuntime<typeof contract> => reds.runtime)
defineCreditNoteJobs(writeCreditNote)
registersInvoices('redId', registerCreditNote((): ResourceRuntime<typeof contract> => reds.runtime))

/** Confirmations that nobody gave within their hours are void, each for itself with its audit row; their invoices are what they were. Answers how many. */
export async function expireReds(platform: Platform, now = new Date()): Promise<number> {
  let done = 0
  for (const redId of await repository.overdue(platform.db, now)) {
    await inJob(platform, '红字确认单超时作废', async (action) => {
      const seen = await repository.confirmOf(action.db, redId)
      if (!seen) return
      await lockedInvoice(action, seen.invoiceId)
      if ((await repository.confirmOf(action.db, redId, true))?.status !== 'waiting') return
      await derivedStep(reds.runtime, action, redId, 'expire')
      done += 1
      if (seen.createBy) await notify(action.db, seen.createBy, { title: `红字确认单已超时作废：${seen.confirmNo}`, content: `对方 ${RED_CONFIRM_HOURS} 小时内未确认，票据恢复原状态。`, link: viewLink('member/RedFlush', { record: redId }) })
    })
  }
  return done
}
defineJob('invoice:expireReds', async (_payload, platform) => void (await expireReds(platform)), '12 * * * *')
