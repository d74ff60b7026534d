import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { holdPerson, ownerName, personDept, personStatus } from '../../../platform/identity/people'
import type { ShareWith } from './tables'
import './tables'

/** Views of a list that a person sees: their own first, then what others share with them or their department. */
export const listViews = (db: Db, list: string, userId: string, deptId: string | null) =>
  db
    .selectFrom('saved_view as v')
    .select(['v.view_id', 'v.user_id', 'v.title', 'v.search', 'v.columns', 'v.share_with', 'v.version', ownerName('v.user_id').as('real_name')])
    .where('v.list', '=', list)
    .where((eb) =>
      eb.or([
        eb('v.user_id', '=', userId),
        // What somebody shared ends with their account.
        eb.and([eb(personStatus('v.user_id'), 'not in', ['disabled', 'cancelled']), eb.or([eb('v.share_with', '=', 'all'), eb.and([eb('v.share_with', '=', 'dept'), eb(personDept('v.user_id'), '=', deptId ?? '0')])])]),
      ]),
    )
    .orderBy(sql`v.user_id <> ${userId}::bigint`)
    .orderBy('v.title')
    .orderBy('v.view_id')
    .limit(200)
    .execute()

export const findView = (db: Db, viewId: string) => db.selectFrom('saved_view').selectAll().where('view_id', '=', viewId).executeTakeFirst()

/** Views of a list that a person has, beside one. Holds the person's row, so that two requests at once cannot both be the last that fits. */
export async function countViews(db: Db, userId: string, list: string): Promise<number> {
  await holdPerson(db, userId)
  const { n } = await db.selectFrom('saved_view').select(sql<string>`count(*)`.as('n')).where('user_id', '=', userId).where('list', '=', list).executeTakeFirstOrThrow()
  return Number(n)
}

export interface ViewFields {
  title: string
  search: string
  columns: string
  shareWith: ShareWith
}

const row = ({ title, search, columns, shareWith }: ViewFields) => ({ title, search, columns: columns as never, share_with: shareWith })

export const insertView = (db: Db, userId: string, list: string, fields: ViewFields) =>
  db.insertInto('saved_view').values({ user_id: userId, list, ...row(fields) }).returning('view_id').executeTakeFirstOrThrow()

/** False when the version has moved. */
export async function updateView(db: Db, viewId: string, version: number, fields: ViewFields): Promise<boolean> {
  const done = await db
    .updateTable('saved_view')
    .set({ ...row(fields), update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('view_id', '=', viewId)
    .where('version', '=', version)
    .returning('view_id')
    .executeTakeFirst()
  return done !== undefined
}

export const removeView = (db: Db, viewId: string, version: number) =>
  db.deleteFrom('saved_view').where('view_id', '=', viewId).where('version', '=', version).returning('view_id').executeTakeFirst()
