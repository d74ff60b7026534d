import { CODE } from '@assoc/contract'
import { selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { deletePermit, insertPermit, selectPermit, selectPermitByPage, selectRmPermitByPage, selectSystem, updatePermit } from '@assoc/contract/rbac/permit'
import { saveRmPermitBatch } from '@assoc/contract/rbac/role-grants'
import { updateRoleMessage } from '@assoc/contract/rbac/role'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const custom = { permitCode: 'oa:asset:lend', permitName: '借出资产', permitType: 'button' as const, permitStatus: 'enabled' as const }

test('a permit of staff is made, given to a role by who makes permits, and goes when nobody has it', async () => {
  const { permitId } = await server.ok(insertPermit, { systemId: 2, ...custom })
  expect((await server.ok(selectPermitByPage, { keyword: 'asset' })).items).toMatchObject([{ ...custom, module: 'oa', builtIn: false, version: 1 }])
  expect(await server.call(insertPermit, { systemId: 2, ...custom })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'permitCode' }] } })
  expect(await server.call(insertPermit, { systemId: 9, ...custom })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'systemId' }] } })
  const { roleId } = await server.ok(updateRoleMessage, { roleCode: 'LENDER', roleName: '资产员', roleStatus: 'enabled' })
  await server.ok(saveRmPermitBatch, { roleId, permitIds: [permitId] })
  expect((await server.call(deletePermit, { permitId })).returnCode).toBe(CODE.inUse)
  await server.ok(saveRmPermitBatch, { roleId, permitIds: [] })
  expect(await server.ok(updatePermit, { permitId, version: 1, ...custom, permitName: '借出与归还资产' })).toEqual({ version: 2 })
  expect((await server.call(updatePermit, { permitId, version: 1, ...custom })).returnCode).toBe(CODE.conflict)
  await server.ok(deletePermit, { permitId })
  expect((await server.ok(selectPermitByPage, { keyword: 'asset' })).total).toBe(0)
})

test('a built-in permit keeps code and name and cannot be deleted; it can be switched off', async () => {
  const found = (await server.ok(selectPermit, { keyword: 'rbac:outbox:read' }))[0]
  if (!found) throw new Error('no such permit')
  const { permitId, version, permitCode, permitName, permitType } = found
  const change = { permitId, version, permitCode, permitName, permitType, permitStatus: 'disabled' as const }
  expect(await server.call(updatePermit, { ...change, permitCode: 'rbac:outbox:write' })).toMatchObject({ data: { fields: [{ path: 'permitCode' }] } })
  expect(await server.call(updatePermit, { ...change, permitName: '别的名字' })).toMatchObject({ data: { fields: [{ path: 'permitName' }] } })
  expect((await server.call(deletePermit, { permitId })).returnCode).toBe(CODE.inUse)
  expect(await own()).toContain('rbac:outbox:read')
  await server.ok(updatePermit, change)
  expect(await own()).not.toContain('rbac:outbox:read')
  await server.ok(updatePermit, { ...change, version: version + 1, permitStatus: 'enabled' })
})

const own = () => server.ok(selectCurrUserPermits, { userId: server.admin.userId, systemId: 2 })

test('everybody reads their own permits, sorted, of the console alone, and nobody else’s', async () => {
  const person = await server.person({ permits: ['rbac:user:read', 'rbac:menu:read'] })
  expect(await server.ok(selectCurrUserPermits, { userId: person.userId, systemId: 2 }, { as: person })).toEqual(['rbac:menu:read', 'rbac:user:read'])
  expect(await server.ok(selectCurrUserPermits, { userId: person.userId, systemId: 1 }, { as: person })).toEqual([])
  expect((await server.call(selectCurrUserPermits, { userId: server.admin.userId, systemId: 2 }, { as: person })).returnCode).toBe(CODE.forbidden)
  expect((await server.ok(selectSystem, {}, { as: person })).map((s) => s.systemName)).toEqual(['会员端', '管理端', '移动端'])
})

test('the permits of roles are paged in a total order', async () => {
  for (const field of ['permitCode', 'roleName'] as const) {
    const { total } = await server.ok(selectRmPermitByPage, {})
    const seen = new Set<string>()
    for (let page = 1; page <= Math.ceil(total / 9); page++) {
      for (const r of (await server.ok(selectRmPermitByPage, { page, pageSize: 9, sort: { field, order: 'asc' } })).items) seen.add(`${r.roleId}:${r.permitId}`)
    }
    expect(seen.size).toBe(total)
  }
})
