import type { Duplex } from 'node:stream'
import { startTestServer, type TestServer } from '../../../test/harness'
import { openDatabase, type Database, type Db } from './database'
import { lastOfTransaction, written } from './driver'

// The last statement of a transaction travels with the commit; it must stand and fall with what came before, and be heard.

let server: TestServer
let database: Database

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  // One connection: whatever a transaction leaves behind on it meets the next one.
  database = openDatabase(server.databaseUrl, 1)
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

const insert = (code: string) => written('insert into post (post_code, post_name, sort_no) values ($1, $1, 1)', [code])
const codes = async (...wanted: string[]) => (await database.db.selectFrom('post').select('post_code').where('post_code', 'in', wanted).orderBy('post_code').execute()).map((row) => row.post_code)
const first = async (tx: Db, code: string) => void (await tx.executeQuery(insert(code)))

test('what is last is written with the rest', async () => {
  await database.db.transaction().execute(async (tx) => {
    await first(tx, 'A1')
    await tx.executeQuery(lastOfTransaction(insert('A2')))
  })
  expect(await codes('A1', 'A2')).toEqual(['A1', 'A2'])
})

test('where the last one fails nothing stays, its error is thrown, and the connection works on', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await first(tx, 'B1')
    await tx.executeQuery(lastOfTransaction(insert('B1')))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505', constraint: expect.stringContaining('post') })
  expect(await codes('B1')).toEqual([])
  // Control: by itself it would have been taken.
  await first(database.db, 'B1')
  expect(await codes('B1')).toEqual(['B1'])
})

test('a transaction that is given up after its last statement leaves nothing', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await tx.executeQuery(lastOfTransaction(insert('C1')))
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await codes('C1')).toEqual([])
})

test('a transaction of two statements goes in two packets, and without a last one in three', async () => {
  const client = await database.pool.connect()
  client.release()
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const packets = jest.spyOn(stream, '_writev')
  const single = jest.spyOn(stream, '_write')
  const sent = async (code: string, last: boolean) => {
    packets.mockClear()
    single.mockClear()
    await database.db.transaction().execute(async (tx) => {
      await first(tx, `${code}1`)
      await tx.executeQuery(last ? lastOfTransaction(insert(`${code}2`)) : insert(`${code}2`))
    })
    return packets.mock.calls.length + single.mock.calls.length
  }
  expect([await sent('D', true), await sent('E', false)]).toEqual([2, 3])
})
