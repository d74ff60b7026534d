import { viewLink } from '@assoc/contract'
import { imKind, type ImKind } from '@assoc/contract/rbac/im'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../../../platform/audit/audit'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import { SignInRefused } from '../../../platform/im/answers'
import type { ImPerson, ImProvider } from '../../../platform/im/provider'
import type { Platform } from '../../../platform/platform'
import { logAttempt } from '../login-log/service'
import { ARRIVAL_COOKIE, cookieOf, factsOf, guardedBy, originOf, setCookie, tell, TOKEN } from '../oidc/pages'
import { insertArrival } from '../oidc/repository'
import { newVerifier } from '../oidc/provider'
import { refusalOf } from '../user/login.service'
import { keptName } from '../user/subject'
import { bindPerson } from './binding'
import * as repository from './repository'
import { letsIn } from '../user/lets-in'

/** Binds a way to a messenger to the browser that began it. */
export const FLOW_COOKIE = 'im-flow'
/** Names the account of a messenger that came to this browser and is nobody's. */
export const OFFER_COOKIE = 'im-offer'

const returnOf = (kind: ImKind): string => `/sso/im/${kind}/callback`

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The addresses that browsers are sent to and come back to, for each messenger that is set up. */
export function imRoutes(app: FastifyInstance, platform: Platform): void {
  const guarded = guardedBy(platform)
  for (const provider of platform.im.values()) {
    const begin: Page = async (request, reply) => {
      const { reback } = request.query as { reback?: unknown }
      const way = await beginWay(platform, provider, cookieOf(request, FLOW_COOKIE), originOf(platform, request), {
        sessionId: null,
        // Checked by the return address's own rules once the person is signed in; here it is only carried.
        reback: typeof reback === 'string' && reback.length <= 4000 ? reback : null,
      })
      setCookie(request, reply, FLOW_COOKIE, way.cookie, 600)
      return away(reply, way.address)
    }
    app.get(`/sso/im/${provider.kind}/start`, guarded(begin))
    app.get(returnOf(provider.kind), guarded((request, reply) => comeBack(platform, provider, request, reply)))
  }
}

const away = (reply: FastifyReply, address: string) => reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 302)

/** Begins a way to a messenger from this browser; answers its address there, and the cookie that binds the way. */
export async function beginWay(platform: Platform, provider: ImProvider, kept: string, origin: string, { sessionId, reback }: Pick<repository.Flow, 'sessionId' | 'reback'>) {
  // Kept over several tabs: each has a flow of its own, all are this browser's.
  const cookie = TOKEN.test(kept) ? kept : newToken()
  const [state, verifier] = [newToken(), newVerifier()]
  await repository.insertFlow(platform.db, { stateHash: hashToken(state), cookieHash: hashToken(cookie), kind: provider.kind, verifier: platform.encryption.encrypt(verifier), sessionId, reback })
  return { cookie, address: provider.signInAddress({ redirectUri: `${origin}${returnOf(provider.kind)}`, state, verifier }) }
}

async function comeBack(platform: Platform, provider: ImProvider, request: FastifyRequest, reply: FastifyReply) {
  const { kind } = provider
  const label = imKind.labels[kind]
  const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
  const [state, cookie] = [query.get('state') ?? '', cookieOf(request, FLOW_COOKIE)]
  // Taken before anything else is looked at: a return is good for one try, whatever comes of it.
  const flow = TOKEN.test(state) && TOKEN.test(cookie) ? await repository.takeFlow(platform.db, kind, hashToken(state), hashToken(cookie)) : undefined
  if (!flow) return tell(reply, 400, '扫码未完成', '请求已失效、已使用过，或不是由此浏览器发起。请返回重新扫码。')
  let person: ImPerson | null
  try {
    const way = { redirectUri: `${originOf(platform, request)}${returnOf(kind)}`, verifier: platform.encryption.decrypt(flow.verifier) }
    person = await platform.connectors.noting(kind, () => provider.personOf(query, way), (error) => !(error instanceof SignInRefused))
  } catch (error) {
    platform.log.warn({ err: error, kind, requestId: request.id }, 'a sign-in by a messenger was refused')
    return error instanceof SignInRefused ? tell(reply, 400, '扫码未完成', `${label}没有确认您的身份，可能已取消或二维码已过期，请重新扫码。`) : tell(reply, 503, `${label}暂时不可用`, `${label}没有给出结果。请稍后再试，或返回登录页用账号密码登录。`)
  }
  if (!person) return tell(reply, 403, '不属于本单位', `您的${label}账号不是本单位的成员，不能用来登录。`)
  return flow.session_id === null ? signIn(platform, kind, person, flow.reback, request, reply) : bound(platform, kind, person, flow.session_id, request, reply)
}

/** Lets in whoever is bound; never looks for somebody of the same name or number. */
async function signIn(platform: Platform, kind: ImKind, person: ImPerson, reback: string | null, request: FastifyRequest, reply: FastifyReply) {
  const account = await repository.accountOf(platform.db, kind, person)
  const on = reback ? `&reback=${encodeURIComponent(reback)}` : ''
  if (account && letsIn(account)) {
    const token = newToken()
    await insertArrival(platform.db, { tokenHash: hashToken(token), userId: account.user_id, name: account.login_name, idToken: null, way: kind })
    setCookie(request, reply, ARRIVAL_COOKIE, token, 120)
    return away(reply, `/login?sso=1${on}`)
  }
  await logAttempt(platform.db, factsOf(platform, request), { userId: account?.user_id ?? null, name: account?.login_name ?? keptName(platform, person.shownName, true), way: kind, result: account ? refusalOf(account) : 'unknown' })
  if (account) return tell(reply, 403, '账号不能登录', '您的账号已停用或尚待认证。请联系系统管理员处理后再登录。')
  const token = newToken()
  await repository.insertOffer(platform.db, hashToken(token), kind, person)
  setCookie(request, reply, OFFER_COOKIE, token, 900)
  return away(reply, `/login?bind=${kind}${on}`)
}

/** Ends a binding that was begun in the console: for the session that began it, as long as it lives. */
async function bound(platform: Platform, kind: ImKind, person: ImPerson, sessionId: string, request: FastifyRequest, reply: FastifyReply) {
  const owner = await repository.personOfSession(platform.db, sessionId)
  if (!owner) return tell(reply, 400, '绑定未完成', '发起绑定的登录已经结束，请重新登录后再绑定。')
  const obstacle = await platform.db.transaction().execute(async (tx) => {
    const why = await bindPerson(tx, owner.userId, kind, person)
    const { ip, id: requestId } = factsOf(platform, request)
    const frame = { userId: owner.userId, userName: owner.realName, ip, requestId, path: returnOf(kind), title: '绑定办公平台', code: '000000' }
    if (why === null) await writeAudit(tx, frame, [{ recordType: 'user', recordId: owner.userId, verb: 'bindIm', after: { kind, shownName: person.shownName } }])
    return why
  })
  return obstacle ? tell(reply, 409, '绑定未完成', `${obstacle}。`) : away(reply, viewLink('rbac/PersonalCenter', { part: 'im' }))
}
