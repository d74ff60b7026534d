import { sql } from 'kysely'
import { sealFits } from '../../../platform/audit/seal'
import type { Db } from '../../../platform/database/database'
import { dayBegins } from '../../../platform/database/day'

export interface SealRange {
  dateFrom?: string | undefined
  dateTo?: string | undefined
  /** Goes on after this seal. */
  after?: string | undefined
}

/** Seals of one step, and rows after which a step ends. */
const STEP_SEALS = 500
const STEP_ROWS = 20_000

function sealsOf(db: Db, { dateFrom, dateTo, after }: SealRange) {
  let query = db.selectFrom('audit_seal').select(['seal_id', 'time', 'ids', 'row_count', 'up_to_id', 'previous_hash', 'hash']).orderBy('seal_id').limit(STEP_SEALS)
  if (dateFrom) query = query.where('time', '>=', dayBegins(dateFrom))
  if (dateTo) query = query.where('time', '<', dayBegins(dateTo, 1))
  if (after) query = query.where('seal_id', '>', after)
  return query.execute()
}

const hashBefore = (db: Db, sealId: string) =>
  db.selectFrom('audit_seal').select('hash').where('seal_id', '<', sealId).orderBy('seal_id', 'desc').limit(1).executeTakeFirst()

/**
 * Recomputes the chain over a part of a range: each seal must fit (platform/audit/seal.ts). Stops at the
 * first that does not.
 */
export async function verifySeals(db: Db, range: SealRange) {
  const seals = await sealsOf(db, range)
  const first = seals[0]
  let previous: Buffer = (first && (await hashBefore(db, first.seal_id))?.hash) ?? Buffer.alloc(32)
  let rows = 0
  let done = 0
  for (const seal of seals) {
    done += 1
    if (!(await sealFits(db, seal, previous))) {
      return { seals: done, rows, next: null, broken: { sealId: seal.seal_id, sealTime: seal.time.toISOString(), firstAuditId: seal.ids[0] ?? null, lastAuditId: seal.ids.at(-1) ?? null } }
    }
    previous = seal.hash
    rows += seal.ids.length
    if (rows >= STEP_ROWS && seal !== seals.at(-1)) return { seals: done, rows, broken: null, next: seal.seal_id }
  }
  return { seals: done, rows, broken: null, next: seals.length < STEP_SEALS ? null : (seals.at(-1)?.seal_id ?? null) }
}

/** How much of the log is sealed. Rows wait a minute or so for the next seal. */
export async function sealState(db: Db) {
  const { rows } = await sql<{ seals: string; sealed: string; last: Date | null; open: string }>`
    select count(*) as seals, coalesce(sum(row_count), 0) as sealed, max(time) as last,
      (select count(*) from audit_log a where a.audit_id > coalesce((select max(up_to_id) from audit_seal), 0) - 100000
        and not exists (select 1 from audit_sealed s where s.audit_id = a.audit_id)) as open
    from audit_seal`.execute(db)
  const row = rows[0]
  return { seals: Number(row?.seals), encryptedRows: Number(row?.sealed), openRows: Number(row?.open), lastSealTime: row?.last?.toISOString() ?? null }
}
