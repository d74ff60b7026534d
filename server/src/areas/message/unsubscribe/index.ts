import type { FastifyInstance } from 'fastify'
import { optOutByLink } from '@assoc/contract/message/opt-out'
import { Refusal, refuse } from '../../../platform/errors'
import { handleVisitor, VisitorAnswer, type VisitorContext } from '../../../platform/http/context'
import { pageCall } from '../../../platform/http/page-call'
import { sendPage, sendRefusal } from '../../../platform/http/public-page'
import type { Platform } from '../../../platform/platform'
import { optedOut, optOutByLink as noteOptOut } from '../opt-out/repository'
import { askingPage, donePage, trialPage, wrongPage } from './page'
import { mailAddress } from './repository'
import { openToken, servesLinks, TRIAL_ID, UNSUBSCRIBE } from './token'

/** Bytes of a form that is read; what a mail program sends is 26 of them. */
const FORM_LIMIT = 4096

/** The mail of a link that is ours, and the address that it went to. Who is on the list already is done. */
async function validateLink({ db, platform, input }: VisitorContext<typeof optOutByLink>) {
  const told = openToken(platform.secret, input.token)
  const address = told && (await mailAddress(db, told.messageId, told.recipientId))
  if (!told || !address) throw refuse.notFound()
  const known = await optedOut(db, 'mail', [address])
  return known.has(address) ? new VisitorAnswer({}) : { ...told, address }
}

/** Puts the recipient of a link on the list of those who want no promotion. */
export const optOutVisit = handleVisitor(optOutByLink, validateLink, async ({ db, audit }, { messageId, recipientId, address }) => {
  if (await noteOptOut(db, address)) audit({ recordType: 'mailMessage', recordId: messageId, verb: 'optOut', after: { recipientId }, actor: { userId: null, userName: '收件人' } })
  return {}
})

/**
 * The public page behind the link of a promotion, and the address that mail programs post to (RFC 8058). Its token is all the
 * authority there is: no session, and it can do this one thing alone.
 */
export function unsubscribeRoutes(app: FastifyInstance, platform: Platform): void {
  servesLinks()
  const { secret } = platform
  const optOut = pageCall(platform, optOutVisit)
  void app.register(async (own) => {
    // Forms are read here and nowhere else; what stands in them does not matter, for the address says it all.
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, _text, done) => done(null, undefined))
    own.get<{ Params: { token: string } }>(`${UNSUBSCRIBE}/:token`, (request, reply) => {
      const told = openToken(secret, request.params.token)
      return told ? sendPage(reply, 200, told.messageId === TRIAL_ID ? trialPage : askingPage) : sendPage(reply, 404, wrongPage)
    })
    own.post<{ Params: { token: string } }>(`${UNSUBSCRIBE}/:token`, { bodyLimit: FORM_LIMIT }, async (request, reply) => {
      const done = await optOut(request, { token: request.params.token })
      return done instanceof Refusal ? sendRefusal(reply, done, wrongPage) : sendPage(reply, 200, donePage)
    })
  })
}
