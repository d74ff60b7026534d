import type { Platform } from '../../../../platform/platform'
import { RecordingProvider } from './recording'

/** What a ticket is to say. Amounts are whole 分. */
export interface TicketRequest {
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

export interface RedRequest {
  /** The number of our confirmation. */
  requestNo: string
  blueNo: string
  /** 分, above zero. */
  amount: number
}

export interface TicketFile {
  fileName: string
  contentType: string
  bytes: Buffer
}

export interface WrittenTicket {
  invoiceNo: string
  /** YYYY-MM-DD */
  issueDate: string
  /** 分, as the provider wrote it; of a red ticket above zero as well. */
  amount: number
  files: TicketFile[]
}

/** Who writes tickets for the association. Whatever else they throw than ProviderRefused leaves open whether it was written. */
export interface TicketProvider {
  /** What it writes is for trying out: papers of its own, no receipts. */
  readonly trial: boolean
  issue(request: TicketRequest): Promise<WrittenTicket>
  red(request: RedRequest): Promise<WrittenTicket>
  /** What became of a request; null when nothing was written for it. */
  query(requestNo: string): Promise<WrittenTicket | null>
}

const made = new WeakMap<Platform, TicketProvider>()

/** How the ledger calls what the provider of this installation writes. */
export const wayOfProvider = (platform: Platform): 'provider' | 'trial' => (ticketProvider(platform).trial ? 'trial' : 'provider')

/** The provider of this installation. Until there is a contract with one, it is the built-in one, which invents numbers. */
export function ticketProvider(platform: Platform): TicketProvider {
  const provider = made.get(platform) ?? new RecordingProvider(platform.db)
  made.set(platform, provider)
  return provider
}
