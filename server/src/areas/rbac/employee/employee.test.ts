import { CODE } from '@assoc/contract'
import {
  getDeptList, queryEmployeeHandover, queryEmployeeUsersByName, updateEmployeeUser, updateEmployeeUsersDelStatus, updateUserToEmployee,
} from '@assoc/contract/rbac/org'
import { dayAfter, today } from '@assoc/contract/core/day'
import { insertUser, queryAllUsersBySystem, selectUser } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { employee } from '@assoc/contract/rbac/employee'
import { employeeImport } from '@assoc/contract/rbac/employee-import'
import { post } from '@assoc/contract/rbac/post'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { writeWorkbook } from '../../../platform/excel/excel'
import type { Db } from '../../../platform/database/database'
import { disableDueAccounts, leave } from './leaving.service'

let server: TestServer
let deptId = ''
let postId = ''
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  deptId = (await server.ok(getDeptList, {}))[0]?.deptId ?? ''
  postId = (await server.ok(post.list, { keyword: '专员' })).items[0]?.postId ?? ''
})
afterAll(() => server.stop())

let counter = 0
async function hire(employeeNo: string, realName = '甄新员') {
  const { userId } = await server.ok(insertUser, { loginName: `hired${++counter}`, realName, typeId: 'staff', deptId })
  const { employeeId } = await server.ok(updateUserToEmployee, { userId, employeeNo, deptId, postId, entryDate: '2026-01-05' })
  return { userId, employeeId }
}

test('a user becomes an employee, passes probation, and is found by number and by the beginning of their name', async () => {
  const { employeeId, userId } = await hire('N001', '尤其新')
  const found = (await server.ok(employee.list, { keyword: 'n001' })).items
  expect(found).toMatchObject([{ employeeId, realName: '尤其新', deptName: '秘书处', postName: '专员', employeeStatus: 'probation', entryDate: '2026-01-05' }])
  const fields = { employeeId, version: 1, realName: '尤其新', mobile: '13811112222', deptId, postId, entryDate: '2026-01-06' }
  expect(await server.ok(updateEmployeeUser, { ...fields, verb: 'confirm' })).toEqual({ version: 2 })
  expect((await server.call(updateEmployeeUser, fields)).returnCode).toBe(CODE.conflict)
  expect((await server.call(updateEmployeeUser, { ...fields, version: 2, verb: 'confirm' })).returnCode).toBe(CODE.badTransition)
  // The account follows, its search too.
  expect((await server.ok(queryAllUsersBySystem, { keyword: '13811112222' })).items[0]?.userId).toBe(userId)
  expect(await server.ok(queryEmployeeUsersByName, { name: '尤其' })).toMatchObject([{ employeeId }])
  expect(await server.ok(queryEmployeeUsersByName, { name: '其新' })).toEqual([])
})

test('mobiles are masked for everybody; plain text per look, logged, for who may see both', async () => {
  const { employeeId } = await found('范出纳')
  expect((await found('范出纳')).mobile).toMatch(/^199\*{4}\d{4}$/)
  expect((await server.ok(employee.read, { employeeId })).mobile).toMatch(/^199\*{4}\d{4}$/)
  expect((await server.ok(employee.plain as NonNullable<typeof employee.plain>, { employeeId, fields: ['mobile'] })).values['mobile']).toMatch(/^199\d{8}$/)
  const looks = await server.platform.db.selectFrom('audit_log').select(['user_id', 'after']).where('record_type', '=', 'employee').where('record_id', '=', employeeId).where('verb', '=', 'viewPlain').execute()
  expect(looks).toEqual([{ user_id: server.admin.userId, after: { fields: ['mobile'] } }])
  const reader = await server.person({ permits: ['rbac:employee:read', 'rbac:employee:update'], scopes: { rbac: 'all' } })
  const other = await server.person({ permits: ['pi:plain:view'], scopes: { rbac: 'all' } })
  for (const as of [reader, other]) expect((await server.call(employee.plain as NonNullable<typeof employee.plain>, { employeeId, fields: ['mobile'] }, { as })).returnCode).toBe(CODE.forbidden)
})

