import { CODE, type RequestOf } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { demoCompany } from './demo-rows'
import { insertMany } from './seed.repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await insertMany(server.platform.db, Array.from({ length: 130 }, (_, i) => ({ ...demoCompany(i), list_status: 'normal', csrc_industry: 'C39', jurisdiction: i < 120 ? '北京' : '上海' })))
})
afterAll(() => server.stop())

const PERMITS = ['member:company:read', 'member:company:update', 'member:company:delete']
const idsIn = async (jurisdiction: '北京' | '上海') => (await server.ok(companyResource.list, { jurisdiction, pageSize: 200, sort: { field: 'stockCode', order: 'asc' } })).items.map((c) => c.companyId)
const noted = async (ids: readonly string[]) =>
  (await server.platform.db.selectFrom('audit_log').select(['record_id', 'verb', 'reason']).where('record_type', '=', 'company').where('record_id', 'in', ids).orderBy('audit_id').execute()).map((r) => [r.record_id, r.verb, r.reason])

async function all(input: RequestOf<typeof companyResource.batch>, as?: Session) {
  const told = { done: [] as number[], failed: [] as { id: string; name: string; message: string }[] }
  for (let after: string | undefined; ; ) {
    const answer = await server.ok(companyResource.batch, { ...input, ...(after ? { after } : {}) }, as ? { as } : undefined)
    told.done.push(answer.done)
    told.failed.push(...answer.failed)
    if (!answer.next) return told
    after = answer.next
  }
}

test('chosen companies: the action and its reason are noted for each that it was done to, the rest is told by name', async () => {
  const [first = '', second = '', third = ''] = await idsIn('上海')
  await server.ok(companyResource.batch, { verb: 'suspend', ids: [second], reason: '重大事项' })
  const name = (await server.ok(companyResource.read, { companyId: second })).shortName
  const answer = await server.ok(companyResource.batch, { verb: 'suspend', ids: [first, second, third], reason: '例行停牌' })
  const changed = [first, third].map((id) => ({ id, from: 'normal', version: 2 }))
  expect(answer).toEqual({ done: 2, changed, failed: [{ id: second, name, message: '当前状态不允许此操作' }], next: null })
  expect(await noted([first, second, third])).toEqual([[second, 'suspend', '重大事项'], [first, 'suspend', '例行停牌'], [third, 'suspend', '例行停牌']])
  const gone = await server.ok(companyResource.batch, { verb: 'delete', ids: [first, third] })
  expect([gone.done, await idsIn('上海').then((ids) => ids.includes(first))]).toEqual([2, false])
  expect((await server.call(companyResource.remove, { companyId: first, version: 3 })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(companyResource.batch, { verb: 'delete', ids: [first] })).toMatchObject({ done: 0, failed: [{ id: first, name: '' }] })
})

test('all 120 of a filter, step by step, while the action takes them out of it; those of another jurisdiction stay', async () => {
  const told = await all({ verb: 'markWarned', filter: { jurisdiction: '北京', listStatus: 'normal' }, reason: '年报未披露' })
  expect(told).toEqual({ done: [50, 50, 20], failed: [] })
  expect((await server.ok(companyResource.list, { listStatus: 'warned' })).total).toBe(120)
  expect((await server.ok(companyResource.list, { jurisdiction: '上海', listStatus: 'warned' })).total).toBe(0)
})

test('by a filter, too, those that cannot are told with name and reason', async () => {
  const [one = ''] = await idsIn('北京')
  await server.ok(companyResource.batch, { verb: 'markNormal', ids: [one] })
  const { shortName } = await server.ok(companyResource.read, { companyId: one })
  const told = await all({ verb: 'markNormal', filter: { jurisdiction: '北京' } })
  expect(told.done.reduce((sum, n) => sum + n)).toBe(119)
  expect(told).toMatchObject({ failed: [{ id: one, name: shortName, message: '当前状态不允许此操作' }] })
})

test('out of the data scope is told as not there; a filter does not reach there', async () => {
  const [[mine = ''], [others = '']] = [await idsIn('北京'), await idsIn('上海')]
  const clerk = await server.person({ permits: PERMITS, scopes: { member: 'self' } })
  await server.platform.db.updateTable('company').set({ create_by: clerk.userId }).where('company_id', '=', mine).execute()
  const answer = await server.ok(companyResource.batch, { verb: 'startDelisting', ids: [others, mine], reason: '退市' }, { as: clerk })
  expect(answer).toEqual({ done: 1, changed: [expect.objectContaining({ id: mine })], failed: [{ id: others, name: '', message: '记录不存在，或不在您的数据范围内' }], next: null })
  expect((await all({ verb: 'delete', filter: {} }, clerk)).done).toEqual([1])
  expect((await server.ok(companyResource.read, { companyId: others })).version).toBeGreaterThan(0)
})

test('what no company could bear is refused as a whole', async () => {
  const [id = ''] = await idsIn('上海')
  const before = await noted([id])
  const reader = await server.person({ permits: ['member:company:read'], scopes: { member: 'all' } })
  const editor = await server.person({ permits: ['member:company:read', 'member:company:update'], scopes: { member: 'all' } })
  expect((await server.call(companyResource.batch, { verb: 'suspend', ids: [id], reason: '停' }, { as: reader })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(companyResource.batch, { verb: 'delete', ids: [id] }, { as: editor })).returnCode).toBe(CODE.forbidden)
  for (const [input, path] of [
    [{ verb: 'explode' }, 'verb'],
    [{ verb: 'suspend' }, 'reason'],
    [{ verb: 'suspend', reason: '长'.repeat(501) }, 'reason'],
    [{ verb: 'suspend', reason: '停', filter: { board: 'x' } }, 'filter'],
  ] as const) {
    expect(await server.call(companyResource.batch, { ids: [id], ...input })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path }] } })
  }
  expect(await noted([id])).toEqual(before)
})
