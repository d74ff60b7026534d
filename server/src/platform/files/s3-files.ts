import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { UserFacingError } from '../errors'
import { S3Client, type S3Place } from '../s3/client'
import { isFileKey, type FileStore, type FolderStore, type ReceivedFile } from './store'

/** Milliseconds that a download may stand still between two pieces. */
const STALLED_MS = 30_000

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

  async put(bytes: Buffer) {
    const key = randomBytes(20).toString('hex')
    this.client.good(await this.client.ask('PUT', this.name(key), { body: bytes, headers: { 'content-type': 'application/octet-stream' } }), key)
    return { key, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  }

  receive(source: AsyncIterable<Buffer>): Promise<ReceivedFile> {
    return this.folder.receive(source)
  }

  async keep(file: ReceivedFile) {
    const { path, size, sha256 } = file
    const key = randomBytes(20).toString('hex')
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

  read(key: string): NodeJS.ReadableStream {
    return Readable.from(this.pieces(this.name(key), key), { objectMode: false })
  }

  /** Pieces of a file as they come. Whoever stops reading ends the download; one that stands still is an error. */
  private async *pieces(name: string, key: string): AsyncGenerator<Buffer> {
    const controller = new AbortController()
    const answer = await this.client.ask('GET', name, { streamed: controller })
    if (answer.status === 404) {
      await answer.body?.cancel()
      yield* this.folder.read(key) as AsyncIterable<Buffer>
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
}
