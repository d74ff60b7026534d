import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_BYTES } from '@assoc/contract/platform/file-parts'
import type { Db } from '../database/database'

/** Bytes that have come in and are not kept yet. */
export interface ReceivedFile {
  /** Where they stand meanwhile. */
  path: string
  size: number
  /** In hexadecimal digits. */
  sha256: string
  /** The first bytes, by which a kind of file is known. */
  head: Buffer
}

/** A file that comes in parts, over as many requests and processes as it takes. */
export interface PartedFile {
  /** What it is called in the store when it is whole. */
  key: string
  /** What the store itself calls it until then; null where it has no such name. */
  handle: string | null
}

/** Bytes of a file from one to another, both included. */
export interface ByteRange {
  from: number
  to: number
}

/** Where bytes rest. Keys are random and made by us; a name from outside never becomes a path. */
export interface FileStore {
  /** Keeps bytes that are there, or that come: of these no more than a part is held in memory. When the source fails, nothing of them stays. */
  put(bytes: Buffer | AsyncIterable<Buffer>): Promise<{ key: string; sha256: string; size: number }>
  /** Takes bytes in as they come, without holding them in memory. When the source fails, nothing of them stays. */
  receive(source: AsyncIterable<Buffer>): Promise<ReceivedFile>
  /** Makes received bytes a file of the store. */
  keep(file: ReceivedFile): Promise<{ key: string; sha256: string; size: number }>
  /** Throws received bytes away that were not kept. */
  discard(file: ReceivedFile): Promise<void>
  /** Removes what was received before that many milliseconds and neither kept nor thrown away, because its process ended. */
  sweep(olderMs: number): Promise<void>
  /** Reads a file, or a range that lies within it. */
  read(key: string, range?: ByteRange): NodeJS.ReadableStream
  remove(key: string): Promise<void>
  /** Begins a file that comes in parts. */
  beginParts(): Promise<PartedFile>
  /** Writes part `no` (the first is 1), which begins at byte `at`; on the disk when this ends. Answers what `endParts` must be told of it. A part that is written again takes the place of the first. */
  putPart(file: PartedFile, part: { no: number; at: number; bytes: Buffer }): Promise<string>
  /** Makes the parts a file of the store; done again it changes nothing. Throws where a part is missing. */
  endParts(file: PartedFile, parts: { marks: readonly string[]; size: number }): Promise<void>
  /** Throws the parts away, and the file should it have been whole already. */
  dropParts(file: PartedFile): Promise<void>
}

const KEY = /^[a-f0-9]{40}$/
export const isFileKey = (key: string): boolean => KEY.test(key)
/** Subfolder of the store for what comes in: on the same disk, so that keeping is a rename. */
const INCOMING = 'incoming'
/** Subfolder for files that come in parts. */
const PARTS = 'parts'
/** Milliseconds after which parts that nobody added to are gone; their rows go after two days. */
const PARTS_KEPT_MS = 3 * 24 * 60 * 60 * 1000
const HEAD_BYTES = 64
/** Bytes that are written at a time: the network brings them in small parts. */
const WRITE_BYTES = 512 * 1024

/** Keeps files in a folder, spread over 256 subfolders. */
export class FolderStore implements FileStore {
  private readonly folder: string
  constructor(folder: string) {
    this.folder = folder
  }

  private path(key: string): string {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return join(this.folder, key.slice(0, 2), key)
  }

  async put(bytes: Buffer | AsyncIterable<Buffer>) {
    if (!Buffer.isBuffer(bytes)) return putInParts(this, bytes)
    const key = newKey()
    const path = this.path(key)
    await mkdir(join(this.folder, key.slice(0, 2)), { recursive: true })
    // Written beside and renamed, so that a crash leaves no half file under a key.
    await writeFile(`${path}.part`, bytes, { flush: true })
    await rename(`${path}.part`, path)
    return { key, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  }

  async receive(source: AsyncIterable<Buffer>): Promise<ReceivedFile> {
    const path = join(this.folder, INCOMING, randomBytes(20).toString('hex'))
    await mkdir(join(this.folder, INCOMING), { recursive: true })
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let size = 0
    let held: Buffer[] = []
    let heldBytes = 0
    const file = await open(path, 'wx')
    const flush = async () => {
      await file.writeFile(Buffer.concat(held))
      held = []
      heldBytes = 0
    }
    try {
      for await (const part of source) {
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.length)])
        hash.update(part)
        size += part.length
        held.push(part)
        heldBytes += part.length
        if (heldBytes >= WRITE_BYTES) await flush()
      }
      await flush()
      await file.close()
      return { path, size, sha256: hash.digest('hex'), head }
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
      throw error
    }
  }

  async keep({ path, size, sha256 }: ReceivedFile) {
    const key = newKey()
    await mkdir(join(this.folder, key.slice(0, 2)), { recursive: true })
    // On the disk before it has its name, so that a crash leaves no half file under a key.
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
    await rename(path, this.path(key))
    return { key, sha256, size }
  }

  async discard({ path }: ReceivedFile): Promise<void> {
    await rm(path, { force: true })
  }

  async sweep(olderMs: number): Promise<void> {
    for (const [name, age] of [[INCOMING, olderMs], [PARTS, PARTS_KEPT_MS]] as const) {
      const folder = join(this.folder, name)
      for (const file of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, file)).catch(() => null)
        if (found && found.mtimeMs < Date.now() - age) await rm(join(folder, file), { force: true })
      }
    }
  }

  read(key: string, range?: ByteRange): NodeJS.ReadableStream {
    return createReadStream(this.path(key), range ? { start: range.from, end: range.to } : {})
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true })
  }

  private partsPath(key: string): string {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return join(this.folder, PARTS, key)
  }

  async beginParts(): Promise<PartedFile> {
    const key = newKey()
    await mkdir(join(this.folder, PARTS), { recursive: true })
    await (await open(this.partsPath(key), 'wx')).close()
    return { key, handle: null }
  }

  async putPart({ key }: PartedFile, { at, bytes }: { no: number; at: number; bytes: Buffer }): Promise<string> {
    const file = await open(this.partsPath(key), 'r+')
    try {
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
      await file.datasync()
    } finally {
      await file.close()
    }
    return ''
  }

  async endParts({ key }: PartedFile, { size }: { marks: readonly string[]; size: number }): Promise<void> {
    const [parts, whole] = [this.partsPath(key), this.path(key)]
    const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size
    // A process that ended between the renaming and the row has left it whole.
    if ((await sizeOf(whole)) === size) return
    // Longer it may be: a part that was written again and shorter.
    await truncate(parts, Math.min(size, (await sizeOf(parts)) ?? 0))
    if ((await sizeOf(parts)) !== size) throw new Error('the parts are no whole file')
    await mkdir(join(this.folder, key.slice(0, 2)), { recursive: true })
    await rename(parts, whole)
  }

  async dropParts({ key }: PartedFile): Promise<void> {
    await rm(this.partsPath(key), { force: true })
    await this.remove(key)
  }
}

