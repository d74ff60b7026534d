import type { Db } from '../database/database'

export interface StoredFile {
  fileId: string
  /** Where the bytes rest in the store. */
  key: string
  fileName: string
  contentType: string
  /** In bytes. */
  size: number
}

/** Files by their ids, in the order of the ids as numbers; those that there are not are missing. Whether they may be read is the caller's to know. */
export async function storedFiles(db: Db, fileIds: readonly string[]): Promise<StoredFile[]> {
  if (fileIds.length === 0) return []
  const rows = await db.selectFrom('file_object').select(['file_id', 'store_key', 'file_name', 'content_type', 'file_size']).where('file_id', 'in', [...fileIds]).orderBy('file_id').execute()
  return rows.map((row) => ({ fileId: row.file_id, key: row.store_key, fileName: row.file_name, contentType: row.content_type, size: Number(row.file_size) }))
}
