import type { Readable } from 'node:stream'
import { API_BASE, CODE, SESSION_INVALID_CODES, call, body, done, signedIn, type Envelope } from '@assoc/contract'
import { PART_BYTES, PARTS_PATH } from '@assoc/contract/platform/file-parts'
import { Server } from '@tus/server'
import { DataStore, ERRORS, Upload as TusUpload } from '@tus/utils'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../errors'
import { UploadLocks } from '../files/upload-locks'
import { DisguisedFile, dropUpload, findUpload, PartAdded, takeBytes } from '../files/uploads'
import type { Platform } from '../platform'
import { Turns } from '../turns'
import { READ } from './cors'
import { admitCaller, prepare, type Caller } from './execute'

/** What the requests for parts count as, for sessions, limits and the log. It is no call by itself. */
export const PARTS_CALL = call({ path: PARTS_PATH, title: '分段上传文件', access: signedIn, write: true, ownSettings: true, request: body({}), response: done })

/** Requests of a process whose parts are held in memory; more wait without being read. */
const turns = new Turns({ atOnce: 6, waiting: 60, patienceMs: 20_000 })
/** What a request may have at most: browsers send a part at a time. */
const MOST_BYTES = 4 * PART_BYTES

interface Shared {
  requireOwnClient(request: FastifyRequest): void
  callerOf(request: FastifyRequest, reply: FastifyReply): Caller
  answerRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): void
}

const REFUSALS: Readonly<Record<number, [code: string, sentence: string]>> = {
  404: [CODE.notFound, '上传已失效，请重新选择文件'],
  409: [CODE.conflict, '上传的位置不一致，正在重新对齐'],
  410: [CODE.notFound, '上传已失效，请重新选择文件'],
  413: [CODE.input, '收到的内容超出文件大小，请重新选择文件'],
  422: [CODE.input, '文件内容与扩展名不符'],
  423: [CODE.tooMany, '这个文件正在另一个窗口上传，请稍后重试'],
}

/**
 * Requests for the parts of large files, by the protocol of tus: HEAD, PATCH and DELETE. Files are begun and finished by calls like all
 * others (`createUpload`, `finishUpload`); there is neither creation nor concatenation here, so no header of a request names another file.
 */
export function mountParts(app: FastifyInstance, platform: Platform, shared: Shared): void {
  const prepared = prepare({ call: PARTS_CALL, handler: async () => ({}) })
  const locks = new UploadLocks(platform.config.databaseUrl)
  const tus = new Server({
    path: `${API_BASE}${PARTS_PATH}`,
    datastore: new Parts(platform),
    locker: locks,
    // Who may read an answer is said by our own headers.
    allowedOrigins: () => false,
    exposedHeaders: READ.split(', '),
    disableTerminationForFinishedUploads: true,
    onResponseError: (request, error) => answerTo(platform, request, error),
  })
  app.addHook('onClose', () => locks.close())
  void app.register((parts, _options, registered) => {
    // Left unread: whose it is is asked first.
    parts.addContentTypeParser('application/offset+octet-stream', { bodyLimit: MOST_BYTES }, (_request, _payload, parsed) => parsed(null))
    parts.route<{ Params: { uploadId: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${API_BASE}${PARTS_PATH}/:uploadId`,
      bodyLimit: MOST_BYTES,
      handler: async (request, reply) => {
        platform.traffic.begin()
        try {
          shared.requireOwnClient(request)
          const { principal } = await admitCaller(platform, prepared, shared.callerOf(request, reply))
          const upload = /^[a-f0-9]{40}$/.test(request.params.uploadId) ? await findUpload(platform.db, request.params.uploadId) : undefined
          // Somebody else's is not there.
          if (!upload || upload.userId !== principal?.userId) throw refuse.notFound()
          await turns.run(async () => {
            reply.hijack()
            for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
            await tus.handle(request.raw, reply.raw)
          })
        } catch (error) {
          if (reply.sent) throw error
          // Clients of tus go by the status of an answer.
          reply.code(error instanceof Refusal ? statusOf(error.code) : 500).header('connection', 'close')
          shared.answerRefusal(request, reply, error)
        } finally {
          platform.traffic.end()
        }
        return reply
      },
    })
    registered()
  })
}

const statusOf = (code: string): number => (SESSION_INVALID_CODES.includes(code) || code === CODE.sessionLocked ? 401 : code === CODE.notFound ? 404 : code === CODE.tooMany ? 429 : 403)

function answerTo(platform: Platform, request: Request, error: Error | { status_code: number; body: string }): { status_code: number; body: string } {
  const status = error instanceof DisguisedFile ? 422 : error instanceof PartAdded ? 409 : 'status_code' in error ? error.status_code : 500
  const known = REFUSALS[status]
  if (!known && status >= 500) platform.log.error({ err: error, url: new URL(request.url).pathname }, 'a part was not taken')
  const [returnCode, returnMessage] = known ?? (status >= 500 ? [CODE.fault, '系统出错了，请稍后重试'] : [CODE.input, '提交的内容无法识别'])
  return { status_code: status, body: JSON.stringify({ returnCode, returnMessage, data: null } satisfies Envelope) }
}

/** Our uploads as tus sees them. */
class Parts extends DataStore {
  constructor(private readonly platform: Platform) {
    super()
    this.extensions = ['termination']
  }

  private async find(id: string) {
    const upload = await findUpload(this.platform.db, id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const { size, received, createTime } = await this.find(id)
    return new TusUpload({ id, size, offset: received, creation_date: createTime.toISOString() })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.find(id)
    if (upload.received !== offset) throw ERRORS.INVALID_OFFSET
    return takeBytes(this.platform.db, this.platform.files, upload, stream as AsyncIterable<Buffer>)
  }

  override async remove(id: string): Promise<void> {
    await dropUpload(this.platform.db, this.platform.files, await this.find(id))
  }
}

