import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../src/platform/database/database'

interface Column {
  name: string
  type: string
  made: boolean
  /** How a generated column is made. */
  expression: string | null
}
interface Unique {
  columns: string[]
}

/**
 * Fills a table to `count` rows with copies of those it has, so that statuses, kinds and dates stay spread as the demo association has
 * them. What a unique index keeps apart is made different: texts get a number, references go through the rows of their table, numbers
 * and dates count up. `own` gives a column another expression; there `n` is the copy's number and `b` the row it is copied from.
 * Foreign keys and triggers are not asked meanwhile. Answers how many rows the table had.
 */
export async function multiply(db: Db, table: string, count: number, own: Record<string, string> = {}): Promise<number> {
  const columns = await columnsOf(db, table)
  const refs = await referencesOf(db, table)
  const checked = await checkedOf(db, table)
  const varied = new Set<string>()
  for (const { columns: together } of await uniquesOf(db, table)) {
    const free = together.filter((name) => columns.find((c) => c.name === name && !c.made))
    if (free.length === 0 || free.some((name) => varied.has(name) || own[name])) continue
    const best = free.find((name) => typeOf(columns, name) === 'text' && !checked.has(name)) ?? free.find((name) => refs.has(name)) ?? free.find((name) => typeOf(columns, name) !== 'text') ?? free[0]
    if (best) varied.add(best)
  }
  const joins: string[] = []
  const expression = ({ name, type }: Column): string => {
    if (own[name]) return own[name]
    if (!varied.has(name)) return `b."${name}"`
    if (type === 'text') return `case when b."${name}" is null then null else b."${name}" || '-' || n end`
    const target = refs.get(name)
    if (target) {
      // Beyond the rows of the table an id that none of them has will do.
      joins.push(`left join (select "${target.column}" as id, row_number() over (order by "${target.column}") as rn from "${target.table}") r_${name} on r_${name}.rn = n`)
      return `case when b."${name}" is null then null else coalesce(r_${name}.id, 900000000 + n) end`
    }
    return type === 'date' || type.startsWith('timestamp') ? `b."${name}" - n * interval '1 day'` : `b."${name}" + n * 1000`
  }
  // Search grams of a hundred thousand texts take longer than all else. Those of a copy are those of its row, and of the number behind it.
  const grams = columns.filter((c) => c.made && c.expression?.includes('text_grams(') && !Object.keys(own).some((name) => namesOf(c).has(name)))
  const copied = grams.map((c) => {
    const longer = columns.filter(({ name, type }) => type === 'text' && varied.has(name) && namesOf(c).has(name))
    return [`b."${c.name}"`, ...longer.map(({ name }) => `case when b."${name}" is null then '{}' else number_grams.grams end`)].join(' || ')
  })
  if (copied.some((value) => value.includes('number_grams'))) joins.push('join number_grams using (n)')
  const written = [...columns.filter((c) => !c.made), ...grams]
  const values = written.map((c) => copied[grams.indexOf(c)] ?? expression(c))
  const had = (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0
  if (had === 0) throw new Error(`${table} has no row to copy`)
  const text = `insert into "${table}" (${written.map((c) => `"${c.name}"`).join(', ')})
    select ${values.join(', ')} from generate_series(1, ${Math.max(0, count - had)}) n
    join (select *, row_number() over () as nth from "${table}") b on b.nth = 1 + n % ${had} ${joins.join(' ')}
    on conflict do nothing`
  await db.transaction().execute(async (tx) => {
    await sql`set local role postgres`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local enable_nestloop = off`.execute(tx)
    await sql.raw(NUMBER_GRAMS).execute(tx)
    for (const { name } of grams) await sql`alter table ${sql.table(table)} alter column ${sql.ref(name)} drop expression`.execute(tx)
    await withoutIndexes(tx, [table], () => sql.raw(text).execute(tx))
  })
  await usable(db, [table])
  return had
}

/** Inserts many rows with a statement of the test's own, which fills these tables. */
export const insertInBulk = (db: Db, tables: readonly string[], insert: RawBuilder<unknown>): Promise<void> => inBulk(db, tables, (tx) => insert.execute(tx))

/** Lets `fill` insert many rows into these tables, in one transaction. */
export async function inBulk(db: Db, tables: readonly string[], fill: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A vacuum can only mark pages whose commit is on disk, and lists are counted from such marks.
    await sql`set local synchronous_commit to on`.execute(tx)
    await sql`set local role postgres`.execute(tx)
    await withoutIndexes(tx, tables, () => fill(tx))
  })
  await usable(db, tables)
}

/** Lets rows come in while tables have none but their unique indexes: built whole, the others take a fraction of the time that they take row by row. */
async function withoutIndexes(tx: Db, tables: readonly string[], work: () => Promise<unknown>): Promise<void> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any(${[...tables]}::regclass[]) and not indisunique and not indisexclusion`.execute(tx)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(tx)
  await work()
  for (const { made } of indexes) await sql.raw(made).execute(tx)
}

/**
 * Waits until plans may use the indexes: one that is built over rows which were just updated is passed over as long as a transaction
 * that began before it is open anywhere in the cluster, such as that of another test file.
 */
async function usable(db: Db, tables: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ young: boolean }>`
      select exists (select from pg_index where indrelid = any(${[...tables]}::regclass[]) and indcheckxmin
        and xmin::text::bigint >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint % 4294967296) as young`.execute(db)
    if (!rows[0]?.young) return
    await new Promise((r) => setTimeout(r, 100))
  }
}

/** Grams of what stands behind the text of a copy. */
const NUMBER_GRAMS = `do $$ begin
  if to_regclass('number_grams') is null then
    create table number_grams as select n, text_grams('-' || n) as grams from generate_series(1, 200000) n;
    analyze number_grams;
  end if;
end $$`

const namesOf = (column: Column) => new Set(column.expression?.match(/\w+/g))

const typeOf = (columns: readonly Column[], name: string) => columns.find((c) => c.name === name)?.type

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, null) as type, attidentity <> '' or attgenerated <> '' as made,
      case when attgenerated = 's' then (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum) end as expression
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db)
  return rows
}

/** Columns that a check looks at: an enumeration or a form, which a number behind it would break. */
async function checkedOf(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and c.conrelid = ${table}::regclass`.execute(db)
  return new Set(rows.map((r) => r.name))
}

async function uniquesOf(db: Db, table: string): Promise<Unique[]> {
  const { rows } = await sql<Unique>`
    select array(select a.attname::text from unnest(i.indkey::int[]) k join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k) as columns
    from pg_index i where i.indrelid = ${table}::regclass and i.indisunique order by i.indisprimary desc, i.indexrelid`.execute(db)
  return rows
}

async function referencesOf(db: Db, table: string): Promise<Map<string, { table: string; column: string }>> {
  const { rows } = await sql<{ name: string; table: string; column: string }>`
    select a.attname as name, c.confrelid::regclass::text as "table", f.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid = ${table}::regclass and array_length(c.conkey, 1) = 1`.execute(db)
  return new Map(rows.map((r) => [r.name, { table: r.table, column: r.column }]))
}
