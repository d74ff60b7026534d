import type { Part } from './layout'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface MappedColumn {
  title: string
  field: Part
}

export interface Remembered {
  account: string
  /** The file says no account. */
  given: boolean
  columns: MappedColumn[]
}

/** Mappings that may be tried on a file; those that were made last first. */
export async function mappings(db: Db): Promise<Remembered[]> {
  const { rows } = await sql<Remembered>`select account, account_given as given, columns from bank_mapping order by update_time desc limit 200`.execute(db)
  return rows
}

/** Keeps how the statements of an account are read. */
export async function keepMapping(db: Db, { account, given, columns }: Remembered, userId: string): Promise<void> {
  await sql`insert into bank_mapping (account, account_given, columns, update_by) values (${account}, ${given}, ${JSON.stringify(columns)}::jsonb, ${userId}::bigint)
    on conflict (account) do update set account_given = excluded.account_given, columns = excluded.columns, update_by = excluded.update_by, update_time = now()`.execute(db)
}
