import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { UserFacingError } from '../errors'

const LOCK = 7_316_001

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
    const files = readdirSync(folder).filter((f) => f.endsWith('.sql')).sort()
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8')
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
