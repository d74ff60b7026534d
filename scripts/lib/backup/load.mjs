import fs from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { Problem } from '../problem.mjs'
import { SCHEMAS, readSequences, readTables } from './catalog.mjs'
import { quoted } from './connect.mjs'
import { copyIn } from './copy.mjs'
import { makeSchema } from './schema.mjs'

/**
 * Makes the tables and fills them from the backup, in the transaction that the caller has begun: whoever looks sees an empty
 * database or a whole one. Foreign keys and indexes are made again when the rows are there, which checks the ones and is
 * quicker for the others; triggers rest, for what they did is among the rows.
 */
export async function loadDatabase({ client, from, manifest, log, stopped }) {
  await client.query("set local maintenance_work_mem = '128MB'")
  await makeSchema(client, manifest)
  const tables = fitting(manifest, await readTables(client), log)
  const later = await putAside(client)
  await client.query(`truncate ${tables.map(({ sqlName }) => sqlName).join(', ')}`)
  let rows = 0
  for (const { sqlName, sqlColumns, kept } of tables) {
    stopped()
    rows += await copyTable({ client, sqlName, sqlColumns, kept, from, stopped })
  }
  await setSequences(client, manifest)
  log(`database: ${tables.length} tables, ${rows} rows; making the indexes`)
  for (const statement of later) {
    stopped()
    await client.query(statement)
  }
}

/** Pairs the tables that were made with those of the backup, which must be the same. */
function fitting({ tables: kept, product }, made, log) {
  const unfit = (what) => new Problem(`The backup does not fit this console: ${what}. Restore it with version ${product} as it was then.`)
  const byName = new Map(kept.map((table) => [`${table.schema}.${table.name}`, table]))
  const pairs = made.map((table) => {
    const name = `${table.schema}.${table.name}`
    const found = byName.get(name)
    byName.delete(name)
    if (!found) throw unfit(`it lacks the table ${name}`)
    if (String([...found.columns].sort()) !== String([...table.columns].sort())) throw unfit(`its table ${name} has other columns`)
    return { ...table, kept: found, sqlColumns: found.columns.map((column) => quoted(column)).join(', ') }
  })
  for (const name of byName.keys()) log(`${name} is no table of the console: its rows stay in the backup and are not restored`)
  return pairs
}

async function copyTable({ client, sqlName, sqlColumns, kept, from, stopped }) {
  const file = fs.createReadStream(path.join(from, kept.file.path))
  const unzipped = createGunzip()
  file.on('error', (error) => unzipped.destroy(error))
  const rows = await copyIn(client, `copy ${sqlName} (${sqlColumns}) from stdin`, watched(file.pipe(unzipped), stopped))
  if (rows !== kept.rows) throw new Problem(`The backup is damaged: ${kept.file.path} has ${rows} rows instead of ${kept.rows}. Take another copy of it; nothing was restored.`)
  return rows
}

async function* watched(source, stopped) {
  for await (const chunk of source) {
    stopped()
    yield chunk
  }
}

/** Drops foreign keys and plain indexes and lets triggers rest; answers the statements that undo all of it. */
async function putAside(client) {
  const ask = async (text) => (await client.query(text, [SCHEMAS])).rows
  const keys = await ask(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in (select oid from pg_namespace where nspname = any($1))`,
  )
  const indexes = await ask(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  const triggers = await ask(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and not t.tgisinternal and t.tgenabled = 'O'`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...triggers.map(({ table, name }) => `alter table ${table} enable trigger ${name}`),
    'analyze',
  ]
}

async function setSequences(client, { sequences }) {
  const made = new Set((await readSequences(client)).map(({ schema, name }) => `${schema}.${name}`))
  for (const { schema, name, value, called } of sequences) {
    if (made.has(`${schema}.${name}`)) await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(schema, name), value, called])
  }
}
