import { z } from 'zod'
import { call, nothing, visitor } from '../core/call'
import { id } from '../core/fields'

/** The last step of a sign-in by the provider (OpenID Connect): the login page takes over what its return has left in this browser. */
export const finishSignOn = call({
  path: '/user/signOn/finishSignOn',
  title: '统一身份认证登录',
  // The proof is a one-time HttpOnly cookie of the provider's return.
  access: visitor({ proof: 'challenge', rate: { max: 120, seconds: 900 } }),
  write: true,
  secretAnswer: true,
  request: nothing,
  response: z.object({ userId: id(), token: z.string(), mustChangePassword: z.boolean() }),
})
