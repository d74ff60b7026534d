import type { Platform } from '../../../platform/platform'
import { HttpInvoiceProvider } from './http'
import { RecordingProvider } from './recording'
import { ProviderRefused } from './refusal'

/** What an invoice is to say. Amounts are whole 分. */
export interface InvoiceRequest {
  /** The number of our application: the provider keeps it, and is asked by it what became of a request. */
  requestNo: string
  /** `dues` is the receipt of the finance department, the others are invoices of the tax authority. */
  ticketType: 'dues' | 'normal' | 'special'
  title: string
  taxNo: string | null
  bankName: string | null
  bankAccount: string | null
  address: string | null
  phone: string | null
  itemName: string
  amount: number
  /** Of the amount, tax included. */
  taxAmount: number
  /** In words: 6%, 免税; null on a dues receipt. */
  taxRate: string | null
  remark: string | null
}

export interface CreditNoteRequest {
  /** The number of our confirmation. */
  requestNo: string
  blueNo: string
  /** 分, above zero. */
  amount: number
}

export interface InvoiceFile {
  fileName: string
  contentType: string
  bytes: Buffer
}

export interface WrittenInvoice {
  invoiceNo: string
  /** YYYY-MM-DD */
  issueDate: string
  /** 分, as the provider wrote it; of a credit note above zero as well. */
  amount: number
  files: InvoiceFile[]
}

/** Who writes invoices for the association. Whatever else they throw than ProviderRefused leaves open whether it was written. */
export interface InvoiceProvider {
  /** What it writes is for trying out: documents of its own, no receipts. */
  readonly trial: boolean
  issue(request: InvoiceRequest): Promise<WrittenInvoice>
  red(request: CreditNoteRequest): Promise<WrittenInvoice>
  /** What became of a request; null when nothing was written for it. */
  query(requestNo: string): Promise<WrittenInvoice | null>
}

const made = new WeakMap<Platform, InvoiceProvider>()

/** How the ledger calls what the provider of this installation writes. */
export const wayOfProvider = (platform: Platform): 'provider' | 'trial' => (invoiceProvider(platform).trial ? 'trial' : 'provider')

/** A provider with a note of how it fares; a refusal of one request says nothing about it. */
function noted({ connectors }: Platform, provider: InvoiceProvider): InvoiceProvider {
  const noting = <T>(work: () => Promise<T>) => connectors.noting('invoices', work, (error) => !(error instanceof ProviderRefused))
  return { trial: provider.trial, issue: (request) => noting(() => provider.issue(request)), red: (request) => noting(() => provider.red(request)), query: (requestNo) => noting(() => provider.query(requestNo)) }
}

/** The provider of this installation: the platform that is configured, else the built-in one, which invents numbers. */
export function invoiceProvider(platform: Platform): InvoiceProvider {
  const { invoices } = platform.config
  const provider = made.get(platform) ?? (invoices ? noted(platform, new HttpInvoiceProvider(invoices)) : new RecordingProvider(platform.db))
  made.set(platform, provider)
  return provider
}
