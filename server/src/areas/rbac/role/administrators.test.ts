import { CODE } from '@assoc/contract'
import { insertUser, changeUserStatus, selectUser, updateRoleAndMenuRelation } from '@assoc/contract/rbac/user'
import { selectPermit, updatePermit, updateRmPermit } from '@assoc/contract/rbac/permit'
import { saveRmPermitBatch } from '@assoc/contract/rbac/role-grants'
import { delRoleMessageByRoleId, role as roles, updateRoleMessage, updateRoleScopes } from '@assoc/contract/rbac/role'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import type { Db } from '../../../platform/database/database'
import { keepAdministrator } from './administrators'
import { administratorRemains } from './administrators.repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const systemRole = async () => {
  const role = (await server.ok(roles.list, { keyword: 'SYS_ADMIN' })).items[0]
  if (!role) throw new Error('no SYS_ADMIN')
  return role
}

let counter = 0
async function secondAdministrator(): Promise<Session> {
  const role = await systemRole()
  const { userId } = await server.ok(insertUser, { loginName: `second${++counter}`, realName: '第二人', typeId: 'staff', roleIds: [role.roleId] })
  await server.platform.db.updateTable('sys_user').set({ must_change_password: false, password_hash: sql<string>`(select password_hash from sys_user where login_name = 'admin')` }).where('user_id', '=', userId).execute()
  return server.sessionOf(userId)
}

test('the last administrator cannot go by any door', async () => {
  const { userId } = server.admin
  const admin = await server.ok(selectUser, { userId })
  const role = await systemRole()
  const permits = await server.ok(selectPermit, {})
  const assign = permits.find((p) => p.permitCode === 'rbac:user:assignRole')
  if (!assign) throw new Error('no such permit')
  const { roleId, version, roleCode, roleName, remark } = role
  const answers = [
    await server.call(updateRoleAndMenuRelation, { userId, roleIds: [] }),
    await server.call(changeUserStatus, { userId, version: admin.version, verb: 'disable', reason: '试一试' }),
    await server.call(updateRoleMessage, { roleId, version, roleCode, roleName, remark, roleStatus: 'disabled' }),
    await server.call(saveRmPermitBatch, { roleId, permitIds: [] }),
    await server.call(updateRmPermit, { roleId, permitId: assign.permitId, granted: false }),
    await server.call(updateRmPermit, { roleId, permitId: assign.permitId, granted: true, expiresAt: '2099-01-01T00:00:00Z' }),
    await server.call(updatePermit, { permitId: assign.permitId, version: assign.version, permitCode: assign.permitCode, permitName: assign.permitName, permitType: assign.permitType, permitStatus: 'disabled' }),
  ]
  expect(answers.map((a) => a.returnCode)).toEqual(answers.map(() => CODE.lastAdministrator))
  expect((await server.call(delRoleMessageByRoleId, { roleId })).returnCode).toBe(CODE.inUse)
  // Nothing of it has stayed.
  expect(await administratorRemains(server.platform.db)).toBe(true)
  expect((await server.ok(selectUser, { userId })).version).toBe(admin.version)
})

test('nor by a narrower data scope', async () => {
  const { roleId } = await systemRole()
  const security = (await server.ok(roles.list, { keyword: 'SEC_ADMIN' })).items[0]?.roleId ?? ''
  await server.ok(updateRoleScopes, { roleId: security, scopes: [{ module: 'rbac', scope: 'self' }] })
  expect((await server.call(updateRoleScopes, { roleId, scopes: [{ module: 'rbac', scope: 'self' }] })).returnCode).toBe(CODE.lastAdministrator)
  await server.ok(updateRoleScopes, { roleId: security, scopes: [{ module: 'rbac', scope: 'all' }] })
})

test('with a second one, the first may go; somebody who could not sign in does not count', async () => {
  const second = await secondAdministrator()
  const role = await systemRole()
  const before = (await server.ok(selectUser, { userId: server.admin.userId })).roles.map((r) => r.roleId)
  await server.platform.db.updateTable('sys_user').set({ password_hash: null }).where('user_id', '=', second.userId).execute()
  const drop = { userId: server.admin.userId, roleIds: before.filter((id) => id !== role.roleId) }
  expect((await server.call(updateRoleAndMenuRelation, drop)).returnCode).toBe(CODE.lastAdministrator)
  await server.platform.db.updateTable('sys_user').set({ mobile: '13800009999' }).where('user_id', '=', second.userId).execute()
  await server.ok(updateRoleAndMenuRelation, drop)
  await server.platform.db.insertInto('user_role').values({ user_id: server.admin.userId, role_id: role.roleId }).execute()
  await server.platform.revocations.announce(server.platform.db, { kind: 'all' })
  await server.ok(updateRoleAndMenuRelation, { userId: second.userId, roleIds: [] })
})

const roleHolders = (db: Db, roleId: string) => db.selectFrom('user_role').select('user_id').where('role_id', '=', roleId).execute()

test('two administrators who dismiss each other at the same moment: one of the two actions is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const second = await secondAdministrator()
    const answers = await Promise.all([
      server.call(updateRoleAndMenuRelation, { userId: second.userId, roleIds: [] }),
      server.call(updateRoleAndMenuRelation, { userId: server.admin.userId, roleIds: [] }, { as: second }),
    ])
    expect(await administratorRemains(server.platform.db)).toBe(true)
    // The slower one finds themselves dismissed already, or is told that they would be the last.
    expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
    await server.platform.db.deleteFrom('user_role').where('user_id', '=', second.userId).execute()
    await sql`insert into user_role (user_id, role_id) select ${server.admin.userId}, role_id from role where built_in on conflict do nothing`.execute(server.platform.db)
    await server.platform.revocations.announce(server.platform.db, { kind: 'all' })
  }
})

/** Answers a wait that ends when two have come to it, or after the given time when the other cannot come. */
function meeting(milliseconds: number): () => Promise<void> {
  let open: () => void = () => undefined
  const both = new Promise<void>((resolve) => (open = resolve))
  let come = 0
  return async () => {
    if (++come === 2) open()
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([both, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))])
    clearTimeout(timer)
  }
}

test('the lock is what keeps them: with it one of two removals fails, without it both pass', async () => {
  const { db } = server.platform
  const { roleId } = await systemRole()
  // Both have removed before either looks, and both have looked before either commits, unless the lock keeps one away.
  const race = async (wait: number, lock?: (db: Db) => Promise<void>) => {
    const second = await secondAdministrator()
    const holders = (await roleHolders(db, roleId)).map((r) => r.user_id)
    expect(holders.sort()).toEqual([server.admin.userId, second.userId].sort())
    const [removed, looked] = [meeting(wait), meeting(wait)]
    const remove = (userId: string) =>
      db.transaction().execute(async (tx) => {
        const change = async () => {
          await tx.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', '=', roleId).execute()
          await removed()
        }
        await keepAdministrator(tx, change, lock)
        await looked()
      })
    const done = await Promise.allSettled(holders.map(remove))
    const remains = await administratorRemains(db)
    await db.deleteFrom('user_role').where('role_id', '=', roleId).execute()
    await db.insertInto('user_role').values({ user_id: server.admin.userId, role_id: roleId }).execute()
    return { passed: done.filter((d) => d.status === 'fulfilled').length, remains }
  }
  expect(await race(300)).toEqual({ passed: 1, remains: true })
  expect(await race(20_000, async () => undefined)).toEqual({ passed: 2, remains: false })
})
