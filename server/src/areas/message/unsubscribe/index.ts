import type { FastifyInstance } from 'fastify'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { sendPage } from '../../../platform/http/public-page'
import type { Platform } from '../../../platform/platform'
import { optOutByLink } from '../opt-out/repository'
import { askingPage, donePage, trialPage, wrongPage } from './page'
import { mailAddress } from './repository'
import { openToken, servesLinks, TRIAL_ID, UNSUBSCRIBE } from './token'

/** Bytes of a form that is read; what a mail program sends is 26 of them. */
const FORM_LIMIT = 4096

/** Puts the recipient of a link on the list of those who want no promotion; again and again is the same. False for a link that is not ours. */
export async function takeOffByLink(db: Db, secret: Buffer, token: string, from: { ip: string; requestId: string }): Promise<boolean> {
  const told = openToken(secret, token)
  if (!told) return false
  return db.transaction().execute(async (tx) => {
    const address = await mailAddress(tx, told.messageId, told.recipientId)
    if (!address) return false
    if (await optOutByLink(tx, address)) {
      const frame = { userId: null, userName: '收件人', ip: from.ip, requestId: from.requestId, path: UNSUBSCRIBE, title: '邮件退订' }
      await writeAudit(tx, frame, [{ recordType: 'mailMessage', recordId: told.messageId, verb: 'optOut', after: { recipientId: told.recipientId } }])
    }
    return true
  })
}

/**
 * The public page behind the link of a promotion, and the address that mail programs post to (RFC 8058). Its token is all the
 * authority there is: no session, and it can do this one thing alone.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, secret }: Platform): void {
  servesLinks()
  void app.register(async (own) => {
    // Forms are read here and nowhere else; what stands in them does not matter, for the address says it all.
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, _text, done) => done(null, undefined))
    own.get<{ Params: { token: string } }>(`${UNSUBSCRIBE}/:token`, (request, reply) => {
      const told = openToken(secret, request.params.token)
      return told ? sendPage(reply, 200, told.messageId === TRIAL_ID ? trialPage : askingPage) : sendPage(reply, 404, wrongPage)
    })
    own.post<{ Params: { token: string } }>(`${UNSUBSCRIBE}/:token`, { bodyLimit: FORM_LIMIT }, async (request, reply) => {
      const done = await takeOffByLink(db, secret, request.params.token, { ip: request.ip, requestId: request.id })
      return done ? sendPage(reply, 200, donePage) : sendPage(reply, 404, wrongPage)
    })
  })
}
