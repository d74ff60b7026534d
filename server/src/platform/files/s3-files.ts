import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { UserFacingError } from '../errors'
import { S3Client, type S3Place } from '../s3/client'
import { isFileKey, newKey, putInParts, type ByteRange, type FileStore, type FolderStore, type PartedFile, type ReceivedFile } from './store'

/** Milliseconds that a download may stand still between two pieces. */
const STALLED_MS = 30_000
/** Milliseconds in which a part must have gone out, and in which the parts must be put together. */
const PART_MS = 60_000
const END_MS = 120_000

/**
 * Files in an S3-compatible store, under the same names as in the folder. What comes in stands in the folder until it is kept;
 * both ways the bytes pass in pieces. Files of the time before the store are read from the folder.
 */
export class S3Files implements FileStore {
  private readonly client: S3Client
  constructor(
    place: S3Place,
    private readonly folder: FolderStore,
    private readonly stalledMs = STALLED_MS,
  ) {
    this.client = new S3Client(place, 'files')
  }

  private name(key: string): string {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return `${key.slice(0, 2)}/${key}`
  }

  async put(bytes: Buffer | AsyncIterable<Buffer>) {
    if (!Buffer.isBuffer(bytes)) return putInParts(this, bytes)
    const key = newKey()
    this.client.good(await this.client.ask('PUT', this.name(key), { body: bytes, headers: { 'content-type': 'application/octet-stream' } }), key)
    return { key, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  }

  receive(source: AsyncIterable<Buffer>): Promise<ReceivedFile> {
    return this.folder.receive(source)
  }

  async keep(file: ReceivedFile) {
    const { path, size, sha256 } = file
    const key = newKey()
    const body = { open: () => createReadStream(path), size, sha256 }
    this.client.good(await this.client.ask('PUT', this.name(key), { body, headers: { 'content-type': 'application/octet-stream' } }), key)
    await this.folder.discard(file)
    return { key, sha256, size }
  }

  discard(file: ReceivedFile): Promise<void> {
    return this.folder.discard(file)
  }

  sweep(olderMs: number): Promise<void> {
    return this.folder.sweep(olderMs)
  }

  read(key: string, range?: ByteRange): NodeJS.ReadableStream {
    return Readable.from(this.pieces(this.name(key), key, range), { objectMode: false })
  }

  /** Pieces of a file as they come. Whoever stops reading ends the download; one that stands still is an error. */
  private async *pieces(name: string, key: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const controller = new AbortController()
    const answer = await this.client.ask('GET', name, { streamed: controller, ...(range ? { headers: { range: `bytes=${range.from}-${range.to}` } } : {}) })
    if (answer.status === 404) {
      await answer.body?.cancel()
      yield* this.folder.read(key, range) as AsyncIterable<Buffer>
      return
    }
    const { body } = this.client.good(answer, key)
    if (!body) return
    let timer: NodeJS.Timeout | undefined
    const wind = () => {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new UserFacingError('The store of files stopped in the middle of a file.')), this.stalledMs)
    }
    try {
      wind()
      for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
        // Whoever reads slowly is not the store's fault.
        clearTimeout(timer)
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
        wind()
      }
    } finally {
      clearTimeout(timer)
      controller.abort()
    }
  }

  async remove(key: string): Promise<void> {
    const answer = await this.client.ask('DELETE', this.name(key))
    if (answer.status !== 404) this.client.good(answer, key)
    await this.folder.remove(key)
  }

  async beginParts(): Promise<PartedFile> {
    const key = newKey()
    const answer = this.client.good(await this.client.ask('POST', this.name(key), { query: { uploads: '' }, headers: { 'content-type': 'application/octet-stream' } }), key)
    const handle = /<UploadId>([^<]{1,1000})<\/UploadId>/.exec(await answer.text())?.[1]
    if (!handle) throw new UserFacingError('The store of files takes no files in parts.')
    return { key, handle }
  }

  async putPart({ key, handle }: PartedFile, { no, bytes }: { no: number; at: number; bytes: Buffer }): Promise<string> {
    const answer = this.client.good(await this.client.ask('PUT', this.name(key), { query: { partNumber: String(no), uploadId: handle ?? '' }, body: bytes, timeout: PART_MS }), key)
    await answer.body?.cancel()
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }

  async endParts({ key, handle }: PartedFile, { marks, size }: { marks: readonly string[]; size: number }): Promise<void> {
    const parts = marks.map((mark, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>"${mark}"</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const answer = await this.client.ask('POST', this.name(key), { query: { uploadId: handle ?? '' }, headers: { 'content-type': 'application/xml' }, body, timeout: END_MS })
    // The store answers before it has put them together, so a failure may stand in a good answer's body.
    const text = await answer.text()
    if (answer.ok && !text.includes('<Error>')) return
    // Parts that were put together before an answer was lost are no parts any more: then the file is there.
    const found = await this.client.ask('HEAD', this.name(key))
    if (found.ok && Number(found.headers.get('content-length')) === size) return
    this.client.good(answer, key)
    throw new UserFacingError('The store of files could not put the parts of a file together.')
  }

  async dropParts({ key, handle }: PartedFile): Promise<void> {
    // Those that are not there any more are gone as they shall be.
    const answer = await this.client.ask('DELETE', this.name(key), { query: { uploadId: handle ?? '' } })
    if (answer.status !== 404) this.client.good(answer, key)
    await this.remove(key)
  }
}
