import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { decoded, headerOf, refusal, startSmtpPeer, type SmtpPeer } from '../../../../scripts/jest/smtp-peer.mjs'
import { startTestServer, type TestServer } from '../../../test/harness'
import { DeliveryFailed, DeliveryRefused, ProviderUnavailable, nextTry } from './delivery'
import { smtpProvider } from './mail'
import { queueMail, queueSms } from './outbox'

let peer: SmtpPeer
let server: TestServer
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function peerWith(options: Partial<SMTPServerOptions>, at = 0) {
  const started = await startSmtpPeer(options, at)
  ends.push(started.close)
  return started
}

async function begin(options: Partial<SMTPServerOptions> = {}) {
  peer = await peerWith(options)
  server = await startTestServer({ env: { SMTP_URL: peer.url, MAIL_FROM: '示例协会 <office@association.example>' } })
  ends.push(() => server.stop())
}

const message = async () => (await server.platform.db.selectFrom('outbox').selectAll().orderBy('outbox_id', 'desc').limit(1).execute())[0]

async function settled(...wanted: string[]) {
  for (let i = 0; i < 300; i++) {
    const row = await message()
    if (row && wanted.includes(row.outbox_status)) return row
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error(`the message is ${(await message())?.outbox_status}, not ${wanted.join(' or ')}`)
}
/** The message once a try has not got through and the next one waits. */
async function putBack(tries = 1) {
  for (let i = 0; i < 300; i++) {
    const row = await message()
    if (row?.outbox_status === 'queued' && row.error_message && row.attempts === tries) return row
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error(`the message is ${JSON.stringify(await message())}`)
}

/** Makes waiting tries due at once, so that no test waits for the queue's growing pauses. */
const hurry = () => sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(server.platform.db)

test('a mail arrives at the peer as it was written: sender, recipient, subject and text in Chinese', async () => {
  await begin()
  await queueMail(server.platform.db, 'jia@example.com', '会费缴纳通知', '甲公司：\n请于三月底前缴纳会费。')
  const row = await settled('sent')
  expect(row).toMatchObject({ attempts: 1, error_message: null })
  expect(peer.taken).toHaveLength(1)
  const [mail = ''] = peer.taken
  expect(headerOf(mail, 'To')).toBe('jia@example.com')
  expect(decoded(headerOf(mail, 'From'))).toContain('示例协会')
  expect(decoded(headerOf(mail, 'Subject'))).toBe('会费缴纳通知')
  expect(headerOf(mail, 'Message-ID')).toBe(`<outbox-${row.outbox_id}@association.example>`)
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4).trim()
  expect(Buffer.from(body, headerOf(mail, 'Content-Transfer-Encoding') === 'base64' ? 'base64' : 'utf8').toString()).toContain('请于三月底前缴纳会费。')
})

test('files go with a mail under their Chinese names, and the address that takes the recipient off the list stands in its head', async () => {
  await begin()
  const bytes = Buffer.from('%PDF-1.7 一张票据')
  await server.platform.mail?.send({
    id: 'ticket-1',
    to: 'jia@example.com',
    subject: '票据',
    text: '请查收。',
    html: '<p>请查收。</p>',
    attachments: [{ fileName: '会费票据.pdf', contentType: 'application/pdf', bytes }],
    unsubscribe: 'https://association.example/unsubscribe?t=1',
  })
  const [mail = ''] = peer.taken
  expect(headerOf(mail, 'List-Unsubscribe')).toBe('<https://association.example/unsubscribe?t=1>')
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(mail).toMatch(/Content-Type: text\/html/)
  expect(decodeURIComponent(/filename\*0\*=utf-8''(.*?)[;\r]/.exec(mail)?.[1] ?? '')).toBe('会费票据.pdf')
  expect(mail.replace(/\r\n/g, '')).toContain(bytes.toString('base64'))
})

test('a line break in a subject adds no header', async () => {
  await begin()
  await queueMail(server.platform.db, 'jia@example.com', '通知\r\nBcc: everybody@example.com', '正文')
  await settled('sent')
  expect(headerOf(peer.taken[0] ?? '', 'Bcc')).toBeUndefined()
})

test('a transaction that is taken back sends nothing', async () => {
  await begin()
  const { db } = server.platform
  await db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, 'jia@example.com', '不该发出', '正文')
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await queueMail(db, 'yi@example.com', '应该发出', '正文')
  await settled('sent')
  expect(peer.taken.map((mail) => headerOf(mail, 'To'))).toEqual(['yi@example.com'])
})

