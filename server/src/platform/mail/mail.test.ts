import { sql } from 'kysely'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { startTestServer, type TestServer } from '../../../test/harness'
import { queueMail, queueSms } from './outbox'

interface Peer {
  url: string
  /** Messages that were taken, as they came over the wire. */
  taken: string[]
  close(): Promise<void>
}

/** A real SMTP server on a port of its own. */
async function startPeer(options: Partial<SMTPServerOptions> = {}, at = 0): Promise<Peer> {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, callback) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        taken.push(text)
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

let peer: Peer
let server: TestServer
const stop = async () => {
  await server?.stop()
  await peer?.close()
}
afterEach(stop)

async function begin(options: Partial<SMTPServerOptions> = {}) {
  peer = await startPeer(options)
  server = await startTestServer({ env: { SMTP_URL: peer.url, MAIL_FROM: '示例协会 <office@association.example>' } })
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
/** Makes waiting tries due at once, so that no test waits for the queue's growing pauses. */
const hurry = () => sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(server.platform.db)
const headerOf = (mail: string, name: string) => new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'mi').exec(mail)?.[1]
const decoded = (words = '') => words.replace(/=\?utf-8\?([bq])\?(.*?)\?=\s*/gi, (_all, how: string, text: string) => (/b/i.test(how) ? Buffer.from(text, 'base64') : Buffer.from(text.replace(/_/g, ' ').replace(/=([0-9A-F]{2})/gi, (_m, hex: string) => String.fromCharCode(parseInt(hex, 16))), 'latin1')).toString())

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

test('a peer that is busy for a moment gets the mail at the next try, once', async () => {
  let busy = true
  await begin({
    onRcptTo: (_address, _session, callback) => (busy ? callback(Object.assign(new Error('try later'), { responseCode: 451 })) : callback()),
  })
  await queueMail(server.platform.db, 'jia@example.com', '通知', '正文')
  expect((await settled('failed')).error_message).toContain('try later')
  busy = false
  await hurry()
  expect(await settled('sent')).toMatchObject({ attempts: 2, error_message: null })
  expect(peer.taken).toHaveLength(1)
})

test('a recipient that is refused for good is not tried again', async () => {
  await begin({ onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) })
  await queueMail(server.platform.db, 'nobody@example.com', '通知', '正文')
  expect((await settled('failed')).error_message).toContain('no such mailbox')
  for (let i = 0; i < 40 && (await waiting()) > 0; i++) await new Promise((r) => setTimeout(r, 50))
  expect(await waiting()).toBe(0)
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

test('a peer that is not there: failed with its reason, sent when it is back', async () => {
  await begin()
  await peer.close()
  await queueMail(server.platform.db, 'jia@example.com', '通知', '正文')
  expect((await settled('failed')).error_message).toMatch(/ECONNREFUSED/)
  peer = await startPeer({}, Number(new URL(peer.url).port))
  await hurry()
  await settled('sent')
  expect(peer.taken).toHaveLength(1)
})

test('a text message whose provider fails is kept with the reason and tried again', async () => {
  await begin()
  const sms = server.platform.sms as unknown as { failWith: string | null; sent: { to: string; text: string }[] }
  sms.failWith = '通道繁忙'
  await queueSms(server.platform.db, '13900000001', '会议提醒')
  expect(await settled('failed')).toMatchObject({ error_message: '通道繁忙' })
  sms.failWith = null
  await hurry()
  await settled('kept')
  expect(sms.sent).toEqual([{ to: '13900000001', text: '会议提醒' }])
})

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'outbox:send'`.execute(server.platform.db)
  return Number(rows[0]?.n)
}
