import { CODE, type RequestOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { exclusiveUser as contract } from '@assoc/contract/member/exclusive-user'
import { memberResource } from '@assoc/contract/member/member'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { writeWorkbook } from '../../../platform/excel/excel'
import { demoCompany } from '../company/demo-rows'
import { buildCategory, buildCompanies, buildMember } from '../membership/testing'
import { expireExclusive } from '.'

let server: TestServer
let companies: string[]
let category: string
let memberId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 500)
  category = await buildCategory(server)
  memberId = await buildMember(server, { companyId: companies[0] ?? '', categoryId: category, joinDate: '2019-01-01' })
})
afterAll(() => server.stop())

const inDays = (days: number) => today(new Date(Date.now() + days * 86_400_000))
let counter = 0
type Form = RequestOf<typeof contract.insert>
const form = (given: Partial<Form> = {}): Form => ({ memberId, name: '甄样本', mobile: String(19_900_010_000 + ++counter), postName: null, validTo: inDays(30), remark: null, ...given })
const made = async (given: Partial<Form> = {}) => (await server.ok(contract.insert, form(given))).exclusiveId
const step = async (exclusiveId: string, verb: string) => server.call(contract.change, { exclusiveId, version: (await server.ok(contract.read, { exclusiveId })).version, verb })
const refusedAt = (path: string, message = '') => ({ returnCode: CODE.input, data: { fields: [{ path, message: expect.stringContaining(message) }] } })

test('a person of a member is open until the day, disabled and enabled; the number is masked and stands once', async () => {
  const exclusiveId = await made({ mobile: '19900009901' })
  expect(await server.ok(contract.read, { exclusiveId })).toMatchObject({ mobile: '199****9901', memberNo: 'M201900001', exclusiveStatus: 'normal', abilities: ['update', 'disable', 'delete'] })
  expect(await server.call(contract.insert, form({ mobile: '199 0000 9901' }))).toMatchObject(refusedAt('mobile', '已登记为专属用户'))
  expect(await server.call(contract.insert, form({ validTo: inDays(-1) }))).toMatchObject(refusedAt('validTo', '不能早于今天'))
  expect((await step(exclusiveId, 'disable')).returnCode).toBe(CODE.ok)
  expect((await step(exclusiveId, 'enable')).returnCode).toBe(CODE.ok)
  expect(await step(exclusiveId, 'expire')).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '专属用户在有效期之后自动过期' })
  expect(await server.call(memberResource.remove, { memberId, version: 1 })).toMatchObject({ returnCode: CODE.inUse })
  // Of five at once with one number one stands.
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.call(contract.insert, form({ mobile: '19900009902' }))))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
})

test('after the last day it expires, once, with its row in the log; it is enabled again only with a new day', async () => {
  const { db, log } = server.platform
  const [exclusiveId, endless] = [await made(), await made({ validTo: null })]
  await sql`update exclusive_user set valid_to = ${inDays(-1)} where exclusive_id = ${exclusiveId}`.execute(db)
  expect(await Promise.all([expireExclusive({ db, log }), expireExclusive({ db, log })]).then(([a, b]) => a + b)).toBe(1)
  expect(await server.ok(contract.read, { exclusiveId })).toMatchObject({ exclusiveStatus: 'expired' })
  expect(await server.ok(contract.read, { exclusiveId: endless })).toMatchObject({ exclusiveStatus: 'normal' })
  expect(await db.selectFrom('audit_log').select('user_name').where('record_type', '=', 'exclusiveUser').where('verb', '=', 'expire').execute()).toEqual([{ user_name: '系统' }])
  expect(await step(exclusiveId, 'enable')).toMatchObject(refusedAt('validTo', '延长有效期'))
  const { version } = await server.ok(contract.read, { exclusiveId })
  await server.ok(contract.update, { ...form({ validTo: inDays(9) }), exclusiveId, version })
  expect((await step(exclusiveId, 'enable')).returnCode).toBe(CODE.ok)
})

