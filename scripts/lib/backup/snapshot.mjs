import fs from 'node:fs'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import { Problem } from '../problem.mjs'
import { isConsole, readLevel, readSequences, readTables } from './catalog.mjs'
import { connect } from './connect.mjs'
import { copyOut } from './copy.mjs'
import { copyFile, writeStream } from './disk.mjs'

// One moment of the database and the files that belong to that moment.

const KEY = /^[a-f0-9]{40}$/
/** Moments that are tried while files come and go; after them, file rows wait for as long as the copying of what is new takes. */
const FREE_MOMENTS = 10

/**
 * Writes `files/` and `database/` into `folder`. The bytes of a file are there before its row is and go after it, and never
 * change under their name. So the files are copied by the list of the moment, and when one of them was deleted meanwhile a
 * later moment is taken: what was copied stays, only what is new has to be fetched. Answers the manifest's part.
 */
export async function takeSnapshot({ url, filesDir, folder, log, stopped }) {
  const client = await connect(url, 'association-console-backup')
  try {
    if (!(await isConsole(client))) throw new Problem('This database is none of the console: set DATABASE_URL to the one that the console uses.')
    const copied = new Map()
    for (let turn = 1; ; turn += 1) {
      const release = turn > FREE_MOMENTS ? await holdFiles(url) : async () => {}
      try {
        const tables = await begin(client)
        const files = await copyFiles({ client, url, filesDir, folder, copied, log, stopped })
        await release()
        if (files) return { ...(await copyTables({ client, tables, folder, log, stopped })), ...files }
      } finally {
        await release()
      }
      await client.query('rollback')
      log('files were deleted meanwhile: taking a later moment')
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Lets nobody delete or add a file's row until the answer is called: where files go faster than they are copied, no moment would ever do. */
async function holdFiles(url) {
  const holder = await connect(url, 'association-console-backup')
  let held = true
  const release = async () => {
    if (!held) return
    held = false
    await holder.end()
  }
  try {
    await holder.query('begin')
    await lock(holder, 'public.file_object in share mode')
  } catch (error) {
    await release()
    throw error
  }
  return release
}

/** Begins a transaction that sees one moment only. */
async function begin(client) {
  const tables = await readTables(client)
  await client.query('begin isolation level repeatable read, read only')
  // Before the moment is fixed: a table that is rebuilt or emptied in between would be seen empty.
  await lock(client, `${tables.map(({ sqlName }) => sqlName).join(', ')} in access share mode`)
  await client.query('select 1')
  return tables
}

async function lock(client, what) {
  await client.query("set local lock_timeout = '30s'")
  try {
    await client.query(`lock table ${what}`)
  } catch (error) {
    if (error.code !== '55P03') throw error
    throw new Problem('The database is being rebuilt (a table is locked): try again when the console has started.')
  }
}

async function copyFiles({ client, url, filesDir, folder, copied, log, stopped }) {
  const { rows } = await client.query('select store_key as key, file_size::text as size, sha256 from public.file_object order by store_key')
  log(`files: ${rows.length}`)
  const wanted = new Set(rows.map(({ key }) => key))
  const absent = []
  for (const { key } of rows) {
    stopped()
    if (copied.has(key) || !KEY.test(key)) continue
    const place = path.join(key.slice(0, 2), key)
    const found = await copyFile(path.join(filesDir, place), path.join(folder, 'files', place), stopped)
    if (found) copied.set(key, { path: `files/${place}`, ...found })
    else absent.push(key)
  }
  const gone = await deletedSince(url, absent)
  if (gone.size > 0) return null
  for (const [key, entry] of copied) {
    if (wanted.has(key)) continue
    fs.rmSync(path.join(folder, entry.path))
    copied.delete(key)
  }
  const faults = []
  for (const { key, size, sha256 } of rows) {
    const entry = copied.get(key)
    if (!entry) faults.push({ key, fault: 'missing' })
    else if (entry.sha256 !== sha256 || String(entry.bytes) !== size) faults.push({ key, fault: 'not as it was uploaded' })
  }
  return { files: [...copied.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), faults }
}

/** Which of these have no row any more, asked outside of the moment. */
async function deletedSince(url, keys) {
  if (keys.length === 0) return new Set()
  const now = await connect(url, 'association-console-backup')
  try {
    const { rows } = await now.query('select store_key as key from public.file_object where store_key = any($1)', [keys])
    const still = new Set(rows.map(({ key }) => key))
    return new Set(keys.filter((key) => !still.has(key)))
  } finally {
    await now.end()
  }
}

async function copyTables({ client, tables, folder, log, stopped }) {
  const level = await readLevel(client)
  const { rows: [moment] } = await client.query("select now() as time, current_setting('server_version') as version")
  const written = []
  for (const { schema, name, columns, sqlName, sqlColumns } of tables) {
    stopped()
    const copy = copyOut(client, `copy ${sqlName} (${sqlColumns}) to stdout`)
    const file = `database/${schema}.${name}.copy.gz`
    const sum = await writeStream(path.join(folder, file), [copy.stream, createGzip({ level: 4 })], stopped)
    written.push({ schema, name, columns, rows: await copy.done, file: { path: file, ...sum } })
  }
  const sequences = await readSequences(client)
  await client.query('commit')
  const rows = written.reduce((sum, table) => sum + table.rows, 0)
  log(`database: ${written.length} tables, ${rows} rows`)
  return { time: moment.time.toISOString(), postgres: moment.version, ...level, tables: written, sequences }
}
