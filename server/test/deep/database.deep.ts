import { startSmtpPeer } from '../../../scripts/jest/smtp-peer.mjs'
import { openDatabase } from '../../src/platform/database/database'
import { sealAudit, verifyAudit } from '../../src/platform/audit/seal'
import { bundleServer, Load, notOnce, OwnCluster, ServerProcess } from '../faults/world'

// PostgreSQL is stopped, restarted and its connections are ended, for minutes and in every role, while people read and write and
// mails go out. DEEP_SEED repeats a run's choices; every run prints its own.

const SEED = Number(process.env['DEEP_SEED'] ?? Date.now() % 1_000_000)
/** Seconds of the long stop. */
const LONG_STOP = 120
/** Seconds without a fault, for comparison. */
const CALM = 5
const MEGABYTE = 1024 * 1024

let state = SEED
/** A number from 0 to 1, the next of the seed's (mulberry32). */
const chance = () => {
  let t = (state += 0x6d2b79f5)
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const seconds = (n: number) => new Promise((resolve) => setTimeout(resolve, n * 1_000))
const until = async (test: () => Promise<boolean> | boolean, what: string, tries = 1_200) => {
  for (let n = 0; n < tries; n++) {
    if (await test()) return
    await seconds(0.1)
  }
  throw new Error(`never: ${what}`)
}

let cluster: OwnCluster
let smtp: Awaited<ReturnType<typeof startSmtpPeer>>
const processes: ServerProcess[] = []
const measured: Record<string, unknown>[] = []
beforeAll(async () => {
  console.log(`DEEP_SEED=${SEED}`)
  bundleServer()
})
beforeEach(async () => {
  smtp = await startSmtpPeer()
  cluster = await OwnCluster.start()
})
afterEach(async () => {
  for (const one of processes.splice(0)) await one.kill()
  await cluster.stop()
  await smtp.close()
})
afterAll(() => console.log(measured.map((row) => JSON.stringify(row)).join('\n')))

const begin = async (role: string) => {
  const server = await ServerProcess.start(cluster.order({ SERVER_ROLE: role, SMTP_URL: smtp.url, MAIL_FROM: 'office@association.example' }))
  processes.push(server)
  return server
}

let mails = 0
/** Queues mails as a transaction does it; the load goes on beside. */
const queueMails = async (count: number) => {
  const to = Array.from({ length: count }, () => `jia${mails++}@example.com`)
  await cluster.query(
    `with o as (insert into outbox (channel, recipient, subject, content) select 'mail', unnest($1::text[]), '通知', '正文' returning outbox_id)
     select graphile_worker.add_job('outbox:send', json_build_object('outboxId', outbox_id::text)) from o`,
    [to],
  )
}
const restart = async (pause: number) => {
  await cluster.halt(chance() < 0.3 ? 'SIGKILL' : 'SIGINT')
  await seconds(pause)
  await cluster.again()
}

/** What holds after all faults: everything acknowledged is there once, with its audit row; the chain is whole; no mail came twice. */
async function validate(what: string, load: Load, first: number): Promise<void> {
  await load.stop()
  // What is in doubt is told as unknown and not sent again; what waits for a later try is made due.
  await until(async () => {
    await cluster.query("update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() and run_at < now() + interval '2 hours'")
    return (await cluster.query("select from outbox where outbox_status not in ('sent', 'unknown')")).length === 0
  }, 'all mails are settled')
  const taken = smtp.taken.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim())
  const { sent = 0, unknown = 0 } = Object.fromEntries((await cluster.query<{ s: string; n: number }>('select outbox_status as s, count(*)::int as n from outbox group by 1')).map((row) => [row.s, row.n])) as Record<string, number>
  const alive = processes.map((one) => one.ended)
  const memory = await Promise.all(processes.map((one) => one.memory()))
  measured.push({ what, acknowledged: load.acknowledged.length, refused: load.refused, slowestRefusalMs: Math.round(load.slowestRefusal), mails: taken.length, unknown, memoryMb: memory.map((bytes) => Math.round(bytes / MEGABYTE)) })
  expect(alive).toEqual(processes.map(() => null))
  expect(load.strange).toEqual([])
  expect(await notOnce(cluster, load.acknowledged)).toEqual([])
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken.length).toBeGreaterThanOrEqual(sent)
  expect(taken.length).toBeLessThanOrEqual(sent + unknown)
  expect(Math.max(...memory)).toBeLessThan(first + 150 * MEGABYTE)
  const own = openDatabase(cluster.running.url, 2)
  while ((await sealAudit(own.db)) > 0);
  expect((await verifyAudit(own.db)).brokenSeal).toBeNull()
  await own.close()
}

test.each([['all'], ['api and worker']])('%s: eight restarts under load, a stop of 20 s and one of two minutes, connections ended one by one and all at once', async (roles) => {
  const server = await begin(roles === 'all' ? 'all' : 'api')
  if (roles !== 'all') await begin('worker')
  const first = await server.memory()
  const load = new Load(server, await server.signIn(), { writers: 6, readers: 4 })
  await load.nextGood()
  load.slowestGood = 0
  await seconds(CALM)
  // What this machine takes for an answer under the same load without a fault.
  const calm = load.slowestGood
  const back: number[] = []
  for (let n = 0; n < 8; n++) {
    await queueMails(10)
    await seconds(chance() * 2)
    await restart(chance() * 3)
    back.push(Math.round(await load.nextGood()))
  }
  for (let n = 0; n < 30; n++) {
    if (n % 5 === 0) await queueMails(5)
    await cluster.terminate(chance() < 0.6)
    await seconds(chance() * 0.5)
  }
  for (const pause of [20, LONG_STOP]) {
    await queueMails(10)
    await cluster.halt()
    const before = load.refused
    await until(async () => load.refused > before + 5, 'callers are refused')
    expect(await server.ready()).toBe(503)
    await seconds(pause)
    expect(await server.ready()).toBe(503)
    await cluster.again()
    back.push(Math.round(await load.nextGood()))
    await until(async () => (await server.ready()) === 200, 'ready again')
  }
  measured.push({ roles, firstGoodAfterMs: back, slowestWithoutFaultMs: Math.round(calm) })
  expect(Math.max(...back)).toBeLessThan(2_000 + 2 * calm)
  expect(load.slowestRefusal).toBeLessThan(5_000 + 2 * calm)
  await validate(roles, load, first)
})
