import { API_BASE, CODE } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { loginLog } from '@assoc/contract/rbac/log'
import { loginByCode, loginTheUser } from '@assoc/contract/rbac/sign-in'
import { sql } from 'kysely'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../../test/harness'
import { hashPassword } from '../../../platform/auth/passwords'
import { insertAttempt } from './repository'

const PASSWORD = 'Blue-Kettle-Seven'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let n = 0
async function account(status: 'normal' | 'disabled' | 'pending' | 'locked' = 'normal', mobile: string | null = null) {
  const login_name = `logged${++n}`
  await server.platform.db
    .insertInto('sys_user')
    .values({ login_name, real_name: '贾登录', mobile, type_id: 'staff', password_hash: await hashPassword(PASSWORD), account_status: status, search_grams: ['贾登', '登录'] })
    .execute()
  return login_name
}
const signIn = (loginName: string, passWord = PASSWORD) => server.call(loginTheUser, { loginName, passWord }, { as: null, headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120' } })
const kept = (name: string) => server.platform.db.selectFrom('login_log').select(['login_result', 'login_way', 'user_id', 'ip', 'device']).where('login_name', '=', name).orderBy('login_log_id').execute()

const unknowns = () => server.platform.db.selectFrom('login_log').select(['login_result', 'user_id', 'login_name']).where('login_name', 'like', '未知账号 %').orderBy('login_log_id').execute()

test('each outcome is kept with way, address and device; the person is told nothing of it', async () => {
  const names = { fine: await account(), disabled: await account('disabled'), pending: await account('pending') }
  const answers = [await signIn(names.fine, 'Wrong-Kettle-Seven'), await signIn(names.disabled), await signIn(names.pending), await signIn('nobody-there')]
  expect(new Set(answers.map((a) => JSON.stringify([a.returnCode, a.returnMessage, a.data])))).toHaveProperty('size', 1)
  expect((await signIn(names.fine)).returnCode).toBe(CODE.ok)
  expect(await kept(names.fine)).toMatchObject([
    { login_result: 'wrongPassword', login_way: 'password', ip: '127.0.0.1', device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/120' },
    { login_result: 'success', user_id: expect.any(String) },
  ])
  expect((await kept(names.disabled)).map((r) => r.login_result)).toEqual(['disabled'])
  expect((await kept(names.pending)).map((r) => r.login_result)).toEqual(['pending'])
  expect(await kept('nobody-there')).toEqual([])
  expect(await unknowns()).toMatchObject([{ login_result: 'unknown', user_id: null }])
})

test('a shut door is kept once a minute, however often somebody knocks', async () => {
  const name = await account()
  for (let i = 0; i < 12; i++) await signIn(name, `Wrong-${i}-Kettle`)
  const results = (await kept(name)).map((r) => r.login_result)
  expect(results.filter((r) => r === 'wrongPassword')).toHaveLength(5)
  expect(results.filter((r) => r === 'locked')).toHaveLength(1)
})

test('a wrong code is kept; a mobile number is masked for the readers', async () => {
  const mobile = '13900008888'
  await account('normal', mobile)
  expect((await server.call(loginByCode, { target: mobile, challenge: 'none', code: '000000' }, { as: null })).returnCode).toBe(CODE.badVerificationCode)
  const { items } = await server.ok(loginLog.list, { loginResult: 'wrongCode' })
  expect(items[0]).toMatchObject({ loginName: '139****8888', loginWay: 'code', realName: '贾登录' })
})

test('a name that is nobody’s is kept as a print alone: the same for the same text, whatever it looks like', async () => {
  const before = (await unknowns()).length
  const typed = ['Blue#Kettle#Nine!', 'Correct-Horse-28', '13900001111', 'jia@example.com', '贾明示', 'correct-horse-28']
  for (const name of typed) await signIn(name)
  const names = (await unknowns()).slice(before).map((r) => r.login_name)
  for (const name of names) expect(name).toMatch(/^未知账号 [\w-]{8}$/)
  expect(names[5]).toBe(names[1])
  expect(new Set(names).size).toBe(5)
})

test('the log is read by who may, filtered by person, address, result and day, exported, and never changed', async () => {
  const reader = await server.person({ permits: ['rbac:loginLog:read'] })
  const name = await account()
  await signIn(name)
  const found = await server.ok(loginLog.list, { loginName: name, ip: '127.', loginResult: 'success', loginTimeFrom: today(), loginTimeTo: today() }, { as: reader })
  expect(found).toMatchObject({ total: 1, items: [{ loginName: name, realName: '贾登录', abilities: [] }] })
  expect((await server.ok(loginLog.list, { loginName: '登录' }, { as: reader })).total).toBeGreaterThan(0)
  expect((await server.ok(loginLog.list, { loginTimeFrom: '2001-01-01', loginTimeTo: '2001-01-02' }, { as: reader })).total).toBe(0)
  expect((await server.call(loginLog.list, {}, { as: await server.person() })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(loginLog.exportRows, {}, { as: reader })).returnCode).toBe(CODE.forbidden)
  const file = await server.raw(`${API_BASE}${loginLog.exportRows.path}`, { method: 'POST', body: JSON.stringify({ loginName: name }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  expect(Buffer.from(await file.arrayBuffer()).subarray(0, 2).toString()).toBe('PK')
  await expect(sql`update login_log set login_result = 'success'`.execute(server.platform.db)).rejects.toThrow('append-only')
  await expect(sql`delete from login_log`.execute(server.platform.db)).rejects.toThrow('append-only')
})

test('built-in roles: auditor and security administrator read, the system administrator does not', async () => {
  const { rows } = await sql<{ role_code: string; menu: boolean; permit: boolean }>`select r.role_code,
    exists (select 1 from role_menu m where m.role_id = r.role_id and m.menu_id = 7014) as menu,
    exists (select 1 from role_permit rp join permit p using (permit_id) where rp.role_id = r.role_id and p.permit_code = 'rbac:loginLog:read') as permit
    from role r where r.built_in order by 1`.execute(server.platform.db)
  expect(rows.filter((r) => r.menu || r.permit)).toEqual([
    { role_code: 'AUDITOR', menu: true, permit: true },
    { role_code: 'SEC_ADMIN', menu: true, permit: true },
  ])
})

test('one statement keeps an attempt, within a millisecond or so', async () => {
  const { db } = server.platform
  await sql`insert into login_log (login_time, user_id, login_name, login_way, login_result, ip, device)
    select now() - n * interval '1 minute', case when n % 3 = 0 then n % 500 end, 'name' || n % 700, 'password', (array['success','wrongPassword','unknown'])[n % 3 + 1], '10.0.' || n % 200 || '.' || n % 250, 'x'
    from generate_series(1, 30000) n`.execute(db)
  await sql`analyze login_log`.execute(db)
  const times: number[] = []
  for (let i = 0; i < 50; i++) {
    const from = performance.now()
    await insertAttempt(db, { userId: null, name: `t${i}`, way: 'password', result: 'unknown', ip: '127.0.0.1', device: 'x' })
    times.push(performance.now() - from)
  }
  expect(times.sort((a, b) => a - b)[25]).toBeLessThan(20)
})