test('a mobile that the form leaves out stays', async () => {
  const { employeeId, userId } = await hire('N077', '尤留号')
  const fields = { employeeId, realName: '尤留号', deptId, postId, entryDate: '2026-01-05' }
  const mobile = async () => (await server.platform.db.selectFrom('sys_user').select('mobile').where('user_id', '=', userId).executeTakeFirstOrThrow()).mobile
  await server.ok(updateEmployeeUser, { ...fields, version: 1, mobile: '13811117777' })
  await server.ok(updateEmployeeUser, { ...fields, version: 2, verb: 'confirm' })
  expect(await mobile()).toBe('13811117777')
  await server.ok(updateEmployeeUser, { ...fields, version: 3, mobile: '' })
  expect(await mobile()).toBeNull()
})

test('a number and a user belong to one employee', async () => {
  const { userId } = await hire('N002')
  const again = { userId, deptId, entryDate: '2026-01-05' }
  expect(await server.call(updateUserToEmployee, { ...again, employeeNo: 'N003' })).toMatchObject({ data: { fields: [{ path: 'userId' }] } })
  const other = await server.ok(insertUser, { loginName: 'othername', realName: '别的人', typeId: 'staff' })
  expect(await server.call(updateUserToEmployee, { ...again, userId: other.userId, employeeNo: 'N002' })).toMatchObject({ data: { fields: [{ path: 'employeeNo' }] } })
})

const found = async (name: string) => {
  const [row] = (await server.ok(employee.list, { keyword: name })).items
  if (!row) throw new Error(`nobody is called ${name}`)
  return row
}

test('who leaves loses account, sessions and roles; departments, companies and bookings go to the successor, all in one transaction', async () => {
  const { db } = server.platform
  const [leaving, successor] = [await found('贾明示'), await found('裴主管')]
  const session = await server.sessionOf(leaving.userId)
  const { company_id } = await db.selectFrom('company').select('company_id').orderBy('company_id').limit(1).executeTakeFirstOrThrow()
  await db.updateTable('company').set({ create_by: leaving.userId }).where('company_id', '=', company_id).execute()
  const handover = await server.ok(queryEmployeeHandover, { employeeId: leaving.employeeId })
  const kept = handover.items.filter((item) => ['depts', 'companies', 'joinApply', 'bookings'].includes(item.key))
  expect(kept).toMatchObject([{ key: 'depts', count: 1, names: ['会员服务部'] }, { key: 'companies', count: expect.any(Number) }, { key: 'joinApply', count: 0 }, { key: 'bookings', count: expect.any(Number) }])
  expect(handover.roleNames).toEqual(['会员部主任', '普通员工'])
  const input = { employeeId: leaving.employeeId, version: leaving.version, leaveDate: '2026-06-30' }
  const refusedAt = async (given: object, path: string) =>
    expect(await server.call(updateEmployeeUsersDelStatus, { ...input, ...given })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path }] } })
  await refusedAt({ leaveDate: '2000-01-01' }, 'leaveDate')
  await refusedAt({}, 'successorId')
  await refusedAt({ successorId: leaving.employeeId }, 'successorId')
  expect(await found('贾明示')).toMatchObject({ employeeStatus: 'active', version: leaving.version })

  await server.ok(updateEmployeeUsersDelStatus, { ...input, successorId: successor.employeeId })
  expect((await server.call(getDeptList, {}, { as: session })).returnCode).toBe(CODE.accountDisabled)
  expect(await server.ok(selectUser, { userId: leaving.userId })).toMatchObject({ accountStatus: 'disabled', roles: [] })
  expect((await server.ok(getDeptList, {})).find((d) => d.deptName === '会员服务部')).toMatchObject({ leaderId: successor.employeeId })
  const { create_by } = await db.selectFrom('company').select('create_by').where('company_id', '=', company_id).executeTakeFirstOrThrow()
  expect(create_by).toBe(successor.userId)
  const left = await db.selectFrom('room_reservation').select('title').where('applicant_id', '=', leaving.userId).where('reserve_status', 'in', ['pending', 'reserved']).where('start_time', '>', new Date()).execute()
  expect(left).toEqual([])
  const told = await db.selectFrom('notification').select('content').where('user_id', '=', successor.userId).executeTakeFirstOrThrow()
  expect(told.content).toContain('负责的部门 1 项')
  const audit = await db.selectFrom('audit_log').select(['record_type', 'verb', 'after']).where('path', '=', updateEmployeeUsersDelStatus.path).where('verb', 'in', ['leave', 'assignRole', 'disable']).orderBy('audit_id').execute()
  expect(audit).toMatchObject([{ record_type: 'employee', verb: 'leave', after: { successor: '裴主管' } }, { verb: 'assignRole' }, { verb: 'disable' }])
  expect((await server.call(updateEmployeeUsersDelStatus, { ...input, version: leaving.version + 1 })).returnCode).toBe(CODE.badTransition)
  await refusedSuccessor(leaving.employeeId)
})

