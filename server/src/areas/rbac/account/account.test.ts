import { CODE } from '@assoc/contract'
import { getDeptList, insertDept } from '@assoc/contract/rbac/org'
import { registration } from '@assoc/contract/rbac/registration'
import { loginTheUser, resetPassWord, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { sql } from 'kysely'
import { pdfText } from '../../../../../scripts/jest/pdf-text.mjs'
import { adminResetPassword, changeUserStatus, insertUser, printPasswordLetter, queryAllUsersBySystem, queryExistsRoleList, selectResetWays, selectUser, selectUserPlain, updateRoleAndMenuRelation, updateUser } from '@assoc/contract/rbac/user'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

const fresh = { realName: '甄新人', mobile: '13800000001', email: 'xinren@example.com', typeId: 'staff' as const }
const newcomer = (loginName: string, more: object = {}) => server.ok(insertUser, { loginName, ...fresh, mobile: null, email: null, ...more })
const auditOf = (userId: string) =>
  server.platform.db.selectFrom('audit_log').selectAll().where('record_type', '=', 'user').where('record_id', '=', userId).orderBy('audit_id').execute()

/** Prints letters; answers the passwords on them, a page each. */
const printed = async (userIds: string[], as?: Session) => pdfText(await server.file(printPasswordLetter, { userIds }, as ? { as } : {})).match(/^[A-Za-z0-9]{16}$/gm) ?? []

test('a person is made without a password; the letter has one that must be changed, and it stands in no audit row and in no stored answer', async () => {
  const made = await server.ok(insertUser, { loginName: 'zhenxinren', ...fresh })
  const { userId } = made
  expect(made).toEqual({ userId })
  const [initialPassword = ''] = await printed([userId])
  const { rows } = await sql<{ kept: string }>`select coalesce(string_agg(response::text, ''), '') as kept from idempotency`.execute(server.platform.db)
  expect(rows[0]?.kept).not.toContain(initialPassword)
  const login = await server.ok(loginTheUser, { loginName: 'ZhenXinren', passWord: initialPassword }, { as: null })
  expect(login).toMatchObject({ userId, mustChangePassword: true })
  const noted = await auditOf(userId)
  expect(JSON.stringify(noted)).not.toContain(initialPassword)
  expect(noted[1]).toMatchObject({ verb: 'printPassword' })
  expect(noted[0]).toMatchObject({ verb: 'insert', after: { loginName: 'zhenxinren', mobile: '138****0001', email: 'x**@example.com' } })
})

test('name, mobile and mail belong to one account, whatever their case', async () => {
  for (const [given, path] of [
    [{ loginName: 'ZHENXINREN' }, 'loginName'],
    [{ loginName: 'another1', mobile: '138 0000 0001' }, 'mobile'],
    [{ loginName: 'another2', email: 'Xinren@Example.com' }, 'email'],
  ] as const) {
    const answer = await server.call(insertUser, { ...fresh, mobile: null, email: null, ...given })
    expect(answer).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path }] } })
  }
})

test('mobile and mail are masked in lists, in the single record and in a conflict, for everybody', async () => {
  const [row] = (await server.ok(queryAllUsersBySystem, { keyword: 'zhenxinren' })).items
  const numbers = { mobile: '138****0001', email: 'x**@example.com' }
  expect(row).toMatchObject(numbers)
  const userId = row?.userId ?? ''
  expect(await server.ok(selectUser, { userId })).toMatchObject(numbers)
  expect(await server.call(updateUser, { ...fresh, userId, version: 99 })).toMatchObject({ returnCode: CODE.conflict, data: { current: numbers } })
})

