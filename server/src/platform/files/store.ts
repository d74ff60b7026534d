import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/database'

/** Where bytes rest. Keys are random and made by us; a name from outside never becomes a path. */
export interface FileStore {
  put(bytes: Buffer): Promise<{ key: string; sha256: string; size: number }>
  read(key: string): NodeJS.ReadableStream
  remove(key: string): Promise<void>
}

const KEY = /^[a-f0-9]{40}$/

/** Keeps files in a folder, spread over 256 subfolders. */
export class FolderStore implements FileStore {
  private readonly folder: string
  constructor(folder: string) {
    this.folder = folder
  }

  private path(key: string): string {
    if (!KEY.test(key)) throw new Error('not a key of the file store')
    return join(this.folder, key.slice(0, 2), key)
  }

  async put(bytes: Buffer) {
    const key = randomBytes(20).toString('hex')
    const path = this.path(key)
    await mkdir(join(this.folder, key.slice(0, 2)), { recursive: true })
    // Written beside and renamed, so that a crash leaves no half file under a key.
    await writeFile(`${path}.part`, bytes, { flush: true })
    await rename(`${path}.part`, path)
    return { key, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  }

  read(key: string): NodeJS.ReadableStream {
    return createReadStream(this.path(key))
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true })
  }
}

/** Keeps bytes and their row. The caller's transaction decides whether the row stays. */
export async function keepFile(
  db: Db,
  store: FileStore,
  file: { fileName: string; contentType: string; bytes: Buffer; ownerType: string; ownerId?: string | null; createBy?: string | null },
): Promise<string> {
  const kept = await store.put(file.bytes)
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

const isZip = (b: Buffer) => b.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))
const MAGIC: Record<string, (b: Buffer) => boolean> = {
  // Office documents and layout documents are packed folders.
  xlsx: isZip,
  docx: isZip,
  ofd: isZip,
  zip: isZip,
  png: (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpg: (b) => b[0] === 0xff && b[1] === 0xd8,
  pdf: (b) => b.subarray(0, 5).toString('latin1') === '%PDF-',
  // A mark of the byte order may stand before it; what follows is never shown by us, only handed on.
  xml: (b) => /^(?:\u00ef\u00bb\u00bf)?<\?xml[\s?]/.test(b.subarray(0, 16).toString('latin1')),
}

/** Whether the bytes begin as the extension of the name promises. */
export function looksLike(extension: keyof typeof MAGIC | string, bytes: Buffer): boolean {
  return MAGIC[extension]?.(bytes) ?? false
}
