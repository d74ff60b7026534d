import { CODE } from '@assoc/contract'
import { registration } from '@assoc/contract/rbac/registration'
import { accountStatus, changeUserStatus } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { explainRows, findRow, moveRow } from '../../../platform/resource/rows.repository'
import { startTestServer, type TestServer } from '../../../../test/harness'
import * as modules from '.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let counter = 0
async function register(realName = '乌待认', email: string | null = 'wu@example.com') {
  const n = ++counter
  const { user_id } = await server.platform.db
    .insertInto('sys_user')
    .values({ login_name: `waits${n}`, real_name: realName, mobile: `1990001${String(n).padStart(4, '0')}`, email: email && `${n}${email}`, type_id: 'company', company_name: '子虚股份有限公司', account_status: 'pending' })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}
const statusOf = async (userId: string) => (await server.platform.db.selectFrom('sys_user').select('account_status').where('user_id', '=', userId).executeTakeFirstOrThrow()).account_status
const sentTo = async (userId: string) =>
  (await sql<{ channel: string; content: string }>`select o.channel, o.content from outbox o join sys_user u on o.recipient in (u.mobile, u.email) where u.user_id = ${userId} order by o.outbox_id`.execute(server.platform.db)).rows

test('who waits is listed with masked numbers, found by name and company, and no one else is', async () => {
  const userId = await register('乌先到')
  const { items } = await server.ok(registration.list, { keyword: '乌先到' })
  expect(items).toMatchObject([{ userId, mobile: expect.stringMatching(/^199\*{4}\d{4}$/), email: expect.stringMatching(/^\d\*\*@example.com$/), companyName: '子虚股份有限公司', abilities: ['confirm', 'reject'] }])
  expect((await server.ok(registration.list, { keyword: '子虚股份' })).total).toBe(1)
  expect((await server.ok(registration.list, { keyword: 'admin' })).total).toBe(0)
  expect((await server.call(registration.read, { userId: server.admin.userId })).returnCode).toBe(CODE.notFound)
})

test('confirmed: they may sign in, is told by text and mail, and the account keeps the decision in its history', async () => {
  const userId = await register('乌得认')
  expect(await server.ok(registration.change, { userId, version: 1, verb: 'confirm' })).toMatchObject({ accountStatus: 'normal' })
  expect(await statusOf(userId)).toBe('normal')
  expect(await sentTo(userId)).toMatchObject([{ channel: 'sms', content: expect.stringContaining('已通过认证') }, { channel: 'mail' }])
  expect((await server.ok(registration.list, { keyword: '乌得认' })).total).toBe(0)
  const audit = await server.platform.db.selectFrom('audit_log').select(['record_type', 'verb']).where('record_id', '=', userId).where('record_type', '=', 'user').execute()
  expect(audit).toEqual([{ record_type: 'user', verb: 'confirm' }])
})

