import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors'
import type { Platform } from '../platform'
import type { Binding, RequestFacts } from './context'
import { admitCaller, execute, prepare, type Outcome } from './execute'

/** What is known of a request before its body is read. */
export const factsOf = (request: FastifyRequest): RequestFacts => ({
  id: request.id,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300),
  secure: request.protocol === 'https',
  origin: `${request.protocol}://${request.host}`,
  pageOrigin: request.headers.origin ?? null,
  cookies: request.cookies ?? {},
})

/**
 * Lets a public page carry a visitor's call out, on the same path as every call: rate, proof, transaction, audit row. A page has no
 * idempotency key: what it does must be the same a second time. Answers a refusal instead of throwing it, for the page words its own.
 */
export function pageCall(platform: Platform, binding: Binding): (request: FastifyRequest, body: unknown) => Promise<Outcome | Refusal> {
  if (binding.call.access.kind !== 'visitor') throw new Error(`${binding.call.path} is not for visitors`)
  const prepared = prepare(binding)
  return async (request, body) => {
    const caller = { facts: factsOf(request), token: undefined, cookie: undefined, key: undefined, setCookie: () => undefined }
    try {
      return await execute(platform, prepared, { ...caller, body, raw: '', files: [] }, await admitCaller(platform, prepared, caller))
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}
