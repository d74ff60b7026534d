import { CODE, type RequestOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { expert, printExpertLetter } from '@assoc/contract/expert/expert'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { mayGetWorks, whoMayGetWorks } from '.'
import { openAccounts } from './earlier'

// The account of an expert begins and ends with the appointment; what experts are bound to stands in rows of its own.

let server: TestServer
let clerk: Session
let leader: Session
let companies: string[]
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  clerk = await server.person({ permits: ['expert:pool:read', 'expert:pool:update', 'expert:pool:audit', 'member:company:read'], scopes: { expert: 'all', member: 'all' } })
  leader = await server.person({ permits: ['expert:pool:read', 'expert:pool:audit'], scopes: { expert: 'all' } })
  companies = await buildCompanies(server, 3)
})
afterAll(() => server.stop())

let counter = 0
const newMobile = () => String(19_912_400_000 + ++counter)
const fields = (mobile: string, over: Partial<RequestOf<typeof expert.insert>> = {}): RequestOf<typeof expert.insert> => ({ name: '虞构成', unit: '虚构大学', titleName: null, fields: ['governance'], mobile, email: 'yu@example.com', idCard: null, bankCard: null, relatedCompanies: [], termEnd: dayAfter(today(), 90), remark: null, ...over })
const entered = async (mobile: string, over: Partial<RequestOf<typeof expert.insert>> = {}) => (await server.ok(expert.insert, fields(mobile, over), { as: clerk })).expertId
const step = async (expertId: string, verb: string, as = leader) => server.call(expert.change, { expertId, version: (await server.ok(expert.read, { expertId }, { as })).version, verb, reason: '测试' }, { as })
const accountOf = async (mobile: string) => {
  const { db } = server.platform
  const user = await db.selectFrom('sys_user').select(['user_id', 'account_status', 'type_id']).where('mobile', '=', mobile).executeTakeFirst()
  const roles = await db.selectFrom('user_role').innerJoin('role', 'role.role_id', 'user_role.role_id').select('role_code').where('user_id', '=', user?.user_id ?? '0').execute()
  return { ...user, roles: roles.map((r) => r.role_code) }
}
const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)

test('an account is made with the appointment, locked with it, and the same one is restored by the next', async () => {
  const mobile = newMobile()
  const expertId = await entered(mobile)
  expect((await accountOf(mobile)).user_id).toBeUndefined()
  expect((await step(expertId, 'appoint')).returnCode).toBe(CODE.ok)
  const made = await accountOf(mobile)
  expect(made).toMatchObject({ account_status: 'normal', type_id: 'expert', roles: ['EXPERT'] })
  const session = await server.sessionOf(made.user_id ?? '')
  expect((await server.platform.db.selectFrom('expert').select('user_id').where('expert_id', '=', expertId).executeTakeFirstOrThrow()).user_id).toBe(made.user_id)

  expect((await step(expertId, 'suspend')).returnCode).toBe(CODE.ok)
  expect(await accountOf(mobile)).toMatchObject({ user_id: made.user_id, account_status: 'disabled', roles: [] })
  expect((await server.call(expert.list, {}, { as: session })).returnCode).toBe(CODE.accountDisabled)
  expect((await step(expertId, 'resume')).returnCode).toBe(CODE.ok)
  expect(await accountOf(mobile)).toMatchObject({ user_id: made.user_id, account_status: 'normal', roles: ['EXPERT'] })

  for (const [verb, as] of [['dismiss', leader], ['submit', clerk], ['appoint', leader]] as const) expect([verb, (await step(expertId, verb, as)).returnCode]).toEqual([verb, CODE.ok])
  expect(await accountOf(mobile)).toMatchObject({ user_id: made.user_id, account_status: 'normal', roles: ['EXPERT'] })
  expect(await server.ok(expert.read, { expertId }, { as: clerk })).toMatchObject({ linkStatus: 'active', accountName: `u${mobile}` })
})

test('an account that an administrator locked, or that is somebody’s in another capacity, is not touched by an appointment', async () => {
  const mobile = newMobile()
  const expertId = await entered(mobile)
  await step(expertId, 'appoint')
  await server.platform.db.updateTable('sys_user').set({ account_status: 'disabled' }).where('mobile', '=', mobile).execute()
  await step(expertId, 'suspend')
  await step(expertId, 'resume')
  expect(await accountOf(mobile)).toMatchObject({ account_status: 'disabled', roles: ['EXPERT'] })

  const person = await server.person({ permits: [] })
  const own = newMobile()
  await server.platform.db.updateTable('sys_user').set({ mobile: own, type_id: 'director' }).where('user_id', '=', person.userId).execute()
  const other = await entered(own)
  await step(other, 'appoint')
  expect((await accountOf(own)).roles).toContain('EXPERT')
  await step(other, 'dismiss')
  expect(await accountOf(own)).toMatchObject({ account_status: 'normal', roles: [expect.not.stringContaining('EXPERT')] })
})

