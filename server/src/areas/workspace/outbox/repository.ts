import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'

/** The grams are of recipient and subject together: what they find is compared once more, with the subject alone. The table is called `t`. */
export const subjectHolds = (keyword: string) => sql<SqlBool>`(t.search_grams @> ${gramsOfKeyword(keyword).grams}::text[] and t.subject ilike ${contains(keyword.trim())})`

export const findContent = (db: Db, outboxId: string) =>
  db.selectFrom('outbox').select(['recipient', 'subject', 'content']).where('outbox_id', '=', outboxId).executeTakeFirst()
