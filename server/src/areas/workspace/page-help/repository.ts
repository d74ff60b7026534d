import type { RichDoc } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { personName } from '../../../platform/identity/people'
import './tables'

export const helpOf = (db: Db, menuLink: string) =>
  db
    .selectFrom('page_help as t')
    .select(['t.content', 't.version', 't.update_time', personName('t.update_by').as('update_name')])
    .where('t.menu_link', '=', menuLink)
    .executeTakeFirst()

/** Writes a help over the version that was read, 0 for none; the new version, undefined when somebody else was first. */
export async function putHelp(db: Db, menuLink: string, content: RichDoc | null, version: number, userId: string): Promise<number | undefined> {
  const text = content === null ? null : JSON.stringify(content)
  const row =
    version === 0
      ? await db.insertInto('page_help').values({ menu_link: menuLink, content: text, update_by: userId }).onConflict((c) => c.doNothing()).returning('version').executeTakeFirst()
      : await db
          .updateTable('page_help')
          .set({ content: text, version: sql<number>`version + 1`, update_by: userId, update_time: sql<Date>`now()` })
          .where('menu_link', '=', menuLink)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return row?.version
}

/** Writes helps where there are none. */
export const writeHelps = (db: Db, helps: Readonly<Record<string, RichDoc>>) =>
  db
    .insertInto('page_help')
    .values(Object.entries(helps).map(([menu_link, content]) => ({ menu_link, content: JSON.stringify(content), update_by: null })))
    .onConflict((c) => c.doNothing())
    .execute()
