import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export const insertChallenge = (db: Db, challengeId: string, answer: number, address: string) =>
  db.insertInto('slider_challenge').values({ challenge_id: challengeId, answer, address, ticket_hash: null }).execute()

/** Uses a challenge up for a request, right or wrong, and answers where its gap was; undefined when another request has used it, or nobody can any more. */
export async function takeChallenge(db: Db, challengeId: string, address: string, intent: Buffer | null): Promise<{ answer: number } | undefined> {
  const { rows } = await sql<{ answer: number }>`
    update slider_challenge set used = true, used_for = ${intent}
    where challenge_id = ${challengeId} and address = ${address} and (not used or used_for = ${intent}) and create_time > now() - interval '2 minutes'
    returning answer`.execute(db)
  return rows[0]
}

export const keepInvoice = (db: Db, challengeId: string, ticketHash: Buffer) =>
  db.updateTable('slider_challenge').set({ ticket_hash: ticketHash }).where('challenge_id', '=', challengeId).execute()

/** Uses a ticket up for a request; null when it is unknown, old, another address's, or used by another request; `again` when by this one. */
export async function takeTicket(db: Db, ticketHash: Buffer, address: string, intent: Buffer | null): Promise<{ again: boolean } | null> {
  const { rows } = await sql<{ again: boolean }>`
    update slider_challenge s set ticket_used = true, ticket_used_for = ${intent}
    from (select challenge_id, ticket_used as again from slider_challenge where ticket_hash = ${ticketHash} for update) before
    where s.challenge_id = before.challenge_id and address = ${address} and (not ticket_used or ticket_used_for = ${intent}) and create_time > now() - interval '5 minutes'
    returning before.again`.execute(db)
  return rows[0] ?? null
}
