import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { personName } from '../../platform/identity/people'
import type { Channel, RecipientStatus } from './tables'

export interface SentMessage {
  recipient_id: string
  message_id: string
  channel: Channel
  msg_no: string
  subject: string
  content: string
  name: string
  recipient_status: RecipientStatus
  reason: string | null
  at: Date
  writer: string | null
}

/** Contacts through whom a member is reached: those of the company. */
export const contactsOfMember = async (db: Db, memberId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select c.contact_id::text as id from member_public m join contact_public c on c.company_id = m.company_id where m.member_id = ${memberId}::bigint limit 200`.execute(db)
  return rows.map((row) => row.id)
}

/** What was given out to some contacts, newest first. */
export async function sentTo(db: Db, contactIds: readonly string[], limit: number): Promise<SentMessage[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<SentMessage>`
    select r.recipient_id, m.message_id, m.channel, m.msg_no, m.subject, m.content, r.name, r.recipient_status, r.reason, coalesce(r.submit_time, r.update_time) as at, ${personName('m.create_by')} as writer
    from message_recipient r join message m on m.message_id = r.message_id
    where r.contact_id = any(${[...contactIds]}::bigint[]) and r.recipient_status in ('submitted', 'delivered', 'failed', 'kept', 'unknown')
    order by at desc limit ${limit}`.execute(db)
  return rows
}
