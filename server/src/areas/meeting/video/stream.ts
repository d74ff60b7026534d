import { API_BASE, CODE } from '@assoc/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sessionGoesOn } from '../../../platform/auth/session-goes-on'
import type { ByteRange } from '../../../platform/files/store'
import { storedFiles } from '../../../platform/files/stored'
import { cookieName } from '../../../platform/http/app'
import type { Platform } from '../../../platform/platform'
import * as repository from './repository'

// Films are given out in ranges, as players ask for them. A player sends no header of ours: the address says for whom it is good, and the
// cookie that they are still there.

/** Seconds for which an address is good; the page asks for another one. */
export const ADDRESS_SECONDS = 2 * 3600
const PATH = '/meeting/video/stream'

// The kind keeps other sealed texts from being taken for addresses.
const sealed = z.tuple([z.literal('video'), z.string(), z.string(), z.string(), z.boolean(), z.number()])

interface Watching {
  userId: string
  sessionId: string
  videoId: string
  /** Somebody of the staff looks at what is not published. */
  preview: boolean
}

/** The address of a video for one person in one session, below the API's base. */
export const addressOf = ({ encryption }: Pick<Platform, 'encryption'>, { userId, sessionId, videoId, preview }: Watching, now = Date.now()): string =>
  `${PATH}?ticket=${encodeURIComponent(encryption.encrypt(JSON.stringify(['video', userId, sessionId, videoId, preview, now + ADDRESS_SECONDS * 1000] satisfies z.infer<typeof sealed>)))}`

/** For whom an address is good; null for what is none, or was. */
export function watchingOf({ encryption }: Pick<Platform, 'encryption'>, ticket: unknown, now = Date.now()): Watching | null {
  if (typeof ticket !== 'string' || ticket.length > 1000) return null
  try {
    const [, userId, sessionId, videoId, preview, until] = sealed.parse(JSON.parse(encryption.decrypt(ticket)))
    return now < until ? { userId, sessionId, videoId, preview } : null
  } catch {
    return null
  }
}

/** The one range of a header; undefined where the whole is asked for, null for what does not lie within the file. Several at once no player asks for: they get the whole. */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!first && !last) return undefined
  const range = first ? { from: Number(first), to: last ? Math.min(Number(last), size - 1) : size - 1 } : { from: Math.max(0, size - Number(last)), to: size - 1 }
  return range.from <= range.to && range.from < size ? range : null
}

const refused = (reply: FastifyReply, status: number, returnCode: string, returnMessage: string) =>
  reply.code(status).header('x-return-code', returnCode).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ returnCode, returnMessage, data: null }))

export function streamRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { ticket?: string } }>(`${API_BASE}${PATH}`, async (request, reply) => {
    const watching = watchingOf(platform, request.query.ticket)
    if (!(await platform.settings.admits(request.ip))) return refused(reply, 403, CODE.forbidden, '您的网络地址不在允许访问的范围内，请联系系统管理员')
    if (!watching || !(await goesOn(platform, request, watching))) return refused(reply, 401, CODE.sessionUnknown, '播放地址已失效，请重新打开视频')
    const played = await repository.findPlayed(platform.db, watching.videoId, watching.preview)
    const [file] = await storedFiles(platform.db, played?.fileId ? [played.fileId] : [])
    if (!file) return refused(reply, 404, CODE.notFound, '视频已下架')
    const { size } = file
    const range = rangeOf(request.headers.range, size)
    reply.header('accept-ranges', 'bytes').header('content-type', 'video/mp4').header('content-disposition', 'inline').header('cache-control', 'private, no-store').header('content-security-policy', 'sandbox')
    if (range === null) return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { from, to } = range ?? { from: 0, to: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
    return reply.header('content-length', String(to - from + 1)).send(platform.files.read(file.key, { from, to }))
  })
}

/** Whether the session of an address goes on, in the very browser that it was made for. */
const goesOn = (platform: Platform, request: FastifyRequest, { sessionId, userId }: Watching): Promise<boolean> => sessionGoesOn(platform, { sessionId, userId, cookie: request.cookies[cookieName(request.protocol === 'https')] })
