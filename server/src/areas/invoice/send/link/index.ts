import type { FastifyInstance } from 'fastify'
import { writeAudit } from '../../../../platform/audit/audit'
import type { Db } from '../../../../platform/database/database'
import { sendPage } from '../../../../platform/http/public-page'
import type { Platform } from '../../../../platform/platform'
import { keysOf } from '../repository'
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

/** Notes the first fetching of a sending's files, with its audit row; later ones change nothing. */
export async function noteFetched(db: Db, sendId: string, fileName: string, from: { ip: string; requestId: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await noteRead(tx, sendId))) return
    const frame = { userId: null, userName: '收件人', ip: from.ip, requestId: from.requestId, path: TICKET_FILES, title: '下载票据文件' }
    await writeAudit(tx, frame, [{ recordType: 'invoiceSend', recordId: sendId, verb: 'downloadFile', after: { fileName } }])
  })
}

/** The public page behind the link of an invoice's mail. Its token is all the authority there is: no session, this one invoice's files, 30 days. */
export function invoiceFileRoutes(app: FastifyInstance, platform: Platform): void {
  servesInvoiceFiles()
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
      const paper = /^\d{1,2}$/.test(request.params.at) ? found.invoice.papers[Number(request.params.at)] : undefined
      const [file] = paper ? await keysOf(platform.db, [paper.fileId]) : []
      if (!file) return sendPage(reply, 404, wrongPage)
      await noteFetched(platform.db, found.sendId, file.fileName, { ip: request.ip, requestId: request.id })
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(platform.files.read(file.key))
    })
  })
}
