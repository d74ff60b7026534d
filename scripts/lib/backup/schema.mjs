import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { at } from '../root.mjs'

// The tables of a database as this product makes them, up to the level that a backup has.

const migrationsFolder = () => at('server/migrations')
const queueFolder = () => path.join(path.dirname(createRequire(at('server/package.json')).resolve('graphile-worker')), '..', 'sql')
const sqlFiles = (folder) => fs.readdirSync(folder).filter((name) => name.endsWith('.sql')).sort()

/** What this product knows: its migrations with their checksums, and the highest one of its queue. */
export function ownLevel() {
  const ours = sqlFiles(migrationsFolder()).map((name) => ({
    name,
    checksum: createHash('sha256').update(fs.readFileSync(path.join(migrationsFolder(), name), 'utf8')).digest('hex'),
  }))
  return { ours, queueLevel: Number.parseInt(sqlFiles(queueFolder()).at(-1), 10) }
}

/**
 * Makes the tables of the backup's level within the caller's transaction, which the server's own way does not allow. What
 * the migrations put into them is replaced by the backup's rows, their lists of what was applied included.
 */
export async function makeSchema(client, { migrations, queueLevel }) {
  await client.query('create table public.schema_migration (name text primary key, checksum text not null, time timestamptz not null default now())')
  for (const { name } of migrations) await client.query(fs.readFileSync(path.join(migrationsFolder(), name), 'utf8'))
  await client.query('create schema graphile_worker')
  await client.query('create table graphile_worker.migrations (id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)')
  for (const name of sqlFiles(queueFolder())) {
    if (Number.parseInt(name, 10) > queueLevel) break
    await client.query(fs.readFileSync(path.join(queueFolder(), name), 'utf8').replace(/:GRAPHILE_WORKER_SCHEMA\b/g, '"graphile_worker"'))
  }
}
