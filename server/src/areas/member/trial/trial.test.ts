import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { contact } from '@assoc/contract/member/contact'
import { demand } from '@assoc/contract/member/demand'
import { extendTrial, openTrial, printTrialLetter, selectTrialMenus, trialAccount as contract } from '@assoc/contract/member/trial-account'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { insertInBulk } from '../../../../test/many-rows'
import { explainRows } from '../../../platform/resource/rows.repository'
import { pdfText } from '../../../../../scripts/jest/pdf-text.mjs'
import { expireTrials, trial } from '.'
import { endOf } from './rules'

const READS = ['director:trial:read', 'director:trial:insert', 'director:trial:audit', 'member:company:read', 'member:contact:read']
const VIEWS = [
  ['member/CompanyList', 'member:company:read'],
  ['member/ContactList', 'member:contact:read'],
  ['member/StockListParse', 'member:company:import'],
  ['member/DemandAudit', 'director:demand:read'],
  ['rbac/UserList', 'rbac:user:read'],
]
let server: TestServer
let clerk: Session
let lead: Session
beforeAll(async () => {
  server = await startTestServer()
  const { db, releases } = server.platform
  const payload = JSON.stringify({ serial: 1, issuedTime: '', remotes: [{ views: VIEWS.map(([menuLink, access]) => ({ menuLink, title: '', access })) }] })
  releases.store.registry = () => Promise.resolve({ signed: { payload, signature: '', keyId: '' }, etag: '' })
  const people = [await server.person({ permits: READS, scopes: { director: 'all', member: 'all' } }), await server.person({ permits: [...READS, 'member:contact:update', 'member:company:import'], scopes: { director: 'all', member: 'all' } })]
  for (const { roleId } of people) await sql`insert into role_menu (role_id, menu_id) select ${roleId}::bigint, menu_id from menu where menu_id in (1002, 1003, 1014, 1503, 7001)`.execute(db)
  ;[clerk, lead] = people as unknown as [Session, Session]
})
afterAll(() => server.stop())

let count = 0
const MENUS = ['1003']
const wish = (given: object = {}) => {
  const n = ++count
  return { accountName: `tryout${n}`, orgName: '模拟商行', applicantName: '甄试用', mobile: String(19_900_000_000 + n), menuIds: MENUS, startDate: today(), endDate: dayAfter(today(), 29), remark: null, ...given }
}
const asked = async (given: object = {}) => (await server.ok(contract.insert, wish(given), { as: clerk })).trialId
/** Prints the letter of an open trial; answers the password on it. */
const letter = async (trialId: string) => /^[A-Za-z0-9]{16}$/m.exec(pdfText(await server.file(printTrialLetter, { trialId }, { as: lead })))?.[0] ?? ''
const opened = async (given: object = {}) => {
  const trialId = await asked(given)
  const account = await server.ok(openTrial, { trialId, version: 1 }, { as: lead })
  const { db } = server.platform
  const password = await letter(trialId)
  const user = await db.selectFrom('sys_user').selectAll().where('login_name', '=', account.accountName).executeTakeFirstOrThrow()
  await sql`update sys_user set must_change_password = false where user_id = ${user.user_id}`.execute(db)
  return { trialId, ...account, password, user, session: await server.sessionOf(user.user_id) }
}
const step = (trialId: string, verb: string, version: number, reason?: string, as: Session = lead) => server.call(contract.change, { trialId, version, verb, ...(reason ? { reason } : {}) }, { as })
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []).map((f) => `${f.path} ${f.message}`)
const listOf = async (session: Session) => (await server.call(contact.list, {}, { as: session })).returnCode
const signIn = async (loginName: string, passWord: string) => (await server.call(loginTheUser, { loginName, passWord }, { as: null })).returnCode

test('only menus that read, that the opener has themselves and that are not the system’s own are offered', async () => {
  expect(await server.ok(selectTrialMenus, {}, { as: lead })).toEqual([
    { menuId: '1000', parentId: '0', menuName: '会员管理' },
    { menuId: '1002', parentId: '1000', menuName: '公司管理' },
    { menuId: '1003', parentId: '1000', menuName: '联系人管理' },
  ])
  for (const menuIds of [['1014'], ['1503'], ['7001'], ['1000']]) expect(fields(await server.call(contract.insert, wish({ menuIds }), { as: clerk }))).toEqual(['menuIds 所选菜单中有您不能开放的，请重新选择'])
})

