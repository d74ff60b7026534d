import { quoted } from './connect.mjs'

// What a database of the console consists of. The server's own tables and those of its queue; nothing of PostgreSQL's.

export const SCHEMAS = ['public', 'graphile_worker']
/** The advisory lock under which the server migrates: whoever has it keeps a starting server waiting. */
export const MIGRATION_LOCK = 7_316_001

const own = `c.relnamespace in (select oid from pg_namespace where nspname = any($1))
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Tables in order of their names, each with the columns that are stored as they were written. */
export async function readTables(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, c.oid::int as id,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${own} order by 1, 2`,
    [SCHEMAS],
  )
  return rows.map((row) => ({ ...row, sqlName: quoted(row.schema, row.name), sqlColumns: row.columns.map((column) => quoted(column)).join(', ') }))
}

/** Sequences with where they stand. Read after a snapshot's tables were fixed they are never behind them. */
export async function readSequences(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${own} order by 1, 2`,
    [SCHEMAS],
  )
  const found = []
  for (const { schema, name } of rows) {
    const { rows: [stand] } = await client.query(`select last_value::text as value, is_called as called from ${quoted(schema, name)}`)
    found.push({ schema, name, ...stand })
  }
  return found
}

/** How far the database was brought: our files with their checksums, the number of the queue's last one. */
export async function readLevel(client) {
  const { rows: migrations } = await client.query('select name, checksum from public.schema_migration order by name')
  const { rows: [queue] } = await client.query('select max(id)::int as level from graphile_worker.migrations')
  return { migrations, queueLevel: queue.level }
}

/** Whether this is a database that the console has made. */
export async function isConsole(client) {
  const { rows } = await client.query(
    "select to_regclass('public.schema_migration') is not null and to_regclass('public.file_object') is not null and to_regclass('graphile_worker.migrations') is not null as yes",
  )
  return rows[0].yes
}

/** Names of tables, views and sequences that anybody has put there. */
export async function strangers(client) {
  const { rows } = await client.query(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  )
  return rows.map((row) => row.name)
}

/** How many connections of consoles this database has. */
export async function consoles(client) {
  const { rows } = await client.query(
    "select count(*)::int as number from pg_stat_activity where datname = current_database() and application_name = 'association-console'",
  )
  return rows[0].number
}
