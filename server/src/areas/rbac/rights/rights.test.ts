import { CODE } from '@assoc/contract'
import { selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { insertPermit, selectPermit, updatePermit, updateRmPermit } from '@assoc/contract/rbac/permit'
import { MATRIX_ROLES, permitUse, previewRole, selectPermitHolders, selectRoleHolderByPage, selectRoleMatrix, updateUserRole } from '@assoc/contract/rbac/rights'
import { role } from '@assoc/contract/rbac/role'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { runtimeNamed } from '../../../platform/resource/registry'
import { explainRows } from '../../../platform/resource/rows.repository'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const roleNamed = async (roleCode: string) => (await db().selectFrom('role').select('role_id').where('role_code', '=', roleCode).executeTakeFirstOrThrow()).role_id
const userNamed = async (login: string) => (await db().selectFrom('sys_user').select('user_id').where('login_name', '=', login).executeTakeFirstOrThrow()).user_id
const permitNamed = async (code: string) => (await db().selectFrom('permit').select('permit_id').where('permit_code', '=', code).executeTakeFirstOrThrow()).permit_id
const inSeconds = (s: number) => new Date(Date.now() + s * 1000).toISOString()
const reads = async (as: Session) => (await server.call(queryAllUsersBySystem, {}, { as })).returnCode

test('permits with who holds them: roles in use and people who may sign in; what has ended or is switched off does not count', async () => {
  const find = async (code: string) => (await server.ok(permitUse.list, { keyword: code })).items.find((p) => p.permitCode === code)
  const person = await server.person({ permits: ['rbac:outbox:read'], scopes: { rbac: 'all' } })
  const before = await find('rbac:outbox:read')
  expect(before).toMatchObject({ builtIn: true, sensitive: true })
  expect(before?.roleNames).toContain('系统管理员')
  const permitId = before?.permitId ?? ''
  const { roles, people, userCount } = await server.ok(selectPermitHolders, { permitId })
  expect(userCount).toBe(before?.userCount)
  expect(people.map((p) => p.userId)).toContain(person.userId)
  expect(roles.find((r) => r.roleId === person.roleId)).toMatchObject({ expired: false, userCount: 1 })

  await db().updateTable('role_permit').set({ expire_time: new Date(Date.now() - 1000) }).where('role_id', '=', person.roleId).execute()
  expect((await find('rbac:outbox:read'))?.userCount).toBe(userCount - 1)
  expect((await server.ok(selectPermitHolders, { permitId })).roles.find((r) => r.roleId === person.roleId)).toMatchObject({ expired: true })
  const other = await server.ok(insertPermit, { systemId: 2, permitCode: 'rbac:extra:see', permitName: '查看另册', permitType: 'api', permitStatus: 'enabled' })
  expect((await server.ok(permitUse.list, { held: 'no', keyword: '另册' })).items.map((p) => p.permitId)).toEqual([other.permitId])
  expect((await server.ok(permitUse.list, { held: 'yes', keyword: '另册' })).total).toBe(0)
})

test('holders are told within the reader’s data scope, their number in whole', async () => {
  const dept = await server.person({ permits: ['rbac:permit:read'], scopes: { rbac: 'self' } })
  const { people, userCount } = await server.ok(selectPermitHolders, { permitId: await permitNamed('rbac:permit:read') }, { as: dept })
  expect(people.map((p) => p.userId)).toEqual([dept.userId])
  expect(userCount).toBeGreaterThan(1)
})

test('a built-in permit can be switched off and on; its code, name and type stay', async () => {
  const permit = (await server.ok(selectPermit, { keyword: 'rbac:post:read' }))[0]
  if (!permit) throw new Error('no such permit')
  const { permitId, version, permitCode, permitName, permitType } = permit
  const same = { permitId, version, permitCode, permitName, permitType, permitStatus: 'disabled' as const }
  for (const [field, value] of [['permitCode', 'rbac:post:look'], ['permitName', '看岗位'], ['permitType', 'button']] as const) {
    expect(await server.call(updatePermit, { ...same, [field]: value })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: field }] } })
  }
  expect(await server.ok(updatePermit, same)).toEqual({ version: version + 1 })
  await server.ok(updatePermit, { ...same, version: version + 1, permitStatus: 'enabled' })
})

