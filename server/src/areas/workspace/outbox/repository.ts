import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'
import type { Tables } from '../../../platform/database/tables'
import { gramsOfKeyword, normalise } from '../../../platform/search/grams'

const SORT = { createTime: 'create_time' } as const

interface Filter extends PageInput<keyof typeof SORT> {
  keyword?: string | null | undefined
  channel?: Tables['outbox']['channel'] | undefined
  outboxStatus?: Selectable<Tables['outbox']>['outbox_status'] | undefined
}

/** `whole` is the keyword as a complete number or address; a part of one finds nothing. */
export async function listOutbox(db: Db, input: Filter, whole: string | null) {
  let query = db
    .selectFrom('outbox')
    .select(['outbox_id', 'channel', 'recipient', 'subject', 'outbox_status', 'attempts', 'error_message', 'create_time', 'sent_time'])
  if (input.keyword && normalise(input.keyword)) {
    const { grams } = gramsOfKeyword(input.keyword)
    // The grams are of recipient and subject together: what they find is compared once more, with the subject alone.
    const subject = sql<SqlBool>`(search_grams @> ${grams}::text[] and subject ilike ${contains(input.keyword.trim())})`
    query = query.where(whole === null ? subject : sql<SqlBool>`(search_grams @> ${grams}::text[] and lower(recipient) = ${whole})`)
  }
  if (input.channel) query = query.where('channel', '=', input.channel)
  if (input.outboxStatus) query = query.where('outbox_status', '=', input.outboxStatus)
  return page(query, input, orderBy(input.sort, SORT, 'create_time', 'outbox_id', 'desc'))
}

export const findContent = (db: Db, outboxId: string) =>
  db.selectFrom('outbox').select(['recipient', 'subject', 'content']).where('outbox_id', '=', outboxId).executeTakeFirst()
