import { CODE } from '@assoc/contract'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { selectSecurityPolicy, updateSecurityPolicy } from '@assoc/contract/rbac/security'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { changeUserStatus, selectUser } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { hashPassword } from '../../../platform/auth/passwords'
import { releaseLocked } from './lock-out'

const PASSWORD = 'Blue-Kettle-Seven'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SLIDER_CHECK: 'off' } })
  const { updateTime: _t, updateName: _n, ownAddress: _a, virusScan: _s, ...policy } = await server.ok(selectSecurityPolicy, {})
  expect(policy.accountLockTries).toBe(20)
  // More tries from one place than the account takes from all: the lock of the pair stays out of the way.
  await server.ok(updateSecurityPolicy, { ...policy, lockTries: 20, accountLockTries: 3 })
})
afterAll(() => server.stop())

const db = () => server.platform.db

async function someone() {
  const person = await server.person()
  const { login_name } = await db().updateTable('sys_user').set({ password_hash: await hashPassword(PASSWORD), password_time: new Date() }).where('user_id', '=', person.userId).returning('login_name').executeTakeFirstOrThrow()
  return { ...person, loginName: login_name }
}

const signIn = async (loginName: string, passWord = PASSWORD) => (await server.call(loginTheUser, { loginName, passWord }, { as: null })).returnCode
const statusOf = async (userId: string) => (await db().selectFrom('sys_user').select(['account_status', 'lock_until']).where('user_id', '=', userId).executeTakeFirstOrThrow())

async function lockedSomeone() {
  const person = await someone()
  for (let i = 0; i < 3; i++) expect(await signIn(person.loginName, `Wrong-Kettle-${i}`)).toBe(CODE.badCredentials)
  return person
}

test('wrong passwords lock an account for passwords, with the same answer as before; who is in stays in, and hears of it', async () => {
  const person = await lockedSomeone()
  expect(await statusOf(person.userId)).toMatchObject({ account_status: 'locked', lock_until: expect.any(Date) })
  expect(await signIn(person.loginName)).toBe(CODE.badCredentials)
  expect((await server.call(queryMenuListByUserId, { userId: person.userId }, { as: person })).returnCode).toBe(CODE.ok)
  expect(await db().selectFrom('notification').select('title').where('user_id', '=', person.userId).execute()).toEqual([{ title: '账号已锁定' }])
  const row = await server.ok(selectUser, { userId: person.userId })
  expect([row.accountStatus, row.lockUntil !== null, row.abilities.includes('unlock')]).toEqual(['locked', true, true])
})

test('an administrator unlocks it at once, and its tries begin anew', async () => {
  const person = await lockedSomeone()
  const { version } = await server.ok(selectUser, { userId: person.userId })
  await server.ok(changeUserStatus, { userId: person.userId, version, verb: 'unlock' })
  expect(await signIn(person.loginName, 'Wrong-Kettle-9')).toBe(CODE.badCredentials)
  expect((await statusOf(person.userId)).account_status).toBe('normal')
  expect(await signIn(person.loginName)).toBe(CODE.ok)
})

test('it ends by itself: the next right password comes in, and the clock tells the list', async () => {
  const [one, other] = [await lockedSomeone(), await lockedSomeone()]
  await db().updateTable('sys_user').set({ lock_until: sql`now() - interval '1 second'` }).where('user_id', 'in', [one.userId, other.userId]).execute()
  expect(await signIn(one.loginName)).toBe(CODE.ok)
  expect((await statusOf(one.userId)).account_status).toBe('normal')
  await releaseLocked(server.platform)
  expect(await statusOf(other.userId)).toEqual({ account_status: 'normal', lock_until: null })
  expect(await db().selectFrom('audit_log').select(['verb', 'reason']).where('record_type', '=', 'user').where('record_id', '=', other.userId).orderBy('audit_id').execute()).toEqual([
    { verb: 'lock', reason: '15 分钟内输错密码 3 次' },
    { verb: 'unlock', reason: '锁定时间已到' },
  ])
})

test('the last administrator is never locked', async () => {
  const { login_name } = await db().selectFrom('sys_user').select('login_name').where('user_id', '=', server.admin.userId).executeTakeFirstOrThrow()
  for (let i = 0; i < 4; i++) await signIn(login_name, `Wrong-Kettle-${i}`)
  expect((await statusOf(server.admin.userId)).account_status).toBe('normal')
})
