import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { API_BASE, CODE, type Envelope } from '@assoc/contract'
import { importStatement } from '@assoc/contract/fee/bank'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { watchBody } from './uploads'

let server: TestServer
let clerk: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  clerk = await server.person({ permits: ['fee:payment:insert', 'fee:payment:read'] })
})
afterAll(() => server.stop())

const PDF = Buffer.from('%PDF-1.7\n凭证')
const folder = () => join(server.platform.config.dataDir, 'files')
/** Every file of the store, with those on their way. */
const stored = (): string[] => readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => e.name).sort()

/** Sends files with an idempotency key, or several at a time, which the browser's client never does. */
async function send(files: readonly { name: string; bytes: Buffer }[], { key, as = clerk }: { key?: string; as?: Session } = {}): Promise<Envelope & { status: number }> {
  const form = new FormData()
  form.append('fields', JSON.stringify({ purpose: 'payment.voucher' }))
  for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await server.raw(`${API_BASE}${uploadFile.path}`, { method: 'POST', as, headers: { ...OWN_HEADERS, ...(key ? { 'idempotency-key': key } : {}) }, body: form })
  return { status: response.status, ...((await response.json()) as Envelope) }
}

/** Sends the head of a request and the beginning of a file, and nothing more; answers what comes back, or when the other side hangs up. */
function begin(path: string, as: Session | null, headers: Record<string, string> = OWN_HEADERS) {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (part) => {
      text += String(part)
      if (/"returnCode":"\w+"/.test(text)) resolve(text)
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
  const lines = ['host: console', 'content-type: multipart/form-data; boundary=b', 'content-length: 10000000', ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`), ...(as ? [`authorization: ${as.token}`, `cookie: sid=${as.cookie}`] : [])]
  socket.write(`POST ${API_BASE}${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7`)
  return { socket, answer }
}

test('who may not make a call is told before a byte of the file is asked for, and nothing of it is written', async () => {
  const nobody = await server.person({})
  const mustChange = await server.person({ permits: ['fee:bank:import'] })
  await server.platform.db.updateTable('sys_user').set({ must_change_password: true }).where('user_id', '=', mustChange.userId).execute()
  const before = stored()
  const tried: [Parameters<typeof begin>, string][] = [
    [[importStatement.path, null], CODE.sessionUnknown],
    [[importStatement.path, { ...nobody, cookie: 'x'.repeat(43) }], CODE.sessionUnknown],
    [[importStatement.path, nobody], CODE.forbidden],
    [[importStatement.path, mustChange], CODE.mustChangePassword],
    [[importStatement.path, server.admin, {}], CODE.forbidden],
  ]
  for (const [given, code] of tried) {
    const { socket, answer } = begin(...given)
    expect(/x-return-code: (\w+)/.exec(await answer)?.[1]).toBe(code)
    socket.destroy()
  }
  const { db, revocations, settings } = server.platform
  const allow = async (addresses: string[], admitted: boolean) => {
    const value = JSON.stringify({ ...(await settings.security()).policy, allowedAddresses: addresses })
    await db.insertInto('setting').values({ key: 'security', value }).onConflict((c) => c.column('key').doUpdateSet({ value })).execute()
    await revocations.announce(db, { kind: 'all' })
    while ((await settings.admits('127.0.0.1')) !== admitted) await new Promise((resolve) => setImmediate(resolve))
  }
  await allow(['192.0.2.1'], false)
  const { socket, answer } = begin(importStatement.path, server.admin)
  expect(await answer).toContain('您的网络地址不在允许访问的范围内')
  socket.destroy()
  await allow([], true)
  expect(stored()).toEqual(before)
})

test('a file that was sent is kept once under its hash; one that is refused, and one whose sending breaks off, leave nothing', async () => {
  const answer = await send([{ name: '凭证.pdf', bytes: PDF }])
  const { fileId } = answer.data as { fileId: string }
  const row = await server.platform.db.selectFrom('file_object').selectAll().where('file_id', '=', fileId).executeTakeFirstOrThrow()
  expect([row.sha256, Number(row.file_size)]).toEqual([createHash('sha256').update(PDF).digest('hex'), PDF.length])
  expect(Buffer.from(await (await server.raw(`${API_BASE}${downloadFile.path}`, { method: 'POST', as: clerk, headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify({ fileId }) })).arrayBuffer())).toEqual(PDF)
  expect(stored()).toEqual([row.store_key])

  expect(await send([{ name: '凭证.exe', bytes: PDF }])).toMatchObject({ returnCode: CODE.input, returnMessage: expect.stringContaining('只能上传') })
  expect(await send([{ name: '凭证.pdf', bytes: PDF }, { name: '凭证二.pdf', bytes: PDF }])).toMatchObject({ status: 200, returnCode: CODE.input, returnMessage: '一次只能上传一个文件' })
  expect(await send([])).toMatchObject({ returnCode: CODE.input, returnMessage: '请选择一个文件' })
  const { socket, answer: hungUp } = begin(uploadFile.path, clerk)
  while (stored().length === 1) await new Promise((resolve) => setImmediate(resolve))
  expect(stored()).toHaveLength(2)
  socket.destroy()
  await hungUp
  while (stored().length > 1) await new Promise((resolve) => setImmediate(resolve))
  expect(stored()).toEqual([row.store_key])
})

test('bytes that were kept go again when their call is refused after all; after a fault of ours they stay, for their row may be there', async () => {
  const { db } = server.platform
  const before = stored()
  // The row is refused by the database when the bytes are in their place: as two that lock each other, and as nothing that is known.
  await asOwner(db, sql`create function test_refuse() returns trigger language plpgsql as 'begin raise exception using errcode = case new.file_name when ''锁.pdf'' then ''40P01'' else ''XX001'' end; end'`)
  await asOwner(db, sql`create trigger test_refuse before insert on file_object for each row execute function test_refuse()`)
  expect((await send([{ name: '锁.pdf', bytes: PDF }])).returnCode).toBe(CODE.tooMany)
  expect(stored()).toEqual(before)
  expect((await send([{ name: '错.pdf', bytes: PDF }])).returnCode).toBe(CODE.fault)
  expect(stored()).toHaveLength(before.length + 1)
  await asOwner(db, sql`drop trigger test_refuse on file_object`)
})

test('sent again under its key a file is the one that is there; another file under that key is refused', async () => {
  const before = stored()
  const first = await send([{ name: '回单.pdf', bytes: PDF }], { key: 'upload-key-1' })
  const again = await send([{ name: '回单.pdf', bytes: PDF }], { key: 'upload-key-1' })
  expect([first.returnCode, again.data]).toEqual([CODE.ok, first.data])
  expect((await send([{ name: '回单.pdf', bytes: Buffer.concat([PDF, PDF]) }], { key: 'upload-key-1' })).returnCode).toBe(CODE.keyReused)
  expect((await send([{ name: '别的.pdf', bytes: PDF }], { key: 'upload-key-1' })).returnCode).toBe(CODE.keyReused)
  expect(stored()).toHaveLength(before.length + 1)
})

describe('a body', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] }))
  afterEach(() => jest.useRealTimers())
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('that stalls is given up after thirty seconds; each byte begins them anew, and our own slowness does not count', async () => {
    const body = new PassThrough()
    const watch = watchBody(body, 100)
    for (let i = 0; i < 5; i++) {
      jest.advanceTimersByTime(29_000)
      body.write('x')
      await settle()
    }
    expect(watch.failure).toBeUndefined()
    body.pause()
    jest.advanceTimersByTime(120_000)
    expect(watch.failure).toBeUndefined()
    body.resume()
    jest.advanceTimersByTime(30_000)
    await expect(watch.failed).rejects.toMatchObject({ statusCode: 408 })
    expect(watch.signal.aborted).toBe(true)
    watch.end()
  })

  test('that is longer than it may be, whatever it said, is given up', async () => {
    const body = new PassThrough()
    const watch = watchBody(body, 100)
    body.write(Buffer.alloc(101))
    await expect(watch.failed).rejects.toMatchObject({ statusCode: 413 })
    watch.end()
  })
})
