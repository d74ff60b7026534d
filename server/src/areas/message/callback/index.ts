import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mobile } from '@assoc/contract/rules/identifiers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { countTry, networkOf } from '../../../platform/auth/throttle'
import { Refusal } from '../../../platform/errors'
import { settleReceipts } from '../message/receipts'
import { CALLBACK_DAYS, noteCallback } from '../message/receipts.repository'
import { optOutByReply } from '../opt-out/repository'
import { FORMATS, type Words } from './formats'

/** Where providers call back. */
export const CALLBACK = '/messageCallback'
/** Header with the seal of the body. */
export const SIGNATURE = 'x-signature'
/** Characters that a secret has at least. */
const SECRET_MIN = 24
const BODY_LIMIT = 1024 * 1024
const DAY_MS = 86_400_000
/** How far the clock of a provider may be ahead, in milliseconds. */
const AHEAD_MS = 600_000

const words = z.object({
  /** When the provider wrote this; what is older than some days is not taken. */
  time: z.iso.datetime({ offset: true }),
  receipts: z
    .array(
      z.object({
        providerRef: z.string().min(1).max(200),
        result: z.enum(['delivered', 'failed']),
        code: z.string().max(40).nullish(),
        reason: z.string().max(200).nullish(),
      }),
    )
    .max(1000)
    .default([]),
  replies: z.array(z.object({ mobile: z.string().max(20), text: z.string().max(500) })).max(1000).default([]),
})

/** Calls of one network that are looked at in a minute, and those whose seal is wrong. */
const CALLS = { max: 1200, windowSeconds: 60 }
const WRONG = { max: 20, windowSeconds: 60, lockSeconds: 300 }

/** Answers of a recipient by which they leave the list. */
const WAY_OUT = new Set(['R', 'T', 'TD', '退订'])
export const wantsOut = (text: string): boolean => WAY_OUT.has(text.normalize('NFKC').trim().toUpperCase())

/** The seal of a body: HMAC-SHA256 of its bytes, in hexadecimal digits. */
export const sealOf = (secret: string, body: Buffer | string): string => createHmac('sha256', secret).update(body).digest('hex')

const same = (given: string, right: string): boolean => {
  const [told, wanted] = [Buffer.from(given), Buffer.from(right)]
  return told.length === wanted.length && timingSafeEqual(told, wanted)
}

const isSealed = (secret: string, body: Buffer, given: unknown): boolean => same(typeof given === 'string' ? given.replace(/^sha256=/i, '').toLowerCase() : '', sealOf(secret, body))

/** Public providers sign nothing of what they push: the address that is entered there carries this key, which opens that provider's address alone. */
export const addressKey = (secret: string, provider: string): string => sealOf(secret, provider)

/** Takes what a provider tells, once however often it is told; answers what came of it. */
async function take(db: Db, digest: string, { receipts, replies }: Words, from: { ip: string; requestId: string }) {
  return db.transaction().execute(async (tx) => {
    if (!(await noteCallback(tx, digest))) return { repeated: true, settled: 0, optedOut: 0 }
    const settled = await settleReceipts(tx, receipts)
    let optedOut = 0
    for (const reply of replies) {
      const number = wantsOut(reply.text) ? mobile().safeParse(reply.mobile) : undefined
      if (number?.success && (await optOutByReply(tx, number.data))) optedOut += 1
    }
    const frame = { userId: null, userName: '消息服务商', ip: from.ip, requestId: from.requestId, path: CALLBACK, title: '消息回执' }
    await writeAudit(tx, frame, [{ recordType: 'messageCallback', recordId: null, verb: 'receive', after: { receipts: receipts.length, settled, replies: replies.length, optedOut } }])
    return { repeated: false, settled, optedOut }
  })
}

/** Counts what comes from a network; false once it has had its share. */
async function counted(db: Db, kind: string, ip: string, limit: typeof CALLS): Promise<boolean> {
  try {
    await countTry(db, `callback:${kind}:${networkOf(ip)}`, limit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * The address where providers of text messages and mail tell what became of a message and what recipients answer. The seal of
 * the body is all the authority there is; without a secret there is no such address.
 */
export function callbackRoutes(app: FastifyInstance, { db, log }: Platform, secret: string): void {
  if (secret.length < SECRET_MIN) return secret ? log.warn(`MESSAGE_CALLBACK_SECRET is shorter than ${SECRET_MIN} characters: providers cannot call back`) : undefined
  void app.register(async (own) => {
    // The bytes as they came: the seal is one of them, not of what they mean.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, bytes, done) => done(null, bytes))
    const bytesOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
    const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')
    /** What a network that has had its share, or whoever does not prove who they are, is answered; null: go on. A reply can be waited for, so it is no answer of this. */
    const refusal = async (request: FastifyRequest, reply: FastifyReply, proven: boolean): Promise<{ status: number; message: string } | null> => {
      void reply.header('cache-control', 'no-store')
      if (!(await counted(db, 'all', request.ip, CALLS)) || (!proven && !(await counted(db, 'wrong', request.ip, WRONG)))) return { status: 429, message: 'too many calls' }
      return proven ? null : { status: 401, message: 'wrong signature' }
    }
    own.post(CALLBACK, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const body = bytesOf(request)
      const refused = await refusal(request, reply, isSealed(secret, body, request.headers[SIGNATURE]))
      if (refused) return reply.code(refused.status).send({ ok: false, message: refused.message })
      const told = words.safeParse(parsed(body))
      if (!told.success) return reply.code(400).send({ ok: false, message: 'body is not as it should be', path: told.error.issues[0]?.path.join('.') ?? '' })
      const age = Date.now() - Date.parse(told.data.time)
      if (age > CALLBACK_DAYS * DAY_MS || age < -AHEAD_MS) return reply.code(400).send({ ok: false, message: 'time is too far from now' })
      return { ok: true, ...(await take(db, digestOf(body), told.data, { ip: request.ip, requestId: request.id })) }
    })
    own.post<{ Params: { provider: string; key: string } }>(`${CALLBACK}/:provider/:key`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const { provider, key } = request.params
      const format = Object.hasOwn(FORMATS, provider) ? FORMATS[provider] : undefined
      const refused = await refusal(request, reply, format !== undefined && same(key.toLowerCase(), addressKey(secret, provider)))
      if (refused || !format) return reply.code(refused?.status ?? 404).send({ ok: false, message: refused?.message ?? 'no such provider' })
      const body = bytesOf(request)
      const told = format.read(parsed(body))
      if (!told) return reply.code(400).send({ ok: false, message: 'body is not as it should be' })
      await take(db, digestOf(body), told, { ip: request.ip, requestId: request.id })
      return format.answer
    })
  })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
