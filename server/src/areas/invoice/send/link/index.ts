import type { FastifyInstance } from 'fastify'
import { downloadSentTicket } from '@assoc/contract/invoice/send'
import { Refusal, refuse } from '../../../../platform/errors'
import { storedFiles } from '../../../../platform/files/stored'
import { handleVisitor, VisitorAnswer, type FileAnswer, type VisitorContext } from '../../../../platform/http/context'
import { pageCall } from '../../../../platform/http/page-call'
import { sendPage, sendRefusal } from '../../../../platform/http/public-page'
import type { Platform } from '../../../../platform/platform'
import { expiredPage, filesPage, redPage, wrongPage } from './page'
import { noteRead, sentInvoice, type SentInvoice } from './repository'
import { openInvoiceToken, servesInvoiceFiles, TICKET_FILES } from './token'

/** Bytes of a form that is read; the forms of the page send none. */
const FORM_LIMIT = 4096

/** What a token gives: the invoice of its sending, or the page that tells why not. */
async function opened({ db, secret }: Pick<Platform, 'db' | 'secret'>, token: string): Promise<{ sendId: string; invoice: SentInvoice } | { status: number; html: string }> {
  const told = openInvoiceToken(secret, token)
  const invoice = told && (await sentInvoice(db, told.sendId))
  if (!told || !invoice) return { status: 404, html: wrongPage }
  if (told.expired) return { status: 410, html: expiredPage }
  return invoice.status === 'red' ? { status: 410, html: redPage } : { sendId: told.sendId, invoice }
}

/** The file of a link, which is given out at once when it was fetched before. */
async function validateLink({ platform, input }: VisitorContext<typeof downloadSentTicket>) {
  const found = await opened(platform, input.token)
  const paper = 'html' in found ? undefined : found.invoice.papers[input.at]
  const [file] = paper ? await storedFiles(platform.db, [paper.fileId]) : []
  if ('html' in found || !file) throw refuse.notFound()
  const answer = (): FileAnswer => ({ fileName: file.fileName, contentType: 'application/octet-stream', body: platform.files.read(file.key) })
  return found.invoice.fetched ? new VisitorAnswer(answer()) : { sendId: found.sendId, fileName: file.fileName, answer }
}

/** Gives a file of an invoice out and notes the first fetching of its sending. */
export const ticketVisit = handleVisitor(downloadSentTicket, validateLink, async ({ db, audit }, { sendId, fileName, answer }) => {
  if (await noteRead(db, sendId)) audit({ recordType: 'invoiceSend', recordId: sendId, verb: 'downloadFile', after: { fileName }, actor: { userId: null, userName: '收件人' } })
  return answer()
})

/** The public page behind the link of an invoice's mail. Its token is all the authority there is: no session, this one invoice's files, 30 days. */
export function invoiceFileRoutes(app: FastifyInstance, platform: Platform): void {
  servesInvoiceFiles()
  const fetchFile = pageCall(platform, ticketVisit)
  void app.register(async (own) => {
    // Forms are read here and nowhere else; what stands in them does not matter, for the address says it all.
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, _text, done) => done(null, undefined))
    own.get<{ Params: { token: string } }>(`${TICKET_FILES}/:token`, async (request, reply) => {
      const found = await opened(platform, request.params.token)
      if ('html' in found) return sendPage(reply, found.status, found.html)
      const { invoiceNo, issueWay, papers } = found.invoice
      return sendPage(reply, 200, filesPage(`${TICKET_FILES}/${request.params.token}`, invoiceNo, issueWay === 'trial', papers.map((p) => p.fileName)))
    })
    own.post<{ Params: { token: string; at: string } }>(`${TICKET_FILES}/:token/:at`, { bodyLimit: FORM_LIMIT }, async (request, reply) => {
      const found = await opened(platform, request.params.token)
      if ('html' in found) return sendPage(reply, found.status, found.html)
      const outcome = await fetchFile(request, { token: request.params.token, at: Number(request.params.at) })
      if (outcome instanceof Refusal) return sendRefusal(reply, outcome, wrongPage)
      if (!('file' in outcome)) throw new Error('a ticket link must answer a file')
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(outcome.file.fileName)}`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(outcome.file.body)
    })
  })
}