test('the matrix shows each role’s grants and until when, and which permits the reader may give', async () => {
  const reader = await server.person({ permits: ['rbac:role:read', 'rbac:user:read'] })
  const { roles, permits, grants } = await server.ok(selectRoleMatrix, {}, { as: reader })
  expect(permits.filter((p) => p.grantable).map((p) => p.permitCode).sort()).toEqual(['rbac:role:read', 'rbac:user:read'])
  const stored = await db().selectFrom('role_permit as rp').innerJoin('permit as p', 'p.permit_id', 'rp.permit_id').select(['rp.role_id', 'rp.permit_id']).where('p.system_id', '=', 2).execute()
  expect(new Set(grants.map((g) => `${g.roleId} ${g.permitId}`))).toEqual(new Set(stored.map((g) => `${g.role_id} ${g.permit_id}`)))
  expect(roles.find((r) => r.roleCode === 'SYS_ADMIN')?.scopes).toContainEqual({ module: 'rbac', scope: 'all' })
})

test('of more roles than are shown at once all can be chosen, and the answer names every one of them', async () => {
  const made = await sql<{ role_id: string }>`insert into role (role_code, role_name) select 'WIDE_' || n, '宽表' || n from generate_series(1, ${MATRIX_ROLES + 20}::int) n returning role_id`.execute(db())
  const all = (await db().selectFrom('role').select('role_id').orderBy('role_id').execute()).map((r) => r.role_id)
  const ids = (roles: { roleId: string }[]) => roles.map((r) => r.roleId)
  const unasked = await server.ok(selectRoleMatrix, {})
  expect(ids(unasked.choices)).toEqual(all)
  expect(ids(unasked.roles)).toEqual(all.slice(0, MATRIX_ROLES))

  const holder = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  const last = made.rows.at(-1)?.role_id ?? ''
  const asked = await server.ok(selectRoleMatrix, { roleIds: [last, holder.roleId] })
  expect(ids(asked.roles).sort()).toEqual([last, holder.roleId].sort())
  expect(asked.roles.find((r) => r.roleId === holder.roleId)).toMatchObject({ userCount: 1, scopes: [{ module: 'rbac', scope: 'all' }] })
  expect(new Set(asked.grants.map((g) => g.roleId))).toEqual(new Set([holder.roleId]))
  expect(asked.choices).toHaveLength(all.length + 1)
  expect(await server.ok(selectRoleMatrix, { roleIds: [] })).toMatchObject({ roles: [], grants: [], choices: { length: all.length + 1 } })
  expect((await server.call(selectRoleMatrix, { roleIds: [last, '987654321'] })).returnCode).toBe(CODE.notFound)
  expect(await server.call(selectRoleMatrix, { roleIds: all.slice(0, MATRIX_ROLES + 1) })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'roleIds', message: '一次最多对比 60 个角色' }] } })
  await db().deleteFrom('role').where('role_code', 'like', 'WIDE_%').execute()
})

test('nobody gives a role a permit, or a person a role, that they lack themselves, nor lengthens it', async () => {
  const giver = await server.person({ permits: ['rbac:role:grantPermit', 'rbac:user:assignRole', 'rbac:user:read'], scopes: { rbac: 'all' } })
  const target = await server.person({ permits: ['rbac:user:read'] })
  const [lacking, held] = [await permitNamed('rbac:menu:update'), await permitNamed('rbac:user:read')]
  const grant = (permitId: string, expiresAt: string | null = null) => server.call(updateRmPermit, { roleId: target.roleId, permitId, granted: true, expiresAt }, { as: giver })
  expect(await grant(lacking)).toMatchObject({ returnCode: CODE.cannotGrant, returnMessage: expect.stringContaining('维护菜单') })
  expect(await grant(held, inSeconds(3600))).toMatchObject({ returnCode: CODE.ok })
  expect((await server.call(updateUserRole, { userId: target.userId, roleId: await roleNamed('SYS_ADMIN'), granted: true, expiresAt: inSeconds(60) }, { as: giver })).returnCode).toBe(CODE.cannotGrant)
  const wider = await server.person({ permits: ['rbac:menu:update'] })
  await server.ok(updateUserRole, { userId: wider.userId, roleId: wider.roleId, granted: true, expiresAt: inSeconds(600) })
  for (const userId of [wider.userId, target.userId]) expect((await server.call(updateUserRole, { userId, roleId: wider.roleId, granted: true, expiresAt: null }, { as: giver })).returnCode).toBe(CODE.cannotGrant)
})

