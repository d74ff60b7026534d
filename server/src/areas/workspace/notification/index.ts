import * as calls from '@assoc/contract/platform/workspace'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { messageSeed } from './seed'
import * as service from './service'

export const notification: ServerModule = {
  bindings: [handle(calls.selectNotificationByPage, service.selectNotificationByPage), handle(calls.countUnread, service.countUnread), handle(calls.readNotifications, service.readNotifications)],
  seeds: [messageSeed],
}
