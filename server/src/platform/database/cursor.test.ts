import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { eachPart } from './cursor'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const numbers = (upTo: number) => async () => sql<{ n: number }>`select n from generate_series(1, ${upTo}::int) n where n > ${0}`

test('all rows come in parts and in order, of one moment, and the connection is given back however the loop is left', async () => {
  const { db } = server.platform
  const parts: number[][] = []
  for await (const [rows] of eachPart(db, numbers(25), 10)) parts.push(rows.map(({ n }) => n))
  expect(parts.map((part) => part.length)).toEqual([10, 10, 5])
  expect(parts.flat()).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  for await (const [rows] of eachPart(db, numbers(0), 10)) throw new Error(`${rows.length} rows of none`)

  const more = (from: number, to: number) => sql`insert into opt_out (channel, address) select 'sms', n::text from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await more(1, 30)
  let seen = 0
  for await (const [rows, tx] of eachPart(db, async () => sql<{ address: string }>`select address from opt_out`, 10)) {
    seen += rows.length
    await more(seen * 10, seen * 10 + 5)
    const { rows: beside } = await sql<{ n: string }>`select count(*) n from opt_out`.execute(tx)
    expect(beside[0]?.n).toBe('30')
  }
  expect(seen).toBe(30)

  const busy = async () => Number((await sql<{ n: string }>`select count(*) n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(db)).rows[0]?.n)
  for await (const _part of eachPart(db, numbers(100), 10)) {
    expect(await busy()).toBe(1)
    break
  }
  expect(await busy()).toBe(0)
  await expect(eachPart(db, async () => sql`select 1 / 0`, 10).next()).rejects.toMatchObject({ code: '22012' })
  expect(await busy()).toBe(0)
})