test('a date in the past is refused at its field, and an end date never takes the last administrator away', async () => {
  const target = await server.person({ permits: ['rbac:user:read'] })
  const given = { userId: target.userId, roleId: target.roleId, granted: true }
  expect(await server.call(updateUserRole, { ...given, expiresAt: inSeconds(-5) })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'expiresAt' }] } })
  const admins = await roleNamed('SYS_ADMIN')
  expect((await server.call(updateUserRole, { userId: server.admin.userId, roleId: admins, granted: true, expiresAt: inSeconds(3600) })).returnCode).toBe(CODE.lastAdministrator)
  expect((await server.call(updateUserRole, { userId: server.admin.userId, roleId: admins, granted: false })).returnCode).toBe(CODE.lastAdministrator)
})

test('people of a role: since when and until when; changing it is noted on the person', async () => {
  const target = await server.person({ permits: ['rbac:user:read'], name: '甄限期' })
  const until = inSeconds(7200)
  await server.ok(updateUserRole, { userId: target.userId, roleId: target.roleId, granted: true, expiresAt: until })
  const { items } = await server.ok(selectRoleHolderByPage, { roleId: target.roleId })
  expect(items).toMatchObject([{ realName: '甄限期', expiresAt: until, expired: false, grantedAt: expect.stringMatching(/^20/), abilities: ['update', 'delete'] }])
  const noted = await db().selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', 'user').where('record_id', '=', target.userId).execute()
  expect(noted).toMatchObject([{ verb: 'assignRole', before: { expiresAt: null }, after: { expiresAt: until } }])
  await server.ok(updateUserRole, { userId: target.userId, roleId: target.roleId, granted: false })
  expect((await server.ok(selectRoleHolderByPage, { roleId: target.roleId })).total).toBe(0)
  expect((await server.call(updateUserRole, { userId: target.userId, roleId: target.roleId, granted: false })).returnCode).toBe(CODE.notFound)
})

/** Asks until the answer is another one; how long that took in ms. */
async function refusedAfter(as: Session): Promise<number> {
  const start = Date.now()
  while ((await reads(as)) === CODE.ok) {
    if (Date.now() - start > 15_000) throw new Error('still let in')
    await new Promise((r) => setTimeout(r, 100))
  }
  return Date.now() - start
}

test('a role and a permit that end take the rights of a signed-in person when their time comes', async () => {
  const byRole = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  const byPermit = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  await server.ok(updateUserRole, { userId: byRole.userId, roleId: byRole.roleId, granted: true, expiresAt: inSeconds(2) })
  await server.ok(updateRmPermit, { roleId: byPermit.roleId, permitId: await permitNamed('rbac:user:read'), granted: true, expiresAt: inSeconds(2) })
  expect([await reads(byRole), await reads(byPermit)]).toEqual([CODE.ok, CODE.ok])
  expect(await refusedAfter(byRole)).toBeLessThan(6_000)
  expect(await refusedAfter(byPermit)).toBeLessThan(6_000)
  // Whose rights are read anew has lost them at the very moment.
  await db().updateTable('role_permit').set({ expire_time: null }).where('role_id', '=', byPermit.roleId).execute()
  await server.platform.revocations.announce(db(), { kind: 'all' })
  expect(await reads(byPermit)).toBe(CODE.ok)
  await db().updateTable('role_permit').set({ expire_time: sql<Date>`now()` }).where('role_id', '=', byPermit.roleId).execute()
  await server.platform.revocations.announce(db(), { kind: 'all' })
  expect(await reads(byPermit)).toBe(CODE.forbidden)
})

test('a preview shows what somebody with that role alone gets, for every role of the house', async () => {
  const { items } = await server.ok(role.list, { pageSize: 200 })
  const deptId = (await db().selectFrom('dept').select('dept_id').where('dept_name', '=', '会员服务部').executeTakeFirstOrThrow()).dept_id
  for (const role of items.filter((r) => r.builtIn)) {
    const real = await server.person({ deptId })
    await db().updateTable('user_role').set({ role_id: role.roleId }).where('user_id', '=', real.userId).execute()
    const as = await server.sessionOf(real.userId)
    const shown = await server.ok(previewRole, { roleId: role.roleId, deptId })
    expect(shown.menus).toEqual(await server.ok(queryMenuListByUserId, { userId: real.userId }, { as }))
    expect(shown.permits.map((p) => p.permitCode).sort()).toEqual(await server.ok(selectCurrUserPermits, { userId: real.userId, systemId: 2 }, { as }))
    const principal = await server.platform.sessions.identify(as.token, as.cookie)
    expect(Object.fromEntries(shown.scopes.map((s) => [s.module, [s.all, s.self, s.deptNames.length]]))).toEqual(
      Object.fromEntries(Object.entries(principal.scopes).map(([m, s]) => [m, [s.all, s.self, new Set(s.deptIds).size]])),
    )
  }
})

