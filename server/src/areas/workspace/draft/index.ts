import * as calls from '@assoc/contract/platform/workspace'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

export const draft: ServerModule = {
  bindings: [handle(calls.selectDraft, service.selectDraft), handle(calls.saveDraft, service.saveDraft), handle(calls.deleteDraft, service.deleteDraft)],
}
