import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { UserFacingError } from '../errors'

const LOCK = 7_316_001

/** `202611230900_topic.sql`: when it was written, and what it is about. */
const DATED = /^\d{12}_[a-z0-9_]+\.sql$/
const sqlFiles = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')).sort() : [])

export interface MigrationFile {
  /** What the database remembers it by: the file's name, for those of an area with the area before it. */
  name: string
  file: string
}

/**
 * The migrations in the order in which they are applied: first the numbered ones of the time before areas had their own, in
 * `folder`; then those of the platform and the areas, in their folders `migrations` beside it, by the time in their names.
 */
export function migrationFiles(folder: string): MigrationFile[] {
  const source = join(folder, '../src')
  const areas = existsSync(join(source, 'areas')) ? readdirSync(join(source, 'areas')).sort() : []
  const owned = [{ owner: 'platform', in: join(source, 'platform/migrations') }, ...areas.map((owner) => ({ owner, in: join(source, 'areas', owner, 'migrations') }))]
  const dated = owned.flatMap((of) => sqlFiles(of.in).map((file) => ({ name: `${of.owner}/${file}`, file: join(of.in, file), dated: file })))
  const wrong = dated.find((one) => !DATED.test(one.dated))
  if (wrong) throw new UserFacingError(`The migration ${wrong.name} has no name like 202611230900_topic.sql.`)
  dated.sort((a, b) => (a.dated < b.dated ? -1 : a.dated > b.dated ? 1 : a.name < b.name ? -1 : 1))
  return [...sqlFiles(folder).map((name) => ({ name, file: join(folder, name) })), ...dated.map(({ name, file }) => ({ name, file }))]
}

/**
 * Brings the database forward, file by file, each in its own transaction. Two processes that start
 * at once wait for each other on an advisory lock. A file that was applied and then changed stops
 * the start: history is only added to.
 */
export async function migrate(databaseUrl: string, folder: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new UserFacingError(`The database does not answer (${error instanceof Error ? error.message : 'unknown error'}): check DATABASE_URL.`)
  }
  const applied: string[] = []
  try {
    const { rows } = await client.query<{ n: string }>("select current_setting('server_version_num') as n")
    if (Number(rows[0]?.n ?? 0) < 150_000) throw new UserFacingError('PostgreSQL 15 or newer is needed.')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('create table if not exists schema_migration (name text primary key, checksum text not null, time timestamptz not null default now())')
    const done = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')).rows.map((r) => [r.name, r.checksum]),
    )
    for (const { name, file } of migrationFiles(folder)) {
      const text = readFileSync(file, 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const before = done.get(name)
      if (before === checksum) continue
      if (before) throw new UserFacingError(`Migration ${name} was changed after it had been applied; add a new file instead.`)
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new UserFacingError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
      }
      applied.push(name)
    }
    const worker = await client.query("select 1 from information_schema.schemata where schema_name = 'graphile_worker'")
    if (worker.rowCount === 0 || applied.length > 0) await runMigrations({ connectionString: databaseUrl, logger: quiet })
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    await client.end()
  }
  return { applied }
}

// Its own progress lines would stand between ours.
const quiet = new Logger(() => () => undefined)
