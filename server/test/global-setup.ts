import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrate'

export const TEMPLATE = 'console_template'
export const workerFile = (root: string) => join(root, '.cache/test/worker-excel.mjs')

/** Makes the migrated template that every test file clones, and bundles the workbook worker. */
export default async function setup(): Promise<void> {
  const admin = process.env['TEST_DATABASE_URL']
  if (!admin) throw new Error('TEST_DATABASE_URL is missing: run the tests with npm test, which starts a database for them.')
  const root = process.cwd()
  mkdirSync(join(root, '.cache/test'), { recursive: true })
  await build({ entryPoints: [join(root, 'server/src/worker-excel.ts')], bundle: true, platform: 'node', format: 'esm', outfile: workerFile(root), logLevel: 'error' })
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>("select datname from pg_database where datname like 'test_%' or datname = $1", [TEMPLATE])
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const url = new URL(admin)
  url.pathname = `/${TEMPLATE}`
  await migrate(url.href, join(root, 'server/migrations'))
}
