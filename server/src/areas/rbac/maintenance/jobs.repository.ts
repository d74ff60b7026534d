import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

const deleted = async (statement: Promise<{ numAffectedRows?: bigint | undefined }>): Promise<number> => Number((await statement).numAffectedRows ?? 0n)

export const dropSessions = (tx: Db) => deleted(sql`delete from session where least(coalesce(end_time, expire_time), expire_time) < now() - interval '1 day'`.execute(tx))
export const dropDrafts = (tx: Db) => deleted(sql`delete from draft where saved_time < now() - interval '90 days'`.execute(tx))
export const dropNotices = (tx: Db) => deleted(sql`delete from notification where read_time is not null and create_time < now() - interval '1 year'`.execute(tx))

/** Brings the planner's figures of our own tables up to date; answers how many tables. */
export async function analyzeTables(tx: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(tx)
  await sql`analyze ${sql.join(rows.map((r) => sql.table(r.name)))}`.execute(tx)
  return rows.length
}

export const countSealed = async (db: Db): Promise<number> =>
  Number((await db.selectFrom('audit_seal').select(sql<string>`coalesce(sum(row_count), 0)`.as('n')).executeTakeFirstOrThrow()).n)

/** People after an id, a chunk at a time, locked against changes meanwhile. */
export const peopleAfter = (tx: Db, userId: string, limit: number) =>
  tx.selectFrom('sys_user').select(['user_id', 'login_name', 'real_name', 'mobile', 'search_grams']).where('user_id', '>', userId).orderBy('user_id').limit(limit).forUpdate().execute()

export async function setGrams(tx: Db, people: readonly { userId: string; grams: string[] }[]): Promise<void> {
  if (people.length === 0) return
  await sql`update sys_user u set search_grams = x.grams from jsonb_to_recordset(${JSON.stringify(people.map((p) => ({ id: p.userId, grams: p.grams })))}::jsonb) as x(id bigint, grams text[])
    where u.user_id = x.id`.execute(tx)
}
