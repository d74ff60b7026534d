import { CODE } from '@assoc/contract'
import { DEPT_DEPTH, deleteDept, getDeptList, insertDept, moveDept, queryDeptList, updateDept } from '@assoc/contract/rbac/org'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

const add = async (deptName: string, parentId: string | null = null) => (await server.ok(insertDept, { deptName, parentId, sortNo: 50 })).deptId

test('departments make a tree with their leaders; names of all are there for every picker', async () => {
  const tree = await server.ok(getDeptList, {})
  expect(tree.map((d) => d.deptName)).toEqual(['秘书处', '会员服务部', '会议培训部', '研究宣传部', '评价自律部', '财务部', '信息技术部'])
  expect(tree[1]).toMatchObject({ leaderName: '贾明示' })
  const below = await add('外联组', tree[1]?.deptId)
  expect((await server.ok(getDeptList, {}))[1]?.children).toMatchObject([{ deptId: below, deptName: '外联组' }])
  const anybody = await server.person()
  expect((await server.ok(queryDeptList, {}, { as: anybody })).map((d) => d.deptName)).toContain('外联组')
  await server.ok(deleteDept, { deptId: below })
})

test('a name once per parent, no ring, also when two move at once', async () => {
  const [a, b] = [await add('甲部'), await add('乙部')]
  expect(await server.call(insertDept, { deptName: '甲部', sortNo: 1 })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'deptName' }] } })
  await add('甲部', b)
  const own = await server.call(updateDept, { deptId: a, version: 1, deptName: '甲部', parentId: a, sortNo: 1 })
  expect(own).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'parentId' }] } })
  const move = (deptId: string, deptName: string, parentId: string) => server.call(updateDept, { deptId, version: 1, deptName, parentId, sortNo: 1 })
  const answers = await Promise.all([move(a, '甲部门', b), move(b, '乙部门', a)])
  expect(answers.map((x) => x.returnCode).sort()).toEqual([CODE.ok, CODE.input])
})

test('the second editor gets the conflict', async () => {
  const deptId = await add('丙部')
  await server.ok(updateDept, { deptId, version: 1, deptName: '丙部', sortNo: 2 })
  expect(await server.call(updateDept, { deptId, version: 1, deptName: '丙部', sortNo: 3 })).toMatchObject({ returnCode: CODE.conflict, data: { current: { sortNo: 2 } } })
})

test('only an empty department goes', async () => {
  const tree = await server.ok(getDeptList, {})
  const members = tree.find((d) => d.deptName === '会员服务部')?.deptId ?? ''
  expect(await server.call(deleteDept, { deptId: members })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该部门下还有员工，不能删除' })
  const parent = await add('上部')
  const child = await add('下部', parent)
  expect((await server.call(deleteDept, { deptId: parent })).returnMessage).toBe('该部门还有下级部门，不能删除')
  const person = await server.person({ deptId: child })
  expect((await server.call(deleteDept, { deptId: child })).returnMessage).toBe('该部门下还有用户，不能删除')
  await server.platform.db.updateTable('sys_user').set({ dept_id: null }).where('user_id', '=', person.userId).execute()
  await server.ok(deleteDept, { deptId: child })
  await server.ok(deleteDept, { deptId: parent })
})

test('who does not see all cannot hang a department below their own', async () => {
  const [own, other] = [await add('本部'), await add('他部')]
  const person = await server.person({ permits: ['rbac:dept:read', 'rbac:dept:update'], scopes: { rbac: 'deptTree' }, deptId: own })
  const grab = await server.call(updateDept, { deptId: other, version: 1, deptName: '他部', parentId: own, sortNo: 1 }, { as: person })
  expect(grab.returnCode).toBe(CODE.cannotGrant)
  expect((await server.call(updateDept, { deptId: other, version: 1, deptName: '他部', sortNo: 9 }, { as: person })).returnCode).toBe(CODE.ok)
})

test('departments are moved among their siblings and below another, never below themselves nor deeper than allowed', async () => {
  const [a, b, c] = [await add('移甲'), await add('移乙'), await add('移丙')]
  const own = async () => (await server.ok(getDeptList, {})).filter((d) => d.deptName.startsWith('移')).map((d) => d.deptName)
  expect(await own()).toEqual(['移甲', '移乙', '移丙'])
  const last = (await server.ok(getDeptList, {})).findIndex((d) => d.deptId === a)
  await server.ok(moveDept, { deptId: c, parentId: null, index: last })
  expect(await own()).toEqual(['移丙', '移甲', '移乙'])
  await server.ok(moveDept, { deptId: a, parentId: b, index: 0 })
  expect(await server.call(moveDept, { deptId: b, parentId: a, index: 0 })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'parentId' }] } })
  let parent = a
  for (let level = 3; level <= DEPT_DEPTH; level++) parent = await add(`层${level}`, parent)
  const tooDeep = { returnCode: CODE.input, data: { fields: [{ path: 'parentId', message: `部门最多 ${DEPT_DEPTH} 级` }] } }
  expect(await server.call(insertDept, { deptName: '过深', parentId: parent, sortNo: 1 })).toMatchObject(tooDeep)
  expect(await server.call(moveDept, { deptId: b, parentId: c, index: 0 })).toMatchObject(tooDeep)
})

test('a department that looks after companies stays', async () => {
  const deptId = await add('管公司')
  await server.platform.db.updateTable('company').set({ dept_id: deptId }).where('company_id', '=', (await server.platform.db.selectFrom('company').select('company_id').limit(1).executeTakeFirstOrThrow()).company_id).execute()
  expect(await server.call(deleteDept, { deptId })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该部门还负责公司，不能删除' })
})
