import { CODE, type Call } from '@assoc/contract'
import { dict } from '@assoc/contract/rbac/dict'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { BatchRun } from './batch-run'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  signedInAs(['rbac:dict:update'])
  server = fakeServer()
})
afterEach(() => server.restore())

const path = dict.batch.path
const inputs = () => server.sent.filter((s) => s.path === path).map((s) => s.input as { ids?: string[]; after?: string; filter?: unknown; reason?: string })
const keys = () => server.sent.filter((s) => s.path === path).map((s) => s.headers['idempotency-key'])
const ids = (n: number) => Array.from({ length: n }, (_, i) => String(i + 1))

test('chosen rows go fifty a request; what failed is told and can be tried again, and only that', async () => {
  server.on(dict.batch, ({ ids: given = [] }: { ids?: string[] }) => ({ done: given.filter((i) => i !== '7').length, failed: given.includes('7') ? [{ id: '7', name: '七', message: '正在使用' }] : [], next: null }))
  const run = new BatchRun(dict.batch as Call, 'delete', { ids: ids(120) })
  await run.run('')
  expect(inputs().map((i) => i.ids?.length)).toEqual([50, 50, 20])
  expect([run.done, run.failed, run.complete, run.percent]).toEqual([119, [{ id: '7', name: '七', message: '正在使用' }], true, 100])
  server.on(dict.batch, () => ({ done: 1, failed: [], next: null }))
  await run.retryFailed('')
  expect(inputs().at(-1)?.ids).toEqual(['7'])
  expect([run.done, run.failed]).toEqual([120, []])
})

test('all that match: the filter is sent, not ids, and each request goes on where the last one ended', async () => {
  const answers = [{ done: 50, failed: [], next: '50' }, { done: 3, failed: [], next: null }]
  server.on(dict.batch, () => answers.shift())
  const run = new BatchRun(dict.batch as Call, 'disable', { filter: { keyword: '甲' }, total: 53 })
  await run.run('整理')
  expect(inputs()).toEqual([
    { verb: 'disable', reason: '整理', filter: { keyword: '甲' } },
    { verb: 'disable', reason: '整理', filter: { keyword: '甲' }, after: '50' },
  ])
  expect([run.done, run.complete]).toEqual([53, true])
})

test('stopping ends between two requests; going on does the rest', async () => {
  const run = new BatchRun(dict.batch as Call, 'delete', { ids: ids(100) })
  server.on(dict.batch, ({ ids: given = [] }: { ids?: string[] }) => {
    run.stop()
    return { done: given.length, failed: [], next: null }
  })
  await run.run('')
  expect([run.done, run.complete, run.stopped]).toEqual([50, false, true])
  server.on(dict.batch, ({ ids: given = [] }: { ids?: string[] }) => ({ done: given.length, failed: [], next: null }))
  await run.run('')
  expect([run.done, run.complete]).toEqual([100, true])
})

test('a request that broke off is sent again with the same key; a refusal is told', async () => {
  server.on(dict.batch, () => {
    throw Object.assign(new Error('Network Error'), { isAxiosError: true, code: 'ERR_NETWORK' })
  })
  const run = new BatchRun(dict.batch as Call, 'delete', { ids: ids(3) })
  await run.run('')
  expect(run.error).toMatch(/可以继续|失败/)
  server.on(dict.batch, () => ({ done: 3, failed: [], next: null }))
  await run.run('')
  expect([run.done, run.error]).toEqual([3, null])
  expect(new Set(keys()).size).toBe(1)
  server.on(dict.batch, { returnCode: CODE.forbidden, returnMessage: '您没有此操作的权限' })
  const refused = new BatchRun(dict.batch as Call, 'delete', { ids: ['1'] })
  await refused.run('')
  expect(refused.error).toBe('您没有此操作的权限')
})
