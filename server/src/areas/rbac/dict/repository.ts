import { sql } from 'kysely'

/** How many items a dictionary has; `t` is the dictionary. */
export const itemCount = sql<number>`(select count(*) from dict_item i where i.dict_id = t.dict_id)::int`
