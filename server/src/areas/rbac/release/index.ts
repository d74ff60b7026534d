import * as ownCalls from '@assoc/contract/rbac/own'
import * as calls from '@assoc/contract/rbac/release'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { releaseSeed } from './seed'
import * as service from './service'

export const release: ServerModule = {
  bindings: [
    handle(ownCalls.selectOwnGroups, service.ownGroups),
    handle(ownCalls.noteReleases, service.note),
    handle(calls.selectReleases, service.list),
    handle(calls.switchRelease, service.switchTo),
    handle(calls.startCanary, service.canary),
    handle(calls.endCanary, service.stopCanary),
  ],
  seeds: [releaseSeed],
}
