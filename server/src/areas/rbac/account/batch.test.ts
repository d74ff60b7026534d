import { CODE, type RequestOf } from '@assoc/contract'
import { batchUser, changeUserStatus, selectUser } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Accounts with a name of their own, in use or in another status; answers their ids. */
async function accounts(name: string, n: number, status = 'normal', deptId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into sys_user (login_name, real_name, type_id, account_status, dept_id, search_grams)
    select ${name} || n, ${name}, 'staff', ${status}, ${deptId}::bigint, text_grams(${name}) from generate_series(1, ${n}::int) n returning user_id`.execute(server.platform.db)
  return rows.map((r) => r.user_id)
}
const statusOf = async (ids: readonly string[]) =>
  (await server.platform.db.selectFrom('sys_user').select('account_status').where('user_id', 'in', ids).orderBy('user_id').execute()).map((r) => r.account_status)
const noted = async (ids: readonly string[]) =>
  (await server.platform.db.selectFrom('audit_log').select(['record_id', 'verb']).where('record_type', '=', 'user').where('record_id', 'in', ids).orderBy('audit_id').execute()).map((r) => [r.record_id, r.verb])

/** Sends a batch until nothing is left. */
async function all(input: RequestOf<typeof batchUser>, as?: Session) {
  const told = { done: 0, steps: 0, failed: [] as { id: string; name: string; message: string }[] }
  for (let after: string | undefined; ; ) {
    const answer = await server.ok(batchUser, { ...input, ...(after ? { after } : {}) }, as ? { as } : undefined)
    told.done += answer.done
    told.failed.push(...answer.failed)
    told.steps += 1
    if (!answer.next) return told
    after = answer.next
  }
}

test('chosen accounts: what one refuses holds up no other, is told with its name, and leaves no audit row', async () => {
  const [inUse = '', locked = ''] = [...(await accounts('batcha', 1)), ...(await accounts('batchb', 1, 'locked'))]
  const [disabled = ''] = await accounts('batchc', 1, 'disabled')
  const answer = await server.ok(batchUser, { verb: 'disable', ids: [inUse, disabled, locked], reason: '清理账号' })
  expect(answer).toEqual({ done: 2, failed: [{ id: disabled, name: 'batchc', message: '当前状态不允许此操作' }], next: null })
  expect(await statusOf([inUse, locked, disabled])).toEqual(['disabled', 'disabled', 'disabled'])
  expect(await noted([inUse, locked, disabled])).toEqual([[inUse, 'disable'], [locked, 'disable']])
})

test('all 120 that a filter matches, step by step, while the action takes them out of the filter', async () => {
  const ids = await accounts('manyacc', 120)
  const told = await all({ verb: 'disable', filter: { keyword: 'manyacc', accountStatus: 'normal' }, reason: '清理账号' })
  expect(told).toEqual({ done: 120, steps: 3, failed: [] })
  expect(new Set(await statusOf(ids))).toEqual(new Set(['disabled']))
  expect((await all({ verb: 'enable', filter: { keyword: 'manyacc', accountStatus: 'disabled' } })).done).toBe(120)
})

test('the last administrator and the own account stay, whatever else is done', async () => {
  const [other = ''] = await accounts('besides', 1)
  const { userId } = server.admin
  const last = await server.ok(batchUser, { verb: 'disable', ids: [userId, other], reason: '试一试' })
  expect(last).toMatchObject({ done: 1, failed: [{ id: userId, message: '此操作会使系统不再有可用的系统管理员，不能进行' }] })
  const clerk = await server.person({ permits: ['rbac:user:read', 'rbac:user:disable'], scopes: { rbac: 'all' } })
  const own = await server.ok(batchUser, { verb: 'disable', ids: [clerk.userId], reason: '试一试' }, { as: clerk })
  expect(own).toMatchObject({ done: 0, failed: [{ id: clerk.userId, message: '不能停用本人的账号，请由其他管理员办理' }] })
  const row = await server.ok(selectUser, { userId: clerk.userId }, { as: clerk })
  expect([row.accountStatus, row.abilities]).toEqual(['normal', []])
  expect((await server.call(changeUserStatus, { userId: clerk.userId, version: row.version, verb: 'disable', reason: '试一试' }, { as: clerk })).returnCode).toBe(CODE.forbidden)
})

test('a person out of the data scope is told as not there, and a filter does not reach them', async () => {
  const { dept_id: deptId } = await server.platform.db.insertInto('dept').values({ dept_name: '批量处', sort_no: 99 }).returning('dept_id').executeTakeFirstOrThrow()
  const [inside = ''] = await accounts('scoped', 1, 'normal', deptId)
  const [outside = ''] = await accounts('outsid', 1)
  const clerk = await server.person({ permits: ['rbac:user:read', 'rbac:user:disable'], scopes: { rbac: 'dept' }, deptId })
  const answer = await server.ok(batchUser, { verb: 'disable', ids: [outside, inside], reason: '清理' }, { as: clerk })
  expect(answer).toEqual({ done: 1, failed: [{ id: outside, name: '', message: '记录不存在，或不在您的数据范围内' }], next: null })
  await all({ verb: 'enable', filter: {} }, clerk)
  expect(await statusOf([outside])).toEqual(['normal'])
  expect((await all({ verb: 'disable', filter: { keyword: 'outsid' }, reason: '清理' }, clerk)).done).toBe(0)
  expect(await noted([outside])).toEqual([])
})

test('what no account could bear is refused as a whole', async () => {
  const [id = ''] = await accounts('wholeno', 1)
  const reader = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  expect((await server.call(batchUser, { verb: 'disable', ids: [id], reason: '清理' }, { as: reader })).returnCode).toBe(CODE.forbidden)
  for (const [input, path] of [
    [{ verb: 'explode' }, 'verb'],
    [{ verb: 'disable' }, 'reason'],
    [{ verb: 'disable', reason: '长'.repeat(201) }, 'reason'],
    [{ verb: 'disable', reason: '清理', filter: { accountStatus: 'x' } }, 'filter'],
  ] as const) {
    expect(await server.call(batchUser, { ids: [id], ...input })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path }] } })
  }
  expect(await statusOf([id])).toEqual(['normal'])
})
