import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { API_BASE, CODE, type Call, type Envelope } from '@assoc/contract'
import { FILE_TICKET_HEADER } from '@assoc/contract/platform/file-ticket'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { DatabaseAway, DatabaseBusy } from '../database/fault'
import { Refusal, refuse } from '../errors'
import type { Platform } from '../platform'
import { exceedsLimits } from './body-limits'
import type { Binding } from './context'
import { cookieSite, corsHeaders, mountCors, pageElsewhere } from './cors'
import { admitCaller, execute, prepare, type Admitted, type Caller, type Outcome } from './execute'
import { metrics } from './metrics'
import { factsOf } from './page-call'
import { namelessReason } from './nameless'
import { mountParts, PARTS_CALL } from './parts'
import { answerBadRequest, browserHeaders } from './browser-headers'
import { endSlowBodies, SLOW_MS } from './slow-requests'
import { trustOf } from './trust-proxy'
import { fileMbOf, withUpload } from './uploads'

const JSON_LIMIT = 1024 * 1024
const MEGABYTE = 1024 * 1024
/** Bytes of a form-encoded body: a handful of short texts. */
const FORM_LIMIT = 16 * 1024
/** Milliseconds between two looks of Node at sockets that take too long. */
const LOOK_MS = 5_000
/** Requests that may wait for a database connection before new ones are turned away. */
const MAX_WAITING = 400
/** Seconds after which a caller who was turned away may try again. */
const BUSY_SECONDS = 2

/** Name of the session cookie: host-only by its prefix, which browsers only take over TLS. */
export const cookieName = (secure: boolean): string => hostCookie('sid', secure)

/** Name of another cookie of this host alone, such as that of a remembered device. */
export const hostCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** Builds the HTTP side: one POST route a call, each carried out by execute(). */
export async function buildApp(platform: Platform, bindings: readonly Binding[]): Promise<FastifyInstance> {
  const { config } = platform
  // Headers that do not come end the socket; Node looks at its sockets once in an interval.
  const timeLimits = { headersTimeout: SLOW_MS - LOOK_MS, connectionsCheckingInterval: LOOK_MS }
  const app = Fastify({
    ...(config.tls ? { https: { cert: config.tls.cert, key: config.tls.key, ...timeLimits } } : { http: timeLimits }),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: JSON_LIMIT,
    logger: false,
    genReqId: newRequestId(),
    clientErrorHandler: answerBadRequest,
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      browserHeaders(reply)
      sendEnvelope(reply.code(400).header('x-request-id', request.id), CODE.input, '提交的地址无法识别', null)
    },
    connectionTimeout: 60_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
  } as never) as unknown as FastifyInstance

  await app.register(cookie)
  await app.register(multipart, { limits: { files: 1, fields: 5, fieldSize: 64 * 1024, parts: 6 } })
  // Only JSON and multipart are read; a form or plain text that a foreign page can post is refused (415).
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (exceedsLimits(text as string)) return done(Object.assign(new Error('too deep or too many fields'), { statusCode: 400 }), undefined)
    ;(request as { rawText?: string }).rawText = text as string
    return parseJson(request, text as string, done)
  })

  endSlowBodies(app, SLOW_MS)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    browserHeaders(reply)
    // By the route that was found: `/%63apcoapi/` leads to the same calls as the address that is written plainly.
    if (!request.routeOptions.url?.startsWith(API_BASE)) return
    reply.header('cache-control', 'no-store')
    corsHeaders(platform, request, reply)
    if (platform.releases.stamp) reply.header('x-console', platform.releases.stamp)
    if (platform.pool.waitingCount > MAX_WAITING) {
      sendEnvelope(reply.code(503), CODE.tooMany, '系统繁忙，请稍后重试', { retryAfterSeconds: BUSY_SECONDS })
      return reply
    }
  })

  // A call that runs when the server closes is answered, but its connection shall not be kept: closing would wait until it idles out.
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const trouble = databaseTrouble(platform, request, error)
    if (trouble) return sendEnvelope(reply.code(503), trouble.code, trouble.message, trouble.data)
    const status = error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) platform.log.error({ err: error, requestId: request.id, url: request.url }, 'request failed')
    const message = status === 413 ? '提交的内容过大' : status === 415 ? '不支持的内容格式' : status === 500 ? '系统出错了，请稍后重试' : '提交的内容无法识别'
    sendEnvelope(reply.code(status), status === 500 ? CODE.fault : CODE.input, message, status === 500 ? { requestId: request.id } : null)
  })
  app.setNotFoundHandler((_request, reply) => sendEnvelope(reply.code(404), CODE.notFound, '没有这个地址', null))

  const meter = config.metrics ? await metrics(app, platform) : null
  mountCors(app, platform)
  for (const binding of bindings) mountCall(app, platform, binding, meter?.observe)
  mountParts(app, platform, { requireOwnClient, callerOf: (request, reply) => callerOf(platform, request, reply), answerRefusal: (request, reply, error) => void refusalAnswer(platform, request, reply, PARTS_CALL, error) })
  await app.register(async (forms) => {
    // Here alone: no POST reads a form, which is what a foreign page can send.
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (request, text, done) => {
      ;(request as { rawText?: string }).rawText = text as string
      done(null, text)
    })
    for (const binding of bindings) if (binding.call.form) mountForm(forms, platform, binding, binding.call.form, meter?.observe)
  })
  return app
}