test('a peer that refuses for now gets the mail at a later try, once: it waits with growing pauses and does not count as failed', async () => {
  let busy = true
  await begin({
    onRcptTo: (_address, _session, callback) => (busy ? callback(refusal(451, '4.7.1 greylisted')) : callback()),
  })
  await queueMail(server.platform.db, 'jia@example.com', '通知', '正文')
  expect((await putBack()).error_message).toContain('greylisted')
  expect(await pauses()).toEqual([1])
  await hurry()
  await putBack(2)
  expect(await pauses()).toEqual([2])
  busy = false
  await hurry()
  expect(await settled('sent')).toMatchObject({ attempts: 3, error_message: null })
  expect(peer.taken).toHaveLength(1)
  await nothingWaits()
})

test('pauses double from a minute to an hour and end after a day, when the mail has failed', async () => {
  const tries = Array.from({ length: 40 }, (_, i) => nextTry(i + 1, 0)).filter((at) => at !== null).map((at) => at.getTime() / 60_000)
  expect(tries.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(tries.reduce((a, b) => a + b) / 60).toBeGreaterThanOrEqual(24)
  expect(tries.reduce((a, b) => a + b) / 60).toBeLessThan(25)

  await begin({ onRcptTo: (_address, _session, callback) => callback(refusal(451, 'mailbox full')) })
  await queueMail(server.platform.db, 'jia@example.com', '通知', '正文')
  await putBack()
  await server.platform.db.updateTable('outbox').set({ attempts: tries.length }).execute()
  await hurry()
  expect(await settled('failed')).toMatchObject({ error_message: expect.stringContaining('mailbox full'), attempts: tries.length + 1 })
  await nothingWaits()
})

test('a recipient that is refused for good is not tried again', async () => {
  await begin({ onRcptTo: (_address, _session, callback) => callback(refusal(550, 'no such mailbox')) })
  await queueMail(server.platform.db, 'nobody@example.com', '通知', '正文')
  expect((await settled('failed')).error_message).toContain('no such mailbox')
  await nothingWaits()
  expect(await message()).toMatchObject({ attempts: 1 })
})

test('a peer that takes the text and hangs up without an answer: unknown, and never sent a second time', async () => {
  let rounds = 0
  await begin({
    onData(stream, session) {
      stream.resume()
      stream.on('end', () => {
        rounds += 1
        ;(this as unknown as { connections: Set<{ session: unknown; _socket: { destroy(): void } }> }).connections.forEach((c) => c.session === session && c._socket.destroy())
      })
    },
  })
  await queueMail(server.platform.db, 'jia@example.com', '通知', '正文')
  expect((await settled('unknown')).error_message).toContain('结果不明')
  await hurry()
  await new Promise((r) => setTimeout(r, 500))
  expect(await message()).toMatchObject({ outbox_status: 'unknown', attempts: 1 })
  expect(rounds).toBe(1)
})

test('a peer that is not there: it waits with its reason, and goes out when the peer is back', async () => {
  await begin()
  await peer.close()
  await queueMail(server.platform.db, 'jia@example.com', '通知', '正文')
  expect((await putBack()).error_message).toMatch(/ECONNREFUSED/)
  peer = await peerWith({}, Number(new URL(peer.url).port))
  await hurry()
  await settled('sent')
  expect(peer.taken).toHaveLength(1)
})

const LETTER = { id: '1', to: 'jia@example.com', subject: '通知', text: '正文' }
const answer = async (options: Partial<SMTPServerOptions>, url = (own: string) => own, patience?: { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }) => {
  const { url: own } = await peerWith(options)
  const provider = smtpProvider(url(own), 'office@association.example', patience)
  ends.push(async () => provider.close())
  return provider.send(LETTER).then(() => undefined, (error: unknown) => error)
}

test.each<[string, Partial<SMTPServerOptions>, string, boolean]>([
  ['the mailbox does not exist', { onRcptTo: (_a, _s, callback) => callback(refusal(550, '5.1.1 no such mailbox')) }, '550 5.1.1', true],
  ['the mailbox is closed, in plain words', { onRcptTo: (_a, _s, callback) => callback(refusal(550, 'no such mailbox')) }, '550', true],
  ['we are not trusted', { onRcptTo: (_a, _s, callback) => callback(refusal(550, '5.7.1 relay denied')) }, '550 5.7.1', false],
  ['the text is refused', { onData: (stream, _s, callback) => (stream.resume(), stream.on('end', () => callback(refusal(554, '5.6.0 looks like spam')))) }, '554 5.6.0', false],
])('refused for good because %s: whose fault it is is told', async (_why, options, code, addressee) => {
  expect(await answer(options)).toMatchObject({ constructor: DeliveryRefused, code, addressee })
})

test('who cannot sign in, whose sender is refused, and who finds nobody there may all try later: it is nobody\'s address', async () => {
  const signIn: Partial<SMTPServerOptions> = { authOptional: false, allowInsecureAuth: true, onAuth: (_a, _s, callback) => callback(refusal(535, '5.7.8 wrong password')) }
  expect(await answer(signIn, (url) => url.replace('//', '//office:wrong@'))).toMatchObject({ constructor: ProviderUnavailable, code: expect.stringContaining('535') })
  expect(await answer({ onMailFrom: (_a, _s, callback) => callback(refusal(550, '5.1.8 unknown sender')) })).toMatchObject({ constructor: ProviderUnavailable, code: '550 5.1.8' })
  expect(await answer({}, () => 'smtp://127.0.0.1:9')).toMatchObject({ constructor: ProviderUnavailable })
  expect(await answer({ onRcptTo: (_a, _s, callback) => callback(refusal(451, '4.7.1 greylisted')) })).toMatchObject({ constructor: DeliveryFailed, code: '451 4.7.1' })
})

test('a mailing goes over few connections, each mail once; one that the other side has ended is replaced', async () => {
  let connections = 0
  const peer = await peerWith({ onConnect: (_session, callback) => (connections++, callback()), socketTimeout: 300 })
  const provider = smtpProvider(peer.url, 'office@association.example')
  ends.push(async () => provider.close())
  const send = (n: number) => provider.send({ ...LETTER, id: String(n), to: `jia${n}@example.com` })
  await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)))
  expect(connections).toBeGreaterThan(0)
  expect(connections).toBeLessThanOrEqual(4)
  // Longer than the peer keeps a connection that says nothing.
  await new Promise((r) => setTimeout(r, 600))
  await send(40)
  expect(new Set(peer.taken.map((mail) => headerOf(mail, 'To'))).size).toBe(41)
  expect(peer.taken).toHaveLength(41)
})

