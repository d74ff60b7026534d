import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrate'

export const workerFile = (root: string) => join(root, '.cache/test/worker-excel.mjs')

/** Name of the migrated database that the tests of this run clone: another run on the same cluster has its own. */
export const templateName = (): string => process.env['TEST_TEMPLATE'] ?? ''

const OWN = /^(?:test|console_template)_(\d+)(?:_|$)/

/** Makes the migrated template that every test file clones, and bundles the workbook worker. */
export default async function setup(): Promise<void> {
  const admin = process.env['TEST_DATABASE_URL']
  if (!admin) throw new Error('TEST_DATABASE_URL is missing: run the tests with npm test, which starts a database for them.')
  const root = process.cwd()
  mkdirSync(join(root, '.cache/test'), { recursive: true })
  await build({ entryPoints: [join(root, 'server/src/worker-excel.ts')], bundle: true, platform: 'node', format: 'esm', outfile: workerFile(root), logLevel: 'error' })
  // The workers of Jest are started after this and see it.
  process.env['TEST_TEMPLATE'] = `console_template_${process.pid}`
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await dropLeftovers(client)
  await client.query(`create database ${templateName()}`)
  await client.end()
  const url = new URL(admin)
  url.pathname = `/${templateName()}`
  await migrate(url.href, join(root, 'server/migrations'))
}

/** Databases of runs that have ended; what a run that lives is using stays. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
  for (const { datname } of rows) {
    const pid = OWN.exec(datname)?.[1]
    if (pid && (Number(pid) === process.pid || !lives(Number(pid)))) await client.query(`drop database if exists "${datname}" with (force)`)
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
