import { CODE } from '@assoc/contract'
import {
  deleteUsergroup, getDeptList, insertUsergroup, saveUsergroupList, selectUserlist,
} from '@assoc/contract/rbac/org'
import { usergroup } from '@assoc/contract/rbac/usergroup'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

const userNamed = async (loginName: string) => (await server.ok(queryAllUsersBySystem, { keyword: loginName })).items[0]?.userId ?? ''

test('a group is made, filled as a whole set, and deleted', async () => {
  const { usergroupId } = await server.ok(insertUsergroup, { groupName: '读书会' })
  const [a, b, c] = [await userNamed('jiamingshi'), await userNamed('shihuiwu'), await userNamed('fanzhiyuan')]
  const save = (version: number, userIds: string[]) => server.call(saveUsergroupList, { usergroupId, version, groupName: '读书会', userIds })
  expect((await save(1, [a, b, b])).data).toEqual({ version: 2 })
  expect((await save(2, [b, c])).data).toEqual({ version: 3 })
  expect((await server.ok(selectUserlist, { usergroupId })).map((u) => u.loginName).sort()).toEqual(['fanzhiyuan', 'shihuiwu'])
  expect(await server.ok(usergroup.read, { usergroupId })).toMatchObject({ memberCount: 2, version: 3 })
  expect((await save(2, [])).returnCode).toBe(CODE.conflict)
  expect((await save(3, ['999999'])).returnCode).toBe(CODE.notFound)
  expect(await server.call(insertUsergroup, { groupName: '读书会' })).toMatchObject({ data: { fields: [{ path: 'groupName' }] } })
  expect([usergroup.list.path, usergroup.read.path]).toEqual(['/user/usergroup/selectUsergroupByPage', '/user/usergroup/selectUsergroup'])
  expect((await server.file(usergroup.exportRows, { keyword: '读书' })).subarray(0, 2).toString()).toBe('PK')
  await server.ok(deleteUsergroup, { usergroupId })
  expect((await server.ok(usergroup.list, { keyword: '读书' })).total).toBe(0)
})

test('who sees one department sets its members and leaves the others in the group', async () => {
  const deptId = (await server.ok(getDeptList, {})).find((d) => d.deptName === '会员服务部')?.deptId ?? ''
  const keeper = await server.person({ permits: ['rbac:usergroup:read', 'rbac:usergroup:update'], scopes: { rbac: 'dept' }, deptId })
  const group = (await server.ok(usergroup.list, { keyword: '年会筹备组' })).items[0]
  const usergroupId = group?.usergroupId ?? ''
  expect((await server.ok(selectUserlist, { usergroupId }, { as: keeper })).map((u) => u.loginName)).toEqual(['jiamingshi'])
  await server.ok(saveUsergroupList, { usergroupId, version: 1, groupName: '年会筹备组', userIds: [] }, { as: keeper })
  expect((await server.ok(selectUserlist, { usergroupId })).map((u) => u.loginName).sort()).toEqual(['peizhuguan', 'shihuiwu', 'wenmishu', 'yanxuanchuan'])
})

test('a cancelled account cannot be put into a group', async () => {
  const userId = await userNamed('zixuwu')
  await server.platform.db.updateTable('sys_user').set({ account_status: 'cancelled' }).where('user_id', '=', userId).execute()
  const { usergroupId } = await server.ok(insertUsergroup, { groupName: '空组' })
  expect(await server.call(saveUsergroupList, { usergroupId, version: 1, groupName: '空组', userIds: [userId] })).toMatchObject({ data: { fields: [{ path: 'userIds' }] } })
})
