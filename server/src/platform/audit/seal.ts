import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database'

const BATCH = 5_000

interface SealRow {
  audit_id: string
  line: string
}

const hashOf = (previous: Buffer, rows: readonly SealRow[]): Buffer => {
  const hash = createHash('sha256').update(previous)
  for (const row of rows) hash.update(row.audit_id).update('\n').update(row.line).update('\n')
  return hash.digest()
}

// Columns that a row has had from the first. Later ones are added behind and only where they hold something, so that a row that was
// sealed before there were any gives the same line for ever.
const SEALED_FIRST = sql.raw('a.audit_id, a.time, a.user_id, a.user_name, a.ip, a.request_id, a.path, a.title, a.record_type, a.record_id, a.verb, a.reason, a.before, a.after, a.code')

const rowsOf = (db: Db, ids: readonly string[]) =>
  sql<SealRow>`select a.audit_id::text, (select row_to_json(o)::text from (select ${SEALED_FIRST}) o)
      || case when a.module is null and a.duration_ms is null then '' else json_build_array(a.module, a.duration_ms)::text end as line
    from audit_log a where audit_id = any(${ids}::bigint[]) order by audit_id`
    .execute(db)
    .then((r) => r.rows)

/**
 * Seals rows that no seal holds yet into the hash chain. Rows are taken by "not sealed", not by id
 * alone: a transaction that ends late leaves a lower id behind a higher one.
 */
export async function sealAudit(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7316002)`.execute(tx)
    const { rows: open } = await sql<{ audit_id: string }>`
      select a.audit_id from audit_log a
      where not exists (select 1 from audit_sealed s where s.audit_id = a.audit_id)
        and a.audit_id > coalesce((select max(up_to_id) from audit_seal), 0) - 100000
      order by a.audit_id limit ${BATCH}`.execute(tx)
    if (open.length === 0) return 0
    const ids = open.map((r) => r.audit_id)
    const last = await tx.selectFrom('audit_seal').select('hash').orderBy('seal_id', 'desc').limit(1).executeTakeFirst()
    const previous = last?.hash ?? Buffer.alloc(32)
    const rows = await rowsOf(tx, ids)
    await tx
      .insertInto('audit_seal')
      .values({ up_to_id: ids.at(-1) ?? '0', row_count: ids.length, ids, previous_hash: previous, hash: hashOf(previous, rows) })
      .execute()
    await sql`insert into audit_sealed select unnest(${ids}::bigint[])`.execute(tx)
    return ids.length
  })
}

/** The text of one row that goes into the hash of its seal. */
export const lineOf = async (db: Db, auditId: string): Promise<string | undefined> => (await rowsOf(db, [auditId]))[0]?.line

export interface SealFacts {
  ids: string[]
  previous_hash: Buffer
  hash: Buffer
}

/** Whether a seal follows the hash before it, holds all of its rows, and gives its own hash again. */
export async function sealFits(db: Db, seal: SealFacts, previous: Buffer): Promise<boolean> {
  const rows = await rowsOf(db, seal.ids)
  return previous.equals(seal.previous_hash) && rows.length === seal.ids.length && hashOf(previous, rows).equals(seal.hash)
}

/** Recomputes the chain. Answers the first seal that does not fit, or null when all do. */
export async function verifyAudit(db: Db): Promise<{ brokenSeal: string | null; seals: number }> {
  let previous: Buffer = Buffer.alloc(32)
  const seals = await db.selectFrom('audit_seal').select(['seal_id', 'ids', 'previous_hash', 'hash']).orderBy('seal_id').execute()
  for (const seal of seals) {
    if (!(await sealFits(db, seal, previous))) return { brokenSeal: seal.seal_id, seals: seals.length }
    previous = seal.hash
  }
  return { brokenSeal: null, seals: seals.length }
}
