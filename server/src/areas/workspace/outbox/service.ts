import { masked } from '@assoc/contract'
import type * as calls from '@assoc/contract/platform/outbox'
import { has } from '../../../platform/access/principal'
import { iso, isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { lookedUp } from '../../../platform/search/personal'
import * as repository from './repository'

/** Messages that left or wait, newest first; without their text. */
export async function selectOutboxByPage({ db, principal, platform, input }: Context<typeof calls.selectOutboxByPage>) {
  const { items, total } = await repository.listOutbox(db, input, await lookedUp(platform, principal, input.keyword, ['mobile', 'email']))
  return {
    total,
    items: items.map((r) => ({
      outboxId: r.outbox_id,
      channel: r.channel,
      recipient: masked('contact', r.recipient) ?? '',
      subject: r.subject,
      outboxStatus: r.outbox_status,
      attempts: r.attempts,
      errorMessage: r.error_message,
      createTime: iso(r.create_time),
      sentTime: isoOrNull(r.sent_time),
    })),
  }
}

/** The text of one message, codes masked in it. Each reading is noted with whom it was meant for. */
export async function selectOutboxContent({ db, input, audit }: Context<typeof calls.selectOutboxContent>) {
  const row = await repository.findContent(db, input.outboxId)
  if (!row) throw refuse.notFound()
  audit({ recordType: 'outbox', recordId: input.outboxId, verb: 'read', after: { recipient: masked('contact', row.recipient), subject: row.subject } })
  return { content: row.content }
}

/** Whom a message was for, for who may see both the outbox and personal data. */
export async function selectOutboxPlain({ db, principal, input, audit }: Context<typeof calls.selectOutboxPlain>) {
  if (!has(principal, 'rbac:outbox:read')) throw refuse.forbidden()
  const row = await repository.findContent(db, input.outboxId)
  if (!row) throw refuse.notFound()
  audit({ recordType: 'outbox', recordId: input.outboxId, verb: 'viewPlain', after: { fields: input.fields } })
  return { values: { recipient: row.recipient } }
}
