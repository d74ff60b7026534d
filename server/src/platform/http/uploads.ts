import type { Readable } from 'node:stream'
import { UPLOAD_MB, type Call } from '@assoc/contract'
import type { FastifyRequest } from 'fastify'
import type { AuditFrame } from '../audit/audit'
import { Refusal, refuse } from '../errors'
import type { ReceivedFile } from '../files/store'
import type { Platform } from '../platform'
import { Turns } from '../turns'
import type { UploadedFile } from './context'
import { requireClean } from './scanning'

const MEGABYTE = 1024 * 1024
/** What a body may have besides its file: fields, boundaries, heads of its parts. */
const BESIDES = MEGABYTE
/** Milliseconds without a byte after which a body is given up. */
const STALL_MS = 30_000
/** Uploads of a process that are under way; more wait without their bodies being read. */
const turns = new Turns({ atOnce: 12, waiting: 60, patienceMs: 20_000 })

/** Largest file in MB of a call. */
export const fileMbOf = ({ maxMb }: Call): number => maxMb ?? UPLOAD_MB

export interface ReceivedBody {
  /** Text of the part `fields`. */
  raw: string
  files: UploadedFile[]
}

const refusedBody = (statusCode: number, why: string) => Object.assign(new Error(why), { statusCode })

/**
 * Receives the body of a multipart call and works with it: one file of the call's size, written to the store's folder as it comes.
 * To be called when it is known who calls and that they may. When the work has ended, what it did not keep is gone; when it was
 * refused, also what it kept.
 */
export async function withUpload<T>(platform: Platform, request: FastifyRequest, call: Call, frame: AuditFrame, work: (body: ReceivedBody) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) throw refusedBody(415, 'not multipart')
  const most = fileMbOf(call) * MEGABYTE
  if (Number(request.headers['content-length'] ?? 0) > most + BESIDES) throw refusedBody(413, 'too large')
  return turns.run(async () => {
    const { raw, files } = await receive(platform, request, most)
    const kept: string[] = []
    const handed = files.map((file) => ({
      ...file,
      async keep() {
        const stored = await platform.files.keep(file)
        kept.push(stored.key)
        return stored
      },
    }))
    try {
      for (const file of handed) await requireClean(platform, file, frame)
      return await work({ raw, files: handed })
    } catch (error) {
      // A refusal has rolled its transaction back. After a fault nobody knows whether the row is there, and a row needs its bytes.
      if (error instanceof Refusal) for (const key of kept) await platform.files.remove(key)
      throw error
    } finally {
      for (const file of files) await platform.files.discard(file)
    }
  })
}

type Named = ReceivedFile & Pick<UploadedFile, 'fileName' | 'contentType'>

async function receive(platform: Platform, request: FastifyRequest, most: number): Promise<{ raw: string; files: Named[] }> {
  const files: Named[] = []
  const watch = watchBody(request.raw, most + BESIDES)
  let raw = '{}'
  let receiving: Promise<ReceivedFile> | undefined
  const read = async () => {
    for await (const part of request.parts({ limits: { fileSize: most, files: 1 } })) {
      if (part.type !== 'file') {
        if (part.fieldname === 'fields') raw = String(part.value)
        continue
      }
      const stop = () => part.file.destroy(watch.failure)
      watch.signal.addEventListener('abort', stop, { once: true })
      receiving = platform.files.receive(part.file)
      const received = await receiving
      watch.signal.removeEventListener('abort', stop)
      // Nobody waits for this any more.
      if (watch.failure) return platform.files.discard(received)
      files.push({ ...received, fileName: (part.filename ?? '').replace(/[\\/\u0000-\u001f]/g, '_').slice(0, 150), contentType: part.mimetype })
      if (part.file.truncated) throw refusedBody(413, 'too large')
    }
  }
  try {
    await Promise.race([read(), watch.failed])
    return { raw, files }
  } catch (error) {
    // Whoever is told of the refusal finds nothing left of the file.
    await receiving?.catch(() => undefined)
    for (const file of files) await platform.files.discard(file)
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw refuse.field('file', '一次只能上传一个文件')
    // What is still on its way is read and thrown away, so that the refusal reaches who is still sending.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  } finally {
    watch.end()
  }
}

/** Watches a body that is read by others: fails when no byte comes for a while, and when more come than may. */
export function watchBody(raw: Readable, most: number) {
  const controller = new AbortController()
  let failure: Error | undefined
  let bytes = 0
  let reject: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_resolve, no) => (reject = no))
  failed.catch(() => undefined)
  const fail = (error: Error) => {
    if (failure) return
    failure = error
    controller.abort(error)
    reject(error)
  }
  const stalled = () => {
    // Paused it waits for us, for instance for the disk, and not for who sends.
    if (raw.isPaused()) timer = setTimeout(stalled, STALL_MS)
    else fail(refusedBody(408, 'stalled'))
  }
  let timer = setTimeout(stalled, STALL_MS)
  const onData = (part: Buffer) => {
    clearTimeout(timer)
    timer = setTimeout(stalled, STALL_MS)
    bytes += part.length
    if (bytes > most) fail(refusedBody(413, 'too large'))
  }
  raw.on('data', onData)
  return {
    failed,
    signal: controller.signal,
    get failure() {
      return failure
    },
    end() {
      clearTimeout(timer)
      raw.off('data', onData)
    },
  }
}
