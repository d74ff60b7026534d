import { z } from 'zod'
import { ask, textOf, type Answer } from '../../../platform/connectors/exchange'
import { signedHeaders } from '../../../platform/connectors/signed'
import { looksLike } from '../../../platform/files/store'
import type { InvoiceOptions } from '../../../platform/invoice-platform'
import type { CreditNoteRequest, InvoiceProvider, InvoiceRequest, WrittenInvoice } from './provider'
import { ProviderRefused } from './refusal'

// The adapter of the protocol of docs/invoice-platform.md.

const PATIENCE_MS = 30_000
/** Bytes of an answer at most: an invoice with its files. */
const ANSWER_MAX = 24 * 1024 * 1024
const TYPES: Record<string, string> = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' }
const FILE_NAME = /^[^/\\\u0000-\u001f]{1,100}\.(pdf|ofd|xml)$/i

const written = z.object({
  invoiceNo: z.string().regex(/^[0-9A-Za-z]{8,32}$/),
  issueDate: z.iso.date(),
  amount: z.number().int().positive(),
  files: z.array(z.object({ fileName: z.string().regex(FILE_NAME), content: z.base64() })).min(1).max(5),
})

interface Told {
  code: string
  message: string
}

/** Answers that say that nothing was written and never will be for this request as it is. */
const REFUSED = new Set([400, 409, 422])

export class HttpInvoiceProvider implements InvoiceProvider {
  readonly trial = false
  constructor(
    private readonly options: InvoiceOptions,
    private readonly patience = PATIENCE_MS,
  ) {}

  async issue(request: InvoiceRequest): Promise<WrittenInvoice> {
    return this.write('/invoices', request)
  }

  async red(request: CreditNoteRequest): Promise<WrittenInvoice> {
    return this.write('/credit-notes', request)
  }

  async query(requestNo: string): Promise<WrittenInvoice | null> {
    const answer = await this.call('GET', `/requests/${encodeURIComponent(requestNo)}`)
    // A gateway in between that knows no such path is told from a platform that knows no such request.
    if (answer.status === 404 && textOf(answer.json.code) === 'noRequest') return null
    return invoiceOf(answer)
  }

  private async write(path: string, request: InvoiceRequest | CreditNoteRequest): Promise<WrittenInvoice> {
    const answer = await this.call('POST', path, JSON.stringify(request), { 'idempotency-key': request.requestNo })
    if (REFUSED.has(answer.status)) throw new ProviderRefused(textOf(answer.json.code) || `HTTP ${answer.status}`, textOf(answer.json.message).slice(0, 200) || '没有说明原因')
    return invoiceOf(answer)
  }

  private call(method: 'GET' | 'POST', path: string, body = '', more: Record<string, string> = {}): Promise<Answer<Told>> {
    const url = `${this.options.url}${path}`
    return ask<Told>({ method, url, headers: { 'content-type': 'application/json', ...signedHeaders(this.options, method, url, body), ...more }, ...(body ? { body } : {}) }, this.patience, ANSWER_MAX)
  }
}

/** The invoice of an answer. Whatever else an answer says leaves open what becomes of the request. */
function invoiceOf({ status, json }: Answer<Told>): WrittenInvoice {
  if (status === 202) throw new Error('the platform is still writing it')
  if (status !== 200 && status !== 201) throw new Error(`the platform answered ${status}: ${textOf(json.message).slice(0, 200)}`)
  const told = written.safeParse(json)
  if (!told.success) throw new Error(`the platform's answer is not as it should be: ${told.error.issues[0]?.path.join('.') ?? ''}`)
  const files = told.data.files.map(({ fileName, content }) => {
    const extension = (FILE_NAME.exec(fileName)?.[1] ?? '').toLowerCase()
    const bytes = Buffer.from(content, 'base64')
    if (!looksLike(extension, bytes)) throw new Error(`the platform's file ${fileName} is no ${extension}`)
    return { fileName, contentType: TYPES[extension] ?? 'application/octet-stream', bytes }
  })
  return { ...told.data, files }
}