/** Request ids: eight digits of chance for the process, then a count; no process and no moment give the same. */
function newRequestId(): () => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return () => process + (count++).toString(16).padStart(8, '0')
}

type Observe = (path: string, code: string, ms: number) => void
type Prepared = ReturnType<typeof prepare>

function mountCall(app: FastifyInstance, platform: Platform, binding: Binding, observe?: Observe): void {
  const prepared = prepare(binding)
  const { call } = binding
  app.post(`${API_BASE}${call.path}`, { bodyLimit: call.multipart ? fileMbOf(call) * MEGABYTE + JSON_LIMIT : JSON_LIMIT }, (request, reply) =>
    answerCall(platform, prepared, request, reply, observe, (caller, admitted) =>
      // The bytes of files are read only now that it is known who sends them.
      call.multipart
        ? withUpload(platform, request, call, admitted.frame, ({ raw, files }) => execute(platform, prepared, { ...caller, body: parsedFields(raw), raw, files }, admitted))
        : execute(platform, prepared, { ...caller, body: request.body ?? {}, raw: rawOf(request), files: [] }, admitted),
    ),
  )
}

/** The same call under the method that it is form-encoded for. */
function mountForm(app: FastifyInstance, platform: Platform, binding: Binding, method: NonNullable<Call['form']>, observe?: Observe): void {
  const prepared = prepare(binding)
  app.route({
    method,
    url: `${API_BASE}${binding.call.path}`,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      answerCall(platform, prepared, request, reply, observe, async (caller, admitted) => {
        const raw = method === 'GET' ? (request.url.split('?')[1] ?? '') : rawOf(request)
        return execute(platform, prepared, { ...caller, body: formFields(raw), raw, files: [] }, admitted)
      }),
  })
}

const rawOf = (request: FastifyRequest): string => (request as { rawText?: string }).rawText ?? ''

/** The fields of a form-encoded text; one that is named twice is no field of ours. */
function formFields(raw: string): Record<string, string> {
  const fields = [...new URLSearchParams(raw)]
  if (new Set(fields.map(([name]) => name)).size !== fields.length) throw Object.assign(new Error('named twice'), { statusCode: 400 })
  return Object.fromEntries(fields)
}

async function answerCall(platform: Platform, prepared: Prepared, request: FastifyRequest, reply: FastifyReply, observe: Observe | undefined, carryOut: (caller: Caller, admitted: Admitted) => Promise<Outcome>): Promise<FastifyReply> {
  const began = performance.now()
  const { call } = prepared
  let code: string = CODE.ok
  platform.traffic.begin()
  try {
    requireOwnClient(request)
    const caller = callerOf(platform, request, reply)
    const outcome = await carryOut(caller, await admitCaller(platform, prepared, caller))
    if ('file' in outcome) return sendFile(reply, outcome.file)
    reply.header('x-return-code', CODE.ok).header('content-type', 'application/json; charset=utf-8')
    return reply.send(await pressed(request, reply, `{"returnCode":"000000","returnMessage":"","data":${outcome.json}}`))
  } catch (error) {
    code = refusalAnswer(platform, request, reply, call, error)
    return reply
  } finally {
    platform.traffic.end()
    const ms = performance.now() - began
    observe?.(call.path, code, ms)
    if (platform.log.isLevelEnabled('info')) platform.log.info({ ...(call.anonymous ? {} : { requestId: request.id }), path: call.path, code, ms: Math.round(ms) })
  }
}

const gzipped = promisify(gzip)
/** Characters from which an answer is worth pressing. */
const PRESS_ABOVE = 2_000

/**
 * The answer pressed where the client takes that and it is long: a menu or a page of rows shrinks to a fifth. A foreign
 * page cannot make these calls in a person's name, so lengths tell nobody anything.
 */
