import * as calls from '@assoc/contract/platform/session'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

export const session: ServerModule = {
  bindings: [
    handle(calls.selectOnlineSessionByPage, service.selectOnlineSessionByPage),
    handle(calls.kickSession, service.kickSession),
    handle(calls.selectOwnSessions, service.selectOwnSessions),
    handle(calls.endOwnSessions, service.endOwnSessions),
    handle(calls.getDraftKey, service.getDraftKey),
  ],
}