test('plain text is given field by field to who may see personal data and the account; each look is logged, none that was refused', async () => {
  const userId = (await server.ok(queryAllUsersBySystem, { keyword: 'zhenxinren' })).items[0]?.userId ?? ''
  expect(await server.ok(selectUserPlain, { userId, fields: ['mobile'] })).toEqual({ values: { mobile: '13800000001' } })
  expect(await server.ok(selectUserPlain, { userId, fields: ['mobile', 'email'] })).toEqual({ values: { mobile: '13800000001', email: 'xinren@example.com' } })
  const looks = async () => (await auditOf(userId)).filter((a) => a.verb === 'viewPlain')
  expect((await looks()).map((a) => [a.user_id, a.after])).toEqual([[server.admin.userId, { fields: ['mobile'] }], [server.admin.userId, { fields: ['mobile', 'email'] }]])
  expect(JSON.stringify(await looks())).not.toContain('13800000001')
  const editor = await server.person({ permits: ['rbac:user:read', 'rbac:user:update'], scopes: { rbac: 'all' } })
  const nobody = await server.person({ permits: ['pi:plain:view'], scopes: { rbac: 'all' } })
  for (const as of [editor, nobody]) expect((await server.call(selectUserPlain, { userId, fields: ['mobile'] }, { as })).returnCode).toBe(CODE.forbidden)
  const elsewhere = await server.person({ permits: ['pi:plain:view', 'rbac:user:read'], scopes: { rbac: 'self' } })
  expect((await server.call(selectUserPlain, { userId, fields: ['mobile'] }, { as: elsewhere })).returnCode).toBe(CODE.notFound)
  expect(await looks()).toHaveLength(2)
})

test('numbers that the form leaves out stay as they are stored; what is sent is written, also nothing', async () => {
  const { userId } = await newcomer('keepnumbers', { mobile: '13800000077', email: 'keep@example.com' })
  const { mobile: _mobile, email: _email, ...others } = fresh
  const stored = () => server.platform.db.selectFrom('sys_user').select(['real_name', 'mobile', 'email']).where('user_id', '=', userId).executeTakeFirstOrThrow()
  await server.ok(updateUser, { userId, version: 1, ...others, realName: '甄改名' })
  expect(await stored()).toEqual({ real_name: '甄改名', mobile: '13800000077', email: 'keep@example.com' })
  expect((await auditOf(userId)).at(-1)).toMatchObject({ verb: 'update', after: { realName: '甄改名' } })
  await server.ok(updateUser, { userId, version: 2, ...others, mobile: '13800000078', email: '' })
  expect(await stored()).toMatchObject({ mobile: '13800000078', email: null })
  // Found by the new number, no longer by the old one.
  expect((await server.ok(queryAllUsersBySystem, { keyword: '13800000078' })).items.map((u) => u.userId)).toEqual([userId])
  expect((await server.ok(queryAllUsersBySystem, { keyword: '13800000077' })).total).toBe(0)
})

test.each([
  ['贾明', 'jiamingshi'],
  ['贾明示', 'jiamingshi'],
  ['jms', 'jiamingshi'],
  ['mingshi', 'jiamingshi'],
  ['19900000003', 'jiamingshi'],
  ['贾', 'jiamingshi'],
])('the keyword %s finds %s', async (keyword, loginName) => {
  const { items } = await server.ok(queryAllUsersBySystem, { keyword })
  expect(items.map((u) => u.loginName)).toContain(loginName)
})

test.each(['贾示', '明示贾明', 'jmsx', '%', '_', "' or 1=1 --", '(a+)+$'])('the keyword %s means itself and finds nobody', async (keyword) => {
  expect((await server.ok(queryAllUsersBySystem, { keyword })).total).toBe(0)
})

test.each(['1990000000', '9900000003', '990', '19', '03', '1'])('a part of a mobile, %s, finds nobody by it', async (keyword) => {
  expect((await server.ok(queryAllUsersBySystem, { keyword, pageSize: 200 })).items.map((u) => u.loginName)).not.toContain('jiamingshi')
})

test('sixty whole numbers an hour are looked for, over all lists together; then a sentence says so', async () => {
  const looker = await server.person({ permits: ['rbac:user:read', 'rbac:user:confirm'], scopes: { rbac: 'all' } })
  const look = (keyword: string) => server.call(queryAllUsersBySystem, { keyword }, { as: looker })
  for (let n = 0; n < 60; n++) expect((await (n % 2 ? look(`1380000${String(1000 + n)}`) : server.call(registration.list, { keyword: `138 0000 ${1000 + n}` }, { as: looker }))).returnCode).toBe(CODE.ok)
  expect(await look('19900000003')).toMatchObject({ returnCode: CODE.tooMany, returnMessage: expect.stringContaining('每小时最多 60 次') })
  expect((await server.call(registration.list, { keyword: '19900000003' }, { as: looker })).returnCode).toBe(CODE.tooMany)
  // Names are not counted.
  expect((await look('贾明示')).returnCode).toBe(CODE.ok)
})

