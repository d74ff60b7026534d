import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export const insertChallenge = (db: Db, challengeId: string, answer: number, address: string) =>
  db.insertInto('slider_challenge').values({ challenge_id: challengeId, answer, address, ticket_hash: null }).execute()

/** Uses a challenge up, right or wrong, and answers where its gap was; undefined when it cannot be used. */
export const takeChallenge = (db: Db, challengeId: string, address: string) =>
  db
    .updateTable('slider_challenge')
    .set({ used: true })
    .where('challenge_id', '=', challengeId)
    .where('address', '=', address)
    .where('used', '=', false)
    .where('create_time', '>', sql<Date>`now() - interval '2 minutes'`)
    .returning('answer')
    .executeTakeFirst()

export const keepInvoice = (db: Db, challengeId: string, ticketHash: Buffer) =>
  db.updateTable('slider_challenge').set({ ticket_hash: ticketHash }).where('challenge_id', '=', challengeId).execute()

/** Uses a ticket up; false when it is unknown, used, old or another address's. */
export const takeTicket = async (db: Db, ticketHash: Buffer, address: string): Promise<boolean> =>
  (await db
    .deleteFrom('slider_challenge')
    .where('ticket_hash', '=', ticketHash)
    .where('address', '=', address)
    .where('create_time', '>', sql<Date>`now() - interval '5 minutes'`)
    .returning('challenge_id')
    .executeTakeFirst()) !== undefined
