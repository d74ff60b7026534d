import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMail } from '@assoc/contract/message/message'
import { mailMessage } from '@assoc/contract/message/list'
import { richOf } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { queueSending } from './message/sending'
import { standingStill } from './message/sending.repository'
import { buildAssociation, settled, WRITER } from './testing.repository'

// A server that is killed in the middle of a message of sixty mails: a real process, SIGKILL, and a mail server that counts.

const MAILS = 60
const KILL_AT = 25
/** Mails that were taken whole, by address. */
const got = new Map<string, number>()
/** Called once that many mails have arrived, before the last of them is answered. */
let atMail: (() => void) | null = null
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, session, callback) {
    stream.resume()
    stream.on('end', () => {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      got.set(to, (got.get(to) ?? 0) + 1)
      if (atMail && total() >= KILL_AT) return void atMail()
      callback()
    })
  },
})
smtp.on('error', () => undefined)
const total = () => [...got.values()].reduce((sum, n) => sum + n, 0)

const ROOT = process.cwd()
const PROGRAM = join(ROOT, 'server/node_modules/.cache/sending-process.mjs')
let server: TestServer
let writer: Session
let url: string
const children: ChildProcess[] = []
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  url = `smtp://127.0.0.1:${(smtp.server.address() as { port: number }).port}`
  server = await startTestServer({ env: { SERVER_ROLE: 'api', SMTP_URL: url, MAIL_FROM: 'office@association.example' } })
  const { deptId } = await buildAssociation(server)
  writer = await server.person({ permits: WRITER, scopes: { message: 'dept' }, deptId })
  await sql`insert into setting (key, value) values ('param/message.mailsPerMinute', '0') on conflict (key) do update set value = excluded.value`.execute(server.platform.db)
  mkdirSync(join(ROOT, 'server/node_modules/.cache'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@assoc/')).map((name) => `--external:${name}`)
  execFileSync(join(ROOT, 'node_modules/.bin/esbuild'), [join(ROOT, 'server/src/areas/message/testing.process.ts'), `--outfile=${PROGRAM}`, '--bundle', '--format=esm', '--platform=node', '--target=node20', '--loader:.sql=text', '--log-level=error', ...outside])
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
})
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate message, message_recipient, job_process, graphile_worker._private_jobs restart identity cascade`)
  got.clear()
  atMail = null
})

/** Starts a process that sends; it is answered once its server stands. */
async function begin(unmarked?: string): Promise<ChildProcess & { done: Promise<void> }> {
  const child = fork(PROGRAM, { cwd: ROOT, execArgv: [] })
  children.push(child)
  const heard = (word: string) => new Promise<void>((resolve) => child.on('message', (told) => (told === word ? resolve() : undefined)))
  const [begun, done] = [heard('begun'), heard('done')]
  child.send({ databaseUrl: server.databaseUrl, dataDir: server.platform.config.dataDir, env: { SMTP_URL: url, MAIL_FROM: 'office@association.example' }, unmarked })
  await begun
  return Object.assign(child, { done })
}

/** Begins to send, and kills the process as it waits for the answer to one of its mails. */
async function killInTheMiddle(unmarked?: string): Promise<void> {
  const reached = new Promise<void>((resolve) => (atMail = resolve))
  const child = await begin(unmarked)
  await reached
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  atMail = null
}

const make = async () => {
  const extra = Array.from({ length: MAILS }, (_, n) => `jia${n}@example.com`)
  return (await server.ok(createMail, { msgKind: 'notice', subject: '通知', content: richOf('会议提醒'), attachments: [], audience: { contacts: null, extra }, send: true }, { as: writer })).messageId
}
const byStatus = async () => Object.fromEntries((await sql<{ s: string; n: number }>`select recipient_status as s, count(*)::int as n from message_recipient group by 1`.execute(server.platform.db)).rows.map((r) => [r.s, r.n]))

test('a process that is killed in the middle: the next one goes on, nobody gets two, and those in hand are told as unknown', async () => {
  const messageId = await make()
  await killInTheMiddle()
  const left = await byStatus()
  expect(left['sending']).toBeGreaterThan(0)
  expect(left['queued']).toBeGreaterThan(0)
  // Minutes have gone by: what stands still is found, and who was in hand counts as lost.
  await sql`update message_recipient set submit_time = submit_time - interval '3 minutes' where recipient_status = 'sending'`.execute(server.platform.db)
  await sql`update message set update_time = now() - interval '6 minutes'`.execute(server.platform.db)
  expect(await standingStill(server.platform.db)).toEqual([messageId])
  await queueSending(server.platform.db, messageId)
  await begin()
  expect(await settled(server, messageId, 'done', 'partly')).toBe('partly')
  const unknown = left['sending'] ?? 0
  expect(await byStatus()).toEqual({ submitted: MAILS - unknown, unknown })
  expect(await server.ok(mailMessage.read, { messageId })).toMatchObject({ unknownCount: unknown, submittedCount: MAILS - unknown, failedCount: 0, situation: `${unknown} 个结果不明，不会自动重发` })
  expect([...got.values()].filter((n) => n > 1)).toEqual([])
  // Everybody who is told as submitted has it; of those in hand some have.
  expect(got.size).toBeGreaterThanOrEqual(MAILS - unknown)
  const sent = await server.platform.db.selectFrom('message_recipient').select('target').where('recipient_status', '=', 'submitted').execute()
  expect(sent.filter(({ target }) => !got.has(target))).toEqual([])
})

test('negative control: marked only after the mail has gone, somebody gets two', async () => {
  const messageId = await make()
  await killInTheMiddle(messageId)
  const next = await begin(messageId)
  await next.done
  expect([...got.values()].some((n) => n > 1)).toBe(true)
  expect(got.size).toBe(MAILS)
})
