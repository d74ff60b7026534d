import { CODE } from '@assoc/contract'
import { insertMenu, selectMenuTree } from '@assoc/contract/rbac/menu'
import { getDeptList } from '@assoc/contract/rbac/org'
import { selectPermit, selectRmPermit, updateRmPermit } from '@assoc/contract/rbac/permit'
import { saveRmPermitBatch, selectRoleGrants } from '@assoc/contract/rbac/role-grants'
import {
  delRoleMessageByRoleId, role, queryExistsMenuList, queryRoleScopes, updateMenuAndRole, updateRoleMessage, updateRoleScopes,
} from '@assoc/contract/rbac/role'
import { queryAllUsersBySystem, updateRoleAndMenuRelation } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
let permitIds: Map<string, string>
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  permitIds = new Map((await server.ok(selectPermit, {})).map((p) => [p.permitCode, p.permitId]))
})
afterAll(() => server.stop())

const ids = (...codes: string[]) => codes.map((c) => permitIds.get(c) ?? c)
const roleNamed = async (roleCode: string) => (await server.ok(role.list, { keyword: roleCode })).items.find((r) => r.roleCode === roleCode)
const newRole = async (roleCode: string, ...codes: string[]) => {
  const { roleId } = await server.ok(updateRoleMessage, { roleCode, roleName: `角色${roleCode}`, roleStatus: 'enabled' })
  if (codes.length > 0) await server.ok(saveRmPermitBatch, { roleId, permitIds: ids(...codes) })
  return roleId
}

test('a role is made, changed, refused to a second editor, and deleted', async () => {
  const made = await server.ok(updateRoleMessage, { roleCode: 'ARCHIVIST', roleName: '档案员', roleStatus: 'enabled', remark: '' })
  expect(await roleNamed('ARCHIVIST')).toMatchObject({ roleName: '档案员', remark: null, userCount: 0 })
  const change = { ...made, roleCode: 'ARCHIVIST', roleName: '档案管理员', roleStatus: 'enabled' as const }
  expect(await server.ok(updateRoleMessage, change)).toEqual({ roleId: made.roleId, version: 2 })
  expect(await server.call(updateRoleMessage, change)).toMatchObject({ returnCode: CODE.conflict, data: { current: { roleName: '档案管理员', version: 2 } } })
  expect(await server.call(updateRoleMessage, { roleCode: 'ARCHIVIST', roleName: '别的', roleStatus: 'enabled' })).toMatchObject({ data: { fields: [{ path: 'roleCode' }] } })
  expect(await server.call(updateRoleMessage, { roleCode: 'OTHER', roleName: '档案管理员', roleStatus: 'enabled' })).toMatchObject({ data: { fields: [{ path: 'roleName' }] } })
  await server.ok(delRoleMessageByRoleId, { roleId: made.roleId })
  expect(await roleNamed('ARCHIVIST')).toBeUndefined()
})

test('a built-in role keeps its code and stays; a role that somebody has stays too', async () => {
  const leader = await roleNamed('LEADER')
  const given = { roleId: leader?.roleId, version: leader?.version ?? 0, roleName: '协会领导', roleStatus: 'enabled' as const }
  expect(await server.call(updateRoleMessage, { ...given, roleCode: 'LEADERS' })).toMatchObject({ data: { fields: [{ path: 'roleCode' }] } })
  expect((await server.call(delRoleMessageByRoleId, { roleId: leader?.roleId ?? '' })).returnCode).toBe(CODE.inUse)
  const { roleId } = await server.person()
  expect((await server.call(delRoleMessageByRoleId, { roleId })).returnCode).toBe(CODE.inUse)
})

test('nobody gives a person a role with a permit that they lack themselves; the refusal names it', async () => {
  const assigner = await server.person({ permits: ['rbac:user:assignRole', 'rbac:user:read', 'rbac:role:read'], scopes: { rbac: 'all' } })
  const target = await server.person()
  const wider = await newRole('WIDER', 'rbac:user:read', 'rbac:permit:update')
  const answer = await server.call(updateRoleAndMenuRelation, { userId: target.userId, roleIds: [wider] }, { as: assigner })
  expect(answer.returnCode).toBe(CODE.cannotGrant)
  expect(answer.returnMessage).toContain('维护权限点')
  expect(answer.returnMessage).not.toContain('查看用户')
  // To themselves neither.
  expect((await server.call(updateRoleAndMenuRelation, { userId: assigner.userId, roleIds: [assigner.roleId, wider] }, { as: assigner })).returnCode).toBe(CODE.cannotGrant)
  const narrower = await newRole('NARROWER', 'rbac:user:read')
  await server.ok(updateRoleAndMenuRelation, { userId: target.userId, roleIds: [target.roleId, narrower] }, { as: assigner })
  // What the person has already may stay, though the caller could not give it.
  await server.ok(updateRoleAndMenuRelation, { userId: target.userId, roleIds: [narrower, wider] })
  await server.ok(updateRoleAndMenuRelation, { userId: target.userId, roleIds: [wider] }, { as: assigner })
})

