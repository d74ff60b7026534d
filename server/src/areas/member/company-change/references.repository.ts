import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { apart } from '../../../platform/resource/rows.repository'

// What refers to a company or a person is read from the database's own catalog: a table that comes later goes over without anybody
// having to think of it here.

/** A column that refers to a record by foreign key. */
export interface Reference {
  table: string
  column: string
  /** Primary key of one column, by which the rows are remembered; null for a table without one. */
  id: string | null
  versioned: boolean
}

/** Rows that were moved, as they were left: their ids, with versions where they have one. */
export interface Moved {
  table: string
  column: string
  id: string
  versioned: boolean
  rows: { id: string; version: number | null }[]
}

/** The other company of an action stays what it was; that row is the history itself. */
const KEPT = [['company_change', 'other_id']] as const

/** Every column that refers to the table, but for those of the history itself. */
export async function referencesTo(db: Db, target: 'company' | 'contact'): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select r.relname as table, a.attname as column,
      (select k.attname from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0] where i.indrelid = c.conrelid and i.indisprimary and i.indnkeyatts = 1) as id,
      exists (select 1 from pg_attribute v where v.attrelid = c.conrelid and v.attname = 'version' and not v.attisdropped) as versioned
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${target}::regclass and array_length(c.conkey, 1) = 1 order by 1, 2`.execute(db)
  return rows.filter(({ table, column }) => !KEPT.some(([t, c]) => t === table && c === column))
}

const isDouble = (error: unknown): boolean => (error as { code?: string }).code === '23505'

/**
 * Moves all rows of a reference from one record to another. Undefined when a rule of the table lets one stand only once; then
 * nothing of that table has moved.
 */
export async function moveRows(db: Db, { table, column, id, versioned }: Reference, from: string, to: string): Promise<Moved | undefined> {
  if (id === null) throw new Error(`the table ${table} refers by ${column} and has no primary key of one column: its rows cannot be moved`)
  const bump = versioned ? sql`, version = version + 1` : sql``
  try {
    const { rows } = await apart(db, () =>
      sql<{ id: string; version: number | null }>`update ${sql.table(table)} set ${sql.ref(column)} = ${to}::bigint${bump} where ${sql.ref(column)} = ${from}::bigint
        returning ${sql.ref(id)}::text as id, ${versioned ? sql`version` : sql`null::int`} as version`.execute(db),
    )
    return { table, column, id, versioned, rows }
  } catch (error) {
    if (isDouble(error)) return undefined
    throw error
  }
}

/** The rows with the versions that they have now: more than one reference of a row may have moved. */
export async function seenNow(db: Db, moved: Moved): Promise<Moved> {
  if (!moved.versioned) return moved
  const { rows } = await sql<{ id: string; version: number }>`select ${sql.ref(moved.id)}::text as id, version from ${sql.table(moved.table)} where ${sql.ref(moved.id)} = any(${moved.rows.map((r) => r.id)}::bigint[])`.execute(db)
  return { ...moved, rows }
}

/** Whether all moved rows still refer to the record, in the versions that were noted; they are locked until the end of the transaction. */
export async function areAsLeft(db: Db, { table, column, id, versioned, rows }: Moved, at: string): Promise<boolean> {
  const { rows: found } = await sql`select 1 from ${sql.table(table)} t join unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.version)}::int[]) as x(id, version) on x.id = t.${sql.ref(id)}
    where t.${sql.ref(column)} = ${at}::bigint ${versioned ? sql`and t.version = x.version` : sql``} for update of t`.execute(db)
  return found.length === rows.length
}

/** Moves rows back that were checked to be as they were left. */
export async function moveBack(db: Db, { table, column, id, versioned, rows }: Moved, to: string): Promise<void> {
  const bump = versioned ? sql`, version = version + 1` : sql``
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}::bigint${bump} where ${sql.ref(id)} = any(${rows.map((r) => r.id)}::bigint[])`.execute(db)
}

/** Which rows of a table stand in the way when what they refer to is deleted; null: none. All of a table that is not named here. */
const HINDERING: Record<string, RawBuilder<SqlBool> | null> = {
  member: sql<SqlBool>`not deleted`,
  contact: sql<SqlBool>`contact_status in ('pending', 'serving')`,
  member_transfer: sql<SqlBool>`transfer_status in ('draft', 'pending', 'returned', 'approved')`,
  // What an import brought and what became of companies is history: it stays as it is.
  stock_list_row: null,
  company_change: null,
}

/** Told before the rest. */
const WEIGHTIEST: readonly string[] = ['member', 'dues_bill', 'contact']

/** How many rows of each table stand in the way of deleting a company. */
export async function hindering(db: Db, companyId: string): Promise<{ table: string; count: number }[]> {
  const found = new Map<string, number>()
  for (const { table, column } of await referencesTo(db, 'company')) {
    const condition = HINDERING[table]
    if (condition === null) continue
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${companyId}::bigint and ${condition ?? sql<SqlBool>`true`}`.execute(db)
    if (rows[0]?.n) found.set(table, (found.get(table) ?? 0) + rows[0].n)
  }
  const bills = await sql<{ n: number }>`select count(*)::int as n from dues_bill_public join member using (member_id) where company_id = ${companyId}::bigint and not deleted`.execute(db)
  if (bills.rows[0]?.n) found.set('dues_bill', bills.rows[0].n)
  return [...WEIGHTIEST, ...[...found.keys()].filter((table) => !WEIGHTIEST.includes(table))].flatMap((table) => (found.has(table) ? [{ table, count: found.get(table) ?? 0 }] : []))
}

/** How many rows refer to a record. */
export async function countRows(db: Db, { table, column }: Reference, to: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${to}::bigint`.execute(db)
  return rows[0]?.n ?? 0
}