// Somebody who has left takes nothing over.
async function refusedSuccessor(successorId: string) {
  const next = await found('平自律')
  const answer = await server.call(updateEmployeeUsersDelStatus, { employeeId: next.employeeId, version: next.version, leaveDate: '2026-06-30', successorId })
  expect(answer).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'successorId', message: '接任人须为在职员工，且账号正常' }] } })
}

test('an account that may live on is disabled after its last day, once, and not again when somebody restores it', async () => {
  const { employeeId, userId } = await hire('N010', '尤未尽')
  const status = async () => (await server.ok(selectUser, { userId })).accountStatus
  const tomorrow = dayAfter(today(), 1)
  await server.ok(updateEmployeeUsersDelStatus, { employeeId, version: 1, leaveDate: tomorrow, disableAccount: false })
  await disableDueAccounts(server.platform)
  expect(await status()).toBe('normal')
  await sql`update employee set account_until = '2026-01-31' where employee_id = ${employeeId}`.execute(server.platform.db)
  await disableDueAccounts(server.platform)
  expect(await status()).toBe('disabled')
  await server.platform.db.updateTable('sys_user').set({ account_status: 'normal' }).where('user_id', '=', userId).execute()
  await disableDueAccounts(server.platform)
  expect(await status()).toBe('normal')
})

