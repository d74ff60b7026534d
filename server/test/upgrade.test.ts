import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { createDatabase, databaseUrl, dropDatabase, templateName } from '../../scripts/jest/test-databases.mjs'
import { migrationFiles as ofBackup } from '../../scripts/lib/backup/schema.mjs'
import { migrate, migrationFiles } from '../src/platform/database/migrate'
import { runSeeds, type Seed } from '../src/platform/seed'
import { startTestServer } from './harness'

// A console from before areas had migrations of their own: its dump with a company, its contact, its membership and a bill, all
// migrations up to 0600 applied.
const DUMP = 'server/test/fixtures/before-areas.sql.gz'
const FOLDER = join(process.cwd(), 'server/migrations')

/** Columns, constraints, indexes, views and triggers: what two databases that are the same have the same. */
const SHAPE = `
  select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default, generation_expression) as is from information_schema.columns where table_schema = 'public'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'view', viewname, definition from pg_views where schemaname = 'public'
  union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  order by 1, 2`

async function asked<T extends pg.QueryResultRow>(database: string, text: string): Promise<T[]> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

test('a console from before upgrades with its data: what was applied is known, the rest is applied, and it is as a new one', async () => {
  const name = `test_${process.pid}_upgrading`
  await createDatabase(name)
  try {
    await asked(name, gunzipSync(readFileSync(DUMP)).toString('utf8'))
    const before = new Set((await asked<{ name: string }>(name, 'select name from public.schema_migration')).map((row) => row.name))
    expect(before.size).toBeGreaterThan(90)
    const rows = 'select company_name, member_no, bill_no, unpaid_amount, name from company join member using (company_id) join dues_bill using (member_id) join contact using (company_id)'
    const data = await asked(name, rows)
    expect(data).toEqual([{ company_name: '示例虚构股份有限公司', member_no: 'M0001', bill_no: 'HF20250001', unpaid_amount: '1000000', name: '贾联系' }])

    const { applied } = await migrate(databaseUrl(name), FOLDER)
    expect(applied.filter((one) => before.has(one))).toEqual([])
    expect(applied).toEqual(migrationFiles(FOLDER).map((one) => one.name).filter((one) => !before.has(one)))
    expect(applied).toContain('member/202611230900_published_views.sql')

    expect(await asked(name, rows)).toEqual(data)
    expect(await asked(name, 'select member_no from member_public')).toEqual([{ member_no: 'M0001' }])
    expect(await asked(name, SHAPE)).toEqual(await asked(templateName(), SHAPE))
    expect((await migrate(databaseUrl(name), FOLDER)).applied).toEqual([])
  } finally {
    await dropDatabase(name)
  }
})

test('migrations of areas follow the numbered ones by their time, whatever the area; backups know them in the same order', () => {
  const files = migrationFiles(FOLDER)
  const dated = files.map(({ name }) => name).filter((name) => name.includes('/'))
  expect(files.slice(0, -dated.length).every(({ name }) => /^\d{4}_/.test(name))).toBe(true)
  const times = dated.map((name) => name.split('/')[1]?.slice(0, 12))
  expect(times).toEqual([...times].sort())
  expect([...ofBackup()]).toEqual(files.map(({ name, file }) => [name, file]))
})

test('the numbered migrations are a closed set: what is new stands in the folder of its area', () => {
  expect(migrationFiles(FOLDER).map(({ name }) => name).filter((name) => /^\d{4}_/.test(name) && name >= '0700')).toEqual([])
})

test('a seed that was a part of another one does nothing where that one has been, and runs where it has not', async () => {
  const server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  try {
    const ran: string[] = []
    const seed = (name: string, order: number, was?: string): Seed => ({ name, order, ...(was ? { was } : {}), run: async () => void ran.push(name) })
    const parted = [seed('new.part', 1, 'new.whole'), seed('new.whole', 2)]
    await runSeeds(server.platform, parted, false)
    expect(ran).toEqual(['new.part', 'new.whole'])
    await runSeeds(server.platform, [seed('late.part', 1, 'new.whole'), ...parted], false)
    expect(ran).toEqual(['new.part', 'new.whole'])
    expect(await server.platform.db.selectFrom('seed_done').select('name').where('name', '=', 'late.part').execute()).toHaveLength(1)
  } finally {
    await server.stop()
  }
})