test('nor a role whose data scope reaches further than their own', async () => {
  const depts = await server.ok(getDeptList, {})
  const [own, other] = depts.map((d) => d.deptId)
  const assigner = await server.person({ permits: ['rbac:user:assignRole', 'rbac:user:read'], scopes: { rbac: 'dept' }, deptId: own ?? '' })
  const mate = await server.person({ deptId: own ?? '' })
  const give = (roleId: string) => server.call(updateRoleAndMenuRelation, { userId: mate.userId, roleIds: [roleId] }, { as: assigner })
  const scoped = async (code: string, scope: 'all' | 'depts' | 'dept', deptIds: string[] = []) => {
    const roleId = await newRole(code)
    await server.ok(updateRoleScopes, { roleId, scopes: [{ module: 'rbac', scope, deptIds }] })
    return roleId
  }
  expect((await give(await scoped('SEES_ALL', 'all'))).returnCode).toBe(CODE.cannotGrant)
  expect((await give(await scoped('SEES_OTHER', 'depts', [other ?? ''])))).toMatchObject({ returnCode: CODE.cannotGrant, returnMessage: expect.stringContaining('指定部门') as string })
  expect((await give(await scoped('SEES_OWN', 'depts', [own ?? '']))).returnCode).toBe(CODE.ok)
  expect((await give(await scoped('SEES_DEPT', 'dept'))).returnCode).toBe(CODE.ok)
  const member = await newRole('SEES_MEMBERS')
  await server.ok(updateRoleScopes, { roleId: member, scopes: [{ module: 'member', scope: 'self' }] })
  expect((await give(member)).returnCode).toBe(CODE.cannotGrant)
})

test('permits of a role: only theirs are added, others may stay or go', async () => {
  const granter = await server.person({ permits: ['rbac:role:grantPermit', 'rbac:role:read', 'rbac:post:read'], scopes: { rbac: 'all' } })
  const roleId = await newRole('GRANTED', 'rbac:permit:update')
  const save = (...codes: string[]) => server.call(saveRmPermitBatch, { roleId, permitIds: ids(...codes) }, { as: granter })
  expect(await save('rbac:permit:update', 'rbac:audit:read')).toMatchObject({ returnCode: CODE.cannotGrant, returnMessage: expect.stringContaining('查看操作日志') as string })
  expect((await save('rbac:permit:update', 'rbac:post:read')).returnCode).toBe(CODE.ok)
  expect((await server.ok(selectRmPermit, { roleId })).map((p) => p.permitCode)).toEqual(['rbac:permit:update', 'rbac:post:read'])
  expect((await save('rbac:post:read')).returnCode).toBe(CODE.ok)
  const [audit] = ids('rbac:audit:read')
  expect((await server.call(updateRmPermit, { roleId, permitId: audit ?? '', granted: true }, { as: granter })).returnCode).toBe(CODE.cannotGrant)
})

test('a permit with an end date stops by itself and is worth nothing before it is given', async () => {
  const person = await server.person()
  const [read] = ids('rbac:user:read')
  await server.ok(updateRoleScopes, { roleId: person.roleId, scopes: [{ module: 'rbac', scope: 'all' }] })
  expect((await server.call(queryAllUsersBySystem, {}, { as: person })).returnCode).toBe(CODE.forbidden)
  const past = await server.call(updateRmPermit, { roleId: person.roleId, permitId: read ?? '', granted: true, expiresAt: '2020-01-01T00:00:00Z' })
  expect(past).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'expiresAt' }] } })
  await server.ok(updateRmPermit, { roleId: person.roleId, permitId: read ?? '', granted: true, expiresAt: '2099-01-01T00:00:00Z' })
  expect((await server.call(queryAllUsersBySystem, {}, { as: person })).returnCode).toBe(CODE.ok)
  await server.ok(updateRmPermit, { roleId: person.roleId, permitId: read ?? '', granted: false })
  expect((await server.call(queryAllUsersBySystem, {}, { as: person })).returnCode).toBe(CODE.forbidden)
})