test('dates, names and numbers are checked at their fields', async () => {
  const said = async (given: object) => fields(await server.call(contract.insert, wish(given), { as: clerk }))
  expect(await said({ startDate: dayAfter(today(), -1) })).toEqual(['startDate 开始日期不能早于今天'])
  expect(await said({ startDate: dayAfter(today(), 2), endDate: dayAfter(today(), 1) })).toEqual(['endDate 结束日期不能早于开始日期'])
  expect(await said({ endDate: dayAfter(today(), 30) })).toEqual([`endDate 试用最长 30 天，最晚为 ${dayAfter(today(), 29)}`])
  expect(await said({ accountName: 'ADMIN' })).toEqual(['accountName 该账号已被使用'])
  expect(await said({ accountName: '1abc' })).toEqual(['accountName 账号须为 5–32 位字母和数字，以字母开头'])
  await asked({ accountName: 'Twice01', mobile: '19900000777' })
  expect(await said({ accountName: 'twice01' })).toEqual(['accountName 该账号已有试用申请'])
  expect(await said({ mobile: '19900000777' })).toEqual(['mobile 该手机号码已有待审核或试用中的账号'])
})

test('an opened account signs in, must change its password, reads its list, and cannot write or read more', async () => {
  const trialId = await asked({ accountName: 'opened01' })
  expect((await server.call(openTrial, { trialId, version: 1 }, { as: clerk })).returnMessage).toBe('您登记或修改过此记录，“开通”须由其他人办理')
  expect((await step(trialId, 'open', 1)).returnMessage).toBe('请使用“开通”或“延期”办理')
  expect(await server.ok(openTrial, { trialId, version: 1 }, { as: lead })).toEqual({ accountName: 'opened01' })
  // Until its letter is printed, which who asked for the trial does not do, nobody has a password.
  expect((await server.call(printTrialLetter, { trialId }, { as: clerk })).returnMessage).toBe('不能为自己登记的试用账号打印密码函，请由他人办理')
  const password = await letter(trialId)
  const signed = await server.call(loginTheUser, { loginName: 'opened01', passWord: password }, { as: null })
  expect(signed.returnCode).toBe(CODE.ok)
  const { db } = server.platform
  const user = await db.selectFrom('sys_user').selectAll().where('login_name', '=', 'opened01').executeTakeFirstOrThrow()
  expect(user).toMatchObject({ type_id: 'trial', must_change_password: true, account_status: 'normal' })
  const session = await server.sessionOf(user.user_id)
  expect(await listOf(session)).toBe(CODE.mustChangePassword)
  await sql`update sys_user set must_change_password = false where user_id = ${user.user_id}`.execute(db)
  await server.platform.revocations.announce(db, { kind: 'user', id: user.user_id })
  expect(await listOf(session)).toBe(CODE.ok)
  const principal = await server.platform.sessions.identify(session.token, session.cookie)
  expect([...principal.permits]).toEqual(['member:contact:read'])
  expect((await server.call(demand.list, {}, { as: session })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(contact.remove as never, { contactId: '1', version: 1 } as never, { as: session })).returnCode).toBe(CODE.forbidden)
  const menus = await sql<{ menu_id: string }>`select rm.menu_id from user_role ur join role_menu rm using (role_id) where ur.user_id = ${user.user_id}`.execute(db)
  expect(menus.rows.map((m) => m.menu_id)).toEqual(MENUS)
  const grant = await db.selectFrom('user_role').select('expire_time').where('user_id', '=', user.user_id).executeTakeFirstOrThrow()
  expect(grant.expire_time?.toISOString()).toBe(new Date(endOf(dayAfter(today(), 29))).toISOString())
  // Who opens it gives nothing that they lack.
  const poor = await server.person({ permits: ['director:trial:read', 'director:trial:audit'], scopes: { director: 'all' } })
  expect(fields(await server.call(openTrial, { trialId: await asked(), version: 1 }, { as: poor }))).toEqual(['menuIds 所选菜单中有您不能开放的，请重新选择'])
})

test('a grant whose instant has come gives nothing on the next request; without an end it would', async () => {
  const { db, revocations } = server.platform
  const { session, user } = await opened()
  expect(await listOf(session)).toBe(CODE.ok)
  const endAt = async (when: string) => {
    await sql`update user_role set expire_time = now() + ${when}::interval where user_id = ${user.user_id}`.execute(db)
    await revocations.announce(db, { kind: 'user', id: user.user_id })
    return listOf(session)
  }
  expect(await endAt('1 hour')).toBe(CODE.ok)
  expect(await endAt('-1 second')).toBe(CODE.forbidden)
})

