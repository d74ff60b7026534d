import type { ConsoleLink } from '@assoc/contract'
import { usualWays, type NoticeKind } from '@assoc/contract/platform/notice-kind'
import { sql } from 'kysely'
import type { Db } from '../database/database'
import { queueIm } from '../im/queue'
import { addJob } from '../jobs/queue'
import { kindOfLink } from './kind'

export interface Notice {
  title: string
  content: string
  /** What the notice opens; empty when there is nothing to. */
  link: ConsoleLink | ''
  /** That of the view which it opens, when left out. */
  kind?: NoticeKind
}

/** The job that turns a notice into a mail; see `mail.ts`. */
export const NOTICE_MAIL = 'notice:mail'

/** Leaves a notice to a person with the given connection: in a transaction it exists exactly when the change does. It reaches them on the ways that they have chosen for its kind. */
export const notify = (db: Db, userId: string, notice: Notice): Promise<void> => leave(db, [userId], notice, false)

/** As `notify`, for what is found again and again: who has a notice of this title unread gets no second one. */
export const notifyOnce = (db: Db, userIds: readonly string[], notice: Notice): Promise<void> => leave(db, [...new Set(userIds)], notice, true)

async function leave(db: Db, userIds: readonly string[], { title, content, link, kind = kindOfLink(link) }: Notice, once: boolean): Promise<void> {
  const usual = usualWays(kind)
  // Without the bell it stands among the notices all the same, as read. Of those, one of a title a day is enough.
  const { rows } = await sql<{ notification_id: string; user_id: string; mail: boolean; im: boolean }>`
    with w as (
      select u.user_id, coalesce(c.console, ${usual.console}) as console, coalesce(c.mail, ${usual.mail}) and u.email is not null as mail, coalesce(c.im, ${usual.im}) as im
      from unnest(${[...userIds]}::bigint[]) g(user_id) join sys_user u using (user_id) left join notice_choice c on c.user_id = u.user_id and c.notice_kind = ${kind}
      where not ${once} or not exists (
        select 1 from notification n where n.user_id = u.user_id and n.title = ${title}
          and (n.read_time is null or n.read_time = n.create_time and n.create_time > now() - interval '1 day'))
    ), n as (
      insert into notification (user_id, title, content, link, notice_kind, read_time, mail_due)
      select user_id, ${title}, ${content}, ${link}, ${kind}, case when console then null else now() end, mail from w
      returning notification_id, user_id
    )
    select n.notification_id::text, n.user_id::text, w.mail, w.im from n join w using (user_id)`.execute(db)
  for (const { notification_id, user_id, mail, im } of rows) {
    if (im) await queueIm(db, user_id, { title, content, link })
    if (mail) await addJob(db, NOTICE_MAIL, { notificationId: notification_id })
  }
}
