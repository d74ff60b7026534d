import { masked } from '@assoc/contract'
import type * as calls from '@assoc/contract/platform/outbox'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

/** The text of one message, codes masked in it. Each reading is noted with whom it was meant for. */
export async function selectOutboxContent({ db, input, audit }: Context<typeof calls.selectOutboxContent>) {
  const row = await repository.findContent(db, input.outboxId)
  if (!row) throw refuse.notFound()
  audit({ recordType: 'outbox', recordId: input.outboxId, verb: 'read', after: { recipient: masked('contact', row.recipient), subject: row.subject } })
  return { content: row.content }
}
