import { CODE, type Envelope, type FileItem } from '@assoc/contract'
import { createUpload, finishUpload, PART_BYTES, PARTS_PATH } from '@assoc/contract/platform/file-parts'
import type { Upload } from 'tus-js-client'
import { api, ApiError, httpClient, sessionToken, settle, type CallOptions } from './client'
import { newKey } from './key'

/** Milliseconds after which a part is sent again, one after the other: a network is away for a minute or two. */
const RETRY_MS = [500, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000]
/** Bytes at both ends of a file that tell it from another of the same name and size. */
const PROBE_BYTES = 64 * 1024

export interface PartedUpload {
  /** The file when all of it has come; an ApiError when it is refused, another error when it was cancelled. */
  done: Promise<FileItem>
  pause(): void
  resume(): void
  /** Gives the file up, here and on the server. */
  cancel(): Promise<void>
}

/**
 * Sends a large file in parts. What was cut goes on where it was: after a pause, when the network is back, and when the same person
 * chooses the same file again, also after signing in anew. Where a file has come to is known to the server, so nothing here can forget it.
 */
export function uploadInParts(purpose: string, file: File, options: CallOptions = {}): PartedUpload {
  let upload: Upload | undefined
  let uploadId: string | undefined
  let state: 'sending' | 'paused' | 'cancelled' = 'sending'
  const run = async (): Promise<FileItem> => {
    const fingerprint = await fingerprintOf(file)
    const begun = await api(createUpload, { purpose, fileName: file.name, fileSize: file.size, fingerprint }, { ...options, idempotencyKey: newKey() })
    uploadId = begun.uploadId
    options.onProgress?.(begun.received, file.size)
    if (state === 'cancelled') await drop()
    else await send()
    return api(finishUpload, { uploadId: begun.uploadId }, { ...options, idempotencyKey: newKey() })
  }
  const send = async () => {
    const tus = await import(/* webpackChunkName: "tus" */ 'tus-js-client')
    await new Promise<void>((resolve, reject) => {
      upload = new tus.Upload(file, {
        // An address and no place to make new ones: a refusal never begins the file anew.
        uploadUrl: addressOf(uploadId ?? ''),
        uploadSize: file.size,
        chunkSize: PART_BYTES,
        storeFingerprintForResuming: false,
        retryDelays: RETRY_MS,
        onBeforeRequest: (request) => {
          const headers = { ...OWN_HEADERS, authorization: sessionToken() ?? '' }
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
          ;(request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true
        },
        // Another window or a request that hangs holds the file for a moment; everything else that is refused stays refused.
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus() ?? 0
          return status === 0 || status >= 500 || [408, 409, 423, 429].includes(status)
        },
        onProgress: (sent) => options.onProgress?.(sent, file.size),
        onSuccess: () => resolve(),
        onError: (error) => reject('originalResponse' in error ? refusalOf(error.originalResponse?.getBody(), options) : error),
      })
      if (state === 'sending') upload.start()
    })
  }
  const drop = async () => {
    if (uploadId) await httpClient.delete(addressOf(uploadId), { headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined)
  }
  let stop: (reason: Error) => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => (stop = reject))
  const work = run()
  // When it was cancelled, nobody waits for what becomes of it.
  work.catch(() => undefined)
  return {
    done: Promise.race([work, stopped]),
    pause: () => {
      if (state !== 'sending') return
      state = 'paused'
      void upload?.abort()
    },
    resume: () => {
      if (state !== 'paused') return
      state = 'sending'
      upload?.start()
    },
    cancel: async () => {
      state = 'cancelled'
      stop(new Error('cancelled'))
      await upload?.abort()
      await drop()
    },
  }
}

const OWN_HEADERS = { 'X-Requested-With': 'XMLHttpRequest', 'model-type': 'manager' }
const addressOf = (uploadId: string): string => `${httpClient.defaults.baseURL ?? ''}${PARTS_PATH}/${uploadId}`

/** What a refusal says, told as of every call: an ended session leads to the sign-in. */
function refusalOf(text: string | undefined, options: CallOptions): Error {
  try {
    settle(JSON.parse(text ?? '') as Envelope, options.quiet ?? [])
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  return new ApiError(CODE.fault, '文件没有传完，请检查网络后点“继续”', null)
}

/** What a file is known again by: its name and times, and both ends of its bytes. */
async function fingerprintOf(file: File): Promise<string> {
  const ends = await Promise.all([file.slice(0, PROBE_BYTES), file.slice(Math.max(0, file.size - PROBE_BYTES))].map(bytesOf))
  const { md5OfBytes } = await import(/* webpackChunkName: "crypto" */ './crypto')
  return md5OfBytes(new TextEncoder().encode(`${file.name}\n${file.size}\n${file.lastModified}\n`), ...ends)
}

const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer))
    reader.onerror = () => reject(new Error('unreadable'))
    reader.readAsArrayBuffer(blob)
  })
