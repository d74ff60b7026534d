import { CODE } from '@assoc/contract'
import { post } from '@assoc/contract/rbac/post'
import { sql } from 'kysely'
import { startSmtpPeer } from '../../../scripts/jest/smtp-peer.mjs'
import { Revocations } from '../../src/platform/auth/revocations'
import { Sessions } from '../../src/platform/auth/sessions'
import { startTestServer, type TestServer } from '../harness'
import { startProxy } from './tcp-proxy'
import { bundleServer, Load, notOnce, OwnCluster, ServerProcess } from './world'

// PostgreSQL goes and comes back. The long search with every role is in test/deep/database.deep.ts.

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const until = async (test: () => Promise<boolean> | boolean, what: string) => {
  for (let n = 0; n < 600; n++) {
    if (await test()) return
    await wait(50)
  }
  throw new Error(`never: ${what}`)
}

describe('a PostgreSQL of its own', () => {
  let cluster: OwnCluster
  let smtp: Awaited<ReturnType<typeof startSmtpPeer>>
  const processes: ServerProcess[] = []
  beforeAll(async () => {
    bundleServer()
    smtp = await startSmtpPeer()
    cluster = await OwnCluster.start()
  })
  afterAll(async () => {
    for (const one of processes) await one.kill()
    await cluster.stop()
    await smtp.close()
  })
  const begin = async (...order: Parameters<OwnCluster['order']>) => {
    const server = await ServerProcess.start(cluster.order(...order))
    processes.push(server)
    return server
  }

  test('restarted under load, and all connections ended: no exit, refusals at once, nothing acknowledged lost or done twice, mails out once', async () => {
    const server = await begin({ SMTP_URL: smtp.url, MAIL_FROM: 'office@association.example' })
    const load = new Load(server, await server.signIn())
    await load.nextGood()

    await cluster.halt()
    expect(await server.ready()).toBe(503)
    const before = load.refused
    await until(() => load.refused > before + 10, 'callers are refused while the database is away')
    await cluster.again()
    // The proof of the two seconds is the deep suite's, on a machine that does nothing else.
    expect(await load.nextGood()).toBeLessThan(5_000)
    await until(async () => (await server.ready()) === 200, 'ready again')
    for (let n = 0; n < 3; n++) {
      await until(async () => (await cluster.terminate()) > 0, 'there were connections to end')
      await load.nextGood()
    }
    // The queue does its work again, and mails once.
    const recipients = Array.from({ length: 10 }, (_, n) => `jia${n}@example.com`)
    await cluster.query(
      `with o as (insert into outbox (channel, recipient, subject, content) select 'mail', unnest($1::text[]), '通知', '正文' returning outbox_id)
       select graphile_worker.add_job('outbox:send', json_build_object('outboxId', outbox_id::text)) from o`,
      [recipients],
    )
    await until(async () => (await cluster.query("select from outbox where outbox_status <> 'sent'")).length === 0, 'all mails are out')
    await load.stop()

    expect(server.ended).toBeNull()
    expect(load.strange).toEqual([])
    expect(load.slowestRefusal).toBeLessThan(5_000)
    expect(load.acknowledged.length).toBeGreaterThan(0)
    expect(await notOnce(cluster, load.acknowledged)).toEqual([])
    expect(smtp.taken).toHaveLength(recipients.length)
  })

  test('control: with no listener on connections in use, the same end of a connection ends the process', async () => {
    const [guarded, unguarded] = [await begin({ SERVER_ROLE: 'api' }, { hold: 2 }), await begin({ SERVER_ROLE: 'api' }, { hold: 2, unguarded: true })]
    await cluster.terminate()
    await until(() => unguarded.ended !== null, 'the one without listeners ends')
    expect(unguarded.ended).toMatch(/exit code (?!0).*Unhandled 'error' event/s)
    await until(async () => (await guarded.ready()) === 200, 'the other is ready again')
    expect(guarded.ended).toBeNull()
  })
})

describe('a server of the tests', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { DB_POOL: '2', SERVER_ROLE: 'api' } })
  })
  afterAll(() => server.stop())

  test('two connections for a hundred callers: all are served; while both are taken all are told to come again, after a bounded wait', async () => {
    const ask = () => Promise.all(Array.from({ length: 100 }, () => server.call(post.list, {} as never)))
    const codes = async () => [...new Set((await ask()).map((answer) => answer.returnCode))].sort()
    expect(await codes()).toEqual([CODE.ok])
    const taken = [await server.platform.pool.connect(), await server.platform.pool.connect()]
    const began = performance.now()
    expect(await codes()).toEqual([CODE.tooMany])
    expect(performance.now() - began).toBeLessThan(20_000)
    for (const client of taken) client.release()
    expect(await codes()).toEqual([CODE.ok])
  })

  test('a listener whose line is dead without an error is noticed within ten seconds: a session that was ended elsewhere ends here', async () => {
    const url = new URL(server.databaseUrl)
    const proxy = await startProxy({ host: url.hostname, port: Number(url.port) })
    const notices = new Revocations(proxy.through(url.href))
    try {
      await notices.start()
      const elsewhere = new Sessions(server.platform.db, async () => ({ idleSeconds: 1800, absoluteSeconds: 43_200, sessionsPerUser: 5 }), notices)
      const person = await server.person()
      const known = () => elsewhere.identify(person.token, person.cookie).then(() => true, () => false)
      expect(await known()).toBe(true)
      proxy.blackhole({ said: 'listen assoc_access' })
      const { rows } = await sql<{ id: string }>`update session set end_time = now(), end_reason = 'kicked' where user_id = ${person.userId}::bigint returning session_id as id, pg_notify('assoc_access', 'session:' || session_id)`.execute(server.platform.db)
      expect(rows).toHaveLength(1)
      // Nobody has told it: the cache still answers, which shows that the line is dead.
      expect(await known()).toBe(true)
      const began = performance.now()
      await until(async () => !(await known()), 'the session ends')
      expect(performance.now() - began).toBeLessThan(10_000)
      // It comes back by itself, and hears at once.
      await until(() => notices.live, 'it listens again')
      const again = await server.person()
      expect(await elsewhere.identify(again.token, again.cookie)).toMatchObject({ userId: again.userId })
    } finally {
      await notices.close()
      await proxy.close()
    }
  })
})
