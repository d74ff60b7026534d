import { API_BASE, CODE, type Call } from '@assoc/contract'
import { accessReview, accessReviewLine } from '@assoc/contract/rbac/access-review'
import { moveDept, updateDept, updateEmployeeUser, updateEmployeeUsersDelStatus, updateUserToEmployee } from '@assoc/contract/rbac/org'
import { updatePermit, updateRmPermit } from '@assoc/contract/rbac/permit'
import { saveRmPermitBatch } from '@assoc/contract/rbac/role-grants'
import { registration } from '@assoc/contract/rbac/registration'
import { updateUserRole } from '@assoc/contract/rbac/rights'
import { updateMenuAndRole, updateRoleMessage, updateRoleScopes } from '@assoc/contract/rbac/role'
import { adminResetPassword, batchUser, changeUserStatus, insertUser, printPasswordLetter, updateRoleAndMenuRelation, updateUser } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { modules } from '../../src/areas'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../harness'

// Every call of rbac that changes what somebody holds, or lets the caller into their account, by an administrator who holds less than
// they do (a permit, rows, or time less), just as much, or more.

let server: TestServer
const db = () => server.platform.db
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  Object.assign(server.platform.sms, { live: true })
})
afterAll(() => server.stop())

const OFFICE = ['user:read', 'user:insert', 'user:update', 'user:disable', 'user:confirm', 'user:resetPassword', 'user:assignRole', 'role:read', 'role:update', 'role:grantPermit', 'role:grantMenu', 'permit:read', 'permit:update', 'dept:read', 'dept:update', 'employee:read', 'employee:update', 'accessReview:read', 'accessReview:open', 'accessReview:decide'].map((p) => `rbac:${p}`)
const OWN = ['rbac:user:disable', 'member:contact:read']

interface Target {
  userId: string
  roleId: string
  deptId: string
  version: number
}
let n = 0
const one = async <T extends object>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(db())).rows[0] as T
const dept = async (parent: string | null = null) => (await one(sql<{ id: string }>`insert into dept (dept_name, parent_id, sort_no) values (${`径部门${++n}`}, ${parent}::bigint, 1) returning dept_id as id`)).id

/** Somebody with a role of their own: two permits, all rows, for good. */
async function target(member: 'all' | 'deptTree' = 'all'): Promise<Target> {
  const deptId = await dept()
  const { userId, roleId } = await server.person({ permits: OWN, scopes: { rbac: 'all', member }, deptId })
  await sql`update sys_user set mobile = ${`1380001${String(++n).padStart(4, '0')}`} where user_id = ${userId}`.execute(db())
  return { userId, roleId, deptId, version: 1 }
}
const LEVELS = ['a permit less', 'rows less', 'less time', 'equal', 'greater'] as const
async function administrator(level: (typeof LEVELS)[number]): Promise<Session> {
  const permits = [...OFFICE, ...OWN.filter((p) => level !== 'a permit less' || p !== 'member:contact:read'), ...(level === 'greater' ? ['member:company:read'] : [])]
  const actor = await server.person({ permits, scopes: { rbac: 'all', member: level === 'rows less' ? 'self' : 'all' } })
  if (level === 'less time') await sql`update user_role set expire_time = now() + interval '1 hour' where user_id = ${actor.userId}`.execute(db())
  return server.sessionOf(actor.userId)
}

interface Case {
  call: Call
  /** Makes whom and what it is about; answers the body. */
  body: (t: Target) => Promise<unknown> | unknown
  given?: () => Promise<Target>
}
const a = (call: Call, body: Case['body'], given?: () => Promise<Target>): Case => ({ call, body, ...(given ? { given } : {}) })

const hired = async ({ userId, deptId }: Target) => (await one(sql<{ id: string }>`insert into employee (employee_no, user_id, dept_id, entry_date, employee_status) values (${`T${++n}`}, ${userId}::bigint, ${deptId}::bigint, '2026-01-05', 'active') returning employee_id as id`)).id
const permitOf = async (code: string) => (await one(sql<{ id: string }>`select permit_id as id from permit where permit_code = ${code}`)).id
const line = async ({ userId, roleId }: Target) => {
  const { id } = await one(sql<{ id: string }>`insert into access_review (title, review_date) values ('径复核', date '1990-01-01' + ${++n}::int) returning review_id as id`)
  return (await one(sql<{ id: string }>`insert into access_review_line (review_id, user_id, role_id, real_name, login_name, role_name, sensitive_count, sensitive_permits) values (${id}::bigint, ${userId}::bigint, ${roleId}::bigint, '甄', 'x', '径', 1, 'x') returning line_id as id`)).id
}
const pending = async () => {
  const t = await target()
  await sql`update sys_user set account_status = 'pending', company_name = '模拟股份有限公司' where user_id = ${t.userId}`.execute(db())
  return t
}

