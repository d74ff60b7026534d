import { sql, type SqlBool } from 'kysely'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { orderBy, page, type PageInput } from '../../../platform/database/list'

const SORT = { createTime: 'create_time' } as const

/** A person's own notices; the table is called `alias`. */
export const ofPerson = ({ userId }: Principal, alias: string) => sql<SqlBool>`${sql.ref(`${alias}.user_id`)} = ${userId}::bigint`
export const isRead = sql<boolean>`t.read_time is not null`
export const inState = (state: 'read' | 'unread') => (state === 'read' ? sql<SqlBool>`t.read_time is not null` : sql<SqlBool>`t.read_time is null`)

/** The newest notices of a person, or those of them that are unread. */
export async function listNotifications(db: Db, userId: string, input: PageInput<keyof typeof SORT> & { unreadOnly?: boolean | undefined }) {
  let query = db
    .selectFrom('notification')
    .select(['notification_id', 'title', 'content', 'link', 'read_time', 'create_time'])
    .where('user_id', '=', userId)
  if (input.unreadOnly) query = query.where('read_time', 'is', null)
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
