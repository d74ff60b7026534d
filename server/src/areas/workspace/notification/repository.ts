import type { NoticeKind, NoticeWays } from '@assoc/contract/platform/notice-kind'
import { sql, type SqlBool } from 'kysely'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { orderBy, page, type PageInput } from '../../../platform/database/list'
import { reachOf } from '../../../platform/identity/people'

const SORT = { createTime: 'create_time' } as const
/** Not put aside, or come back. */
const IS_DUE = sql<SqlBool>`(snoozed_until is null or snoozed_until <= now())`

/** A person's own notices; the table is called `alias`. */
export const ofPerson = ({ userId }: Principal, alias: string) => sql<SqlBool>`${sql.ref(`${alias}.user_id`)} = ${userId}::bigint`
export const isRead = sql<boolean>`t.read_time is not null`
export const inState = (state: 'read' | 'unread') => (state === 'read' ? sql<SqlBool>`t.read_time is not null` : sql<SqlBool>`t.read_time is null`)

/** The newest notices of a person, or those of them that are unread; what has come back stands where its time puts it. */
export async function listNotifications(db: Db, userId: string, input: PageInput<keyof typeof SORT> & { unreadOnly?: boolean | undefined }) {
  let query = db
    .selectFrom('notification')
    .select(['notification_id', 'notice_kind', 'title', 'content', 'link', 'read_time', 'snoozed_until', 'create_time'])
    .where('user_id', '=', userId)
    .where(IS_DUE)
  if (input.unreadOnly) query = query.where('read_time', 'is', null)
  return page(query, input, orderBy(input.sort, SORT, 'show_time', 'notification_id', 'desc'))
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notification')
    .select(sql<string>`count(*)`.as('n'))
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
    .where(IS_DUE)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Marks a person's notices read, all that are not put aside when no ids are given; answers how many were unread. */
export async function markRead(db: Db, userId: string, ids: readonly string[] | undefined, at = new Date()): Promise<number> {
  let query = db
    .updateTable('notification')
    .set({ read_time: at, snoozed_until: sql<Date | null>`case when snoozed_until <= now() then snoozed_until end` })
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
  query = ids ? query.where('notification_id', '=', sql<string>`any(${[...ids]}::bigint[])`) : query.where(IS_DUE)
  const result = await query.executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Takes back the marking of a person's notices that was done at an instant. */
export const markUnread = (db: Db, userId: string, at: string) => db.updateTable('notification').set({ read_time: null }).where('user_id', '=', userId).where('read_time', '=', new Date(at)).execute()

/** Puts a person's notices aside until then, unread; null brings them back. */
export async function putAside(db: Db, userId: string, ids: readonly string[], until: string | null): Promise<void> {
  await db
    .updateTable('notification')
    .set({ snoozed_until: until, read_time: null })
    .where('user_id', '=', userId)
    .where('notification_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .execute()
}

export const choicesOf = (db: Db, userId: string) => db.selectFrom('notice_choice').select(['notice_kind', 'console', 'mail', 'im']).where('user_id', '=', userId).execute()

/** Whether the person has a mail address, and the messengers that they have bound. */
export async function waysThereAre(db: Db, userId: string) {
  const [{ email }, messengers] = await Promise.all([
    reachOf(db, userId),
    db.selectFrom('im_binding').select('kind').where('user_id', '=', userId).orderBy('kind').execute(),
  ])
  return { hasEmail: Boolean(email), messengers: messengers.map(({ kind }) => kind) }
}

export const putChoice = (db: Db, userId: string, noticeKind: NoticeKind, ways: NoticeWays) =>
  db
    .insertInto('notice_choice')
    .values({ user_id: userId, notice_kind: noticeKind, ...ways })
    .onConflict((c) => c.columns(['user_id', 'notice_kind']).doUpdateSet(ways))
    .execute()
