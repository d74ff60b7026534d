import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { AwsV4Signer } from 'aws4fetch'
import { withoutEnd } from '@assoc/contract/core/characters'
import type { Environment } from '../environment'
import { UserFacingError } from '../errors'

/** Where in an S3-compatible store something lies, and who we are there. */
export interface S3Place {
  endpoint: string
  region: string
  bucket: string
  /** Empty, or with a slash at the end. */
  prefix: string
  accessKey: string
  secretKey: string
}

/** Bytes that are sent as they are read, with what has to be known of them before. */
export interface Streamed {
  /** Opens them; once for each try. */
  open(): NodeJS.ReadableStream
  size: number
  /** In hexadecimal digits: the store compares it with what arrives. */
  sha256: string
}

export interface Asking {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer | Streamed
  /** Milliseconds until the answer begins; the body of an answer may take longer where `streamed` is set. */
  timeout?: number
  /** The answer's body is read by whoever asked, piece by piece, under a clock of their own. */
  streamed?: AbortController
}

export const TIMEOUT_MS = 10_000
/** Bytes a millisecond that an upload is given at least. */
const SLOWEST = 100
const TRIES = 3

/** An address of a variable, without a slash at its end. `missing` says what it would be for. */
export function addressFromEnv(text: string | undefined, name: string, missing: string): string {
  if (!text) throw new UserFacingError(missing)
  if (!/^https?:\/\/[^\s?#;,]+$/.test(text)) throw new UserFacingError(`${name}=${text} is no address: write one such as https://files.example.com/releases.`)
  return withoutEnd(text, '/')
}

/** Reads a variable such as RELEASE_S3 (`s3://bucket/prefix`) and S3_…; null where it is not set. Throws one sentence for what is missing. */
export function placeFromEnv(env: Environment, name: 'RELEASE_S3' | 'FILES_URL'): S3Place | null {
  const target = env[name]
  if (!target) return null
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([A-Za-z0-9._/-]*))?$/.exec(target) ?? []
  if (!bucket) throw new UserFacingError(`${name}=${target} is no place in a store: write s3://bucket/prefix.`)
  const region = env.S3_REGION || 'us-east-1'
  const secret = (of: 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'): string => {
    const file = env[`${of}_FILE`]
    if (file && !existsSync(file)) throw new UserFacingError(`${of}_FILE=${file} cannot be read.`)
    const value = file ? readFileSync(file, 'utf8').trim() : env[of]
    if (!value) throw new UserFacingError(`${name} needs ${of} or ${of}_FILE.`)
    return value
  }
  return {
    endpoint: addressFromEnv(env.S3_ENDPOINT || `https://s3.${region}.amazonaws.com`, 'S3_ENDPOINT', ''),
    region,
    bucket,
    prefix: withoutEnd(path.replace(/^\/+/, ''), '/').replace(/.$/, '$&/'),
    accessKey: secret('S3_ACCESS_KEY'),
    secretKey: secret('S3_SECRET_KEY'),
  }
}

const isStreamed = (body: Buffer | Streamed): body is Streamed => !Buffer.isBuffer(body)

/** Talks with a store by signed requests (SigV4), addressed by path. */
export class S3Client {
  /** `what` lies there, as sentences name it: releases. */
  constructor(
    private readonly place: S3Place,
    private readonly what: string,
  ) {}

  /** Asks for a key below the prefix; a store that is away or fails is asked again, each time with a signature of its own. */
  async ask(method: string, key: string, { query = {}, headers = {}, body, timeout = TIMEOUT_MS, streamed }: Asking = {}): Promise<Response> {
    const { endpoint, region, bucket, prefix, accessKey, secretKey } = this.place
    const url = new URL(`${endpoint}/${bucket}${key ? `/${prefix}${key}` : ''}`)
    url.search = new URLSearchParams(query).toString()
    const hash = body && isStreamed(body) ? body.sha256 : createHash('sha256').update(body ?? '').digest('hex')
    const patience = body && isStreamed(body) ? timeout + body.size / SLOWEST : timeout
    for (let tries = 1; ; tries++) {
      const signer = new AwsV4Signer({ method, url: url.href, headers: { ...headers, 'x-amz-content-sha256': hash }, service: 's3', region, accessKeyId: accessKey, secretAccessKey: secretKey, allHeaders: true })
      const signed = await signer.sign()
      const controller = streamed ?? new AbortController()
      let late = false
      const timer = setTimeout(() => {
        late = true
        controller.abort()
      }, patience)
      try {
        const answer = await fetch(signed.url, { method, headers: signed.headers, ...sendable(body, signed.headers), signal: controller.signal })
        // The clock goes on while a body that nobody streams is read.
        if (streamed) clearTimeout(timer)
        else timer.unref()
        if (answer.status < 500 || tries >= TRIES) return answer
        await answer.body?.cancel()
        clearTimeout(timer)
      } catch {
        clearTimeout(timer)
        if (tries >= TRIES || late || controller.signal.aborted) throw new UserFacingError(`The store of ${this.what} at ${endpoint} does not answer: see that it runs and that S3_ENDPOINT is right.`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * tries))
    }
  }

  /** The answer when it is a good one; else throws one sentence that tells what to do. */
  good(answer: Response, what: string): Response {
    if (answer.ok) return answer
    const { endpoint, bucket } = this.place
    if (answer.status === 403 || answer.status === 401) throw new UserFacingError(`${endpoint} refuses us ${what || 'the list'} in ${bucket}: see S3_ACCESS_KEY, S3_SECRET_KEY and their rights.`)
    if (answer.status === 404) throw new UserFacingError(`${endpoint} has no bucket ${bucket}: make it first.`)
    throw new UserFacingError(`${endpoint} answered ${answer.status} for ${what} in ${bucket}.`)
  }
}

/** What `fetch` is given to send. Stores want to know the length beforehand. */
function sendable(body: Buffer | Streamed | undefined, headers: Headers): RequestInit {
  if (!body) return {}
  if (!isStreamed(body)) return { body: new Uint8Array(body) }
  headers.set('content-length', String(body.size))
  return { body: body.open(), duplex: 'half' } as unknown as RequestInit
}
