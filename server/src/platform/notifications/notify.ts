import type { ConsoleLink } from '@assoc/contract'
import { sql } from 'kysely'
import type { Db } from '../database/database'
import { queueIm } from '../im/queue'

export interface Notice {
  title: string
  content: string
  /** What the notice opens; empty when there is nothing to. */
  link: ConsoleLink | ''
}

/** Leaves a notice to a person with the given connection: in a transaction it exists exactly when the change does. */
export async function notify(db: Db, userId: string, notice: Notice): Promise<void> {
  await db
    .insertInto('notification')
    .values({ user_id: userId, ...notice })
    .execute()
  await queueIm(db, userId, notice)
}

/** As `notify`, for what is found again and again: who has a notice of this title unread gets no second one. */
export async function notifyOnce(db: Db, userIds: readonly string[], { title, content, link }: Notice): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`insert into notification (user_id, title, content, link) select u, ${title}, ${content}, ${link} from unnest(${[...new Set(userIds)]}::bigint[]) u
    where not exists (select 1 from notification n where n.user_id = u and n.title = ${title} and n.read_time is null) returning user_id::text`.execute(db)
  for (const { user_id } of rows) await queueIm(db, user_id, { title, content, link })
}