test('a preview leaves nothing behind, gives nothing to act with, and is for those with its permit', async () => {
  const state = async () => (await sql<{ s: string }>`select concat_ws('/', (select count(*) from sys_user), (select max(user_id) from sys_user), (select count(*) from user_role), (select count(*) from session)) as s`.execute(db())).rows[0]?.s
  const roleId = await roleNamed('MEMBER_LEAD')
  const before = await state()
  const shown = await server.ok(previewRole, { roleId })
  expect(await state()).toBe(before)
  expect(JSON.stringify(shown)).not.toMatch(/token|cookie|sessionId|userId/)
  const reader = await server.person({ permits: ['rbac:role:read'] })
  expect((await server.call(previewRole, { roleId }, { as: reader })).returnCode).toBe(CODE.forbidden)
  const security = await server.sessionOf(await userNamed('xinanquan'))
  await db().updateTable('sys_user').set({ must_change_password: false }).where('user_id', '=', security.userId).execute()
  // They look at what an administrator has, and still cannot do it.
  expect((await server.ok(previewRole, { roleId: await roleNamed('SYS_ADMIN') }, { as: security })).permits.map((p) => p.permitCode)).toContain('rbac:user:assignRole')
  expect((await server.call(updateUserRole, { userId: security.userId, roleId, granted: true }, { as: security })).returnCode).toBe(CODE.forbidden)
  await db().updateTable('role').set({ role_status: 'disabled' }).where('role_id', '=', roleId).execute()
  expect(await server.ok(previewRole, { roleId })).toMatchObject({ menus: [], permits: [], scopes: [], roleStatus: 'disabled' })
})

test('no searched or sorted path of permits reads the table through', async () => {
  await sql`insert into permit (permit_code, permit_name, module, module_name) select 'many:x' || n || ':read', '许多权限' || n, 'many', '许多' from generate_series(1, 20000) n`.execute(db())
  await sql`analyze permit`.execute(db())
  const m = runtimeNamed('permit') as ResourceRuntime
  const principal: Principal = { ...((await loadUserFacts(db(), server.admin.userId))?.principal as Omit<Principal, 'sessionId'>), sessionId: '' }
  for (const [filters, sort] of [[{}], [{ keyword: '限77' }], [{}, { field: 'permitName', order: 'desc' }], [{}, { field: 'permitCode', order: 'desc' }]] as [{ keyword?: string }, { field: string; order: 'desc' }?][]) {
    const [page, count] = (await explainRows(db(), m, principal, { filters, sort })).split('\n\n')
    expect(page).not.toMatch(/Seq Scan on permit t\b/)
    if (filters.keyword) expect(count).not.toMatch(/Seq Scan on permit t\b/)
  }
})

test('a permit tells the calls that it opens, as the contract has them, and its menu: that of its page, or the one that staff chose', async () => {
  const find = async (code: string) => (await server.ok(permitUse.list, { keyword: code })).items.find((p) => p.permitCode === code)
  expect((await find('rbac:user:unlock'))?.apiPaths).toEqual(['/user/userController/changeUserStatus', '/user/userController/batchUser'])
  const read = await find('rbac:outbox:read')
  expect(read?.apiPaths).toContain('/user/outbox/selectOutboxByPage')
  expect(read?.menuName).toBe('发件箱')
  // A step of a status machine opens the call of all its steps.
  expect((await find('rbac:personal:erase'))?.apiPaths).toContain('/user/personalRequest/changePersonalRequestStatus')
  const { opens } = await server.ok(selectPermitHolders, { permitId: read?.permitId ?? '' })
  expect(opens.map((o) => o.path)).toEqual(read?.apiPaths)
  const { menu_id } = await db().selectFrom('menu').select('menu_id').where('menu_link', '=', 'rbac/OperLog').executeTakeFirstOrThrow()
  const { permitId, version, permitCode, permitName, permitType, permitStatus } = read as NonNullable<typeof read>
  await server.ok(updatePermit, { permitId, version, permitCode, permitName, permitType, permitStatus, menuId: menu_id })
  expect(await find('rbac:outbox:read')).toMatchObject({ menuId: menu_id, menuName: '操作日志' })
})
