import * as calls from '@assoc/contract/rbac/why'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { whySeed } from './seed'
import * as service from './service'

/** Why somebody may, or may not: answered with the code that decides. */
export const why: ServerModule = {
  bindings: [
    handle(calls.explainPermit, service.whyPermit),
    handle(calls.explainMenu, service.whyMenu),
    handle(calls.explainRecord, service.whyRecord),
    handle(calls.selectWhyTargets, service.targets),
  ],
  seeds: [whySeed],
}