test('every sort is total and filters combine', async () => {
  for (const field of ['createTime', 'loginName', 'lastLoginTime'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const all: string[] = []
      for (let page = 1; page <= 4; page++) all.push(...(await server.ok(queryAllUsersBySystem, { page, pageSize: 7, sort: { field, order } })).items.map((u) => u.userId))
      expect(new Set(all).size).toBe(all.length)
    }
  }
  const names = (await server.ok(queryAllUsersBySystem, { sort: { field: 'loginName', order: 'asc' }, pageSize: 200 })).items.map((u) => u.loginName.toLowerCase())
  expect(names).toEqual([...names].sort())
  const pending = await server.ok(queryAllUsersBySystem, { accountStatus: 'pending', typeId: 'company' })
  expect(pending.items.map((u) => u.loginName)).toEqual(['wuyouguo'])
  expect((await server.ok(queryAllUsersBySystem, { systemId: 1 })).total).toBe(0)
})

test('a person whose scope is their department sees its people and nobody else; without a scope, nobody', async () => {
  const dept = (await server.ok(getDeptList, {})).find((d) => d.deptName === '会员服务部')
  const own = await server.person({ permits: ['rbac:user:read', 'rbac:user:update'], scopes: { rbac: 'dept' }, deptId: dept?.deptId ?? '' })
  const seen = await server.ok(queryAllUsersBySystem, { pageSize: 200 }, { as: own })
  expect(seen.items.map((u) => u.loginName).filter((n) => !n.startsWith('person'))).toEqual(expect.arrayContaining(['jiamingshi', 'zhenjingban', 'huilianxi']))
  expect(new Set(seen.items.map((u) => u.deptId))).toEqual(new Set([dept?.deptId]))
  const outside = (await server.ok(queryAllUsersBySystem, { keyword: '石会务' })).items[0]
  expect((await server.call(selectUser, { userId: outside?.userId ?? '' }, { as: own })).returnCode).toBe(CODE.notFound)
  const { abilities, roles, deptName, lastLoginTime, createTime, accountStatus, loginName, conflictingRoles, lockUntil, ...fields } = await server.ok(selectUser, { userId: own.userId }, { as: own })
  void [abilities, roles, deptName, lastLoginTime, createTime, accountStatus, loginName, conflictingRoles, lockUntil]
  const moved = await server.call(updateUser, { ...fields, deptId: outside?.deptId ?? '' }, { as: own })
  expect(moved).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'deptId' }] } })
  const none = await server.person({ permits: ['rbac:user:read'] })
  expect(await server.ok(queryAllUsersBySystem, {}, { as: none })).toEqual({ items: [], total: 0 })
})

test('two editors: the second gets the conflict with the record as it is', async () => {
  const { userId } = await newcomer('twoeditors')
  await server.ok(updateUser, { userId, version: 1, ...fresh, mobile: null, email: null, remark: '先改' })
  const second = await server.call(updateUser, { userId, version: 1, ...fresh, mobile: null, email: null, remark: '后改' })
  expect(second).toMatchObject({ returnCode: CODE.conflict, data: { current: { remark: '先改', version: 2 } } })
})