test('a peer that never answers is given up after the time that is set for it', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })
  const { port } = silent.address() as AddressInfo
  const started = Date.now()
  const error = await answer({}, () => `smtp://127.0.0.1:${port}`, { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 })
  expect(error).toBeInstanceOf(ProviderUnavailable)
  expect(Date.now() - started).toBeLessThan(5000)
})

test('a mail of the outbox carries its text in HTML and its files; one whose file is gone fails with its name', async () => {
  await begin()
  const { db, files } = server.platform
  const { key, sha256, size } = await files.put(Buffer.from('%PDF-1.7 一份通知'))
  const { file_id } = await db
    .insertInto('file_object')
    .values({ store_key: key, file_name: '通知.pdf', content_type: 'application/pdf', file_size: size, sha256, owner_type: 'test', owner_id: null, create_by: null })
    .returning('file_id')
    .executeTakeFirstOrThrow()
  await queueMail(db, 'jia@example.com', '通知', '请见附件。', { html: '<p>请见附件。</p>', fileIds: [file_id] })
  await settled('sent')
  expect(peer.taken[0]).toMatch(/Content-Type: text\/html/)
  expect(peer.taken[0]?.replace(/\r\n/g, '')).toContain(Buffer.from('%PDF-1.7 一份通知').toString('base64'))
  await files.remove(key)
  await queueMail(db, 'jia@example.com', '通知', '请见附件。', { fileIds: [file_id] })
  expect((await settled('failed')).error_message).toBe('附件「通知.pdf」已不存在，请重新上传')
})

test('a text message whose provider fails is kept with the reason and tried again', async () => {
  await begin()
  const sms = server.platform.sms as unknown as { failWith: string | null; sent: { to: string; text: string }[] }
  sms.failWith = '通道繁忙'
  await queueSms(server.platform.db, '13900000001', '会议提醒', { template: null })
  expect(await settled('failed')).toMatchObject({ error_message: '通道繁忙' })
  sms.failWith = null
  await hurry()
  await settled('kept')
  expect(sms.sent).toMatchObject([{ to: '13900000001', text: '会议提醒' }])
})

/** Minutes until the waiting tries, rounded. */
async function pauses(): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'outbox:send' and locked_at is null`.execute(server.platform.db)
  return rows.map((row) => row.minutes)
}

async function nothingWaits(): Promise<void> {
  for (let i = 0; i < 60 && (await waiting()) > 0; i++) await new Promise((r) => setTimeout(r, 50))
  expect(await waiting()).toBe(0)
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'outbox:send'`.execute(server.platform.db)
  return Number(rows[0]?.n)
}
