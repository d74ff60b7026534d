import { invoiceResource as contract, sumInvoices } from '@assoc/contract/invoice/invoice'
import { withinScope } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { keepFile } from '../../../platform/files/store'
import { handle } from '../../../platform/http/context'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import { invoicesFound } from '../found.repository'
import type { WrittenInvoice } from '../provider/provider'
import { finishInvoice, prepareInvoice } from './register'
import * as repository from './repository'

export { registersInvoices } from './register'

type Posting = (action: Action, invoiceId: string) => Promise<void>
let post: Posting | undefined

/** Says how an invoice goes out to the address of its head; called once, by the area of sending. */
export const whenPosted = (posting: Posting): void => void (post = posting)

const ledger = mountResource(contract, {
  table: 'invoice',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  changedAt: 'update_time',
  computed: repository.computed,
  filters: repository.filters,
  keyword: { where: invoicesFound },
  order: { field: 'issueDate', direction: 'desc' },
  nameOf: (row) => row.invoiceNo,
  constraints: {
    invoice_no_unique: () => refuse.field('invoiceNo', '该票据号码已在台账中'),
    invoice_blue_unique: () => refuse.field('applyId', '该申请已有票据'),
    invoice_red_unique: () => refuse.field('redId', '该红字确认单已有红票'),
  },
  before: { insert: prepareInvoice },
  after: {
    insert: (action, _id, fields) => finishInvoice(action, fields),
    change: async (action, row, step) => {
      if (step.verb === 'post') await post?.(action, row.invoiceId)
    },
  },
})
findable(ledger.runtime, { group: '票据', order: 7, label: 'invoiceNo', hint: ['title', 'issueDate'] })

/** The ledger of invoices: what was written, by whichever way, with what it comes to. */
export const invoices = {
  runtime: ledger.runtime,
  bindings: [...ledger.bindings, handle(sumInvoices, ({ db, principal, input }) => repository.totals(db, withinScope(principal, ledger.runtime.entity, 't'), input))],
}

/** Writes an invoice of the provider into the ledger with its files and audit row; answers its id. */
export async function keepInvoice(action: Action, invoice: repository.NewInvoice, { files }: WrittenInvoice): Promise<string> {
  const { db, platform } = action
  const id = await repository.addInvoice(db, invoice)
  const papers = []
  for (const { fileName, contentType, bytes } of files) {
    const fileId = await keepFile(db, platform.files, { fileName, contentType, bytes, ownerType: 'invoice', ownerId: id, createBy: invoice.createBy })
    papers.push({ fileId, fileName, fileSize: bytes.length })
  }
  await repository.setDocuments(db, id, papers)
  action.audit({ recordType: 'invoice', recordId: id, verb: 'insert', after: { invoiceNo: invoice.invoiceNo, title: invoice.title, amount: invoice.amount, papers: papers.map((p) => p.fileName) } })
  return id
}
