import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'

const SORT = { createTime: 'create_time' } as const

export interface NoticeFilter extends PageInput<keyof typeof SORT> {
  unreadOnly?: boolean | undefined
  readState?: 'unread' | 'read' | undefined
  keyword?: string | null | undefined
}

export async function listNotifications(db: Db, userId: string, input: NoticeFilter) {
  let query = db
    .selectFrom('notification')
    .select(['notification_id', 'title', 'content', 'link', 'read_time', 'create_time'])
    .where('user_id', '=', userId)
  if (input.unreadOnly || input.readState === 'unread') query = query.where('read_time', 'is', null)
  if (input.readState === 'read') query = query.where('read_time', 'is not', null)
  const like = input.keyword ? contains(input.keyword) : null
  if (like) query = query.where((eb) => eb.or([eb('title', 'ilike', like), eb('content', 'ilike', like)]))
  return page(query, input, orderBy(input.sort, SORT, 'create_time', 'notification_id', 'desc'))
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notification')
    .select(sql<string>`count(*)`.as('n'))
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Marks a person's notices read, all of them when no ids are given; answers how many were unread. */
export async function markRead(db: Db, userId: string, ids: readonly string[] | undefined): Promise<number> {
  let query = db
    .updateTable('notification')
    .set({ read_time: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
  if (ids) query = query.where('notification_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
  const result = await query.executeTakeFirst()
  return Number(result.numUpdatedRows)
}