test('disabling needs a reason, ends the sessions at once and can be taken back', async () => {
  const { userId } = await newcomer('tobedisabled')
  const session = await server.sessionOf(userId)
  await server.platform.db.updateTable('sys_user').set({ must_change_password: false }).where('user_id', '=', userId).execute()
  expect(await server.call(changeUserStatus, { userId, verb: 'disable', version: 1 })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  expect(await server.ok(changeUserStatus, { userId, verb: 'disable', version: 1, reason: '长期未用' })).toEqual({ accountStatus: 'disabled', version: 2 })
  expect((await server.call(selectUser, { userId }, { as: session })).returnCode).toBe(CODE.accountDisabled)
  expect((await server.call(changeUserStatus, { userId, verb: 'unlock', version: 2 })).returnCode).toBe(CODE.badTransition)
  expect((await server.call(changeUserStatus, { userId, verb: 'enable', version: 1 })).returnCode).toBe(CODE.conflict)
  expect(await server.ok(changeUserStatus, { userId, verb: 'enable', version: 2 })).toMatchObject({ accountStatus: 'normal' })
  expect((await auditOf(userId)).map((a) => [a.verb, a.reason])).toEqual([['insert', null], ['disable', '长期未用'], ['enable', null]])
})

test('each verb of the status machine needs its own permit', async () => {
  const pending = (await server.ok(queryAllUsersBySystem, { keyword: 'wuyouguo' })).items[0]
  const reader = await server.person({ permits: ['rbac:user:read', 'rbac:user:disable'], scopes: { rbac: 'all' } })
  const input = { userId: pending?.userId ?? '', version: pending?.version ?? 1 }
  expect((await server.call(changeUserStatus, { ...input, verb: 'confirm' }, { as: reader })).returnCode).toBe(CODE.forbidden)
  expect(pending?.abilities).toEqual(expect.arrayContaining(['confirm', 'reject']))
  expect(await server.ok(changeUserStatus, { ...input, verb: 'reject', reason: '查无此人' })).toMatchObject({ accountStatus: 'cancelled' })
  const [gone] = (await server.ok(queryAllUsersBySystem, { keyword: 'wuyouguo' })).items
  expect(gone).toMatchObject({ accountStatus: 'cancelled', abilities: [] })
  expect((await server.call(updateRoleAndMenuRelation, { userId: input.userId, roleIds: [] })).returnCode).toBe(CODE.badTransition)
})

test('a letter ends the sessions, works for 72 hours, must be changed, and a second one takes its place', async () => {
  const { db } = server.platform
  const { userId } = await newcomer('toreset')
  const [first = ''] = await printed([userId])
  const session = await server.sessionOf(userId)
  const [second = ''] = await printed([userId])
  expect((await server.call(queryExistsRoleList, { userId }, { as: session })).returnCode).toBe(CODE.sessionEndedElsewhere)
  const signIn = (passWord: string) => server.call(loginTheUser, { loginName: 'toreset', passWord }, { as: null })
  expect((await signIn(first)).returnCode).toBe(CODE.badCredentials)
  expect((await signIn(second)).data).toMatchObject({ mustChangePassword: true })
  expect((await db.selectFrom('sys_user').select('old_password_hashes').where('user_id', '=', userId).executeTakeFirstOrThrow()).old_password_hashes).toHaveLength(1)
  const { rows } = await sql<{ hours: number }>`select round(extract(epoch from password_until - now()) / 3600)::int as hours from sys_user where user_id = ${userId}`.execute(db)
  expect(rows[0]?.hours).toBe(72)
  await sql`update sys_user set password_until = now() - interval '1 second' where user_id = ${userId}`.execute(db)
  expect(await signIn(second)).toMatchObject({ returnCode: CODE.badCredentials, returnMessage: expect.stringContaining('首次密码超过 72 小时未使用，已经失效') })
  expect((await signIn(first)).returnMessage).toBe('账号或密码不正确')
  expect(await db.selectFrom('login_log').select('login_result').where('user_id', '=', userId).orderBy('login_log_id', 'desc').limit(2).execute()).toEqual([{ login_result: 'wrongPassword' }, { login_result: 'expired' }])
  expect(JSON.stringify(await auditOf(userId))).not.toContain(second)
  expect((await server.call(printPasswordLetter, { userIds: [server.admin.userId] })).returnCode).toBe(CODE.forbidden)
  expect(await printed([userId, (await newcomer('another3')).userId])).toHaveLength(2)
})

test('who makes accounts prints the first letters of their own ones, and no second one', async () => {
  const maker = await server.person({ permits: ['rbac:user:read', 'rbac:user:insert'], scopes: { rbac: 'all' } })
  const { userId } = await server.ok(insertUser, { loginName: 'madebyher', ...fresh, mobile: null, email: null }, { as: maker })
  const other = await newcomer('madebyother')
  const refused = { returnCode: CODE.forbidden, returnMessage: expect.stringContaining('只能为本人新增且尚未打印过的用户打印密码函') }
  expect(await server.call(printPasswordLetter, { userIds: [other.userId] }, { as: maker })).toMatchObject(refused)
  expect(await printed([userId], maker)).toHaveLength(1)
  expect(await server.call(printPasswordLetter, { userIds: [userId] }, { as: maker })).toMatchObject(refused)
})

test('a reset by message: the person is told, asks for a code, and sets a password with it', async () => {
  const { userId } = await newcomer('bymessage', { mobile: '13800000055' })
  const [password = ''] = await printed([userId])
  const reset = (way: 'sms' | 'mail', version: number) => server.call(adminResetPassword, { userId, version, way })
  expect(await server.ok(selectResetWays, { userId })).toEqual({ sms: null, mail: null })
  expect(await reset('sms', 2)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'way' }] } })
  Object.assign(server.platform.sms, { live: true })
  expect(await server.ok(selectResetWays, { userId })).toEqual({ sms: '138****0055', mail: null })
  const answer = await reset('sms', 2)
  expect(answer).toMatchObject({ returnCode: CODE.ok, data: { version: 3 } })
  Object.assign(server.platform.sms, { live: false })
  expect((await server.call(loginTheUser, { loginName: 'bymessage', passWord: password }, { as: null })).returnCode).toBe(CODE.badCredentials)
  const told = (await server.platform.db.selectFrom('outbox').select('content').where('recipient', '=', '13800000055').executeTakeFirstOrThrow()).content
  expect(told).toContain('选择“找回密码”')
  // No code stands in it: the person asks for one, in the browser that uses it.
  expect(told).not.toMatch(/\d{6}/)
  const { challenge } = await server.ok(sendVerificationCode, { mobile: '13800000055', purpose: 'reset' }, { as: null })
  const code = /验证码 (\d{6})/.exec(await server.sentTo('13800000055'))?.[1] ?? ''
  expect((await server.call(resetPassWord, { target: '13800000055', challenge, code, newPassWord: 'Green-Lamp-3030' }, { as: null })).returnCode).toBe(CODE.ok)
  expect((await server.call(loginTheUser, { loginName: 'bymessage', passWord: 'Green-Lamp-3030' }, { as: null })).data).toMatchObject({ userId, mustChangePassword: false })
})

