import { recipientStatus } from '@assoc/contract/message/list'
import type { TimelineItem } from '@assoc/contract/platform/record'
import type { Principal } from '../../platform/access/principal'
import type { Db } from '../../platform/database/database'
import { addTimelinePart } from '../../platform/record/parts'
import { mayRead, runtimeNamed } from '../../platform/record/readable'
import { rowsOf } from '../../platform/resource/rows.repository'
import { contactsOfMember, sentTo, type SentMessage } from './timeline.repository'

/** Characters of a message that a timeline shows; the whole of it stands in its own list. */
const EXCERPT = 120
const CHANNELS = { sms: { name: '短信', resource: 'smsMessage' }, mail: { name: '邮件', resource: 'mailMessage' } } as const

/** Messages that went to contacts, as far as the reader may read them in their own list. */
async function messagesTo(db: Db, principal: Principal, contactIds: readonly string[], limit: number): Promise<TimelineItem[]> {
  const sent = await sentTo(db, contactIds, limit)
  const open = new Set<string>()
  for (const channel of ['sms', 'mail'] as const) {
    const runtime = runtimeNamed(CHANNELS[channel].resource)
    const ids = [...new Set(sent.filter((one) => one.channel === channel).map((one) => one.message_id))]
    if (!runtime || ids.length === 0 || !mayRead(runtime, principal)) continue
    for (const row of await rowsOf(db, runtime, principal, { filters: {}, ids }, ids.length, 0)) open.add(String(row[runtime.idField]))
  }
  return sent.filter((one) => open.has(one.message_id)).map(item)
}

const item = (one: SentMessage): TimelineItem => ({
  key: `message:${one.recipient_id}`,
  kind: 'message',
  time: one.at.toISOString(),
  userName: one.writer ?? '',
  title: `${CHANNELS[one.channel].name}发给${one.name || '收件人'}：${recipientStatus.labels[one.recipient_status]}`,
  text: one.channel === 'mail' ? one.subject : one.content.length > EXCERPT ? `${one.content.slice(0, EXCERPT)}…` : one.content,
  textLabel: one.msg_no,
  changes: [],
  files: [],
  note: null,
})

addTimelinePart({ of: ['contact'], read: (db, principal, { id }, limit) => messagesTo(db, principal, [id], limit) })
addTimelinePart({ of: ['member'], read: async (db, principal, { id }, limit) => messagesTo(db, principal, await contactsOfMember(db, id), limit) })
