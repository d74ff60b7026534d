import { dayAfter, today } from '@assoc/contract/core/day'
import { updateParameter } from '@assoc/contract/rbac/param'
import { updateSecurityPolicy } from '@assoc/contract/rbac/security'
import { changeUserStatus, selectUser } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { GRACE_DAYS, seeToAccounts } from './unused'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api', PUBLIC_URL: 'https://console.example/' } })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const run = (day: string) => seeToAccounts(server.platform, day)
const DAY = today()
const WARN = 90
const DISABLE = 180

/** Somebody who signed in last, or whose account was made, so many days ago. */
async function unusedFor(days: number, more: { never?: boolean; type?: string } = {}): Promise<Session> {
  const person = await server.person()
  await sql`update sys_user set email = ${`p${person.userId}@example.com`}, type_id = ${more.type ?? 'staff'}, create_time = now() - make_interval(days => ${more.never ? days : 4000}),
    last_login_time = ${more.never ? null : sql`now() - make_interval(days => ${days})`} where user_id = ${person.userId}`.execute(db())
  return person
}
const told = async ({ userId }: Session) => (await sql<{ title: string; content: string }>`select title, content from notification where user_id = ${userId} order by notification_id`.execute(db())).rows
const mailed = async ({ userId }: Session) => (await sql<{ subject: string }>`select subject from outbox where recipient = ${`p${userId}@example.com`} order by outbox_id`.execute(db())).rows.map((r) => r.subject)
const statusOf = async ({ userId }: Session) => (await server.ok(selectUser, { userId })).accountStatus
/** Waits until what was stored holds in this process. */
async function held(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 50 && !(await holds()); tries++) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('an account that nobody uses is warned once, by notice and by mail, and disabled when it stays unused', async () => {
  const [fresh, idle, never, robot] = [await unusedFor(WARN - 1), await unusedFor(WARN), await unusedFor(WARN, { never: true }), await unusedFor(4000, { type: 'system' })]
  const due = dayAfter(DAY, DISABLE - WARN)
  await Promise.all([run(DAY), run(DAY)])
  await run(dayAfter(DAY, 30 - 30))
  expect([await told(fresh), await told(robot)]).toEqual([[], []])
  for (const person of [idle, never]) {
    expect(await told(person)).toEqual([{ title: '账号长期未使用', content: expect.stringContaining(`请在 ${due} 前登录一次，否则账号将自动停用`) }])
    expect(await mailed(person)).toEqual(['账号长期未使用'])
  }
  await run(dayAfter(due, -1))
  expect([await statusOf(idle), await statusOf(never)]).toEqual(['normal', 'normal'])
  // One of them comes back in time: what was counted begins anew.
  await sql`update sys_user set last_login_time = now() where user_id = ${never.userId}`.execute(db())
  await run(due)
  expect([await statusOf(idle), await statusOf(never), await statusOf(robot)]).toEqual(['disabled', 'normal', 'normal'])
  const { rows } = await sql`select user_name, verb, reason from audit_log where record_type = 'user' and record_id = ${idle.userId}`.execute(db())
  expect(rows).toEqual([{ user_name: '系统', verb: 'disable', reason: `连续 ${DISABLE} 天未登录` }])
  expect((await sql`select 1 from session where user_id = ${idle.userId} and end_time is null`.execute(db())).rows).toEqual([])
  expect((await told(server.admin)).map((n) => n.title)).toContain('长期未使用的账号已停用')
})

test('nobody is disabled without a warning a week before, also who was let in again', async () => {
  const old = await unusedFor(2000)
  await run(DAY)
  expect(await statusOf(old)).toBe('normal')
  await run(dayAfter(DAY, GRACE_DAYS - 1))
  expect(await statusOf(old)).toBe('normal')
  const then = dayAfter(DAY, GRACE_DAYS)
  await run(then)
  expect(await statusOf(old)).toBe('disabled')
  const { version } = await server.ok(selectUser, { userId: old.userId })
  await server.ok(changeUserStatus, { userId: old.userId, version, verb: 'enable' })
  await run(dayAfter(then, 1))
  expect([await statusOf(old), (await told(old)).length]).toEqual(['normal', 2])
  await run(dayAfter(then, 1 + GRACE_DAYS))
  expect(await statusOf(old)).toBe('disabled')
})

test('the last administrator is never disabled; 0 days disable nobody', async () => {
  await sql`update sys_user set create_time = now() - interval '2000 days', last_login_time = null where user_id = ${server.admin.userId}`.execute(db())
  await run(DAY)
  await run(dayAfter(DAY, GRACE_DAYS))
  expect(await statusOf(server.admin)).toBe('normal')
  const old = await unusedFor(2000)
  await server.ok(updateParameter, { paramKey: 'rbac.unusedDisableDays', value: 0, version: 0 })
  await held(async () => (await server.platform.settings.parameter('rbac.unusedDisableDays')) === 0)
  await run(DAY)
  expect((await told(old)).map((n) => n.content)).toEqual([expect.stringContaining('请联系系统管理员停用')])
  await run(dayAfter(DAY, 400))
  expect(await statusOf(old)).toBe('normal')
})

test('who has a password that ends is told before, once for each password', async () => {
  const person = await unusedFor(1)
  const aged = (days: number) => sql`update sys_user set password_hash = 'x', password_time = now() - make_interval(days => ${days}) where user_id = ${person.userId}`.execute(db())
  await aged(80)
  await run(DAY)
  expect(await told(person)).toEqual([])
  const { policy } = await server.platform.settings.security()
  await server.ok(updateSecurityPolicy, { ...policy, expireDays: 90, version: 0 })
  await held(async () => (await server.platform.settings.security()).policy.expireDays === 90)
  await run(dayAfter(DAY, 2))
  expect(await told(person)).toEqual([])
  await Promise.all([run(dayAfter(DAY, 3)), run(dayAfter(DAY, 3))])
  await run(dayAfter(DAY, 9))
  const ends = dayAfter(DAY, 10)
  expect(await told(person)).toEqual([{ title: '密码即将到期', content: expect.stringContaining(`将于 ${ends} 到期`) }])
  expect(await mailed(person)).toEqual(['密码即将到期'])
  await aged(0)
  await run(dayAfter(DAY, 85))
  expect(await told(person)).toHaveLength(2)
})
