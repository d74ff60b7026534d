import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'

/** Seconds that one run may speak with the provider alone; longer than any answer is waited for. */
const LEASE_SECONDS = 120

/** What the provider is asked for: a original invoice of an application, or a red one of a confirmation. */
export type Task = { table: 'invoice_apply' | 'red_confirm'; idColumn: 'apply_id' | 'red_id'; status: 'invoice_status' | 'red_status'; id: string }

/** Takes the sole right to speak with the provider about a task that is being issued; false while another run has it. */
export async function takeRun(db: Db, { table, idColumn, status, id }: Task): Promise<boolean> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set run_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where ${sql.ref(idColumn)} = ${id}::bigint and ${sql.ref(status)} = 'issuing' and (run_until is null or run_until < now())`.execute(db)
  return numAffectedRows === 1n
}

/** Lets go of it. */
export const endRun = (db: Db, { table, idColumn, id }: Task) => sql`update ${sql.table(table)} set run_until = null where ${sql.ref(idColumn)} = ${id}::bigint`.execute(db)

/** Tasks that should be with the provider and that nobody speaks about, such as those whose job was lost with its last try. */
export async function standingStill(db: Db, { table, idColumn, status }: Omit<Task, 'id'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(idColumn)} as id from ${sql.table(table)}
    where ${sql.ref(status)} = 'issuing' and update_time < now() - interval '3 minutes' and (run_until is null or run_until < now()) order by 1 limit 200`.execute(db)
  return rows.map((r) => r.id)
}
