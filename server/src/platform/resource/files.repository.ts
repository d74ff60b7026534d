import { sql } from 'kysely'
import type { Db } from '../database/database'
import { actorName } from '../identity/people'

export interface StoredFile {
  file_id: string
  file_name: string
  file_size: string
  content_type: string
  store_key: string
  owner_type: string
  owner_id: string | null
  create_by: string | null
}

export const findFiles = (db: Db, ids: readonly string[]): Promise<StoredFile[]> =>
  db
    .selectFrom('file_object')
    .select(['file_id', 'file_name', 'file_size', 'content_type', 'store_key', 'owner_type', 'owner_id', 'create_by'])
    .where('file_id', 'in', [...ids])
    .forUpdate()
    .execute() as unknown as Promise<StoredFile[]>

export const findFile = async (db: Db, fileId: string): Promise<StoredFile | undefined> =>
  (await db
    .selectFrom('file_object')
    .select(['file_id', 'file_name', 'file_size', 'content_type', 'store_key', 'owner_type', 'owner_id', 'create_by'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()) as unknown as StoredFile | undefined

export interface OwnedFile {
  fileId: string
  fileName: string
  createTime: Date
  /** Who sent it. */
  userName: string
}

/** Files of a record, in the order in which they came. */
export const filesOfRecord = (db: Db, ownerType: string, ownerId: string): Promise<OwnedFile[]> =>
  db
    .selectFrom('file_object')
    .select(['file_id as fileId', 'file_name as fileName', 'create_time as createTime', actorName('file_object.create_by').as('userName')])
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .orderBy('file_id')
    .execute()

/** Gives files to a record. */
export async function giveFiles(db: Db, ids: readonly string[], ownerType: string, ownerId: string): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('file_object').set({ owner_type: ownerType, owner_id: ownerId }).where('file_id', 'in', [...ids]).execute()
}

/** Lets go of what a record no longer holds; the bytes go some weeks later. */
export async function letGoOf(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('file_object').set({ owner_type: 'removed', owner_id: null, update_time: sql`now()` }).where('file_id', 'in', [...ids]).execute()
}

/** Takes away the rows of uploads that no record took within two days, and of files let go of thirty days ago; answers the keys of their bytes. */
export async function dropLeftFiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`
    delete from file_object where file_id in (
      select file_id from file_object
      where (owner_type = 'draft' and create_time < now() - interval '2 days') or (owner_type = 'removed' and update_time < now() - interval '30 days')
      limit 1000)
    returning store_key`.execute(db)
  return rows.map((row) => row.store_key)
}
