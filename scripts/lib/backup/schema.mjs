import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { at } from '../root.mjs'

// The tables of a database as this product makes them, up to the level that a backup has.

const migrationsFolder = () => at('server/migrations')
const queueFolder = () => path.join(path.dirname(createRequire(at('server/package.json')).resolve('graphile-worker')), '..', 'sql')
const sqlFiles = (folder) => fs.readdirSync(folder).filter((name) => name.endsWith('.sql')).sort()

/** Paths of the migrations by their names, in the order in which the server applies them (`migrationFiles` of its migrate.ts). */
export function migrationFiles() {
  const areas = fs.readdirSync(at('server/src/areas')).sort()
  const dated = [['platform', at('server/src/platform/migrations')], ...areas.map((area) => [area, at('server/src/areas', area, 'migrations')])]
    .filter(([, folder]) => fs.existsSync(folder))
    .flatMap(([owner, folder]) => sqlFiles(folder).map((file) => ({ name: `${owner}/${file}`, file: path.join(folder, file), dated: file })))
    .sort((a, b) => (a.dated < b.dated ? -1 : a.dated > b.dated ? 1 : a.name < b.name ? -1 : 1))
  return new Map([...sqlFiles(migrationsFolder()).map((name) => [name, path.join(migrationsFolder(), name)]), ...dated.map(({ name, file }) => [name, file])])
}

/** What this product knows: its migrations with their checksums, and the highest one of its queue. */
export function ownLevel() {
  const ours = [...migrationFiles()].map(([name, file]) => ({ name, checksum: createHash('sha256').update(fs.readFileSync(file, 'utf8')).digest('hex') }))
  return { ours, queueLevel: Number.parseInt(sqlFiles(queueFolder()).at(-1), 10) }
}

/**
 * Makes the tables of the backup's level within the caller's transaction, which the server's own way does not allow. What
 * the migrations put into them is replaced by the backup's rows, their lists of what was applied included.
 */
export async function makeSchema(client, { migrations, queueLevel }) {
  await client.query('create table public.schema_migration (name text primary key, checksum text not null, time timestamptz not null default now())')
  const files = migrationFiles()
  // In the order of the files, for the list of a backup is that of its names.
  const had = new Set(migrations.map(({ name }) => name))
  for (const [name, file] of files) if (had.has(name)) await client.query(fs.readFileSync(file, 'utf8'))
  await client.query('create schema graphile_worker')
  await client.query('create table graphile_worker.migrations (id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)')
  for (const name of sqlFiles(queueFolder())) {
    if (Number.parseInt(name, 10) > queueLevel) break
    await client.query(fs.readFileSync(path.join(queueFolder(), name), 'utf8').replace(/:GRAPHILE_WORKER_SCHEMA\b/g, '"graphile_worker"'))
  }
}
