import { sql } from 'kysely'
import { SMS_A_DAY } from '@assoc/contract/message/message'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'
import { claiming, type Claimed } from './sending.repository'
import { FULL_FOR_TODAY } from './plan'

// How many text messages a number has had since the day began in Asia/Shanghai. Those whose result is not known count: they may
// have arrived. Those that failed do not: nothing did.

const DAY_BEGAN = sql`(${TODAY}::timestamp at time zone 'Asia/Shanghai')`
const HAD = sql`r.submit_time >= ${DAY_BEGAN} and r.recipient_status in ('sending', 'submitted', 'delivered', 'unknown')
  and exists (select 1 from message m where m.message_id = r.message_id and m.channel = 'sms')`

/** Text messages of today by number; numbers that had none are left out. */
export async function hadToday(db: Db, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ target: string; n: number }>`select r.target, count(*)::int as n from message_recipient r
    where r.target = any(${[...numbers]}::text[]) and ${HAD} group by r.target`.execute(db)
  return new Map(rows.map((r) => [r.target, r.n]))
}

/** Takes the next recipient as claimNext does; another sending that takes the same number waits until this transaction ends. */
async function claimAndLock(db: Db, messageId: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`with taken as (${claiming(messageId)}) select taken.*, pg_advisory_xact_lock(hashtext('sms:' || target)) as locked from taken`.execute(db)
  return rows[0]
}

/** What a test sets otherwise: how a recipient is taken, and what happens after their number was counted. */
interface ClaimOptions {
  take?: (db: Db, messageId: string) => Promise<Claimed | undefined>
  looked?: () => Promise<unknown>
}

/**
 * Marks the next recipient of a text message as given out. One whose number is full for today is skipped instead, and answered
 * as `full`. Undefined when nobody is left.
 */
export async function claimSms(db: Db, messageId: string, { take = claimAndLock, looked }: ClaimOptions = {}): Promise<(Claimed & { full: boolean }) | undefined> {
  return db.transaction().execute(async (tx) => {
    const claimed = await take(tx, messageId)
    if (!claimed) return undefined
    // A statement of its own, so that it sees what the one before has waited for; this recipient is counted with the others.
    const full = ((await hadToday(tx, [claimed.target])).get(claimed.target) ?? 0) > SMS_A_DAY
    await looked?.()
    if (full) {
      await sql`update message_recipient set recipient_status = 'skipped', reason = ${FULL_FOR_TODAY}, parts = 0, submit_time = null, update_time = now()
        where recipient_id = ${claimed.recipientId}::bigint`.execute(tx)
    }
    return { ...claimed, full }
  })
}
