import { CODE } from '@assoc/contract'
import { EXCLUSIVE_ROLES } from '@assoc/contract/rbac/role-kinds'
import { selectRoleHolderByPage, updateUserRole } from '@assoc/contract/rbac/rights'
import { role as roles } from '@assoc/contract/rbac/role'
import { insertUser, queryAllUsersBySystem, selectUser, updateRoleAndMenuRelation } from '@assoc/contract/rbac/user'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
let byCode: Map<string, { roleId: string; roleName: string; sensitive: boolean }>
beforeAll(async () => {
  server = await startTestServer()
  byCode = new Map((await server.ok(roles.list, { pageSize: 200 })).items.map((r) => [r.roleCode, r]))
})
afterAll(() => server.stop())

const idOf = (code: string) => byCode.get(code)?.roleId ?? ''
let counter = 0
const person = (...codes: string[]) =>
  server.ok(insertUser, { loginName: `exclusive${++counter}`, realName: '甄互斥', typeId: 'staff', roleIds: codes.map(idOf) }).then((made) => made.userId)
const heldBy = async (userId: string) => (await server.ok(selectUser, { userId })).roles.map((r) => r.roleId).sort()

const PAIRS = EXCLUSIVE_ROLES.flatMap((one, i) => EXCLUSIVE_ROLES.slice(i + 1).map((other) => [one, other] as const))

test.each(PAIRS)('%s and %s are refused to one person at every way a role is given, and nothing of it stays', async (one, other) => {
  const sentence = `「${byCode.get(one)?.roleName}」、「${byCode.get(other)?.roleName}」职责互斥，一人只能持有其中一个`
  const userId = await person(one)
  const loginName = `exclusive${++counter}`
  const both = { roleIds: [idOf(one), idOf(other)] }
  for (const [field, answer] of [
    ['roleIds', await server.call(insertUser, { loginName, realName: '甄互斥', typeId: 'staff', ...both })],
    ['roleIds', await server.call(updateRoleAndMenuRelation, { userId, ...both })],
    ['roleId', await server.call(updateUserRole, { userId, roleId: idOf(other), granted: true, expiresAt: '2099-01-01T00:00:00Z' })],
  ] as const) {
    expect(answer).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: field, message: sentence }] } })
  }
  expect(await heldBy(userId)).toEqual([idOf(one)])
  expect((await server.ok(queryAllUsersBySystem, { keyword: loginName })).total).toBe(0)
  // One in place of the other is no second one, and other roles go with each.
  await server.ok(updateRoleAndMenuRelation, { userId, roleIds: [idOf(other), idOf('STAFF')] })
})

test('a role that is switched off counts, one whose time is over does not', async () => {
  const userId = await person('AUDITOR')
  const roleId = idOf('AUDITOR')
  const turn = (role_status: 'enabled' | 'disabled') => server.platform.db.updateTable('role').set({ role_status }).where('role_id', '=', roleId).execute()
  await turn('disabled')
  const give = () => server.call(updateUserRole, { userId, roleId: idOf('SEC_ADMIN'), granted: true })
  expect((await give()).returnCode).toBe(CODE.input)
  await turn('enabled')
  await server.platform.db.updateTable('user_role').set({ expire_time: '2020-01-01T00:00:00Z' }).where('user_id', '=', userId).where('role_id', '=', roleId).execute()
  expect((await give()).returnCode).toBe('000000')
  // And is not given again beside the other one.
  expect((await server.call(updateUserRole, { userId, roleId, granted: true })).returnCode).toBe(CODE.input)
})

test('who holds several from before is shown, found by a filter, keeps them, and gives them up one by one', async () => {
  const { userId } = server.admin
  const conflict = async () => (await server.ok(selectUser, { userId })).conflictingRoles
  expect(await conflict()).toEqual(EXCLUSIVE_ROLES.map((code) => byCode.get(code)?.roleName))
  const found = await server.ok(queryAllUsersBySystem, { roleConflict: 'yes' })
  expect(found.items.map((u) => u.userId)).toEqual([userId])
  const all = await heldBy(userId)
  await server.ok(updateRoleAndMenuRelation, { userId, roleIds: all })
  const without = (...codes: string[]) => server.ok(updateRoleAndMenuRelation, { userId, roleIds: all.filter((id) => !codes.map(idOf).includes(id)) })
  await without('AUDITOR')
  expect(await conflict()).toHaveLength(2)
  expect((await server.call(updateRoleAndMenuRelation, { userId, roleIds: all })).returnCode).toBe(CODE.input)
  await without('AUDITOR', 'SEC_ADMIN')
  expect(await conflict()).toEqual([])
  expect((await server.ok(queryAllUsersBySystem, { roleConflict: 'yes' })).total).toBe(0)
  expect((await server.ok(selectRoleHolderByPage, { roleId: idOf('SEC_ADMIN') })).items.map((h) => h.userId)).not.toContain(userId)
})

test('roles that administer users, roles or permits, or see the whole of a module, are told apart', () => {
  expect([...byCode].filter(([, r]) => r.sensitive).map(([code]) => code)).toEqual(expect.arrayContaining(['SYS_ADMIN', 'SEC_ADMIN', 'LEADER', 'AUDITOR']))
  for (const code of ['STAFF', 'MEMBER_OP']) expect([code, byCode.get(code)?.sensitive]).toEqual([code, false])
})
