import { type ConsoleLink } from '@assoc/contract'
import type * as calls from '@assoc/contract/platform/workspace'
import { iso, type Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

/** The person's own notices, newest first, with the number of unread ones. */
export async function selectNotificationByPage({ db, principal, input }: Context<typeof calls.selectNotificationByPage>) {
  const [list, unread] = await Promise.all([repository.listNotifications(db, principal.userId, input), repository.countUnread(db, principal.userId)])
  const items = list.items.map((r) => ({
    notificationId: r.notification_id,
    title: r.title,
    content: r.content,
    link: r.link,
    read: r.read_time !== null,
    createTime: iso(r.create_time),
  }))
  return { items, total: list.total, unread }
}

export const countUnread = async ({ db, principal }: Context<typeof calls.countUnread>) => ({ unread: await repository.countUnread(db, principal.userId) })

/** Marks own notices read; ids of other people's change nothing. */
export async function readNotifications({ db, principal, input, audit }: Context<typeof calls.readNotifications>) {
  const marked = await repository.markRead(db, principal.userId, input.notificationIds)
  audit({ recordType: 'notification', recordId: null, verb: 'read', after: { count: marked } })
  return {}
}

export interface Notice {
  title: string
  content: string
  /** What the notice opens; empty when there is nothing to. */
  link: ConsoleLink | ''
}

/** Lays a notice on a person's desk with the given connection: in a transaction it exists exactly when the change does. */
export const notify = (db: Db, userId: string, notice: Notice) => repository.insertNotice(db, userId, notice)

/** As `notify`, for what is found again and again: who has a notice of this title unread gets no second one. */
export const notifyOnce = (db: Db, userIds: readonly string[], notice: Notice) => repository.insertNoticeOnce(db, userIds, notice)