test('disabling ends the sessions at once and keeps the account out; enabling lets it in again', async () => {
  const { trialId, session, accountName, password } = await opened()
  expect(await listOf(session)).toBe(CODE.ok)
  expect(fields(await step(trialId, 'disable', 2))).toEqual(['reason 请填写原因'])
  expect((await step(trialId, 'disable', 2, '提前结束试用')).returnCode).toBe(CODE.ok)
  expect(await listOf(session)).toBe(CODE.accountDisabled)
  expect(await signIn(accountName, password)).not.toBe(CODE.ok)
  expect((await step(trialId, 'enable', 3)).returnCode).toBe(CODE.ok)
  expect(await signIn(accountName, password)).toBe(CODE.ok)
})

test('a trial ends after its last day, is extended once, and is then only turned, which takes its end away', async () => {
  const { db } = server.platform
  const { trialId, session, user, accountName, password } = await opened()
  await sql`update trial_account set start_date = ${dayAfter(today(), -31)}, end_date = ${dayAfter(today(), -1)} where trial_id = ${trialId}`.execute(db)
  expect(await Promise.all([expireTrials(server.platform), expireTrials(server.platform)]).then(([a, b]) => a + b)).toBe(1)
  expect(await listOf(session)).not.toBe(CODE.ok)
  expect(await signIn(accountName, password)).not.toBe(CODE.ok)
  expect(await server.ok(contract.read, { trialId })).toMatchObject({ trialStatus: 'ended', version: 3 })
  const extend = (endDate: string, version: number) => server.call(extendTrial, { trialId, version, endDate }, { as: lead })
  expect(fields(await extend(dayAfter(today(), -1), 3))).toEqual(['endDate 新的结束日期须晚于原结束日期，且不早于今天'])
  expect(fields(await extend(dayAfter(today(), 30), 3))).toEqual([`endDate 最多延长 30 天，最晚为 ${dayAfter(today(), 29)}`])
  expect((await extend(dayAfter(today(), 29), 3)).returnCode).toBe(CODE.ok)
  expect(await listOf(await server.sessionOf(user.user_id))).toBe(CODE.ok)
  await sql`update trial_account set end_date = ${dayAfter(today(), -1)} where trial_id = ${trialId}`.execute(db)
  await expireTrials(server.platform)
  expect((await extend(dayAfter(today(), 5), 5)).returnMessage).toBe('该试用已延期过一次，只能转为正式')
  expect((await step(trialId, 'turn', 5)).returnCode).toBe(CODE.ok)
  expect(await db.selectFrom('user_role').select('expire_time').where('user_id', '=', user.user_id).executeTakeFirstOrThrow()).toEqual({ expire_time: null })
  expect(await listOf(await server.sessionOf(user.user_id))).toBe(CODE.ok)
  expect((await server.ok(contract.read, { trialId }, { as: lead })).abilities).toEqual([])
})

test('a trial that two open at once gets one account; a name asked for twice at once stands once, without the index twice', async () => {
  const { db } = server.platform
  const trialId = await asked({ accountName: 'race01' })
  const both = await Promise.all([1, 2].map(() => server.call(openTrial, { trialId, version: 1 }, { as: lead })))
  expect(both.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.conflict].sort())
  expect(await db.selectFrom('role').select('role_id').where('role_code', '=', `TRIAL_${trialId}`).execute()).toHaveLength(1)

  const twice = (accountName: string) => Promise.all([wish({ accountName }), wish({ accountName: accountName.toUpperCase() })].map((trial_) => server.call(contract.insert, trial_, { as: clerk })))
  const answers = await twice('sameone')
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.input].sort())
  expect(answers.flatMap(fields)).toEqual(['accountName 该账号已有试用申请'])
  await asOwner(db, sql`drop index trial_account_name_unique`)
  expect((await twice('sametwo')).map((a) => a.returnCode)).toEqual([CODE.ok, CODE.ok])
})

test('no searched or sorted path reads the table through', async () => {
  const { db, sessions } = server.platform
  await insertInBulk(db, ['trial_account'], sql`insert into trial_account (account_name, org_name, applicant_name, mobile, menu_ids, start_date, end_date, trial_status)
    select 'plan' || n, '单位' || n, '贾' || n, n::text, array[1003], date '2020-01-01', date '2020-01-01' + n % 3000, 'rejected' from generate_series(1, 100000) n`)
  await sql`analyze trial_account`.execute(db)
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [filters, sort] of [
    [{ keyword: '模拟' }, undefined],
    [{ keyword: 'plan199' }, undefined],
    [{ trialStatus: ['pending'] }, undefined],
    [{ endDateFrom: '2026-01-01', endDateTo: '2026-01-31' }, undefined],
    [{}, { field: 'endDate', order: 'asc' }],
    [{}, { field: 'updateTime', order: 'desc' }],
  ] as const) {
    const plan = await explainRows(db, trial.runtime, principal, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on trial_account t/)
  }
})
