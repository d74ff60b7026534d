import type * as calls from '@assoc/contract/platform/outbox'
import { iso, isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

/** Messages that left or wait, newest first; without their text. */
export async function selectOutboxByPage({ db, input }: Context<typeof calls.selectOutboxByPage>) {
  const { items, total } = await repository.listOutbox(db, input)
  return {
    total,
    items: items.map((r) => ({
      outboxId: r.outbox_id,
      channel: r.channel,
      recipient: r.recipient,
      subject: r.subject,
      outboxStatus: r.outbox_status,
      attempts: r.attempts,
      errorMessage: r.error_message,
      createTime: iso(r.create_time),
      sentTime: isoOrNull(r.sent_time),
    })),
  }
}

/** The text of one message. It may hold a verification code, so each reading is noted with whom it was meant for. */
export async function selectOutboxContent({ db, input, audit }: Context<typeof calls.selectOutboxContent>) {
  const row = await repository.findContent(db, input.outboxId)
  if (!row) throw refuse.notFound()
  audit({ recordType: 'outbox', recordId: input.outboxId, verb: 'read', after: { recipient: row.recipient, subject: row.subject } })
  return { content: row.content }
}
