import { invoiceTicket as contract, sumInvoices } from '@assoc/contract/member/invoice'
import { withinScope } from '../../../../platform/access/entities'
import { refuse } from '../../../../platform/errors'
import { keepFile } from '../../../../platform/files/store'
import { handle } from '../../../../platform/http/context'
import type { Deed } from '../../../../platform/resource/definition'
import { mountResource } from '../../../../platform/resource/mount'
import { ticketsFound } from '../found.repository'
import type { WrittenTicket } from '../provider/provider'
import { finishTicket, prepareTicket } from './register'
import * as repository from './repository'

export { registersTickets } from './register'

type Posting = (deed: Deed, invoiceId: string) => Promise<void>
let post: Posting | undefined

/** Says how a ticket goes out to the address of its head; called once, by the area of sending. */
export const whenPosted = (posting: Posting): void => void (post = posting)

const ledger = mountResource(contract, {
  table: 'invoice',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  changedAt: 'update_time',
  computed: repository.computed,
  filters: repository.filters,
  keyword: { where: ticketsFound },
  order: { field: 'issueDate', direction: 'desc' },
  nameOf: (row) => String(row['invoiceNo']),
  constraints: {
    invoice_no_unique: () => refuse.field('invoiceNo', '该票据号码已在台账中'),
    invoice_blue_unique: () => refuse.field('applyId', '该申请已有票据'),
    invoice_red_unique: () => refuse.field('redId', '该红字确认单已有红票'),
  },
  before: { insert: prepareTicket },
  after: {
    insert: (deed, _id, fields) => finishTicket(deed, fields),
    change: async (deed, row, step) => {
      if (step.verb === 'post') await post?.(deed, String(row['invoiceId']))
    },
  },
})
/** The ledger of tickets: what was written, by whichever way, with what it comes to. */
export const tickets = {
  mounted: ledger.mounted,
  bindings: [...ledger.bindings, handle(sumInvoices, ({ db, who, input }) => repository.totals(db, withinScope(who, ledger.mounted.entity, 't'), input))],
}

/** Writes a ticket of the provider into the ledger with its files and audit row; answers its id. */
export async function keepTicket(deed: Deed, ticket: repository.NewTicket, { files }: WrittenTicket): Promise<string> {
  const { db, platform } = deed
  const id = await repository.addTicket(db, ticket)
  const papers = []
  for (const { fileName, contentType, bytes } of files) {
    const fileId = await keepFile(db, platform.files, { fileName, contentType, bytes, ownerType: 'invoice', ownerId: id, createBy: ticket.createBy })
    papers.push({ fileId, fileName, fileSize: bytes.length })
  }
  await repository.setPapers(db, id, papers)
  deed.audit({ recordType: 'invoice', recordId: id, verb: 'insert', after: { invoiceNo: ticket.invoiceNo, title: ticket.title, amount: ticket.amount, papers: papers.map((p) => p.fileName) } })
  return id
}
