import * as calls from '@assoc/contract/platform/audit'
import { timelineOf } from '../../../platform/audit/audit'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../..'
import { labeller } from './labels'

/** What happened to one record, newest first, in the contract's words. */
async function selectAuditOfRecord({ db, input }: Context<typeof calls.selectAuditOfRecord>) {
  return timelineOf(db, input.recordType, input.recordId, labeller(input.recordType))
}

export const audit: ServerModule = { bindings: [handle(calls.selectAuditOfRecord, selectAuditOfRecord)] }
