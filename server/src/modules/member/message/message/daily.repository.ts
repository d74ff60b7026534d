import { sql } from 'kysely'
import { SMS_A_DAY } from '@assoc/contract/member/message'
import type { Db } from '../../../../platform/database/database'
import { claimNext, type Claimed } from './sending.repository'
import { FULL_FOR_TODAY } from './plan'

// How many text messages a number has had since the day began in Asia/Shanghai. Those whose result is not known count: they may
// have arrived. Those that failed do not: nothing did.

const DAY_BEGAN = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`
const HAD = sql`r.submit_time >= ${DAY_BEGAN} and r.recipient_status in ('submitted', 'delivered', 'unknown')
  and exists (select 1 from message m where m.message_id = r.message_id and m.channel = 'sms')`

/** Text messages of today by number; numbers that had none are left out. */
export async function hadToday(db: Db, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ target: string; n: number }>`select r.target, count(*)::int as n from message_recipient r
    where r.target = any(${[...numbers]}::text[]) and ${HAD} group by r.target`.execute(db)
  return new Map(rows.map((r) => [r.target, r.n]))
}

/** Two sendings that count one number wait for each other until the transaction ends. */
const lockNumber = (db: Db, number: string) => sql`select pg_advisory_xact_lock(hashtext('sms:' || ${number}))`.execute(db)

/**
 * Marks the next recipient of a text message as given out. One whose number is full for today is skipped instead, and answered
 * as `full`. Undefined when nobody is left.
 */
export async function claimSms(db: Db, messageId: string, { lock = lockNumber, looked = async () => undefined }: { lock?: (db: Db, number: string) => Promise<unknown>; looked?: () => Promise<unknown> } = {}): Promise<(Claimed & { full: boolean }) | undefined> {
  return db.transaction().execute(async (tx) => {
    const claimed = await claimNext(tx, messageId)
    if (!claimed) return undefined
    await lock(tx, claimed.target)
    // Read after the lock, and this one counted with the others.
    const full = ((await hadToday(tx, [claimed.target])).get(claimed.target) ?? 0) > SMS_A_DAY
    await looked()
    if (full) {
      await sql`update message_recipient set recipient_status = 'skipped', reason = ${FULL_FOR_TODAY}, parts = 0, submit_time = null, update_time = now()
        where recipient_id = ${claimed.recipientId}::bigint`.execute(tx)
    }
    return { ...claimed, full }
  })
}
