import * as calls from '@assoc/contract/platform/page-help'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { pageHelpSeeds } from './seed'
import * as service from './service'

/** Help of a page, that staff edit in its place. */
export const pageHelp: ServerModule = {
  bindings: [handle(calls.selectPageHelp, service.select), handle(calls.savePageHelp, service.save)],
  seeds: pageHelpSeeds,
}