test('the only one who may approve bookings that wait cannot leave before somebody else may', async () => {
  const { db } = server.platform
  const approvers = await sql<{ user_id: string; real_name: string }>`select distinct u.user_id, u.real_name from user_role ur join role_permit using (role_id) join permit p using (permit_id)
    join sys_user u on u.user_id = ur.user_id where p.permit_code = 'meeting:reservation:approve' and u.real_name <> '石会务'`.execute(db)
  const ids = approvers.rows.map((r) => r.user_id)
  const shi = await found('石会务')
  await sql`update room_reservation set reserve_status = 'pending' where reservation_id = (select reservation_id from room_reservation where start_time > now() and reserve_status in ('reserved', 'pending') limit 1)`.execute(db)
  // What else waits for their decision has others who may, or is done.
  await sql`update meeting_registration set reg_status = 'confirmed' where reg_status = 'pending'`.execute(db)
  await sql`update meeting set meeting_status = 'returned' where meeting_status = 'pending'`.execute(db)
  await sql`update study_exchange set exchange_status = 'returned' where exchange_status = 'pending'`.execute(db)
  await sql`update exchange_apply set apply_status = 'refused' where apply_status = 'pending'`.execute(db)
  await sql`update hours_entry set entry_status = 'approved' where entry_status = 'pending'`.execute(db)
  const successor = await found('裴主管')
  const input = { employeeId: shi.employeeId, version: shi.version, leaveDate: '2026-12-31', successorId: successor.employeeId }
  await db.updateTable('sys_user').set({ account_status: 'locked' }).where('user_id', 'in', ids).where('user_id', '<>', server.admin.userId).execute()
  await sql`delete from role_permit where permit_id = (select permit_id from permit where permit_code = 'meeting:reservation:approve') and role_id in (select role_id from user_role where user_id = ${server.admin.userId}) and role_id not in (select role_id from user_role where user_id = ${shi.userId})`.execute(db)
  await sql`delete from user_role where user_id = ${server.admin.userId} and role_id in (select role_id from user_role where user_id = ${shi.userId}) and role_id <> (select role_id from role where role_code = 'STAFF')`.execute(db)
  const { approvals } = await server.ok(queryEmployeeHandover, { employeeId: shi.employeeId })
  expect(approvals).toEqual([{ label: '待审批的会议室预约', link: '/go/meeting/ScheduleMeeting?todo=1', count: expect.any(Number), others: 0 }])
  expect(await server.call(updateEmployeeUsersDelStatus, input)).toMatchObject({
    returnCode: CODE.inUse,
    returnMessage: `待审批的会议室预约还有 ${approvals[0]?.count} 项，没有其他人可以办理，请先为接任人分配权限`,
  })
  await db.updateTable('sys_user').set({ account_status: 'normal' }).where('user_id', 'in', ids).execute()
  // Who holds less than the person who leaves ends none of those roles.
  expect(await server.call(updateEmployeeUsersDelStatus, input)).toMatchObject({ returnCode: CODE.cannotGrant, returnMessage: expect.stringContaining('您没有的权限') })
  await sql`insert into user_role (user_id, role_id) select ${server.admin.userId}::bigint, role_id from user_role where user_id = ${shi.userId} on conflict do nothing`.execute(db)
  expect((await server.call(updateEmployeeUsersDelStatus, input)).returnCode).toBe(CODE.ok)
})

test('of two who leave at once, each as the successor of the other, one is refused', async () => {
  const [a, b] = [await hire('N020', '尤同时'), await hire('N021', '尤齐时')]
  const leave = (from: string, to: string) => server.call(updateEmployeeUsersDelStatus, { employeeId: from, version: 1, leaveDate: '2026-06-30', successorId: to })
  const answers = await Promise.all([leave(a.employeeId, b.employeeId), leave(b.employeeId, a.employeeId)])
  expect(answers.map((x) => x.returnCode).sort()).toEqual([CODE.ok, CODE.input])
})

/**
 * Two who name each other leave by the service itself: the second begins when the first has done all but ended, and the
 * first ends when the second has come as far as it can. Answers what became of both.
 */
async function leaveTogether([first, second]: readonly [string, string], lock?: (db: Db) => Promise<void>): Promise<string[]> {
  const { platform } = server
  const principal = await platform.sessions.identify(server.admin.token, server.admin.cookie)
  const one = (employeeId: string, successorId: string, announce: () => Promise<void>) =>
    platform.db.transaction().execute(async (tx) => {
      const input = { employeeId, successorId, version: 1, leaveDate: '2026-06-30', disableAccount: false }
      await leave({ db: tx, principal, input, audit: () => undefined, platform: { ...platform, revocations: { announce } } } as never, lock)
    })
  let almost: () => void = () => undefined
  const almostDone = new Promise<void>((resolve) => (almost = resolve))
  const begun = one(first, second, () => {
    almost()
    return somebodyWaits()
  })
  await almostDone
  await Promise.allSettled([begun, one(second, first, async () => undefined)])
  const rows = await platform.db.selectFrom('employee').select('employee_status').where('employee_id', 'in', [first, second]).execute()
  return rows.map((r) => r.employee_status).sort()
}

async function somebodyWaits(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(server.platform.db)
    if (rows.length > 0) return
    await new Promise((r) => setTimeout(r, 25))
  }
  throw new Error('nobody waits')
}

