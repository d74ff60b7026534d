import * as calls from '@assoc/contract/platform/inbox'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as past from './past'
import { inboxMenu } from './seed'
import * as service from './service'

/** What waits for the person in all areas, decided in one place; and what became of what they decided and asked for. */
export const inbox: ServerModule = {
  bindings: [
    handle(calls.selectInbox, service.selectInbox),
    handle(calls.selectInboxRecord, service.selectInboxRecord),
    handle(calls.decideInbox, service.decideInbox),
    handle(calls.decideInboxMany, service.decideInboxMany),
    handle(calls.selectDecided, past.selectDecided),
    handle(calls.selectAsked, past.selectAsked),
    handle(calls.selectCopies, past.selectCopies),
    handle(calls.markCopies, past.markCopies),
  ],
  seeds: [inboxMenu],
}
