import { CODE } from '@assoc/contract'
import { finishSignOn } from '@assoc/contract/rbac/sign-on'
import { hashToken } from '../../../platform/auth/tokens'
import { Refusal } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import { handleOpen, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../..'
import { findById } from '../user/account.repository'
import { enter } from '../user/entry'
import * as repository from './repository'
import { ARRIVAL_COOKIE, signOnRoutes } from './routes'

/** Opens the session of who has come back from the provider: by the same door as every other way in. */
async function finish({ platform, request, setCookie }: Context<typeof finishSignOn, null>) {
  const cookie = hostCookie(ARRIVAL_COOKIE, request.secure)
  const token = request.cookies[cookie]
  const arrival = token && token.length <= 100 ? await repository.takeArrival(platform.db, hashToken(token)) : undefined
  const found = arrival ? await findById(platform.db, arrival.user_id) : undefined
  setCookie(cookie, '', { maxAgeSeconds: 0 })
  if (!arrival || !found || found.account_status !== 'normal') throw new Refusal(CODE.challengeEnded, '登录已超时或已完成，请重新登录')
  return enter({ platform, request, setCookie }, found, {
    way: 'oidc',
    name: arrival.login_name,
    triesKey: null,
    idToken: arrival.id_token === null ? null : platform.encryption.decrypt(arrival.id_token),
  })
}

/** Sign-in by the organisation's own sign-on (OpenID Connect). */
export const signOn: ServerModule = { bindings: [handleOpen(finishSignOn, finish)], routes: signOnRoutes }
