import * as calls from '@assoc/contract/platform/workspace'
import { notice } from '@assoc/contract/rbac/notice'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { inState, isRead, markRead, ofPerson } from './repository'
import { messageSeed } from './seed'
import * as service from './service'

const notices = mountResource(notice, {
  table: 'notification',
  computed: { read: isRead },
  rowFilter: ofPerson,
  keyword: { columns: ['title', 'content'] },
  filters: { readState: inState },
  order: { field: 'createTime', direction: 'desc' },
  may: (_principal, row) => !row.read,
  actions: { read: async ({ db, principal }, { notificationId }) => void (await markRead(db, principal.userId, [notificationId])) },
})

export const notification: ServerModule = {
  bindings: [
    ...notices.bindings,
    handle(calls.selectNotificationByPage, service.selectNotificationByPage),
    handle(calls.countUnread, service.countUnread),
    handle(calls.readNotifications, service.readNotifications),
    handle(calls.unreadNotifications, service.unreadNotifications),
    handle(calls.snoozeNotifications, service.snoozeNotifications),
    handle(calls.selectNoticeChoices, service.selectNoticeChoices),
    handle(calls.saveNoticeChoice, service.saveNoticeChoice),
  ],
  seeds: [messageSeed],
}