test('the second of two who name each other, begun before the first has ended, stays; control: without the lock both are gone', async () => {
  const [a, b, c, d] = [await hire('N022', '尤互一'), await hire('N023', '尤互二'), await hire('N024', '尤互三'), await hire('N025', '尤互四')]
  expect(await leaveTogether([a.employeeId, b.employeeId])).toEqual(['left', 'probation'])
  expect(await leaveTogether([c.employeeId, d.employeeId], async () => undefined)).toEqual(['left', 'left'])
})

test('the last administrator cannot leave', async () => {
  const { employeeId } = await server.ok(updateUserToEmployee, { userId: server.admin.userId, employeeNo: 'ADMIN', deptId, entryDate: '2026-01-05' })
  // Somebody else may decide whatever waits: only the administration itself has nobody else.
  await sql`insert into user_role (user_id, role_id) select ${(await hire('N030', '尤共担')).userId}::bigint, ur.role_id from user_role ur join role r using (role_id)
    where ur.user_id = ${server.admin.userId}::bigint and r.role_code <> 'SYS_ADMIN' on conflict do nothing`.execute(server.platform.db)
  const answer = await server.call(updateEmployeeUsersDelStatus, { employeeId, version: 1, leaveDate: '2026-06-30' })
  expect(answer.returnCode).toBe(CODE.lastAdministrator)
  expect((await server.ok(employee.list, { keyword: 'ADMIN' })).items[0]?.employeeStatus).toBe('probation')
})

test('employees outside the data scope are not there; mobiles are masked for who only reads', async () => {
  const reader = await server.person({ permits: ['rbac:employee:read'], scopes: { rbac: 'dept' }, deptId })
  const seen = await server.ok(employee.list, { pageSize: 200 }, { as: reader })
  expect(seen.total).toBeGreaterThan(0)
  expect(new Set(seen.items.map((e) => e.deptId))).toEqual(new Set([deptId]))
  expect(seen.items.every((e) => e.mobile === null || e.mobile.includes('****'))).toBe(true)
  const none = await server.person({ permits: ['rbac:employee:read'] })
  expect((await server.ok(employee.list, {}, { as: none })).total).toBe(0)
})

test('accounts become employees by a file, named by account or by name, each by the rules of the form', async () => {
  const account = async (loginName: string, realName: string) => (await server.ok(insertUser, { loginName, realName, typeId: 'staff' })).userId
  const first = await account('rollone', '阮名册一')
  await account('rolltwo', '阮同名')
  await account('rollthree', '阮同名')
  const rows = [
    ['rollone', 'R001', '秘书处', '专员', '2026年3月', '否'],
    ['阮同名', 'R002', '秘书处', null, '2026-03-01', null],
    ['rolltwo', 'R001', '秘书处', null, '2026-03-01', null],
    ['ROLLTHREE', 'R003', '没有的部门', '没有的岗位', '2026-03-01', null],
  ]
  const file = { name: '员工.xlsx', bytes: await writeWorkbook([{ name: '员工', header: ['登录账号', '员工编号', '部门', '职务', '入职时间', '是否试用'], rows }]) }
  const checked = (await server.upload(employeeImport.importCheck, {}, file)).data
  expect(checked?.problems.map(({ row, messages }) => [row, messages.join('；')])).toEqual([
    [3, expect.stringMatching(/用户「阮同名」指向多条记录.*阮同名（rolltwo）、阮同名（rollthree）/)],
    [4, '该工号已被使用'],
    [5, '部门「没有的部门」不存在；岗位「没有的岗位」不存在'],
  ])
  expect(await server.ok(employeeImport.importWrite, { importId: checked?.importId ?? '', mode: 'good' })).toMatchObject({ written: 1 })
  expect((await server.ok(employee.list, { keyword: 'R001' })).items).toMatchObject([{ userId: first, realName: '阮名册一', employeeStatus: 'active', entryDate: '2026-03-01', postName: '专员' }])
  const reader = await server.person({ permits: ['rbac:employee:read'], scopes: { rbac: 'all' } })
  expect((await server.upload(employeeImport.importCheck, {}, file, reader)).returnCode).toBe(CODE.forbidden)
})