test('rejected only with a reason, which they are told; without a mail address by text alone; the same through the user list', async () => {
  const [first, second] = [await register('乌不认', null), await register('乌另认', null)]
  expect(await server.call(registration.change, { userId: first, version: 1, verb: 'reject' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  await server.ok(registration.change, { userId: first, version: 1, verb: 'reject', reason: '公司名称有误' })
  await server.ok(changeUserStatus, { userId: second, version: 1, verb: 'reject', reason: '公司名称有误' })
  for (const userId of [first, second]) {
    expect(await statusOf(userId)).toBe('cancelled')
    expect(await sentTo(userId)).toEqual([{ channel: 'sms', content: expect.stringContaining('公司名称有误') }])
  }
})

test('of two decisions at once one counts, and only its message goes out', async () => {
  const userId = await register('乌抢认', null)
  const answers = await Promise.all([
    server.call(registration.change, { userId, version: 1, verb: 'confirm' }),
    server.call(registration.change, { userId, version: 1, verb: 'reject', reason: '重复' }),
  ])
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await sentTo(userId)).toHaveLength(1)
})

test('one decides in the list of registrations, another in that of users, many times at once: one counts, and they hear that one alone', async () => {
  for (let i = 0; i < 10; i++) {
    const userId = await register('乌两处', null)
    const answers = await Promise.all([
      server.call(registration.change, { userId, version: 1, verb: 'confirm' }),
      server.call(changeUserStatus, { userId, version: 1, verb: 'reject', reason: '资料不符' }),
    ])
    expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
    expect((await sentTo(userId)).map((m) => m.content)).toEqual([expect.stringContaining((await statusOf(userId)) === 'normal' ? '已通过认证' : '资料不符')])
  }
})

/** Two decisions by the steps of the resource, each having read the row before either writes; answers how many were done. */
async function decideTogether(userId: string, move: (...given: Parameters<typeof moveRow>) => Promise<unknown>): Promise<number> {
  const { platform } = server
  const { runtime } = modules.registration
  const principal = await platform.sessions.identify(server.admin.token, server.admin.cookie)
  let read = 0
  let bothRead: () => void = () => undefined
  const both = new Promise<void>((resolve) => (bothRead = resolve))
  const one = (verb: 'confirm' | 'reject') =>
    platform.db.transaction().execute(async (tx) => {
      const row = await findRow(tx, runtime, principal, userId)
      const step = accountStatus.find(verb, 'pending')
      if (!row || !step) throw new Error('nothing to decide')
      if (++read === 2) bothRead()
      await both
      if (!(await move(tx, runtime, principal, row, 'accountStatus', step))) throw new Error('somebody else was first')
      await runtime.options.after?.change?.({ db: tx, principal, platform, input: { reason: '重复' }, audit: () => undefined } as never, row, step, null, {})
    })
  const done = await Promise.allSettled([one('confirm'), one('reject')])
  return done.filter((d) => d.status === 'fulfilled').length
}

test('both have read before either decides: one counts; control: without the condition on version and status both do, and they hear both', async () => {
  const [careful, careless] = [await register('乌同读', null), await register('乌同写', null)]
  expect([await decideTogether(careful, moveRow), await sentTo(careful)]).toEqual([1, [expect.anything()]])
  const unconditional: typeof moveRow = async (db, _runtime, _who, row, _field, step) => {
    const { rows } = await sql<{ version: number }>`update sys_user set account_status = ${step.to}, version = version + 1 where user_id = ${row['userId']}::bigint returning version`.execute(db)
    return rows[0]
  }
  expect([await decideTogether(careless, unconditional), await sentTo(careless)]).toEqual([2, [expect.anything(), expect.anything()]])
})

test('many are confirmed at once; who may not confirm sees nothing', async () => {
  const ids = [await register('乌批一', null), await register('乌批二', null)]
  expect(await server.ok(registration.batch, { verb: 'confirm', ids: [...ids, '999999'] })).toMatchObject({ done: 2, failed: [{ id: '999999' }] })
  const reader = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  expect((await server.call(registration.list, {}, { as: reader })).returnCode).toBe(CODE.forbidden)
  const narrow = await server.person({ permits: ['rbac:user:confirm'], scopes: { rbac: 'self' } })
  await register('乌远处')
  expect((await server.ok(registration.list, {}, { as: narrow })).total).toBe(0)
})

test('no order and no search reads the accounts through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into sys_user (login_name, real_name, type_id) select 'bulk' || n, '众' || n, 'staff' from generate_series(1, 20000) n`.execute(db)
  await sql`analyze sys_user`.execute(db)
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [filters, sort] of [[{}, undefined], [{}, { field: 'createTime', order: 'desc' }], [{ keyword: '乌远' }, undefined], [{ typeId: 'company' }, undefined]] as const) {
    expect(await explainRows(db, modules.registration.runtime, principal, { filters, sort })).not.toMatch(/Seq Scan on sys_user/)
  }
})
