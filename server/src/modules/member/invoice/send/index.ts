import { SEND_RETRIES, findSendable, invoiceSend as contract } from '@assoc/contract/member/invoice-send'
import { masked } from '@assoc/contract'
import { withinScope } from '../../../../platform/access/entities'
import { refuse } from '../../../../platform/errors'
import { handle } from '../../../../platform/http/context'
import { insertFields } from '../../../../platform/resource/deeds'
import type { Mounted } from '../../../../platform/resource/definition'
import { mountResource } from '../../../../platform/resource/mount'
import type { ServerModule } from '../../..'
import { sendsFound } from '../found.repository'
import { tickets, whenPosted } from '../ticket'
import { ticketOf } from '../ticket/repository'
import { defineSendJobs, deliverer, queueSend } from './deliver'
import { ticketFileRoutes } from './link'
import * as repository from './repository'

/** Tickets that the form offers. */
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
  nameOf: (row) => `${String(row['invoiceNo'])} → ${masked('email', String(row['sendTo']))}`,
  constraints: { invoice_send_open_unique: () => refuse.field('sendTo', '该票据正在发送到这个邮箱') },
  may: (_who, row, verb) => verb !== 'retry' || Number(row['tries']) <= SEND_RETRIES || `已重试 ${SEND_RETRIES} 次，请核对邮箱后重新发送票据`,
  before: {
    insert: async ({ db }, fields) => {
      const ticket = await ticketOf(db, String(fields['invoiceId']), true)
      if (!ticket) throw refuse.notFound()
      fields['sendTo'] ??= ticket.receiveEmail
      if (!fields['sendTo']) throw refuse.field('sendTo', '该票据的抬头没有收票邮箱，请填写')
      if (ticket.status === 'redPending' || ticket.status === 'red') throw refuse.field('invoiceId', ticket.status === 'red' ? '已红冲的票据不再发送' : '红冲中的票据不能发送')
    },
    change: async ({ db }, row, { verb }) => {
      if (verb === 'retry') await repository.note(db, String(row['sendId']), null, false)
    },
  },
  after: {
    insert: ({ db }, id) => queueSend(db, id),
    change: async ({ db }, row, { verb }) => {
      if (verb === 'retry') await queueSend(db, String(row['sendId']))
    },
  },
})

const jobs = deliverer((): Mounted => sends.mounted)
defineSendJobs(jobs)
/** Sends one mail, and what is left behind of runs that died; for tests. */
export const { deliver, tidy } = jobs

// From the ledger: to the address of the head that the ticket was written with.
whenPosted(async (deed, invoiceId) => {
  const ticket = await ticketOf(deed.db, invoiceId)
  if (!ticket?.receiveEmail) throw refuse.inUse('该票据的抬头没有收票邮箱，请用「发送」填写邮箱')
  await insertFields(sends.mounted, deed, { invoiceId, sendTo: ticket.receiveEmail, remark: null })
})

export const invoiceSend: ServerModule & Pick<typeof sends, 'mounted'> = {
  mounted: sends.mounted,
  routes: ticketFileRoutes,
  bindings: [...sends.bindings, handle(findSendable, async ({ db, who, input }) => {
    const found = await repository.sendable(db, withinScope(who, tickets.mounted.entity, 't'), input.keyword ?? null, OFFERED)
    return found.map((ticket) => ({ ...ticket, receiveEmail: masked('email', ticket.receiveEmail) }))
  })],
}
