import { today } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { INVOICE_DIGITS, invoiceNo, receiptNo } from './numbers'
import { invoiceDocument, creditNoteDocument } from './document'
import type { CreditNoteRequest, InvoiceProvider, InvoiceRequest, WrittenInvoice } from './provider'
import { ProviderRefused } from './refusal'
import * as repository from './repository'

/** How the next requests go wrong: refused, no answer before or after it was written, or the answer never comes. */
export type Fault = { kind: 'refuse'; code: string; message: string } | { kind: 'timeoutBefore' | 'timeoutAfter' | 'silentAfter' }

/**
 * The provider until a contract with a real one exists. It stands for the other side: what it writes it keeps in a table of its
 * own, outside of our transactions, so that it remembers what was written when our process has died. Like a careless one, it
 * writes a second invoice when it is asked twice: that this does not happen is for us to see to.
 */
export class RecordingProvider implements InvoiceProvider {
  readonly trial = true
  fault: Fault | null = null
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  async issue(request: InvoiceRequest): Promise<WrittenInvoice> {
    return this.write(request.requestNo, request.amount, request.ticketType === 'dues', { blue: request })
  }

  async red(request: CreditNoteRequest): Promise<WrittenInvoice> {
    return this.write(request.requestNo, request.amount, request.blueNo.length !== INVOICE_DIGITS, { red: request })
  }

  async query(requestNo: string): Promise<WrittenInvoice | null> {
    const record = await repository.recordOf(this.db, requestNo)
    return record ? withDocument(record) : null
  }

  private async write(requestNo: string, amount: number, receipt: boolean, facts: repository.RecordFacts): Promise<WrittenInvoice> {
    const { fault } = this
    if (fault?.kind === 'refuse') throw new ProviderRefused(fault.code, fault.message)
    if (fault?.kind === 'timeoutBefore') throw new Error('no answer within 30 s')
    const record = await repository.addRecord(this.db, { requestNo, amount, issueDate: today(), facts }, receipt ? receiptNo : invoiceNo)
    if (fault?.kind === 'timeoutAfter') throw new Error('no answer within 30 s')
    if (fault?.kind === 'silentAfter') return new Promise(() => undefined)
    return withDocument(record)
  }
}

async function withDocument({ invoiceNo: no, issueDate, amount, facts }: repository.ProviderRecord): Promise<WrittenInvoice> {
  const bytes = facts.red ? await creditNoteDocument(no, issueDate, facts.red) : await invoiceDocument(no, issueDate, facts.blue as InvoiceRequest)
  return { invoiceNo: no, issueDate, amount, files: [{ fileName: `${no}.pdf`, contentType: 'application/pdf', bytes }] }
}
