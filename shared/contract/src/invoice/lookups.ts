import type { Lookup, LookupOf } from '../core/lookup'
import type { invoiceApply } from './apply'
import type { redConfirm } from './credit-note'
import type { invoiceHead } from './head'
import type { invoiceResource } from './invoice'
import type { findSendable } from './send'

// How records of invoices are chosen; see ../member/lookups.ts.

/** Heads in use of the member of the same form. */
export const headLookup: Lookup = {
  entity: 'invoiceHead',
  list: async () => (await import('./head')).invoiceHead.list,
  read: async () => (await import('./head')).invoiceHead.read,
  id: 'headId',
  label: ['title', 'taxNo'],
  hint: '请选择启用的抬头',
  filter: { headStatus: 'enabled' },
  of: { memberId: 'memberId' },
  few: true,
  view: 'member/InvoiceHead',
} satisfies LookupOf<typeof invoiceHead.list>

/** Applications for which a ticket is to be written. */
export const openApplyLookup: Lookup = {
  entity: 'invoiceApply',
  list: async () => (await import('./apply')).invoiceApply.list,
  read: async () => (await import('./apply')).invoiceApply.read,
  id: 'applyId',
  label: ['applyNo', 'title', 'amount'],
  hint: '输入申请编号、抬头或公司名称',
  view: 'member/InvoiceApply',
} satisfies LookupOf<typeof invoiceApply.list>

export const creditNoteLookup: Lookup = {
  entity: 'redConfirm',
  list: async () => (await import('./credit-note')).redConfirm.list,
  read: async () => (await import('./credit-note')).redConfirm.read,
  id: 'redId',
  label: ['confirmNo', 'title', 'redAmount'],
  hint: '输入确认单编号、票号或公司名称',
  view: 'member/RedFlush',
} satisfies LookupOf<typeof redConfirm.list>

/** Tickets that can be set right. */
export const blueInvoiceLookup: Lookup = {
  entity: 'invoice',
  list: async () => (await import('./invoice')).invoiceResource.list,
  read: async () => (await import('./invoice')).invoiceResource.read,
  id: 'invoiceId',
  label: ['invoiceNo', 'title', 'amount'],
  hint: '输入票据号码、抬头或公司名称',
  filter: { ticketStatus: ['issued', 'sent', 'partRed'] },
  named: ['invoiceNo'],
  view: 'member/InvoiceLedger',
} satisfies LookupOf<typeof invoiceResource.list>

/** Tickets that can go out. */
export const sendableLookup: Lookup = {
  ...blueInvoiceLookup,
  list: async () => (await import('./send')).findSendable,
  id: 'invoiceId',
  label: ['invoiceNo', 'title', 'receiveEmail'],
  named: ['invoiceNo'],
  filter: {},
} satisfies LookupOf<typeof findSendable>