test('menus of a role: only those of their own menu, unless they are a system administrator', async () => {
  const tree = await server.ok(selectMenuTree, {})
  const system = tree.find((m) => m.menuPath === '/systemManage')
  const menuNamed = (name: string) => system?.children.find((m) => m.menuName === name)?.menuId ?? ''
  const [users, roles] = [menuNamed('用户管理'), menuNamed('角色管理')]
  const granter = await server.person({ permits: ['rbac:role:grantMenu', 'rbac:role:read'] })
  await server.ok(updateMenuAndRole, { roleId: granter.roleId, menuIds: [users] })
  const target = await newRole('MENUS')
  expect((await server.call(updateMenuAndRole, { roleId: target, menuIds: [users, system?.menuId ?? ''] }, { as: granter })).returnCode).toBe(CODE.ok)
  expect(await server.call(updateMenuAndRole, { roleId: target, menuIds: [users, roles] }, { as: granter })).toMatchObject({ returnCode: CODE.cannotGrant, returnMessage: expect.stringContaining('角色管理') as string })
  const { menuId } = await server.ok(insertMenu, { parentId: '0', menuName: '全新菜单', menuPath: '/brandNew', menuLink: 'rbac/UserList', sortNo: 1, hidden: false, menuStatus: 'enabled' })
  await server.ok(updateMenuAndRole, { roleId: target, menuIds: [menuId] })
  expect(await server.ok(queryExistsMenuList, { roleId: target })).toEqual({ menuIds: [menuId] })
})

test('data scopes: unknown module, a module twice and missing departments are refused at their places', async () => {
  const roleId = await newRole('SCOPES')
  const bad = await server.call(updateRoleScopes, { roleId, scopes: [{ module: 'nowhere', scope: 'all' }, { module: 'rbac', scope: 'depts' }, { module: 'rbac', scope: 'self' }] })
  expect((bad.data as unknown as { fields: { path: string }[] }).fields.map((f) => f.path)).toEqual(['scopes.0.module', 'scopes.1.deptIds', 'scopes.2.module'])
  const narrow = await server.person({ permits: ['rbac:role:grantPermit', 'rbac:role:read'], scopes: { rbac: 'self' } })
  expect((await server.call(updateRoleScopes, { roleId: narrow.roleId, scopes: [{ module: 'rbac', scope: 'all' }] }, { as: narrow })).returnCode).toBe(CODE.cannotGrant)
  expect(await server.ok(queryRoleScopes, { roleId: narrow.roleId })).toMatchObject([{ module: 'rbac', scope: 'self' }])
})

test('a role change bites at the very next request of the person', async () => {
  const person = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  expect((await server.ok(queryAllUsersBySystem, {}, { as: person })).total).toBeGreaterThan(0)
  await server.ok(updateRoleAndMenuRelation, { userId: person.userId, roleIds: [] })
  expect((await server.call(queryAllUsersBySystem, {}, { as: person })).returnCode).toBe(CODE.forbidden)
})

test('a role, its menu, permit, scope and people are one write with one row of the role in the log; who saves over it is told', async () => {
  const target = await server.person()
  const all = await server.ok(selectRoleGrants, {})
  const menu = all.menus.find((m) => m.menuLink === 'member/CompanyList')
  const [read] = ids('member:company:read')
  const body = { role: { roleCode: 'ONE_SAVE', roleName: '一次保存', roleStatus: 'enabled' as const }, menuIds: [menu?.menuId ?? '', menu?.parentId ?? ''], permitIds: [read ?? ''], scopes: [{ module: 'member', scope: 'dept' as const, deptIds: [], jurisdictions: [] }], userIds: [target.userId] }
  const { roleId, version } = await server.ok(saveRmPermitBatch, body)
  const log = (await sql`select record_type, verb, after from audit_log where path like '%saveRmPermitBatch' and (record_type, record_id) in (('role', ${roleId}), ('user', ${target.userId})) order by record_type`.execute(server.platform.db)).rows
  expect(log).toMatchObject([{ record_type: 'role', verb: 'insert', after: { permits: ['member:company:read'], menus: expect.arrayContaining([menu?.menuName]) as string[], scopes: { member: { scope: 'dept' } }, people: [expect.any(String)] } }, { record_type: 'user', verb: 'assignRole' }])
  // Somebody changes the role elsewhere: what was read before is refused with what is there now.
  await server.ok(updateRmPermit, { roleId, permitId: ids('member:contact:read')[0] ?? '', granted: true })
  expect(await server.call(saveRmPermitBatch, { roleId, version, permitIds: [] })).toMatchObject({ returnCode: CODE.conflict, data: { current: { role: { version: version + 1 }, menuIds: expect.any(Array) as string[], permits: [{}, {}] } } })
  expect((await server.ok(selectRmPermit, { roleId })).length).toBe(2)
  // Each part wants its own permit.
  const granter = await server.person({ permits: ['rbac:role:grantPermit', 'rbac:role:read', 'rbac:user:read', 'member:company:read'], scopes: { rbac: 'all', member: 'all' } })
  for (const part of [{ menuIds: [] }, { userIds: [target.userId] }, { role: body.role }]) {
    expect((await server.call(saveRmPermitBatch, { roleId, permitIds: [], ...part }, { as: granter })).returnCode).toBe(CODE.forbidden)
  }
})
