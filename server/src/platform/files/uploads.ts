import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FileItem, FileRule } from '@assoc/contract'
import { PART_BYTES, UPLOAD_DAYS } from '@assoc/contract/platform/file-parts'
import { createSHA256 } from 'hash-wasm'
import { sql } from 'kysely'
import type { Db } from '../database/database'
import { refuse } from '../errors'
import { inParts, insertFile, looksLike, type FileStore, type PartedFile } from './store'

// Files that come in parts. Their rows say how far they have come, so any process goes on with them; bytes beyond what a row says do not count.

const MB = 1024 * 1024
/** Files of a person that are on their way, and their bytes together. */
const MOST_UPLOADS = 5
const MOST_BYTES = 20 * 1024 * MB
/** Bytes that are hashed before others get their turn. */
const HASHED_AT_ONCE = 512 * 1024
const SWEPT_AT_ONCE = 100

export interface Upload {
  uploadId: string
  userId: string
  fileName: string
  size: number
  received: number
  marks: string[]
  hashState: Buffer | null
  ended: boolean
  fileId: string | null
  file: PartedFile
  createTime: Date
}

const select = (db: Db) =>
  db.selectFrom('file_upload').select(['upload_id', 'purpose', 'file_name', 'file_size', 'store_key', 'store_handle', 'received', 'marks', 'hash_state', 'ended', 'file_id', 'create_by', 'create_time'])
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>
const uploadOf = (row: Row): Upload => ({
  uploadId: row.upload_id,
  userId: row.create_by,
  fileName: row.file_name,
  size: Number(row.file_size),
  received: Number(row.received),
  marks: row.marks,
  hashState: row.hash_state,
  ended: row.ended,
  fileId: row.file_id,
  file: { key: row.store_key, handle: row.store_handle },
  createTime: row.create_time,
})

export async function findUpload(db: Db, uploadId: string): Promise<Upload | undefined> {
  const row = await select(db).where('upload_id', '=', uploadId).executeTakeFirst()
  return row && uploadOf(row)
}

/** How the end of a file's name is written, as rules list it. */
const endingOf = (fileName: string): string => /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

export interface BegunFile {
  purpose: string
  fileName: string
  fileSize: number
  fingerprint: string
}

/** Begins a file, or goes on with the one that was begun; refuses what its rule does not allow before a byte of it is sent. */
export async function beginUpload(tx: Db, store: FileStore, userId: string, rule: FileRule, file: BegunFile): Promise<{ uploadId: string; received: number }> {
  if (!rule.exts.includes(endingOf(file.fileName))) throw refuse.field('file', `只能上传 ${rule.exts.join('、')} 格式的文件`)
  if (file.fileSize > rule.maxMb * MB) throw refuse.field('file', `文件不能超过 ${rule.maxMb} MB`)
  if (file.fileSize === 0) throw refuse.field('file', '文件是空的')
  // Of two that begin at once the second goes on with the first's file, and the limits hold.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file_upload:${userId}`}, 0))`.execute(tx)
  const own = await tx.selectFrom('file_upload').select(['upload_id', 'purpose', 'file_name', 'file_size', 'fingerprint', 'received']).where('create_by', '=', userId).where('file_id', 'is', null).orderBy('create_time', 'desc').execute()
  const begun = own.find((row) => row.purpose === file.purpose && row.file_name === file.fileName && Number(row.file_size) === file.fileSize && row.fingerprint === file.fingerprint)
  if (begun) {
    await tx.updateTable('file_upload').set({ update_time: sql<Date>`now()` }).where('upload_id', '=', begun.upload_id).execute()
    return { uploadId: begun.upload_id, received: Number(begun.received) }
  }
  if (own.length >= MOST_UPLOADS || own.reduce((sum, row) => sum + Number(row.file_size), file.fileSize) > MOST_BYTES) {
    throw refuse.field('file', `您有 ${own.length} 个文件还没有传完（${own.map((row) => row.file_name).join('、').slice(0, 200)}），请选择这些文件继续上传或取消，未传完的文件 ${UPLOAD_DAYS} 天后自动清除`)
  }
  const parts = await store.beginParts()
  const uploadId = randomBytes(20).toString('hex')
  try {
    await tx
      .insertInto('file_upload')
      .values({ upload_id: uploadId, purpose: file.purpose, file_name: file.fileName, file_size: file.fileSize, fingerprint: file.fingerprint, store_key: parts.key, store_handle: parts.handle, create_by: userId })
      .execute()
  } catch (error) {
    await store.dropParts(parts)
    throw error
  }
  return { uploadId, received: 0 }
}

