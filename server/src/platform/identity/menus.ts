import { sql, type RawBuilder } from 'kysely'

/** Names of the menu entries whose ids a column of arrays holds. */
export const menuNames = (ids: string): RawBuilder<string> =>
  sql<string>`(select coalesce(string_agg(m.menu_name, '、' order by m.menu_id), '') from menu m where m.menu_id = any(${sql.ref(ids)}))`
