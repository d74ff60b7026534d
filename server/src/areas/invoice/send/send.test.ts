import { CODE } from '@assoc/contract'
import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { findSendable, invoiceSend } from '@assoc/contract/invoice/send'
import { sql } from 'kysely'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'
import { deliver, tidy } from '.'
import { mailOf } from './deliver'
import { openInvoiceToken, invoiceLink } from './link/token'
import * as repository from './repository'

let taken: string[] = []
let behave: Partial<Pick<SMTPServerOptions, 'onRcptTo' | 'onData'>> = {}
let smtp: SMTPServer
let server: TestServer
let world: InvoiceWorld

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (address, session, callback) => (behave.onRcptTo ? behave.onRcptTo.call(smtp, address, session, callback) : callback()),
    onData(stream, session, callback) {
      if (behave.onData) return behave.onData.call(smtp, stream, session, callback)
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        taken.push(text)
        callback()
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  server = await startTestServer({ env: { SERVER_ROLE: 'api', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: '示例协会 <office@association.example>', PUBLIC_URL: 'https://console.example/' } })
  world = await invoiceWorld(server)
})
beforeEach(() => {
  taken = []
  behave = {}
})
afterAll(async () => {
  await server?.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const written = async () => {
  const member = await world.member()
  return world.written(member, 850_000, [await world.paid(member.memberId, 850_000)])
}
const send = async (invoiceId: string, sendTo = 'fapiao@example.com') => (await server.ok(invoiceSend.insert, { invoiceId, sendTo, remark: null }, { as: world.op })).sendId
const read = (sendId: string) => server.ok(invoiceSend.read, { sendId })
const statusOf = async (invoiceId: string) => (await server.ok(invoiceResource.read, { invoiceId })).ticketStatus
const retry = async (sendId: string) => server.call(invoiceSend.change, { sendId, version: (await read(sendId)).version, verb: 'retry' }, { as: world.op })
const jobs = async (sendId: string) => Number((await sql<{ n: string }>`select count(*) as n from graphile_worker._private_jobs where key = ${`invoice:mail:${sendId}`}`.execute(server.platform.db)).rows[0]?.n)

test('an invoice arrives with its file, and counts as sent', async () => {
  const { invoiceId, invoiceNo } = await written()
  expect(await server.ok(findSendable, { keyword: invoiceNo }, { as: world.op })).toEqual([{ invoiceId, invoiceNo, title: expect.any(String), receiveEmail: 'f**@example.com' }])
  // Left out, the address is that of the invoice's own head; rows show it masked, and its whole alone finds them.
  const { sendId } = await server.ok(invoiceSend.insert, { invoiceId, sendTo: null, remark: null }, { as: world.op })
  expect((await read(sendId)).sendTo).toBe('f**@example.com')
  expect((await server.ok(invoiceSend.list, { keyword: 'fapiao@example.com' })).items.map((s) => s.sendId)).toContain(sendId)
  expect((await server.ok(invoiceSend.list, { keyword: 'fapiao@' })).total).toBe(0)
  expect(wrongFields(await server.call(invoiceSend.insert, { invoiceId, sendTo: 'fapiao@example.com', remark: null }, { as: world.op }))).toEqual(['sendTo 该票据正在发送到这个邮箱'])
  await deliver(server.platform, sendId)
  expect(await read(sendId)).toMatchObject({ sendResult: 'sent', tries: 1, problem: null, operator: '甄开票', invoiceNo, sendTime: expect.any(String) })
  expect(await statusOf(invoiceId)).toBe('sent')
  expect(taken).toHaveLength(1)
  const [mail = ''] = taken
  expect(mail).toMatch(/^To: fapiao@example\.com/m)
  expect(mail).toContain(`filename=${invoiceNo}.pdf`)
  const body = mail.slice(mail.indexOf('application/pdf'))
  const bytes = Buffer.from(body.slice(body.indexOf('\r\n\r\n')).split('--')[0]?.replace(/\s/g, '') ?? '', 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  // Again, by whoever runs it: nothing goes out twice.
  await deliver(server.platform, sendId)
  expect(taken).toHaveLength(1)
})

test('a peer that refuses for now gets it at a later try; after a day it has failed, and a person may not try without end', async () => {
  const { invoiceId } = await written()
  let busy = true
  behave.onRcptTo = (_address, _session, callback) => (busy ? callback(Object.assign(new Error('try later'), { responseCode: 451 })) : callback())
  const sendId = await send(invoiceId)
  await deliver(server.platform, sendId)
  // Such a try is none that counts, and what waits for its time is not standing still.
  expect(await read(sendId)).toMatchObject({ sendResult: 'waiting', tries: 0, problem: expect.stringContaining('try later') })
  expect(await jobs(sendId)).toBe(1)
  await deliver(server.platform, sendId)
  await sql`update invoice_send set update_time = now() - interval '1 hour' where send_id = ${sendId}`.execute(server.platform.db)
  expect(await repository.standingStill(server.platform.db)).toEqual([])
  busy = false
  await deliver(server.platform, sendId)
  expect(await read(sendId)).toMatchObject({ sendResult: 'sent', tries: 1, problem: null })
  busy = true
  const other = await send(invoiceId, 'b@example.com')
  await sql`update invoice_send set deferrals = 29 where send_id = ${other}`.execute(server.platform.db)
  await deliver(server.platform, other)
  expect(await read(other)).toMatchObject({ sendResult: 'failed', tries: 1 })
  behave.onRcptTo = (_address, _session, callback) => callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
  for (let i = 0; i < 3; i++) {
    expect((await retry(other)).returnCode).toBe(CODE.ok)
    await deliver(server.platform, other)
  }
  expect(await read(other)).toMatchObject({ sendResult: 'failed', tries: 4 })
  expect(await retry(other)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '已重试 3 次，请核对邮箱后重新发送票据' })
})

test('refused for good: failed at once, and sent when a person tries again', async () => {
  const { invoiceId } = await written()
  behave.onRcptTo = (_address, _session, callback) => callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
  const sendId = await send(invoiceId)
  await deliver(server.platform, sendId)
  expect(await read(sendId)).toMatchObject({ sendResult: 'failed', tries: 1, problem: expect.stringContaining('no such mailbox') })
  expect(await statusOf(invoiceId)).toBe('issued')
  behave = {}
  expect((await retry(sendId)).returnCode).toBe(CODE.ok)
  await deliver(server.platform, sendId)
  expect(await read(sendId)).toMatchObject({ sendResult: 'sent', tries: 2 })
})

test('a peer that takes the text and hangs up, and a run that died: unknown, and not sent again by itself', async () => {
  const { invoiceId } = await written()
  let rounds = 0
  behave.onData = (stream, session) => {
    stream.resume()
    stream.on('end', () => {
      rounds += 1
      ;(smtp as unknown as { connections: Set<{ session: unknown; _socket: { destroy(): void } }> }).connections.forEach((c) => c.session === session && c._socket.destroy())
    })
  }
  const sendId = await send(invoiceId)
  await deliver(server.platform, sendId)
  expect(await read(sendId)).toMatchObject({ sendResult: 'unknown', problem: expect.stringContaining('未收到答复') })
  await deliver(server.platform, sendId)
  await tidy(server.platform)
  expect([rounds, await statusOf(invoiceId)]).toEqual([1, 'issued'])

  const other = await send(invoiceId, 'c@example.com')
  await sql`update invoice_send set claim_time = now() - interval '1 hour', tries = 1 where send_id = ${other}`.execute(server.platform.db)
  await deliver(server.platform, other)
  expect(rounds).toBe(1)
  await tidy(server.platform)
  expect(await read(other)).toMatchObject({ sendResult: 'unknown', problem: '发送过程被中断，结果不明' })
})

test('from the ledger, many at once, each to the address of its head; what is being set right stays', async () => {
  const [a, b, c] = [await written(), await written(), await written()]
  await world.red(c.invoiceId)
  const answer = await server.ok(invoiceResource.batch, { verb: 'post', ids: [a.invoiceId, b.invoiceId, c.invoiceId] }, { as: world.op })
  expect(answer).toMatchObject({ done: 2, failed: [{ id: c.invoiceId }] })
  const ids = (await sql<{ id: string }>`select send_id as id from invoice_send where invoice_id = any(${[a.invoiceId, b.invoiceId, c.invoiceId]}::bigint[])`.execute(server.platform.db)).rows.map((r) => r.id)
  expect(ids).toHaveLength(2)
  await Promise.all([...ids, ...ids].map((id) => deliver(server.platform, id)))
  expect(taken).toHaveLength(2)
  expect([await statusOf(a.invoiceId), await statusOf(b.invoiceId)]).toEqual(['sent', 'sent'])
})

const DAY_MS = 86_400_000
/** What a mail says, subject and words. */
const saidBy = (mail: string): string => {
  const at = mail.indexOf('Content-Type: text/plain')
  const part = mail.slice(mail.indexOf('\r\n\r\n', at) + 4).split('\r\n--')[0] ?? ''
  const encoding = /content-transfer-encoding: (\S+)/i.exec(mail.slice(at, at + 200))?.[1]
  if (encoding === 'base64') return Buffer.from(part.replace(/\s/g, ''), 'base64').toString()
  const bytes = part.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return encoding === 'quoted-printable' ? Buffer.from(bytes, 'latin1').toString() : part
}
/** What an address answers, read to its end: an answer left half read holds its connection. */
const fetched = async (path: string, method = 'GET') => {
  const answer = await server.raw(path, { method })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const post = (path: string) => fetched(path, 'POST')
const readTime = async (sendId: string) => (await read(sendId)).readTime

test('the mail bears a link that is good for 30 days, gives the file and notes the first time alone', async () => {
  const { invoiceId, invoiceNo } = await written()
  const sendId = await send(invoiceId)
  await deliver(server.platform, sendId)
  const link = /https:\/\/console\.example(\/ticketFiles\/\S+)/.exec(saidBy(taken[0] ?? ''))?.[1] ?? ''
  expect(link).toMatch(new RegExp(`^/ticketFiles/${sendId}\\.\\d+\\.[\\w-]{43}$`))
  const page = await fetched(link)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.bytes.toString()).toContain(`下载 ${invoiceNo}.pdf`)
  // Programs that look at links have fetched nothing.
  expect(await readTime(sendId)).toBeNull()
  const file = await post(`${link}/0`)
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${invoiceNo}.pdf`)
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const first = await readTime(sendId)
  expect(first).toEqual(expect.any(String))
  expect((await post(`${link}/0`)).status).toBe(200)
  expect(await readTime(sendId)).toBe(first)
  expect((await sql`select 1 from audit_log where record_type = 'invoiceSend' and record_id = ${sendId} and verb = 'downloadFile' and user_name = '收件人'`.execute(server.platform.db)).rows).toHaveLength(1)
  expect((await server.ok(invoiceSend.list, { keyword: invoiceNo, page: 1, pageSize: 20 } as never)).items[0]).toMatchObject({ readTime: first })
  // No other file, no changed seal, no longer time, nothing once it is set right whole.
  expect((await post(`${link}/1`)).status).toBe(404)
  expect((await post(`${link.replace(/\.\d+\./, '.99999999999.')}/0`)).status).toBe(404)
  expect((await fetched(link.slice(0, -1))).status).toBe(404)
  const old = invoiceLink(server.platform, sendId, new Date(Date.now() - 31 * DAY_MS))?.replace('https://console.example', '') ?? ''
  expect((await fetched(old)).status).toBe(410)
  expect((await post(`${old}/0`)).status).toBe(410)
  expect(openInvoiceToken(server.platform.secret, old.split('/')[2] ?? '', new Date(Date.now() - 2 * DAY_MS))).toEqual({ sendId, expired: false })
  await sql`update invoice set ticket_status = 'red' where invoice_id = ${invoiceId}`.execute(server.platform.db)
  expect((await post(`${link}/0`)).status).toBe(410)
})

test('fifty fetch at once: the first time is noted once', async () => {
  const { invoiceId } = await written()
  const sendId = await send(invoiceId)
  await deliver(server.platform, sendId)
  const link = invoiceLink(server.platform, sendId)?.replace('https://console.example', '') ?? ''
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(`${link}/0`)))
  expect(answers.every((a) => a.status === 200)).toBe(true)
  const { db } = server.platform
  expect((await sql`select 1 from audit_log where record_type = 'invoiceSend' and record_id = ${sendId} and verb = 'downloadFile'`.execute(db)).rows).toHaveLength(1)
  // Control: whoever looks first and writes then is the first among several.
  await sql`update invoice_send set read_time = null where send_id = ${sendId}`.execute(db)
  const careless = async () => {
    const { rows } = await sql<{ open: boolean }>`select read_time is null as open from invoice_send where send_id = ${sendId} and pg_sleep(0.1) is not null`.execute(db)
    if (rows[0]?.open) await sql`update invoice_send set read_time = now() where send_id = ${sendId}`.execute(db)
    return rows[0]?.open
  }
  expect((await Promise.all(Array.from({ length: 5 }, careless))).filter(Boolean).length).toBeGreaterThan(1)
})

test('without an address of its own the server puts no link into the mail', async () => {
  const { config, secret } = server.platform
  expect(invoiceLink({ config: { ...config, publicUrl: '' }, secret }, '1')).toBeNull()
  expect(mailOf({ invoiceNo: '1', title: '甄样', itemName: '会费', amount: 1, issueWay: 'manual' }, null).text).not.toContain('下载')
})

test('what the trial provider made is never mailed as a receipt', async () => {
  const { invoiceId, invoiceNo } = await written()
  expect(await server.ok(invoiceResource.read, { invoiceId })).toMatchObject({ issueWay: 'trial' })
  const sendId = await send(invoiceId)
  await deliver(server.platform, sendId)
  const [mail = ''] = taken
  expect(saidBy(mail)).toMatch(/^您好：\s+这是试用票据：.*不作为报销、入账或抵扣凭证。/)
  expect(saidBy(mail)).not.toContain('电子票据，请查收')
  const facts = { invoiceNo, title: '甄样', itemName: '会费', amount: 100 }
  expect(mailOf({ ...facts, issueWay: 'trial' }, null).subject).toBe(`【试用票据，不作凭证】${invoiceNo}`)
  expect(mailOf({ ...facts, issueWay: 'manual' }, null)).toMatchObject({ subject: `电子票据 ${invoiceNo}`, text: expect.not.stringContaining('试用') })
})