/** Bytes that are not what the ending of their name says; nothing of them is kept. */
export class DisguisedFile extends Error {
  override name = 'DisguisedFile'
}

/** A part that another request has added meanwhile. */
export class PartAdded extends Error {
  override name = 'PartAdded'
}

/**
 * Takes bytes of a file from where it has come to, as far as they make whole parts or its end, and answers how far it has come then. What is
 * left over of a request that broke off comes again. The caller holds the file's lock.
 */
export async function takeBytes(db: Db, store: FileStore, upload: Upload, source: AsyncIterable<Buffer>): Promise<number> {
  const hash = await createSHA256()
  if (upload.hashState) hash.load(upload.hashState)
  else hash.init()
  let at = upload.received
  for await (const bytes of inParts(source)) {
    if (bytes.length < PART_BYTES && at + bytes.length < upload.size) break
    if (at === 0 && !looksLike(endingOf(upload.fileName), bytes)) {
      await dropUpload(db, store, upload)
      throw new DisguisedFile('the bytes are not what the name says')
    }
    for (let done = 0; done < bytes.length; done += HASHED_AT_ONCE) {
      hash.update(bytes.subarray(done, done + HASHED_AT_ONCE))
      await setImmediate()
    }
    const mark = await store.putPart(upload.file, { no: at / PART_BYTES + 1, at, bytes })
    const moved = await db
      .updateTable('file_upload')
      .set({ received: at + bytes.length, marks: sql<string[]>`marks || ${mark}::text`, hash_state: Buffer.from(hash.save()), update_time: sql<Date>`now()` })
      .where('upload_id', '=', upload.uploadId)
      .where('received', '=', at)
      .executeTakeFirst()
    if (moved.numUpdatedRows !== 1n) throw new PartAdded('the file has come further by another request, or was given up')
    upload.marks.push(mark)
    at += bytes.length
  }
  if (at === upload.size && !upload.ended) await end(db, store, upload)
  return at
}

/** Has the store put the parts together: with the last part, so that nobody's transaction waits for it. */
async function end(db: Db, store: FileStore, { uploadId, file, marks, size }: Upload): Promise<void> {
  await store.endParts(file, { marks, size })
  await db.updateTable('file_upload').set({ ended: true }).where('upload_id', '=', uploadId).execute()
}

/** Makes a file that has come whole an upload of its person's, which a record can take; the same again when asked again. */
export async function finishUpload(tx: Db, store: FileStore, userId: string, uploadId: string, contentTypeOf: (fileName: string) => string): Promise<FileItem> {
  const row = await select(tx).where('upload_id', '=', uploadId).where('create_by', '=', userId).forUpdate().executeTakeFirst()
  if (!row) throw refuse.field('file', '上传已失效，请重新选择文件')
  const upload = uploadOf(row)
  const item = (fileId: string): FileItem => ({ fileId, fileName: upload.fileName, fileSize: upload.size })
  if (upload.fileId) return item(upload.fileId)
  if (upload.received < upload.size || !upload.hashState) throw refuse.field('file', '文件还没有传完，请继续上传')
  // The process that took the last part may have ended before the parts were put together.
  if (!upload.ended) await end(tx, store, upload)
  const hash = (await createSHA256()).load(upload.hashState).digest()
  const fileId = await insertFile(tx, { key: upload.file.key, sha256: hash, size: upload.size }, { fileName: upload.fileName, contentType: contentTypeOf(upload.fileName), ownerType: 'draft', createBy: userId })
  await tx.updateTable('file_upload').set({ file_id: fileId }).where('upload_id', '=', uploadId).execute()
  return item(fileId)
}

/** Gives a file up that was not finished: first its row, so that nobody goes on with what is not there. */
export async function dropUpload(db: Db, store: FileStore, { uploadId, file }: Pick<Upload, 'uploadId' | 'file'>): Promise<void> {
  const gone = await db.deleteFrom('file_upload').where('upload_id', '=', uploadId).where('file_id', 'is', null).executeTakeFirst()
  if (gone.numDeletedRows === 1n) await store.dropParts(file)
}

/** Takes away what was not finished within two days, and the rows of what was. */
export async function sweepUploads(db: Db, store: FileStore): Promise<void> {
  const old = sql<boolean>`update_time < now() - make_interval(days => ${UPLOAD_DAYS})`
  await db.deleteFrom('file_upload').where('file_id', 'is not', null).where(old).execute()
  for (const row of await select(db).where('file_id', 'is', null).where(old).orderBy('update_time').limit(SWEPT_AT_ONCE).execute()) await dropUpload(db, store, uploadOf(row))
}