const CASES: Case[] = [
  a(updateRoleMessage, ({ roleId }) => ({ roleId, version: 1, roleCode: `PATH_${++n}`, roleName: `径角色${n}`, roleStatus: 'disabled' })),
  a(updateMenuAndRole, async ({ roleId }) => {
    await sql`insert into role_menu (role_id, menu_id) select ${roleId}::bigint, min(menu_id) from menu`.execute(db())
    return { roleId, menuIds: [] }
  }),
  a(updateRoleScopes, ({ roleId }) => ({ roleId, scopes: [{ module: 'member', scope: 'self', deptIds: [], jurisdictions: [] }] })),
  a(saveRmPermitBatch, ({ roleId }) => ({ roleId, permitIds: [] })),
  a(updateRmPermit, async ({ roleId }) => ({ roleId, permitId: await permitOf('rbac:user:disable'), granted: false })),
  a(updatePermit, async ({ roleId }) => {
    const code = `made:path${++n}:read`
    const { id } = await one(sql<{ id: string }>`insert into permit (permit_code, permit_name, module, module_name) values (${code}, ${code}, 'made', '自建') returning permit_id as id`)
    await sql`insert into role_permit (role_id, permit_id) values (${roleId}::bigint, ${id}::bigint)`.execute(db())
    return { permitId: id, version: 1, permitCode: code, permitName: code, permitType: 'api', permitStatus: 'disabled' }
  }),
  a(updateUserRole, ({ userId, roleId }) => ({ userId, roleId, granted: false })),
  a(updateUserRole, async ({ userId, roleId }) => {
    await sql`update user_role set expire_time = now() + interval '2 hours' where user_id = ${userId}`.execute(db())
    return { userId, roleId, granted: true, expiresAt: null }
  }),
  a(updateRoleAndMenuRelation, ({ userId }) => ({ userId, roleIds: [] })),
  a(insertUser, ({ roleId, deptId }) => ({ loginName: `path${++n}x`, realName: '甄新人', typeId: 'staff', deptId, roleIds: [roleId] })),
  a(updateUser, ({ userId, version, deptId }) => ({ userId, version, realName: '甄改名', typeId: 'staff', deptId })),
  a(changeUserStatus, ({ userId, version }) => ({ userId, version, verb: 'disable', reason: '径' })),
  a(batchUser, ({ userId }) => ({ verb: 'disable', ids: [userId], reason: '径' })),
  a(adminResetPassword, ({ userId, version }) => ({ userId, version, way: 'sms' })),
  a(printPasswordLetter, ({ userId }) => ({ userIds: [userId] })),
  a(updateUserToEmployee, ({ userId, deptId }) => ({ userId, deptId, employeeNo: `P${++n}`, entryDate: '2026-01-05' })),
  a(updateEmployeeUser, async (t) => ({ employeeId: await hired(t), version: 1, realName: '甄改名', deptId: t.deptId, entryDate: '2026-01-05' })),
  a(updateEmployeeUsersDelStatus, async (t) => ({ employeeId: await hired(t), version: 1, leaveDate: '2026-06-30' })),
  a(moveDept, async ({ deptId }) => ({ deptId: await dept(), parentId: deptId, index: 0 }), () => target('deptTree')),
  a(updateDept, async ({ deptId }) => ({ deptId: await dept(), version: 1, deptName: `径移${n}`, parentId: deptId, sortNo: 1 }), () => target('deptTree')),
  a(accessReviewLine.change, async (t) => ({ lineId: await line(t), version: 1, verb: 'takeBack', reason: '径' })),
  a(accessReviewLine.batch, async (t) => ({ verb: 'takeBack', ids: [await line(t)], reason: '径' })),
  a(registration.change, ({ userId, version }) => ({ userId, version, verb: 'confirm' }), pending),
  a(registration.batch, ({ userId }) => ({ verb: 'confirm', ids: [userId] }), pending),
]