test('experts who served before there were accounts get theirs once; a number of the house is left to staff', async () => {
  const { db } = server.platform
  const [fresh, house] = [newMobile(), newMobile()]
  const ids = [await entered(fresh), await entered(house)]
  const staff = await server.person({ permits: [] })
  await db.updateTable('sys_user').set({ mobile: house, type_id: 'staff' }).where('user_id', '=', staff.userId).execute()
  await db.updateTable('expert').set({ expert_status: 'serving' }).where('expert_id', 'in', ids).execute()
  for (let n = 0; n < 2; n += 1) await db.transaction().execute((tx) => openAccounts(tx, server.platform))
  expect(await accountOf(fresh)).toMatchObject({ account_status: 'normal', roles: ['EXPERT'] })
  expect((await accountOf(house)).roles).not.toContain('EXPERT')
})

test('the first password is printed once, by another person than who entered the expert', async () => {
  const mobile = newMobile()
  const expertId = await entered(mobile)
  expect((await server.call(printExpertLetter, { expertId }, { as: leader })).returnCode).toBe(CODE.badTransition)
  await step(expertId, 'appoint')
  expect((await server.call(printExpertLetter, { expertId }, { as: clerk })).returnCode).toBe(CODE.forbidden)
  expect((await server.ok(expert.read, { expertId }, { as: leader })).abilities).toContain('letter')
  expect((await server.file(printExpertLetter, { expertId }, { as: leader })).subarray(0, 4).toString()).toBe('%PDF')
  expect((await server.ok(expert.read, { expertId }, { as: leader })).abilities).not.toContain('letter')
  expect((await server.call(printExpertLetter, { expertId }, { as: leader })).returnMessage).toContain('该账号已有密码')
})

test('new works are for experts who serve and whose term runs to that day', async () => {
  const { db } = server.platform
  const expertId = await entered(newMobile(), { termEnd: dayAfter(today(), 10) })
  expect(await mayGetWorks(db, expertId, today())).toBe(false)
  await step(expertId, 'appoint')
  expect([await mayGetWorks(db, expertId, today()), await mayGetWorks(db, expertId, dayAfter(today(), 10)), await mayGetWorks(db, expertId, dayAfter(today(), 11))]).toEqual([true, true, false])
  expect(await whoMayGetWorks(db, [expertId], today())).toEqual(new Set([expertId]))
  await step(expertId, 'suspend')
  expect(await mayGetWorks(db, expertId, today())).toBe(false)
})

test('ties are rows: of a company or another unit, in order of days, moved with the company and gone with the list', async () => {
  const { db } = server.platform
  const [company = '', into = ''] = companies
  const tie = { tieKind: 'employer' as const, companyId: null, unit: null, since: null, until: null, note: null }
  const faults = await server.call(expert.insert, fields(newMobile(), { relatedCompanies: [tie, { ...tie, companyId: company, unit: '董事会办公室' }, { ...tie, companyId: company, since: '2026-02-01', until: '2026-01-01' }] }), { as: clerk })
  expect(paths(faults)).toEqual(['relatedCompanies.0.companyId', 'relatedCompanies.2.until'])

  const lines = [{ ...tie, tieKind: 'directorship' as const, companyId: company, since: '2025-01-01' }, { ...tie, tieKind: 'client' as const, unit: '子虚律师事务所', until: '2026-05-01', note: '法律顾问' }]
  const expertId = await entered(newMobile(), { relatedCompanies: lines })
  const read = async () => (await server.ok(expert.read, { expertId }, { as: clerk })).relatedCompanies
  expect(await read()).toEqual(lines)
  await db.updateTable('expert_tie').set({ company_id: into }).where('company_id', '=', company).execute()
  expect((await read())?.[0]?.companyId).toBe(into)
  const { version } = await server.ok(expert.read, { expertId }, { as: clerk })
  await server.ok(expert.update, { expertId, version, ...fields(newMobile(), { relatedCompanies: lines.slice(1) }) }, { as: clerk })
  expect(await read()).toEqual(lines.slice(1))
  await sql`update expert set related_companies = '[]' where expert_id = ${expertId}`.execute(db)
  expect((await db.selectFrom('expert_tie').select('tie_id').where('expert_id', '=', expertId).execute()).length).toBe(0)
})
