import { CODE } from '@assoc/contract'
import { maintenanceJob, maintenanceRun, runMaintenance, selectMaintenanceJobs } from '@assoc/contract/rbac/maintenance'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { writeAudit } from '../../../platform/audit/audit'
import { sealAudit } from '../../../platform/audit/seal'
import type { JobCode } from './jobs'
import * as repository from './repository'
import { doRun } from './service'

let server: TestServer
beforeAll(async () => {
  // Without its worker: the tests say when a run is done.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const ask = (jobCode: JobCode, reason = '例行维护', as: Session = server.admin) => server.call(runMaintenance, { jobCode, reason }, { as })
const runOf = (runId: string) => server.ok(maintenanceRun.read, { runId })
async function whole(jobCode: JobCode) {
  const { runId } = await server.ok(runMaintenance, { jobCode, reason: '例行维护' })
  await doRun({ runId }, server.platform)
  return runOf(runId)
}

test('each job runs, and the log tells who, why, what came of it and how long it took', async () => {
  for (const jobCode of maintenanceJob.keys) {
    expect(await whole(jobCode)).toMatchObject({ jobCode, runStatus: 'done', userName: '系统管理员', reason: '例行维护', rowsTouched: expect.any(Number), durationMs: expect.any(Number), result: expect.stringMatching(/[\u4e00-\u9fff]/) })
  }
  const jobs = await server.ok(selectMaintenanceJobs, {})
  expect(jobs.map((j) => j.jobCode)).toEqual([...maintenanceJob.keys])
  expect(jobs.every((j) => j.last?.runStatus === 'done')).toBe(true)
  const noted = await server.platform.db.selectFrom('audit_log').select(['reason', 'after']).where('record_type', '=', 'maintenanceRun').execute()
  expect(noted).toHaveLength(maintenanceJob.keys.length)
  expect(noted[0]).toMatchObject({ reason: '例行维护', after: { jobCode: 'verifyAudit' } })
})

test('no reason, no run; no permit, no run; nothing that is not on the list', async () => {
  expect(await ask('dropDrafts', ' ')).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  expect((await ask('drop table sys_user' as never)).returnCode).toBe(CODE.input)
  const reader = await server.person({ permits: ['rbac:maintenance:read'] })
  expect((await ask('dropDrafts', '试试看', reader)).returnCode).toBe(CODE.forbidden)
  expect((await server.call(maintenanceRun.list, {}, { as: await server.person() })).returnCode).toBe(CODE.forbidden)
})

test('clearing takes what is old and leaves the rest', async () => {
  const { db } = server.platform
  const anna = await server.person()
  await sql`insert into draft (user_id, key, content, saved_time) values (${anna.userId}, 'a/Old', '1', now() - interval '91 days'), (${anna.userId}, 'a/New', '1', now() - interval '89 days')`.execute(db)
  await sql`insert into notification (user_id, title, read_time, create_time) select ${anna.userId}, v, r, now() - interval '13 months' from (values ('read', now()), ('unread', null)) x(v, r)`.execute(db)
  await sql`update session set end_time = now() - interval '2 days' where user_id = ${(await server.person()).userId}`.execute(db)
  expect(await whole('dropDrafts')).toMatchObject({ rowsTouched: 1, result: '删除 1 份草稿' })
  expect(await db.selectFrom('draft').select('key').where('user_id', '=', anna.userId).execute()).toEqual([{ key: 'a/New' }])
  expect(await whole('dropNotices')).toMatchObject({ rowsTouched: 1 })
  expect(await db.selectFrom('notification').select('title').where('user_id', '=', anna.userId).execute()).toEqual([{ title: 'unread' }])
  expect(await whole('dropSessions')).toMatchObject({ rowsTouched: 1 })
  expect((await server.call(selectMaintenanceJobs, {})).returnCode).toBe(CODE.ok)
})

test('people who could not be found are found again; those who could are not written', async () => {
  const { db } = server.platform
  await whole('rebuildUserSearch')
  const berta = await server.person({ name: '边检索' })
  await db.updateTable('sys_user').set({ search_grams: [] }).where('user_id', '=', berta.userId).execute()
  expect(await whole('rebuildUserSearch')).toMatchObject({ rowsTouched: 1 })
  const { search_grams } = await db.selectFrom('sys_user').select('search_grams').where('user_id', '=', berta.userId).executeTakeFirstOrThrow()
  expect(search_grams).toEqual(expect.arrayContaining(['边检', '检索', 'bj']))
})

test('a broken seal ends the run as failed and says where', async () => {
  const { db } = server.platform
  await writeAudit(db, { userId: null, userName: '', ip: '', requestId: '', path: '', title: '试验' }, [{ recordType: 'x', recordId: '1' }])
  while ((await sealAudit(db)) > 0);
  expect(await whole('verifyAudit')).toMatchObject({ runStatus: 'done' })
  await asOwner(db, sql`alter table audit_log disable trigger audit_log_append_only`)
  await asOwner(db, sql`update audit_log set ip = '6.6.6.6' where title = '试验'`)
  expect(await whole('verifyAudit')).toMatchObject({ runStatus: 'failed', result: expect.stringContaining('段封存不符') })
  await asOwner(db, sql`update audit_log set ip = '' where title = '试验'`)
  await asOwner(db, sql`alter table audit_log enable trigger audit_log_append_only`)
})

test('asked for by many at once, a job gets one run; control: without the lock two get in', async () => {
  const { db } = server.platform
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => ask('analyzeTables', `第 ${i} 个`)))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, ...Array.from({ length: 15 }, () => CODE.inUse)].sort())
  const got = answers.find((a) => a.returnCode === CODE.ok)?.data
  await doRun({ runId: got?.runId ?? '' }, server.platform)

  // The same steps without lockAsking: each looks before the other has written.
  let looked = 0
  let bothLooked: () => void = () => undefined
  const both = new Promise<void>((resolve) => (bothLooked = resolve))
  const unlocked = () =>
    db.transaction().execute(async (tx) => {
      const open = await repository.anyOpen(tx, 'control')
      if (++looked === 2) bothLooked()
      await both
      if (!open) await repository.insertRun(tx, { jobCode: 'control', userId: '1', userName: 'x', reason: 'x' })
    })
  await Promise.all([unlocked(), unlocked()])
  const { rows } = await sql<{ n: string }>`select count(*) as n from maintenance_run where job_code = 'control'`.execute(db)
  expect(rows[0]?.n).toBe('2')
  await sql`delete from maintenance_run where job_code = 'control'`.execute(db)
})

test('two runs of one job that were both begun: the second is skipped; one that was broken off does not block for ever', async () => {
  const { db } = server.platform
  const of = () => repository.insertRun(db, { jobCode: 'dropDrafts', userId: '1', userName: 'x', reason: '并发' })
  const [first, second] = [await of(), await of()]
  await db.transaction().execute(async (tx) => {
    expect(await repository.takeRunning(tx, 'dropDrafts')).toBe(true)
    await doRun({ runId: first }, server.platform)
  })
  await doRun({ runId: second }, server.platform)
  expect((await runOf(first))).toMatchObject({ runStatus: 'skipped' })
  expect((await runOf(second))).toMatchObject({ runStatus: 'done' })
  const lost = await of()
  await repository.startRun(db, lost)
  expect((await ask('dropDrafts')).returnCode).toBe(CODE.inUse)
  await sql`update maintenance_run set create_time = now() - interval '20 minutes' where run_id = ${lost}`.execute(db)
  expect((await ask('dropDrafts')).returnCode).toBe(CODE.ok)
  expect(await runOf(lost)).toMatchObject({ runStatus: 'failed', result: '执行中断' })
})
