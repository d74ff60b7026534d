import { CODE } from '@assoc/contract'
import {
  getDeptList, getPostList, queryEmployeeUsersByCondition, queryEmployeeUsersByName, updateEmployeeUser, updateEmployeeUsersDelStatus, updateUserToEmployee,
} from '@assoc/contract/rbac/org'
import { insertUser, queryAllUsersBySystem, selectUser } from '@assoc/contract/rbac/user'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
let deptId = ''
let postId = ''
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  deptId = (await server.ok(getDeptList, {}))[0]?.deptId ?? ''
  postId = (await server.ok(getPostList, { keyword: '专员' })).items[0]?.postId ?? ''
})
afterAll(() => server.stop())

let counter = 0
async function hire(employeeNo: string, realName = '甄新员') {
  const { userId } = await server.ok(insertUser, { loginName: `hired${++counter}`, realName, typeId: 'staff', deptId })
  const { employeeId } = await server.ok(updateUserToEmployee, { userId, employeeNo, deptId, postId, entryDate: '2026-01-05' })
  return { userId, employeeId }
}

test('a user becomes an employee, passes probation, and is found by number and by the beginning of her name', async () => {
  const { employeeId, userId } = await hire('N001', '尤其新')
  const found = (await server.ok(queryEmployeeUsersByCondition, { keyword: 'n001' })).items
  expect(found).toMatchObject([{ employeeId, realName: '尤其新', deptName: '秘书处', postName: '专员', employeeStatus: 'probation', entryDate: '2026-01-05', abilities: ['update', 'confirm', 'leave'] }])
  const fields = { employeeId, version: 1, realName: '尤其新', mobile: '13811112222', deptId, postId, entryDate: '2026-01-06' }
  expect(await server.ok(updateEmployeeUser, { ...fields, verb: 'confirm' })).toEqual({ version: 2 })
  expect((await server.call(updateEmployeeUser, fields)).returnCode).toBe(CODE.conflict)
  expect((await server.call(updateEmployeeUser, { ...fields, version: 2, verb: 'confirm' })).returnCode).toBe(CODE.badTransition)
  // The account follows, its search too.
  expect((await server.ok(queryAllUsersBySystem, { keyword: '13811112222' })).items[0]?.userId).toBe(userId)
  expect(await server.ok(queryEmployeeUsersByName, { name: '尤其' })).toMatchObject([{ employeeId }])
  expect(await server.ok(queryEmployeeUsersByName, { name: '其新' })).toEqual([])
})

test('a number and a user belong to one employee', async () => {
  const { userId } = await hire('N002')
  const again = { userId, deptId, entryDate: '2026-01-05' }
  expect(await server.call(updateUserToEmployee, { ...again, employeeNo: 'N003' })).toMatchObject({ data: { fields: [{ path: 'userId' }] } })
  const other = await server.ok(insertUser, { loginName: 'othername', realName: '别的人', typeId: 'staff' })
  expect(await server.call(updateUserToEmployee, { ...again, userId: other.userId, employeeNo: 'N002' })).toMatchObject({ data: { fields: [{ path: 'employeeNo' }] } })
})

test('who leaves loses account, sessions and the lead of her department in one transaction', async () => {
  const leaving = (await server.ok(queryEmployeeUsersByName, { name: '贾明示' }))[0]
  const row = (await server.ok(queryEmployeeUsersByCondition, { keyword: '贾明示' })).items[0]
  const session = await server.sessionOf(leaving?.userId ?? '')
  const input = { employeeId: row?.employeeId ?? '', version: row?.version ?? 1 }
  expect(await server.call(updateEmployeeUsersDelStatus, { ...input, leaveDate: '2000-01-01' })).toMatchObject({ data: { fields: [{ path: 'leaveDate' }] } })
  await server.ok(updateEmployeeUsersDelStatus, { ...input, leaveDate: '2026-06-30' })
  expect((await server.call(getDeptList, {}, { as: session })).returnCode).toBe(CODE.accountDisabled)
  expect(await server.ok(selectUser, { userId: leaving?.userId ?? '' })).toMatchObject({ accountStatus: 'disabled' })
  expect((await server.ok(getDeptList, {})).find((d) => d.deptName === '会员服务部')).toMatchObject({ leaderId: null })
  expect((await server.call(updateEmployeeUsersDelStatus, { ...input, version: input.version + 1, leaveDate: '2026-06-30' })).returnCode).toBe(CODE.badTransition)
  expect(await server.ok(queryEmployeeUsersByName, { name: '贾明示' })).toEqual([])
})

test('the last administrator cannot leave', async () => {
  const { employeeId } = await server.ok(updateUserToEmployee, { userId: server.admin.userId, employeeNo: 'ADMIN', deptId, entryDate: '2026-01-05' })
  const answer = await server.call(updateEmployeeUsersDelStatus, { employeeId, version: 1, leaveDate: '2026-06-30' })
  expect(answer.returnCode).toBe(CODE.lastAdministrator)
  expect((await server.ok(queryEmployeeUsersByCondition, { keyword: 'ADMIN' })).items[0]?.employeeStatus).toBe('probation')
})

test('employees outside the data scope are not there; mobiles are masked for who only reads', async () => {
  const reader = await server.person({ permits: ['rbac:employee:read'], scopes: { rbac: 'dept' }, deptId })
  const seen = await server.ok(queryEmployeeUsersByCondition, { pageSize: 200 }, { as: reader })
  expect(seen.total).toBeGreaterThan(0)
  expect(new Set(seen.items.map((e) => e.deptId))).toEqual(new Set([deptId]))
  expect(seen.items.every((e) => e.mobile === null || e.mobile.includes('****'))).toBe(true)
  const none = await server.person({ permits: ['rbac:employee:read'] })
  expect((await server.ok(queryEmployeeUsersByCondition, {}, { as: none })).total).toBe(0)
})
