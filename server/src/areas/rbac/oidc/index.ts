import './connector'
import { CODE } from '@assoc/contract'
import { finishSignOn } from '@assoc/contract/rbac/sign-on'
import { hashToken } from '../../../platform/auth/tokens'
import { Refusal } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import { handleVisitor, type Context, type VisitorContext } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { findById } from '../user/account.repository'
import { requireSecondFactor, type Arrival } from '../second-factor/gate'
import { openSession, type Account } from '../user/entry'
import { letsIn } from '../user/lets-in'
import * as repository from './repository'
import { ARRIVAL_COOKIE } from './pages'
import { signOnRoutes } from './routes'

interface Arrived {
  tokenHash: Buffer
  found: Account
  arrival: Omit<Arrival, 'userId'>
}

const ended = () => new Refusal(CODE.challengeEnded, '登录已超时或已完成，请重新登录')

/** Who has come back from the provider with this browser. An arrival is used up by the session, or by the challenge of a second factor. */
async function validate({ platform, request, setCookie }: VisitorContext<typeof finishSignOn>): Promise<Arrived> {
  const cookie = hostCookie(ARRIVAL_COOKIE, request.secure)
  const token = request.cookies[cookie]
  setCookie(cookie, '', { maxAgeSeconds: 0 })
  if (!token || token.length > 100) throw ended()
  const tokenHash = hashToken(token)
  const come = await repository.findArrival(platform.db, tokenHash)
  const found = come && (await findById(platform.db, come.user_id))
  if (!come || !found || !letsIn(found)) {
    await repository.takeArrival(platform.db, tokenHash)
    throw ended()
  }
  const arrival = { way: come.login_way, name: come.login_name, triesKey: null, idToken: come.id_token === null ? null : platform.encryption.decrypt(come.id_token) }
  try {
    await requireSecondFactor({ platform, request, setCookie }, { ...arrival, userId: found.user_id })
  } catch (refused) {
    if (!(await repository.takeArrival(platform.db, tokenHash))) throw ended()
    throw refused
  }
  return { tokenHash, found, arrival }
}

/** Opens the session: by the same door as every other way in. */
async function finish(context: Context<typeof finishSignOn, null>, { tokenHash, found, arrival }: Arrived) {
  if (!(await repository.takeArrival(context.db, tokenHash))) throw ended()
  return openSession(context, found, arrival)
}

/** Sign-in by the organisation's own sign-on (OpenID Connect). */
export const signOn: ServerModule = { bindings: [handleVisitor(finishSignOn, validate, finish)], routes: signOnRoutes }
