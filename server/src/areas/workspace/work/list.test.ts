import { CODE, viewLink } from '@assoc/contract'
import { dict } from '@assoc/contract/rbac/dict'
import { cancelWork, ownWork, retryWork } from '@assoc/contract/rbac/work'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { failWork, finishWork, startWork, tellProgress } from '../../../platform/work/work'

let server: TestServer
beforeAll(async () => {
  // Without its worker: the tests are the worker.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

type Status = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'
async function workOf(owner: Session, work_status: Status, more: object = {}) {
  const { work_id } = await server.platform.db
    .insertInto('work')
    .values({ user_id: owner.userId, kind: 'export', title: '导出公司', work_status, input: '{"resource":"dict"}', total_rows: 9, ...more })
    .returning('work_id')
    .executeTakeFirstOrThrow()
  return work_id
}
const statusOf = async (workId: string) => (await server.platform.db.selectFrom('work').select('work_status').where('work_id', '=', workId).executeTakeFirstOrThrow()).work_status
const jobsOf = async (workId: string) => (await sql<{ attempts: number; max_attempts: number; due: boolean }>`select attempts, max_attempts, run_at <= now() as due from graphile_worker._private_jobs where payload ->> 'workId' = ${workId}`.execute(server.platform.db)).rows

test('a person sees their own work with what they may do, by title, status and day, and when its file goes', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  const finish_time = new Date('2026-03-01T00:00:00Z')
  const { file_id } = await server.platform.db.insertInto('file_object').values({ file_name: '字典.xlsx', content_type: 'application/octet-stream', file_size: 1, store_key: 'none', sha256: '', owner_type: 'work', create_by: anna.userId }).returning('file_id').executeTakeFirstOrThrow()
  await workOf(anna, 'done', { finish_time, title: '导出字典', file_id })
  for (const status of ['queued', 'running', 'failed', 'cancelled', 'expired'] as const) await workOf(anna, status)
  await workOf(berta, 'queued')
  const { items, total } = await server.ok(ownWork.list, {}, { as: anna })
  expect(total).toBe(6)
  expect(Object.fromEntries(items.map((i) => [i.workStatus, i.abilities]))).toEqual({ queued: ['cancel'], running: ['cancel'], done: ['download'], failed: ['retry'], cancelled: ['retry'], expired: [] })
  expect(items.find((i) => i.workStatus === 'done')?.expireTime).toBe('2026-03-08T00:00:00.000Z')
  expect((await server.ok(ownWork.list, { keyword: '字典' }, { as: anna })).total).toBe(1)
  expect((await server.ok(ownWork.list, { workStatus: 'failed' }, { as: anna })).total).toBe(1)
  expect((await server.ok(ownWork.list, { createTimeTo: '2001-01-01' }, { as: anna })).total).toBe(0)
})

test('cancelling: what waits or runs; the worker is told, and finishing afterwards leaves it cancelled', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  const { db } = server.platform
  const running = await workOf(anna, 'queued')
  await startWork(db, running)
  expect(await tellProgress(db, running, 3)).toBe(true)
  expect((await server.call(cancelWork, { workId: running }, { as: berta })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(cancelWork, { workId: running }, { as: anna })).toEqual({ workStatus: 'cancelled' })
  expect(await tellProgress(db, running, 6)).toBe(false)
  expect(await finishWork(db, { workId: running, userId: anna.userId, fileId: '1', rows: 9, notice: { title: 'x', content: '', link: viewLink('rbac/ExportJob') } })).toBe(false)
  expect(await statusOf(running)).toBe('cancelled')
  expect(await startWork(db, running)).toBeUndefined()
  for (const status of ['done', 'failed', 'cancelled', 'expired'] as const) {
    expect((await server.call(cancelWork, { workId: await workOf(anna, status) }, { as: anna })).returnCode).toBe(CODE.badTransition)
  }
})

test('cancelling against finishing, many times at once: one of the two holds, never both', async () => {
  const anna = await server.person()
  const { db } = server.platform
  const outcomes = new Set<string>()
  for (let i = 0; i < 20; i++) {
    const workId = await workOf(anna, 'running')
    const [cancelled, finished] = await Promise.all([
      server.call(cancelWork, { workId }, { as: anna }).then((r) => r.returnCode === CODE.ok),
      new Promise((r) => setTimeout(r, i % 5)).then(() => finishWork(db, { workId, userId: anna.userId, fileId: null as never, rows: 9, notice: { title: 'x', content: '', link: viewLink('rbac/ExportJob') } })),
    ])
    expect(cancelled).not.toBe(finished)
    expect(await statusOf(workId)).toBe(cancelled ? 'cancelled' : 'done')
    outcomes.add(String(cancelled))
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('retrying failed work: the job that the queue still holds runs at once, however often it is pressed; else a new one', async () => {
  const { db } = server.platform
  await sql`insert into dict (dict_code, dict_name) select 'work' || n, '任务' || n from generate_series(1, 5001) n`.execute(db)
  const large = await server.call(dict.exportRows, { keyword: '任务' })
  const { workId } = large.data as unknown as { workId: string }
  await sql`update graphile_worker._private_jobs set attempts = 3, max_attempts = 3, run_at = now() + interval '1 hour' where payload ->> 'workId' = ${workId}`.execute(db)
  await failWork(db, workId, '导出失败')
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.call(retryWork, { workId })))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, ...Array.from({ length: 7 }, () => CODE.badTransition)].sort())
  expect(await jobsOf(workId)).toEqual([{ attempts: 2, max_attempts: 3, due: true }])
  expect(await statusOf(workId)).toBe('queued')

  const gone = await workOf(server.admin, 'failed')
  await server.ok(retryWork, { workId: gone })
  expect(await jobsOf(gone)).toEqual([{ attempts: 0, max_attempts: 3, due: true }])
  expect((await server.call(retryWork, { workId: gone }, { as: await server.person() })).returnCode).toBe(CODE.notFound)
})

