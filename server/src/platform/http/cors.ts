import { API_BASE } from '@assoc/contract'
import { FILE_TICKET_HEADER } from '@assoc/contract/platform/file-ticket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callsAt, consoleConfigOf, ownOrigins } from '../console-config'
import type { Platform } from '../platform'

/** Headers of our own client that a browser asks about before it sends them. */
const SENT = `content-type, authorization, x-requested-with, model-type, idempotency-key, tus-resumable, upload-offset, ${FILE_TICKET_HEADER}`
/** Headers of an answer that our client reads. */
export const READ = 'content-disposition, x-console, x-request-id, x-return-code, retry-after, upload-offset, upload-length, tus-resumable'
/** Seconds that a browser keeps the answer to its question. */
const KEPT_SECONDS = 600

/** The origin of a page at another origin that may call here; null of every other page. */
export const pageElsewhere = (platform: Platform, request: FastifyRequest): string | null => {
  const { origin } = request.headers
  if (typeof origin !== 'string') return null
  const own = ownOrigins(platform.config, `${request.protocol}://${request.host}`)
  return !own.includes(origin) && callsAt(consoleConfigOf(platform.config), origin, own) ? origin : null
}

/**
 * Lets pages of another origin make calls here where an environment of `config.json` lists that very origin and names this server as
 * its API. Every other origin is answered as if there were no such thing, so that its browser keeps the answer from it.
 */
export function mountCors(app: FastifyInstance, platform: Platform): void {
  app.options(`${API_BASE}/*`, (request, reply) => {
    if (!pageElsewhere(platform, request)) return reply.callNotFound()
    return reply.header('access-control-allow-methods', 'POST, GET, HEAD, PATCH, PUT, DELETE').header('access-control-allow-headers', SENT).header('access-control-max-age', String(KEPT_SECONDS)).code(204).send()
  })
}

/** The headers by which a listed page may read an answer of ours; also that of a refusal. */
export function corsHeaders(platform: Platform, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'origin')
  const origin = pageElsewhere(platform, request)
  if (origin) reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true').header('access-control-expose-headers', READ)
}

/**
 * How cookies of an answer are bound to a site: to ours, unless the call comes from a listed page of another site over TLS. Those are
 * kept apart for that site (`partitioned`), which is how browsers still send them there.
 */
export const cookieSite = (platform: Platform, request: FastifyRequest): { sameSite: 'lax' } | { sameSite: 'none'; partitioned: true } =>
  request.protocol === 'https' && request.headers['sec-fetch-site'] === 'cross-site' && pageElsewhere(platform, request) ? { sameSite: 'none', partitioned: true } : { sameSite: 'lax' }