async function pressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  if (text.length < PRESS_ABOVE) return text
  reply.header('vary', 'origin, accept-encoding')
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return text
  reply.header('content-encoding', 'gzip')
  return gzipped(text, { level: 4 })
}

/**
 * The two fixed headers are required, not only sent: a foreign page cannot set them without a
 * preflight that is never granted.
 */
function requireOwnClient(request: FastifyRequest): void {
  const xhr = request.headers['x-requested-with']
  if (xhr !== 'XMLHttpRequest' || request.headers['model-type'] !== 'manager') throw refuse.forbidden('请求缺少必要的标识')
}

/** What is said of a body that was not read to its end, by HTTP status. */
const BODY_SENTENCES: Readonly<Record<number, (call: Call) => string>> = {
  400: () => '提交的内容无法识别',
  408: () => '上传中断：长时间没有收到数据，请检查网络后重试',
  413: (call) => `文件过大，最多 ${fileMbOf(call)} MB`,
  415: () => '提交的内容无法识别',
}

function refusalAnswer(platform: Platform, request: FastifyRequest, reply: FastifyReply, call: Call, error: unknown): string {
  if (error instanceof Refusal) {
    const seconds = (error.data as { retryAfterSeconds?: number } | null)?.retryAfterSeconds
    if (seconds !== undefined) reply.header('retry-after', String(seconds))
    sendEnvelope(reply, error.code, error.message, error.data)
    return error.code
  }
  const trouble = databaseTrouble(platform, request, error)
  if (trouble) {
    sendEnvelope(reply, trouble.code, trouble.message, trouble.data)
    return trouble.code
  }
  const status = (error as { statusCode?: number }).statusCode
  const said = status === undefined ? undefined : BODY_SENTENCES[status]
  if (status !== undefined && said) {
    // Who has stopped sending is not waited for.
    if (status === 408) reply.header('connection', 'close')
    sendEnvelope(reply.code(status), CODE.input, said(call), null)
    return CODE.input
  }
  // What the database says of a row that it refuses holds the row's values.
  platform.log.error({ ...(call.anonymous ? { reason: namelessReason(error) } : { err: error, requestId: request.id }), path: call.path }, 'call failed')
  sendEnvelope(reply, CODE.fault, '系统出错了，请稍后重试', { requestId: request.id })
  return CODE.fault
}

/** What a caller is told when it is the database that is away or has no free connection; in the log a line without a stack, as there may be many. */
function databaseTrouble({ log }: Platform, request: FastifyRequest, error: unknown): Refusal | null {
  if (error instanceof DatabaseBusy) return refuse.tooMany(BUSY_SECONDS, '系统繁忙，请稍后重试')
  if (!(error instanceof DatabaseAway)) return null
  log.error({ requestId: request.id, url: request.url, reason: error.message }, 'the database is away')
  return new Refusal(CODE.fault, '暂时连不上数据库，请稍后重试', { requestId: request.id })
}

function sendEnvelope(reply: FastifyReply, returnCode: string, returnMessage: string, data: unknown): void {
  const envelope: Envelope = { returnCode, returnMessage, data }
  void reply.header('x-return-code', returnCode).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(envelope))
}

function sendFile(reply: FastifyReply, file: { fileName: string; contentType: string; body: Buffer | NodeJS.ReadableStream }) {
  const plain = file.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return reply
    .header('x-return-code', CODE.ok)
    .header('content-type', file.contentType)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .header('content-security-policy', 'sandbox')
    .send(file.body)
}

function callerOf(platform: Platform, request: FastifyRequest, reply: FastifyReply): Caller {
  const secure = request.protocol === 'https'
  const key = header(request, 'idempotency-key')
  if (key !== undefined && !/^[\w-]{8,100}$/.test(key)) throw refuse.field('', 'Idempotency-Key 不正确')
  return {
    facts: factsOf(request),
    token: header(request, 'authorization'),
    cookie: request.cookies[cookieName(secure)],
    fileTicket: pageElsewhere(platform, request) ? header(request, FILE_TICKET_HEADER) : undefined,
    key,
    setCookie: (name, value, options) =>
      void reply.setCookie(name, value, { path: '/', httpOnly: true, ...cookieSite(platform, request), secure, maxAge: options.maxAgeSeconds }),
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value ? value : undefined
}

/** The fields of a multipart body. */
function parsedFields(raw: string): unknown {
  if (exceedsLimits(raw)) throw Object.assign(new Error('too deep'), { statusCode: 400 })
  try {
    return JSON.parse(raw, refusePrototype)
  } catch {
    throw Object.assign(new Error('not json'), { statusCode: 400 })
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor') throw new Error('prototype name')
  return value
}
