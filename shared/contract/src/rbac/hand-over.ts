import { z } from 'zod'
import { body, call, signedIn, visitor } from '../core/call'
import { id } from '../core/fields'

/** Seconds in which a session that is handed over must be taken. */
export const HAND_OVER_SECONDS = 60

/**
 * Hands the session of the sign-on page to the console at another origin: answers the address to go back to, with a one-time code
 * in its fragment. `reback` is the address that the console has given, `challenge` SHA-256 of what its browser keeps.
 */
export const createHandOver = call({
  path: '/user/signOn/createHandOver',
  title: '登录交接',
  access: signedIn,
  write: true,
  secretAnswer: true,
  request: body({ reback: z.string().min(1).max(4000), challenge: z.string().length(43) }),
  response: z.object({ address: z.string() }),
})

/** Takes a session over: by the code, from a page of the origin that it was made for, in the browser that has kept the verifier. */
export const redeemHandOver = call({
  path: '/user/signOn/redeemHandOver',
  title: '接收登录',
  access: visitor({ proof: 'challenge', rate: { max: 120, seconds: 900 } }),
  write: true,
  secretAnswer: true,
  request: body({ code: z.string().min(1).max(100), verifier: z.string().min(1).max(100) }),
  response: z.object({ userId: id(), token: z.string(), mustChangePassword: z.boolean() }),
})
