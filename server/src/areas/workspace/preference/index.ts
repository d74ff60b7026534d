import * as calls from '@assoc/contract/platform/workspace'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

export const preference: ServerModule = {
  bindings: [handle(calls.selectPreferences, service.selectPreferences), handle(calls.savePreference, service.savePreference)],
}