export const newKey = (): string => randomBytes(20).toString('hex')

/** The bytes of a source in pieces of a part each, the last one shorter. */
export async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer | undefined
  let filled = 0
  for await (const piece of source) {
    for (let taken = 0; taken < piece.length; ) {
      held ??= Buffer.allocUnsafe(PART_BYTES)
      const copied = piece.copy(held, filled, taken)
      taken += copied
      filled += copied
      if (filled < PART_BYTES) continue
      yield held
      held = undefined
      filled = 0
    }
  }
  if (held) yield held.subarray(0, filled)
}

/** Keeps bytes as they come, by the parts of a store. */
export async function putInParts(store: Pick<FileStore, 'beginParts' | 'putPart' | 'endParts' | 'dropParts'>, source: AsyncIterable<Buffer>): Promise<{ key: string; sha256: string; size: number }> {
  const file = await store.beginParts()
  const hash = createHash('sha256')
  const marks: string[] = []
  let size = 0
  try {
    for await (const bytes of inParts(source)) {
      hash.update(bytes)
      marks.push(await store.putPart(file, { no: marks.length + 1, at: size, bytes }))
      size += bytes.length
    }
    if (size === 0) throw new Error('there are no bytes')
    await store.endParts(file, { marks, size })
  } catch (error) {
    await store.dropParts(file)
    throw error
  }
  return { key: file.key, sha256: hash.digest('hex'), size }
}

interface FileFacts {
  fileName: string
  contentType: string
  ownerType: string
  ownerId?: string | null
  createBy?: string | null
}

/** Keeps bytes and their row; answers the id. The caller's transaction decides whether the row stays. */
export const keepFile = async (db: Db, store: FileStore, file: FileFacts & { bytes: Buffer }): Promise<string> => insertFile(db, await store.put(file.bytes), file)

/** Writes the row of bytes that the store has; answers its id. */
export async function insertFile(db: Db, kept: { key: string; sha256: string; size: number }, file: FileFacts): Promise<string> {
  const row = await db
    .insertInto('file_object')
    .values({
      store_key: kept.key,
      file_name: file.fileName.slice(0, 150),
      content_type: file.contentType,
      file_size: kept.size,
      sha256: kept.sha256,
      owner_type: file.ownerType,
      owner_id: file.ownerId ?? null,
      create_by: file.createBy ?? null,
    })
    .returning('file_id')
    .executeTakeFirstOrThrow()
  return row.file_id
}

/** Makes received bytes a file of the store together with what `write` notes of them: both stay, or neither. */
export async function keepReceived<T>(db: Db, store: FileStore, received: ReceivedFile, write: (tx: Db, kept: { key: string; sha256: string; size: number }) => Promise<T>): Promise<T> {
  const kept = await store.keep(received)
  try {
    return await db.transaction().execute((tx) => write(tx, kept))
  } catch (error) {
    await store.remove(kept.key)
    throw error
  }
}

const isZip = (b: Buffer) => b.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))
/** Office documents of before 2007 are compound files. */
const isCompound = (b: Buffer) => b.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
const MAGIC: Record<string, (b: Buffer) => boolean> = {
  // Office documents and layout documents are packed folders.
  xlsx: isZip,
  docx: isZip,
  pptx: isZip,
  ofd: isZip,
  zip: isZip,
  doc: isCompound,
  xls: isCompound,
  ppt: isCompound,
  png: (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  // The size of the first box, and that it is the one which says the kind.
  mp4: (b) => b.subarray(4, 8).toString('latin1') === 'ftyp',
  jpg: (b) => b[0] === 0xff && b[1] === 0xd8,
  pdf: (b) => b.subarray(0, 5).toString('latin1') === '%PDF-',
  // A mark of the byte order may stand before it; what follows is never shown by us, only handed on.
  xml: (b) => /^(?:\u00ef\u00bb\u00bf)?<\?xml[\s?]/.test(b.subarray(0, 16).toString('latin1')),
}

/** Whether the bytes begin as the extension of the name promises. */
export function looksLike(extension: keyof typeof MAGIC | string, bytes: Buffer): boolean {
  return MAGIC[extension]?.(bytes) ?? false
}
