import * as calls from '@assoc/contract/rbac/im'
import { hashToken } from '../../../platform/auth/tokens'
import { iso, isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import type { Call } from '@assoc/contract'
import { requirePassword } from '../second-factor/own.service'
import { bindPerson } from './binding'
import * as repository from './repository'
import { beginWay, FLOW_COOKIE, imRoutes, OFFER_COOKIE } from './routes'

function offerOf({ request }: Pick<Context<Call>, 'request'>): Buffer | null {
  const token = request.cookies[hostCookie(OFFER_COOKIE, request.secure)]
  return token && token.length <= 100 ? hashToken(token) : null
}

async function select(context: Context<typeof calls.selectOwnIm>) {
  const { db, platform, principal } = context
  const token = offerOf(context)
  const [bindings, offer] = await Promise.all([repository.bindingsOf(db, principal.userId), token ? repository.findOffer(db, token, principal.sessionId) : undefined])
  const items = calls.imKind.keys
    .map((kind) => ({ kind, bound: bindings.find((b) => b.kind === kind) }))
    // One that is no longer set up is still shown to who has bound it, so that they can end it.
    .filter(({ kind, bound }) => platform.im.has(kind) || bound)
    .map(({ kind, bound }) => ({ kind, shownName: bound?.shown_name ?? '', bindTime: bound ? iso(bound.bind_time) : null, lastUsedTime: isoOrNull(bound?.last_used_time ?? null) }))
  return { items, offer: offer ? { kind: offer.kind, shownName: offer.shown_name } : null }
}

async function begin(context: Context<typeof calls.beginImBinding>) {
  const { platform, principal, request, input, setCookie } = context
  const provider = platform.im.get(input.kind)
  if (!provider) throw refuse.inUse(`没有接入${calls.imKind.labels[input.kind]}`)
  await requirePassword(context, input.passWord)
  const origin = platform.config.publicUrl ? new URL(platform.config.publicUrl).origin : request.origin
  const cookie = hostCookie(FLOW_COOKIE, request.secure)
  const way = await beginWay(platform, provider, request.cookies[cookie] ?? '', origin, { sessionId: principal.sessionId, reback: null })
  setCookie(cookie, way.cookie, { maxAgeSeconds: 600 })
  return { address: way.address }
}

async function answer(context: Context<typeof calls.answerImOffer>) {
  const { db, principal, request, input, audit, setCookie } = context
  const token = offerOf(context)
  setCookie(hostCookie(OFFER_COOKIE, request.secure), '', { maxAgeSeconds: 0 })
  const offer = token && (await repository.takeOffer(db, token, principal.sessionId))
  if (!offer) {
    if (input.accept) throw refuse.inUse('扫码结果已过期，请在下方重新绑定')
    return {}
  }
  if (!input.accept) return {}
  const obstacle = await bindPerson(db, principal.userId, offer.kind, { id: offer.external_id, address: offer.address, shownName: offer.shown_name })
  if (obstacle) throw refuse.inUse(obstacle)
  audit({ recordType: 'user', recordId: principal.userId, verb: 'bindIm', after: { kind: offer.kind, shownName: offer.shown_name } })
  return {}
}

async function remove({ db, principal, input, audit }: Context<typeof calls.removeImBinding>) {
  const gone = await repository.unbind(db, principal.userId, input.kind)
  if (!gone) throw refuse.notFound()
  audit({ recordType: 'user', recordId: principal.userId, verb: 'unbindIm', before: { kind: input.kind, shownName: gone.shown_name } })
  return {}
}

/** Messengers of the work place: sign-in by their QR code, and whose account there is whose here. */
export const im: ServerModule = {
  bindings: [handle(calls.selectOwnIm, select), handle(calls.beginImBinding, begin), handle(calls.answerImOffer, answer), handle(calls.removeImBinding, remove)],
  routes: imRoutes,
}
