import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, databaseUrl, dropDatabase } from '../../../../scripts/jest/test-databases.mjs'
import { migrate } from './migrate'

test('two processes that migrate an empty database at once: each migration is applied by one of them, and both come to their end', async () => {
  const name = `test_${process.pid}_migrating`
  await createDatabase(name)
  const client = new pg.Client(databaseUrl(name))
  try {
    const folder = join(process.cwd(), 'server/migrations')
    const done = await Promise.all([migrate(databaseUrl(name), folder), migrate(databaseUrl(name), folder)])
    const all = done.flatMap(({ applied }) => applied)
    expect(new Set(all).size).toBe(all.length)
    expect(done.map(({ applied }) => applied.length).sort((a, b) => a - b)).toEqual([0, all.length])
    await client.connect()
    expect((await client.query<{ name: string }>('select name from schema_migration')).rows.map((row) => row.name).sort()).toEqual([...all].sort())
    expect((await migrate(databaseUrl(name), folder)).applied).toEqual([])
  } finally {
    await client.end()
    await dropDatabase(name)
  }
})
