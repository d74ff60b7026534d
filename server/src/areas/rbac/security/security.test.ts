import { CODE } from '@assoc/contract'
import { selectPasswordRules, selectSecurityPolicy, updateSecurityPolicy } from '@assoc/contract/rbac/security'
import { loginTheUser, updatePassWordByUserId } from '@assoc/contract/rbac/sign-in'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { hashPassword } from '../../../platform/auth/passwords'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

const stored = async () => {
  const { updateTime: _t, updateName: _n, ownAddress: _a, virusScan: _v, ...policy } = await server.ok(selectSecurityPolicy, {})
  return policy
}
const change = async (part: Record<string, unknown>) => server.call(updateSecurityPolicy, { ...(await stored()), ...part })
const signIn = (loginName: string, passWord: string) => server.call(loginTheUser, { loginName, passWord, sliderTicket: 'off' }, { as: null })
const OLD = 'Correct-Horse-27'

/** A person who can sign in with OLD, whose password is so many days old. */
async function someone(days = 0) {
  const person = await server.person({ name: '策略人' })
  const { login_name } = await server.platform.db
    .updateTable('sys_user')
    .set({ password_hash: await hashPassword(OLD), password_time: new Date(Date.now() - days * 86_400_000) })
    .where('user_id', '=', person.userId)
    .returning('login_name')
    .executeTakeFirstOrThrow()
  return { ...person, loginName: login_name }
}

test('the defaults are told while nothing is stored; two editors: the second gets what stands there now', async () => {
  const before = await stored()
  expect(before).toMatchObject({ minLength: 10, lockTries: 5, lockMinutes: 30, idleMinutes: 30, allowedAddresses: [], version: 0 })
  expect(await server.ok(updateSecurityPolicy, { ...before, minLength: 12 })).toEqual({ version: 1 })
  const second = await server.call(updateSecurityPolicy, { ...before, minLength: 14 })
  expect(second).toMatchObject({ returnCode: CODE.conflict, data: { current: { minLength: 12, version: 1 } } })
  const log = await server.platform.db.selectFrom('audit_log').select(['before', 'after']).where('record_type', '=', 'securityPolicy').execute()
  expect(log).toEqual([{ before: { minLength: 10 }, after: { minLength: 12 } }])
})

test('a stricter password rule holds at once, for the rules that forms show, too', async () => {
  const person = await someone()
  await change({ minLength: 20, minClasses: 4 })
  expect(await server.ok(selectPasswordRules, {}, { as: null })).toEqual({ minLength: 20, minClasses: 4, forbidRepeats: true })
  const short = await server.call(updatePassWordByUserId, { userId: person.userId, oldPassWord: OLD, newPassWord: 'Another-Kettle-8' }, { as: person })
  expect(short).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'newPassWord', message: expect.stringContaining('20') }] } })
  expect((await server.call(updatePassWordByUserId, { userId: person.userId, oldPassWord: OLD, newPassWord: 'Another-Kettle-8-And-More' }, { as: person })).returnCode).toBe(CODE.ok)
})

test('a password that is too old lets in, but only to set a new one', async () => {
  const [fresh, old] = [await someone(10), await someone(100)]
  expect((await signIn(old.loginName, OLD)).data).toMatchObject({ mustChangePassword: false })
  await change({ expireDays: 90 })
  expect((await signIn(fresh.loginName, OLD)).data).toMatchObject({ mustChangePassword: false })
  const answer = await signIn(old.loginName, OLD)
  expect(answer.data).toMatchObject({ mustChangePassword: true })
  expect((await server.platform.db.selectFrom('sys_user').select('must_change_password').where('user_id', '=', old.userId).executeTakeFirstOrThrow()).must_change_password).toBe(true)
})

test('fewer tries lock sooner', async () => {
  const person = await someone()
  await change({ lockTries: 3 })
  const codes = []
  for (let i = 0; i < 5; i++) codes.push((await signIn(person.loginName, 'Wrong-Horse-27')).returnCode)
  expect(codes).toEqual([CODE.badCredentials, CODE.badCredentials, CODE.badCredentials, CODE.tooMany, CODE.tooMany])
})

test('a shorter idle time ends sessions that rested longer', async () => {
  const person = await someone()
  const menu = () => server.call(queryMenuListByUserId, { userId: person.userId }, { as: person })
  await server.platform.db.updateTable('session').set({ last_seen_time: new Date(Date.now() - 10 * 60_000) }).where('user_id', '=', person.userId).execute()
  expect((await menu()).returnCode).toBe(CODE.ok)
  await server.platform.db.updateTable('session').set({ last_seen_time: new Date(Date.now() - 10 * 60_000) }).where('user_id', '=', person.userId).execute()
  await change({ idleMinutes: 5 })
  expect((await menu()).returnCode).toBe(CODE.sessionExpired)
})

test('addresses: nobody shuts themselves out; others are turned away before anything is looked at', async () => {
  const refused = await change({ allowedAddresses: ['192.0.2.0/24'] })
  expect(refused).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'allowedAddresses' }] } })
  expect((await change({ allowedAddresses: ['300.1.1.1'] })).returnCode).toBe(CODE.input)
  expect((await change({ allowedAddresses: ['127.0.0.0/8', '2001:db8::/32'] })).returnCode).toBe(CODE.ok)
  expect((await signIn('admin', OLD)).returnCode).toBe(CODE.ok)
  // As another process or an older row would have it: this address is no longer in the list.
  await server.platform.db.updateTable('setting').set({ value: JSON.stringify({ allowedAddresses: ['192.0.2.0/24'] }) }).execute()
  await server.platform.revocations.announce(server.platform.db, { kind: 'all' })
  expect((await signIn('admin', OLD)).returnCode).toBe(CODE.forbidden)
  expect((await server.call(selectSecurityPolicy, {})).returnCode).toBe(CODE.forbidden)
})

test('who may only read does not change', async () => {
  const reader = await server.person({ permits: ['rbac:security:read'] })
  const policy = await stored()
  expect((await server.call(updateSecurityPolicy, { ...policy, minLength: 8 }, { as: reader })).returnCode).toBe(CODE.forbidden)
})
