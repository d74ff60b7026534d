import type { FastifyReply, FastifyRequest } from 'fastify'
import { countTry, networkOf } from '../../../platform/auth/throttle'
import { Refusal } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import { publicPage, sendPage } from '../../../platform/http/public-page'
import type { Platform } from '../../../platform/platform'

// What the ways to a provider and back have in common.

export const TOKEN = /^[\w-]{43}$/
/** Names who has come back, to the login page of the same browser, once. */
export const ARRIVAL_COOKIE = 'arrival'

/** The console's address as the browser knows it. */
export const originOf = (platform: Platform, request: FastifyRequest): string =>
  platform.config.publicUrl ? new URL(platform.config.publicUrl).origin : `${request.protocol}://${request.host}`

/** A page with a way back to the login page. */
export const tell = (reply: FastifyReply, status: number, title: string, text: string) =>
  sendPage(reply, status, publicPage(title, text, '<form method="get" action="/login"><button type="submit">返回登录页</button></form>'))

export function setCookie(request: FastifyRequest, reply: FastifyReply, name: string, value: string, maxAge: number): void {
  const secure = request.protocol === 'https'
  void reply.setCookie(hostCookie(name, secure), value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })
}

export const cookieOf = (request: FastifyRequest, name: string): string => request.cookies[hostCookie(name, request.protocol === 'https')] ?? ''

type Work = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Lets those work who may sign in from where they are, and not without end. */
export const guardedBy = (platform: Platform) => (work: Work): Work => async (request, reply) => {
  if (!(await platform.settings.admits(request.ip))) return tell(reply, 403, '不能从此处登录', '您的网络地址不在允许访问的范围内，请联系系统管理员。')
  try {
    await countTry(platform.db, `signon:${networkOf(request.ip)}`, { max: 120, windowSeconds: 900 })
  } catch (error) {
    if (error instanceof Refusal) return tell(reply, 429, '尝试次数过多', '请稍后再试。')
    throw error
  }
  return work(request, reply)
}

/** What the log of sign-ins keeps of a request to a page. */
export const factsOf = (platform: Platform, request: FastifyRequest) => ({
  id: request.id,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, ''),
  secure: request.protocol === 'https',
  origin: originOf(platform, request),
  pageOrigin: null,
  cookies: {},
})
