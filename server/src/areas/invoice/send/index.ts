import { SEND_RETRIES, findSendable, invoiceSend as contract } from '@assoc/contract/invoice/send'
import { masked } from '@assoc/contract'
import { withinScope } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { insertFields } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { sendsFound } from '../found.repository'
import { invoices, whenPosted } from '../invoice'
import { invoiceOf } from '../invoice/repository'
import { defineSendJobs, deliverer, queueSend } from './deliver'
import { invoiceFileRoutes, ticketVisit } from './link'
import * as repository from './repository'

/** Invoices that the form offers. */
const OFFERED = 20

const sends = mountResource(contract, {
  table: 'invoice_send',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  filters: repository.filters,
  keyword: { where: sendsFound, numbers: ['send_to'] },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.invoiceNo} → ${masked('email', String(row.sendTo))}`,
  constraints: { invoice_send_open_unique: () => refuse.field('sendTo', '该票据正在发送到这个邮箱') },
  may: (_who, row, verb) => verb !== 'retry' || row.tries <= SEND_RETRIES || `已重试 ${SEND_RETRIES} 次，请核对邮箱后重新发送票据`,
  before: {
    insert: async ({ db }, fields) => {
      const invoice = await invoiceOf(db, fields.invoiceId, true)
      if (!invoice) throw refuse.notFound()
      fields.sendTo ??= invoice.receiveEmail
      if (!fields.sendTo) throw refuse.field('sendTo', '该票据的抬头没有收票邮箱，请填写')
      if (invoice.status === 'redPending' || invoice.status === 'red') throw refuse.field('invoiceId', invoice.status === 'red' ? '已红冲的票据不再发送' : '红冲中的票据不能发送')
    },
    change: async ({ db }, row, { verb }) => {
      if (verb === 'retry') await repository.note(db, row.sendId, null, false)
    },
  },
  after: {
    insert: ({ db }, id) => queueSend(db, id),
    change: async ({ db }, row, { verb }) => {
      if (verb === 'retry') await queueSend(db, row.sendId)
    },
  },
})

const jobs = deliverer((): ResourceRuntime => sends.runtime)
defineSendJobs(jobs)
/** Sends one mail, and what is left behind of runs that died; for tests. */
export const { deliver, tidy } = jobs

// From the ledger: to the address of the head that the invoice was written with.
whenPosted(async (action, invoiceId) => {
  const invoice = await invoiceOf(action.db, invoiceId)
  if (!invoice?.receiveEmail) throw refuse.inUse('该票据的抬头没有收票邮箱，请用「发送」填写邮箱')
  await insertFields(sends.runtime, action, { invoiceId, sendTo: invoice.receiveEmail, remark: null })
})

export const invoiceSend: ServerModule & Pick<typeof sends, 'runtime'> = {
  runtime: sends.runtime,
  routes: invoiceFileRoutes,
  bindings: [...sends.bindings, ticketVisit, handle(findSendable, async ({ db, principal, input }) => {
    const found = await repository.sendable(db, withinScope(principal, invoices.runtime.entity, 't'), input.keyword ?? null, OFFERED)
    return found.map((invoice) => ({ ...invoice, receiveEmail: masked('email', invoice.receiveEmail) }))
  })],
}
