import { CODE } from '@assoc/contract'
import { updateRoleMessage } from '@assoc/contract/rbac/role'
import { printPasswordLetter, queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { userImport as contract } from '@assoc/contract/rbac/user-import'
import { writeWorkbook, type CellValue } from '../../../platform/excel/excel'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@association.example' } })
})
afterAll(() => server.stop())

const HEADER = ['账号', '用户姓名', '手机号', '邮箱', '用户类型', '部门', '角色', '首次登录方式']
const check = async (rows: CellValue[][], as = server.admin) =>
  (await server.upload(contract.importCheck, {}, { name: '人员.xlsx', bytes: await writeWorkbook([{ name: '人员', header: ['新入职人员一览表'], rows: [HEADER, ...rows] }]) }, as)).data
const told = (checked: Awaited<ReturnType<typeof check>>) => checked?.problems.map(({ row, messages }) => [row, messages.join('；')])
const write = async (importId: string | undefined, as?: Session) => server.ok(contract.importWrite, { importId: importId ?? '', mode: 'good' }, as ? { as } : {})
const found = async (keyword: string) => (await server.ok(queryAllUsersBySystem, { keyword })).items[0]

test('accounts come from a file as people keep it: departments and roles by name, each audited, without a password until a letter is printed', async () => {
  const { db } = server.platform
  const checked = await check([
    ['importone', '殷导一', '1３8 0000 5001', 'One@Example.com', '协会员工', '会员服务部', 'STAFF、会员经办', null],
    ['importtwo', '殷导二', null, null, '协会员工', null, null, '密码函'],
    ['importone', '同账号', null, null, '协会员工', null, null, null],
    ['importall', '殷全给', null, null, '协会员工', null, 'SEC_ADMIN、AUDITOR', null],
    ['x1', '短账号', null, null, '协会员工', '没有的部门', '没有的角色', '信鸽'],
  ])
  expect(checked).toMatchObject({ total: 5, good: 2, bad: 3, ignored: [] })
  expect(told(checked)).toEqual([
    [5, '该登录账号已被使用'],
    [6, expect.stringMatching(/安全管理员.*审计/)],
    [7, expect.stringMatching(/所属部门「没有的部门」不存在.*角色「没有的角色」不存在.*登录账号须以字母开头.*首次登录方式「信鸽」无法识别，可填：密码函、邮件/)],
  ])
  expect(await found('importone')).toBeUndefined()
  expect(await write(checked?.importId)).toMatchObject({ written: 2 })
  const one = await found('importone')
  expect(one).toMatchObject({ realName: '殷导一', mobile: '138****5001', email: 'o**@example.com', deptName: '会员服务部', accountStatus: 'normal' })
  expect(one?.roles.map((r) => r.roleName)).toEqual((await db.selectFrom('role').select('role_name').where('role_code', 'in', ['STAFF', 'MEMBER_OP']).orderBy('role_id').execute()).map((r) => r.role_name))
  const noted = await db.selectFrom('audit_log').select(['verb', 'after', 'path']).where('record_type', '=', 'user').where('record_id', '=', one?.userId ?? '').execute()
  expect(noted).toEqual([{ verb: 'insert', path: contract.importWrite.path, after: expect.objectContaining({ loginName: 'importone', mobile: '138****5001', roles: one?.roles.map((r) => r.roleName) }) }])
  const stored = await db.selectFrom('sys_user').select(['password_hash', 'must_change_password', 'create_by']).where('login_name', 'in', ['importone', 'importtwo']).execute()
  expect(stored).toEqual(Array(2).fill({ password_hash: null, must_change_password: true, create_by: server.admin.userId }))
  expect((await server.file(printPasswordLetter, { userIds: [one?.userId ?? ''] })).length).toBeGreaterThan(1000)
})

