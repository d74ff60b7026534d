import type { Db } from '../../../platform/database/database'

/** The address that a mail went to; undefined when there is no such recipient of a mail. */
export async function mailAddress(db: Db, messageId: string, recipientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('message_recipient as r')
    .innerJoin('message as m', 'm.message_id', 'r.message_id')
    .select('r.target')
    .where('r.recipient_id', '=', recipientId)
    .where('m.message_id', '=', messageId)
    .where('m.channel', '=', 'mail')
    .executeTakeFirst()
  return row?.target
}
