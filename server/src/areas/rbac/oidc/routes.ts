import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import type { Platform } from '../../../platform/platform'
import type { SignOnOptions } from '../../../platform/sign-on'
import { logAttempt } from '../login-log/service'
import { normalTarget } from '../user/codes.service'
import { refusalOf } from '../user/login.service'
import { keptName } from '../user/subject'
import { ARRIVAL_COOKIE, cookieOf, factsOf, guardedBy, originOf, setCookie, tell, TOKEN } from './pages'
import { newVerifier, providerOf } from './provider'
import * as repository from './repository'
import { letsIn } from '../user/lets-in'

const START = '/sso/oidc/start'
const RETURN = '/sso/oidc/callback'
/** Binds a way to the provider to the browser that began it. */
const FLOW_COOKIE = 'signon'

/** The addresses that the browser is sent to and comes back to; none where no provider is configured. */
export function signOnRoutes(app: FastifyInstance, platform: Platform): void {
  const options = platform.config.signOn
  if (!options) return
  const guarded = guardedBy(platform)
  app.get(START, guarded((request, reply) => begin(platform, options, request, reply)))
  app.get(RETURN, guarded((request, reply) => comeBack(platform, options, request, reply)))
}

async function begin(platform: Platform, options: SignOnOptions, request: FastifyRequest, reply: FastifyReply) {
  const { reback } = request.query as { reback?: unknown }
  const kept = cookieOf(request, FLOW_COOKIE)
  // Kept over several tabs: each has a flow of its own, all are this browser's.
  const cookie = TOKEN.test(kept) ? kept : newToken()
  const [state, nonce, verifier] = [newToken(), newToken(), newVerifier()]
  let address: string
  try {
    address = await platform.connectors.noting('signOn', () => providerOf(options).signInAddress({ redirectUri: `${originOf(platform, request)}${RETURN}`, state, nonce, verifier }))
  } catch (error) {
    platform.log.warn({ err: error, requestId: request.id }, 'the sign-on provider cannot be reached')
    return tell(reply, 503, '统一身份认证暂时不可用', '认证服务没有应答。请稍后再试，或返回登录页用账号密码登录。')
  }
  await repository.insertFlow(platform.db, {
    stateHash: hashToken(state),
    cookieHash: hashToken(cookie),
    nonce,
    verifier: platform.encryption.encrypt(verifier),
    // Checked by the return address's own rules once the person is signed in; here it is only carried.
    reback: typeof reback === 'string' && reback.length <= 4000 ? reback : null,
  })
  setCookie(request, reply, FLOW_COOKIE, cookie, 600)
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 302)
}

const AGAIN = '登录请求已失效、已使用过，或不是由此浏览器发起。请返回登录页重新登录。'

async function comeBack(platform: Platform, options: SignOnOptions, request: FastifyRequest, reply: FastifyReply) {
  const { state } = request.query as { state?: unknown }
  const cookie = cookieOf(request, FLOW_COOKIE)
  const known = typeof state === 'string' && TOKEN.test(state) && TOKEN.test(cookie)
  // Taken before anything else is looked at: a return is good for one try, whatever comes of it.
  const flow = known ? await repository.takeFlow(platform.db, hashToken(state), hashToken(cookie)) : undefined
  if (!flow || typeof state !== 'string') return tell(reply, 400, '登录未完成', AGAIN)
  let found: Awaited<ReturnType<ReturnType<typeof providerOf>['claimsOf']>>
  try {
    const returned = new URL(`${originOf(platform, request)}${RETURN}${request.url.slice(request.url.indexOf('?'))}`)
    found = await providerOf(options).claimsOf(returned, { state, nonce: flow.nonce, verifier: platform.encryption.decrypt(flow.verifier) })
  } catch (error) {
    const { error: told } = request.query as { error?: unknown }
    platform.log.warn({ err: error, told, requestId: request.id }, 'a sign-in by the provider was refused')
    return tell(reply, 400, '登录未完成', told === 'access_denied' ? '您在认证服务中取消了登录，或没有使用本系统的授权。' : '认证服务返回的结果未通过校验，请重新登录；多次出现请联系系统管理员。')
  }
  return arrive(platform, options, request, reply, { ...found, reback: flow.reback })
}

async function arrive(platform: Platform, options: SignOnOptions, request: FastifyRequest, reply: FastifyReply, { claims, idToken, reback }: { claims: Record<string, unknown>; idToken: string | null; reback: string | null }) {
  const value = valueOf(claims, options)
  const account = value ? await repository.findByClaim(platform.db, options.field, options.field === 'mobile' ? normalTarget(value) : value) : undefined
  if (!account || !letsIn(account)) {
    await logAttempt(platform.db, factsOf(platform, request), { userId: account?.user_id ?? null, name: account?.login_name ?? keptName(platform, value ?? '', true), way: 'oidc', result: account ? refusalOf(account) : 'unknown' })
    return account
      ? tell(reply, 403, '账号不能登录', '您的账号已停用或尚待认证。请联系系统管理员处理后再登录。')
      : tell(reply, 403, '没有对应的账号', '您已通过统一身份认证，但本系统中没有与之对应的账号。请联系系统管理员开通账号；系统不会自动建立账号。')
  }
  const token = newToken()
  await repository.insertArrival(platform.db, { tokenHash: hashToken(token), userId: account.user_id, name: account.login_name, idToken: idToken === null ? null : platform.encryption.encrypt(idToken), way: 'oidc' })
  setCookie(request, reply, ARRIVAL_COOKIE, token, 120)
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`/login?sso=1${reback ? `&reback=${encodeURIComponent(reback)}` : ''}`, 302)
}

/** What the configured claim says; nothing for a mail address that the provider has not verified. */
function valueOf(claims: Record<string, unknown>, { claim }: SignOnOptions): string | null {
  // untyped: what the provider says, checked where it is used
  if (claim === 'email' && claims['email_verified'] === false) return null
  const value = claims[claim]
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return text.length > 0 && text.length <= 200 ? text : null
}
