import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { orderBy, page, type PageInput } from '../../../platform/database/list'
import { keywordIn } from '../keyword.repository'

const SORT = { sortNo: 'sort_no', postName: 'post_name', postCode: 'post_code' } as const

export interface PostFields {
  postCode: string
  postName: string
  sortNo: number
}

const row = (fields: PostFields) => ({ post_code: fields.postCode, post_name: fields.postName, sort_no: fields.sortNo })

const select = (db: Db) =>
  db.selectFrom('post').select(['post_id as postId', 'post_code as postCode', 'post_name as postName', 'sort_no as sortNo', 'version'])

export async function listPosts(db: Db, input: PageInput<keyof typeof SORT> & { keyword?: string | null | undefined }) {
  let query = select(db)
  const keyword = keywordIn('post', ['post_name', 'post_code'], input.keyword)
  if (keyword) query = query.where(keyword)
  return page(query, input, orderBy(input.sort, SORT, 'sort_no', 'post_id'))
}

export const findPost = (db: Db, postId: string) => select(db).where('post_id', '=', postId).executeTakeFirst()

export const insertPost = (db: Db, fields: PostFields) =>
  db.insertInto('post').values(row(fields)).returning('post_id as postId').executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updatePost = (db: Db, postId: string, version: number, fields: PostFields) =>
  db
    .updateTable('post')
    .set({ ...row(fields), version: sql<number>`version + 1` })
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

export const deletePost = (db: Db, postId: string) => db.deleteFrom('post').where('post_id', '=', postId).execute()

export const postInUse = async (db: Db, postId: string): Promise<boolean> =>
  (await db.selectFrom('employee').select('employee_id').where('post_id', '=', postId).limit(1).executeTakeFirst()) !== undefined
