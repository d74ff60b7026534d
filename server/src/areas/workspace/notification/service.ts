import type * as calls from '@assoc/contract/platform/workspace'
import { iso } from '../../../platform/database/database'
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
