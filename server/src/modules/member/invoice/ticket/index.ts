import { invoiceTicket as contract } from '@assoc/contract/member/invoice'
import { keepFile } from '../../../../platform/files/store'
import type { Deed } from '../../../../platform/resource/definition'
import { ownsFiles } from '../../../../platform/resource/files'
import { mountResource } from '../../../../platform/resource/mount'
import { ticketsFound } from '../found.repository'
import type { WrittenTicket } from '../provider/provider'
import * as repository from './repository'

type Posting = (deed: Deed, invoiceId: string) => Promise<void>
let post: Posting | undefined

/** Says how a ticket goes out to the address of its head; called once, by the area of sending. */
export const whenPosted = (posting: Posting): void => void (post = posting)

/** The ledger of tickets. */
export const tickets = mountResource(contract, {
  table: 'invoice',
  module: 'invoice',
  scope: { dept: 'dept_id', self: 'create_by' },
  changedAt: 'update_time',
  computed: repository.computed,
  filters: repository.filters,
  keyword: { where: ticketsFound },
  order: { field: 'issueDate', direction: 'desc' },
  nameOf: (row) => String(row['invoiceNo']),
  after: {
    change: async (deed, row, step) => {
      if (step.verb === 'post') await post?.(deed, String(row['invoiceId']))
    },
  },
})
// The files are made by the server: they are no field of a form, and belong to the ticket all the same.
ownsFiles(tickets.mounted)

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
