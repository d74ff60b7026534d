import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../test/harness'
import { queueMail } from '../mail/outbox'
import { addJob } from './queue'
import { JobProcess } from './processes'
import { defineJob } from './worker'

let [haveBegun, letEnd] = [() => undefined as void, () => undefined as void]
const begun = new Promise<void>((resolve) => (haveBegun = resolve))
const ending = new Promise<void>((resolve) => (letEnd = resolve))
defineJob('test:wait', async () => {
  haveBegun()
  await ending
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const jobs = async () =>
  (await sql<{ locked_by: string | null }>`select locked_by from graphile_worker._private_jobs where payload::text like '%probe%'`.execute(server.platform.db)).rows

/** A job in the hands of a worker whose process was killed a while ago. */
async function heldBy(worker: string, secondsAgo: number) {
  const { db } = server.platform
  await asOwner(db, sql`truncate graphile_worker._private_jobs, job_process`)
  await addJob(db, 'house:keeping', { probe: worker })
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now(), attempts = 1`.execute(db)
  await sql`insert into job_process values (gen_random_uuid(), array[${worker}], now() - make_interval(secs => ${secondsAgo}))`.execute(db)
}

test('jobs of a process that died are set free by another one that lives', async () => {
  await heldBy('worker-dead', 31)
  const living = new JobProcess(server.platform.db, server.platform.log)
  await living.start()
  expect(await jobs()).toEqual([{ locked_by: null }])
  await living.stop()
})

test('a process that was seen a moment ago keeps its jobs', async () => {
  await heldBy('worker-slow', 20)
  const living = new JobProcess(server.platform.db, server.platform.log)
  await living.start()
  expect(await jobs()).toEqual([{ locked_by: 'worker-slow' }])
  await living.stop()
})

test('a process that ends in order leaves the list', async () => {
  await asOwner(server.platform.db, sql`truncate job_process`)
  const living = new JobProcess(server.platform.db, server.platform.log)
  living.addWorker('worker-1')
  await living.start()
  expect((await server.platform.db.selectFrom('job_process').select('worker_ids').execute())).toEqual([{ worker_ids: ['worker-1'] }])
  await living.stop()
  expect(await server.platform.db.selectFrom('job_process').selectAll().execute()).toEqual([])
})

test('a job in the hands of a process bears an id that its process has left: when it dies, others find it', async () => {
  const { db } = server.platform
  await asOwner(db, sql`truncate graphile_worker._private_jobs, job_process`)
  const other = await startOnSameDatabase()
  await addJob(db, 'test:wait', { probe: 1 })
  await begun
  const [held] = await jobs()
  const ids = (await db.selectFrom('job_process').select('worker_ids').execute()).flatMap((row) => row.worker_ids)
  expect(held?.locked_by).toBeTruthy()
  expect(ids).toContain(held?.locked_by)
  letEnd()
  await other.stop()
})

test('a message that was being sent when its process died is shown as unknown, not sent again', async () => {
  const { db } = server.platform
  await queueMail(db, 'jia@example.com', '通知', '正文')
  await sql`update outbox set outbox_status = 'sending'`.execute(db)
  const other = await startOnSameDatabase()
  for (let i = 0; i < 200; i++) {
    if ((await db.selectFrom('outbox').select('outbox_status').executeTakeFirstOrThrow()).outbox_status !== 'sending') break
    await new Promise((r) => setTimeout(r, 50))
  }
  expect(await db.selectFrom('outbox').select(['outbox_status', 'error_message']).execute()).toEqual([{ outbox_status: 'unknown', error_message: '发送过程被中断，结果不明' }])
  await other.stop()
})

async function startOnSameDatabase() {
  const { startWorker } = await import('./worker')
  return startWorker(server.platform)
}