test('nobody gives by a file what they may not give by hand; the other rows of the file are not held back', async () => {
  const dept = await server.platform.db.selectFrom('dept').select('dept_id').where('dept_name', '=', '会员服务部').executeTakeFirstOrThrow()
  const { roleId } = await server.ok(updateRoleMessage, { roleCode: 'IMPORT_PLAIN', roleName: '导入可给', roleStatus: 'enabled' })
  expect(roleId).toBeTruthy()
  const rows = [
    ['givesmuch', '殷多给', null, null, '协会员工', '会员服务部', 'FEE_OP', null],
    ['givesfree', '殷可给', null, null, '协会员工', '会员服务部', '导入可给', null],
    ['giveelse', '殷别处', null, null, '协会员工', '财务部', null, null],
    ['givesnone', '殷不给', null, null, '协会员工', '会员服务部', null, null],
  ]
  const permits = ['rbac:user:read', 'rbac:user:insert']
  const assigning = await server.person({ permits: [...permits, 'rbac:user:assignRole'], scopes: { rbac: 'dept' }, deptId: dept.dept_id })
  const checked = await check(rows, assigning)
  expect(told(checked)).toEqual([
    [3, expect.stringMatching(/您自己没有以下权限，不能分配含有它们的角色/)],
    [5, '该部门不在您的数据范围内'],
  ])
  const plain = await server.person({ permits, scopes: { rbac: 'dept' }, deptId: dept.dept_id })
  const without = '您没有分配角色的权限，请将角色一列留空'
  expect(told(await check(rows, plain))).toEqual([[3, without], [4, without], [5, '该部门不在您的数据范围内']])
  expect(await write(checked?.importId, assigning)).toMatchObject({ written: 2 })
  expect([await found('givesmuch'), (await found('givesfree'))?.roles.map((r) => r.roleName), (await found('givesnone'))?.roles]).toEqual([undefined, ['导入可给'], []])
  // Rights are those of the moment of writing, not of the check.
  const later = await check([['giveslate', '殷迟给', null, null, '协会员工', '会员服务部', '导入可给', null]], assigning)
  await server.platform.db.deleteFrom('role_permit').where('role_id', 'in', (q) => q.selectFrom('user_role').select('role_id').where('user_id', '=', assigning.userId)).where('permit_id', 'in', (q) => q.selectFrom('permit').select('permit_id').where('permit_code', '=', 'rbac:user:assignRole')).execute()
  await server.platform.revocations.announce(server.platform.db, { kind: 'user', id: assigning.userId })
  expect(await write(later?.importId, assigning)).toMatchObject({ written: 0, problems: [{ messages: [without] }] })
  const reader = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } })
  expect((await server.upload(contract.importCheck, {}, { name: '人员.xlsx', bytes: await writeWorkbook([{ name: '人员', header: HEADER, rows }]) }, reader)).returnCode).toBe(CODE.forbidden)
})

test('who is to be told by mail gets a mail without a password, once the row is written; a row without an address is refused', async () => {
  const { db } = server.platform
  const rows = [
    ['mailedone', '殷有信', null, 'mailed@example.com', '协会员工', null, null, '邮件'],
    ['mailednot', '殷无信', null, null, '协会员工', null, null, '邮件'],
  ]
  const without = [4, '首次登录方式为邮件时，请填写电子邮箱']
  const { mail } = server.platform
  Object.assign(server.platform, { mail: null })
  expect(told(await check(rows))).toEqual([[3, '没有接入邮件服务，首次登录方式请选择密码函'], without])
  Object.assign(server.platform, { mail })
  const checked = await check(rows)
  const mails = () => db.selectFrom('outbox').select(['recipient', 'subject', 'content']).where('recipient', '=', 'mailed@example.com').execute()
  expect(told(checked)).toEqual([without])
  expect(await mails()).toEqual([])
  await write(checked?.importId)
  expect(await mails()).toEqual([{ recipient: 'mailed@example.com', subject: '账号已开通', content: expect.stringContaining('找回密码') }])
})

test('a file that gives sensitive roles is written only when that was confirmed', async () => {
  const checked = await check([['sensitive1', '殷敏感', null, null, '协会员工', null, '协会领导', null], ['harmless1', '殷普通', null, null, '协会员工', null, 'STAFF', null]])
  expect(checked?.asks).toBe('「协会领导」可以管理用户、角色或权限，或能看到模块的全部数据。确认授予吗？')
  const importId = checked?.importId ?? ''
  expect(await server.call(contract.importWrite, { importId, mode: 'good' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'confirmed' }] } })
  expect(await found('harmless1')).toBeUndefined()
  expect(await server.ok(contract.importWrite, { importId, mode: 'good', confirmed: true })).toMatchObject({ written: 2 })
  expect((await check([['harmless2', '殷普通', null, null, '协会员工', null, 'STAFF', null]]))?.asks).toBeNull()
})