test('a workbook names members by number, stock code or full company name', async () => {
  const second = await buildMember(server, { companyId: companies[1] ?? '', categoryId: category })
  await buildMember(server, { companyId: companies[2] ?? '', categoryId: category })
  const header = ['会员编号', '姓名', '手机号码', '职务', '有效期至', '备注']
  const row = (member: string, mobile: string) => [member, '尤样本', mobile, '', inDays(5), '']
  const rows = [row('m201900001', '19900008801'), row(demoCompany(1).stock_code ?? '', '19900008802'), row(demoCompany(2).company_name, '19900008803'), row('没有的会员', '19900008804'), row('M201900001', '19900009901')]
  const { data } = await server.upload(contract.importCheck, {}, { name: '专属用户.xlsx', bytes: await writeWorkbook([{ name: '专属用户', header, rows }]) })
  expect(data).toMatchObject({ good: 3, bad: 2, problems: [{ messages: ['会员编号「没有的会员」不存在'] }, { messages: ['该手机号码已登记为专属用户'] }] })
  expect(await server.ok(contract.importWrite, { importId: data?.importId ?? '', mode: 'good' })).toMatchObject({ written: 3 })
  expect((await server.ok(contract.list, { memberId: second })).items).toMatchObject([{ name: '尤样本', exclusiveStatus: 'normal' }])
})

const expelled = async (id: string) => {
  const { withdrawId } = await server.ok(memberWithdraw.insert, { memberId: id, withdrawType: 'expelled', reason: '严重违反章程', certReturned: false, decisionNo: '协字〔2026〕1号' })
  await server.ok(memberWithdraw.change, { withdrawId, version: 1, verb: 'accept' })
  const decider = await server.person({ permits: ['member:withdraw:read', 'member:withdraw:decide'], scopes: { member: 'all' } })
  return () => server.call(memberWithdraw.change, { withdrawId, version: 2, verb: 'decide' }, { as: decider })
}

test('with the end of a membership its people are closed, in the log; nobody comes in at that moment; control: without the lock somebody stays open', async () => {
  const id = await buildMember(server, { companyId: companies[20] ?? '', categoryId: category })
  const [open, closed] = [await made({ memberId: id }), await made({ memberId: id })]
  await step(closed, 'disable')
  expect((await (await expelled(id))()).returnCode).toBe(CODE.ok)
  expect((await server.ok(contract.list, { memberId: id })).items.map((u) => u.exclusiveStatus)).toEqual(['disabled', 'disabled'])
  const log = await server.platform.db.selectFrom('audit_log').select(['verb', 'reason']).where('record_type', '=', 'exclusiveUser').where('record_id', '=', open).orderBy('audit_id').execute()
  expect(log).toEqual([{ verb: 'insert', reason: null }, { verb: 'disable', reason: '会籍终止：已除名' }])
  expect(await step(open, 'enable')).toMatchObject({ returnCode: CODE.inUse })

  for (let n = 21; n < 26; n++) {
    const memberOf = await buildMember(server, { companyId: companies[n] ?? '', categoryId: category })
    const decide = await expelled(memberOf)
    await Promise.all([decide(), server.call(contract.insert, form({ memberId: memberOf }))])
    expect((await server.ok(contract.list, { memberId: memberOf, exclusiveStatus: ['normal'] })).total).toBe(0)
  }
  const careless = await buildMember(server, { companyId: companies[26] ?? '', categoryId: category })
  const decide = await expelled(careless)
  await server.platform.db.transaction().execute(async (tx) => {
    expect((await sql`select 1 from member where member_id = ${careless} and member_status = 'normal'`.execute(tx)).rows).toHaveLength(1)
    expect((await decide()).returnCode).toBe(CODE.ok)
    await sql`insert into exclusive_user (member_id, name, mobile) values (${careless}, '甄样本', '19900018888')`.execute(tx)
  })
  expect((await server.ok(contract.list, { memberId: careless, exclusiveStatus: ['normal'] })).total).toBe(1)
})

test('a member has as many open users as its category or the parameter says, also when many are added at once', async () => {
  const { db } = server.platform
  await sql`update exclusive_user set exclusive_status = 'disabled'`.execute(db)
  await sql`update member_category set exclusive_quota = 2 where category_id = (select category_id from member where member_id = ${memberId})`.execute(db)
  const answers = await Promise.all(Array.from({ length: 4 }, () => server.call(contract.insert, form())))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(2)
  expect(answers.find((a) => a.returnCode !== CODE.ok)).toMatchObject(refusedAt('memberId', '专属用户已满 2 人（会员类别'))
  const off = (await sql<{ id: string; version: number }>`select exclusive_id::text as id, version from exclusive_user where exclusive_status = 'disabled' and valid_to is null or valid_to > now() order by exclusive_id limit 1`.execute(db)).rows[0]
  expect((await server.call(contract.change, { exclusiveId: off?.id ?? '', version: off?.version ?? 0, verb: 'enable' })).returnMessage).toContain('专属用户已满 2 人')
})