test('an export that was taken back begins anew; other work that was taken back does not', async () => {
  const anna = await server.person()
  const [again, other] = [await workOf(anna, 'cancelled'), await workOf(anna, 'cancelled', { kind: 'fee:billRun' })]
  expect((await server.ok(ownWork.list, {}, { as: anna })).items.map((i) => [i.workId, i.abilities])).toEqual([[other, []], [again, ['retry']]])
  await server.ok(retryWork, { workId: again }, { as: anna })
  expect([await statusOf(again), await jobsOf(again)]).toEqual(['queued', [{ attempts: 0, max_attempts: 3, due: true }]])
  expect((await server.call(retryWork, { workId: other }, { as: anna })).returnCode).toBe(CODE.badTransition)
})

test('several are taken back or done again together, each for itself; another’s are not there', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  const [running, done, foreign] = [await workOf(anna, 'running'), await workOf(anna, 'done'), await workOf(berta, 'queued')]
  expect(await server.ok(ownWork.batch, { verb: 'cancel', ids: [running, done, foreign] }, { as: anna })).toMatchObject({ done: 1, failed: [{ id: done, message: '任务已结束，不能取消' }, { id: foreign, name: '' }] })
  expect([await statusOf(running), await statusOf(foreign)]).toEqual(['cancelled', 'queued'])
  expect(await server.ok(ownWork.batch, { verb: 'retry', filter: {} }, { as: anna })).toMatchObject({ done: 1, failed: [{ id: done }] })
  expect([await statusOf(running), await jobsOf(running)]).toEqual(['queued', [{ attempts: 0, max_attempts: 3, due: true }]])
  expect((await server.call(ownWork.batch, { verb: 'download', ids: [done] }, { as: anna })).returnCode).toBe(CODE.input)
  expect(await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'ownWork').where('record_id', '=', running).orderBy('audit_id').execute()).toEqual([{ verb: 'cancel' }, { verb: 'retry' }])
})