/** Calls of the same permits that touch nobody's rights, each with the reason. */
const NOT_RIGHTS: Record<string, string> = {
  '/user/secondFactorReset/insertSecondFactorReset': 'two administrators take a second factor away together; the password stays, and the module has a test of its own',
  '/user/secondFactorReset/changeSecondFactorResetStatus': 'two administrators take a second factor away together; the password stays, and the module has a test of its own',
  '/user/secondFactorReset/batchSecondFactorReset': 'two administrators take a second factor away together; the password stays, and the module has a test of its own',
  '/user/rolecontroller/startRoleView': 'looks at the console as a role, read-only; nobody’s rights change; it asks the comparison itself',
  '/user/rolecontroller/delRoleMessageByRoleId': 'a role that somebody has is not deleted',
  '/user/userController/checkUserImport': 'its rows are made as by the form, whose rules refuse them one by one (account/import.test.ts)',
  '/user/userController/writeUserImport': 'its rows are made as by the form, whose rules refuse them one by one (account/import.test.ts)',
  '/user/employeeUsersController/checkEmployeeImport': 'its rows are made by the service of the form, whose rules refuse them one by one',
  '/user/employeeUsersController/writeEmployeeImport': 'its rows are made by the service of the form, whose rules refuse them one by one',
  '/user/permit/insertPermit': 'a new permit stands in no role',
  '/user/permit/deletePermit': 'a permit that stands in a role is not deleted',
  '/user/oaDept/insertDept': 'a new department has no rows',
  '/user/oaDept/deleteDept': 'a department with rows is not deleted',
  '/user/oaPost/insertPost': 'posts give no rights',
  '/user/oaPost/updatePost': 'posts give no rights',
  '/user/oaPost/deletePost': 'posts give no rights',
  '/user/oaPost/batchPost': 'posts give no rights',
  '/user/oaPost/checkPostImport': 'posts give no rights',
  '/user/oaPost/writePostImport': 'posts give no rights',
  '/user/usergroup/insertUsergroup': 'groups give no rights; they choose who tries a release',
  '/user/usergroup/saveUsergroupList': 'groups give no rights; they choose who tries a release',
  '/user/usergroup/deleteUsergroup': 'groups give no rights; they choose who tries a release',
  '/user/menu/insertMenu': 'a menu opens no data; whom it is given to is a role’s matter',
  '/user/menu/updateMenu': 'a menu opens no data',
  '/user/menu/moveMenu': 'a menu opens no data',
  '/user/menu/deleteMenu': 'a menu opens no data',
  [accessReview.insert.path]: 'writes down what people hold',
  [accessReview.change.path]: 'closes the book',
  [accessReview.batch.path]: 'closes the book',
}

test('every call that changes something with a permit on people, roles, permits, departments and reviews is tried here, or named with a reason', () => {
  const kinds = /^rbac:(user|role|permit|dept|post|employee|usergroup|menu|accessReview):/
  const writing = modules.flatMap((m) => m.bindings).map((b) => b.call).filter((c) => c.write && c.access.kind === 'permit' && kinds.test(c.access.code))
  const known = new Set([...CASES.map((c) => c.call.path), ...Object.keys(NOT_RIGHTS)])
  expect(writing.map((c) => c.path).filter((path) => !known.has(path))).toEqual([])
})

/** What the person holds and how they are let in. */
const stateOf = async ({ userId, roleId }: Target) =>
  one(sql<Record<string, unknown>>`select u.account_status, u.dept_id, u.password_hash, u.version, u.real_name,
    (select jsonb_agg(jsonb_build_array(ur.role_id, ur.expire_time) order by ur.role_id) from user_role ur where ur.user_id = u.user_id) as roles,
    (select jsonb_agg(jsonb_build_array(rp.permit_id, p.permit_status) order by rp.permit_id) from role_permit rp join permit p using (permit_id) where rp.role_id = ${roleId}::bigint) as permits,
    (select jsonb_agg(to_jsonb(rs) order by rs.module) from role_scope rs where rs.role_id = ${roleId}::bigint) as scopes,
    (select count(*) from role_menu rm where rm.role_id = ${roleId}::bigint) as menus, (select role_status from role where role_id = ${roleId}::bigint) as role,
    (select count(*) from user_role ur where ur.role_id = ${roleId}::bigint) as holders
    from sys_user u where u.user_id = ${userId}`)

/** Whether the call was carried out; a batch tells of refusals one by one. */
async function done(call: Call, body: unknown, as: Session): Promise<{ code: string; done: boolean }> {
  const response = await server.raw(`${API_BASE}${call.path}`, { method: 'POST', as, headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!response.headers.get('content-type')?.includes('json')) return { code: CODE.ok, done: response.ok }
  const { returnCode, returnMessage, data } = (await response.json()) as { returnCode: string; returnMessage: string; data: { failed?: { message: string }[] } | null }
  const failed = data?.failed?.length ?? 0
  return { code: returnCode === CODE.ok ? (failed > 0 ? String(data?.failed?.[0]?.message) : CODE.ok) : `${returnCode} ${returnMessage}`, done: returnCode === CODE.ok && failed === 0 }
}

test.each(CASES.map((c, i): [string, Case] => [`${i + 1} ${c.call.path}`, c]))('%s is refused to who holds less, and carried out for who holds as much or more', async (_name, { call, body, given }) => {
  for (const level of LEVELS) {
    const t = await (given ?? target)()
    const sent = await body(t)
    const before = await stateOf(t)
    const answer = await done(call, sent, await administrator(level))
    const less = level !== 'equal' && level !== 'greater'
    expect([level, answer.done, answer.code]).toEqual([level, !less, less ? expect.stringMatching(/不能/) : CODE.ok])
    if (less) expect(await stateOf(t)).toEqual(before)
  }
})