test('nobody gets into the account of somebody who administers more: no reset, no new mobile', async () => {
  const helper = await server.person({ permits: ['rbac:user:read', 'rbac:user:update', 'rbac:user:resetPassword'], scopes: { rbac: 'all' } })
  const admin = await server.ok(selectUser, { userId: server.admin.userId })
  const reset = await server.call(adminResetPassword, { userId: admin.userId, version: admin.version, way: 'sms' }, { as: helper })
  expect(reset.returnCode).toBe(CODE.cannotGrant)
  expect((await server.call(printPasswordLetter, { userIds: [admin.userId] }, { as: helper })).returnCode).toBe(CODE.cannotGrant)
  expect(admin.abilities).not.toEqual([])
  expect((await server.ok(selectUser, { userId: admin.userId }, { as: helper })).abilities).toEqual([])
  const change = { userId: admin.userId, version: admin.version, realName: admin.realName, typeId: admin.typeId, email: null, mobile: '13900000099' }
  expect((await server.call(updateUser, change, { as: helper })).returnCode).toBe(CODE.cannotGrant)
  expect((await server.ok(selectUser, { userId: admin.userId })).version).toBe(admin.version)
})

test('roles at creation need the permit to assign them', async () => {
  const { deptId } = await server.ok(insertDept, { deptName: '临时部', sortNo: 99 })
  const maker = await server.person({ permits: ['rbac:user:insert', 'rbac:user:read'], scopes: { rbac: 'all' } })
  const body = { loginName: 'withroles', ...fresh, mobile: null, email: null, deptId, roleIds: [maker.roleId] }
  expect((await server.call(insertUser, body, { as: maker })).returnCode).toBe(CODE.forbidden)
  const { userId } = await server.ok(insertUser, body)
  expect((await server.ok(queryExistsRoleList, { userId })).map((r) => r.roleId)).toEqual([maker.roleId])
})
