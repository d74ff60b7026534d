import { CODE, type RequestOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { sql } from 'kysely'
import { contact } from '@assoc/contract/member/contact'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { writeWorkbook } from '../../../platform/excel/excel'
import { demoCompany } from '../company/demo-rows'
import { insertMany } from '../company/seed.repository'
import { earlierInitials, initialsWith } from '../initials'

let server: TestServer
let companies: { company_id: string; company_name: string; stock_code: string | null }[]
beforeAll(async () => {
  server = await startTestServer()
  await insertMany(server.platform.db, Array.from({ length: 500 }, (_, n) => demoCompany(n)))
  companies = await server.platform.db.selectFrom('company').select(['company_id', 'company_name', 'stock_code']).orderBy('company_id').execute()
})
afterAll(() => server.stop())

const company = (n: number) => companies[n]?.company_id ?? ''
let counter = 0
const fields = (given: Partial<RequestOf<typeof contact.insert>> = {}): RequestOf<typeof contact.insert> => ({
  companyId: company(0), name: '贾设一', gender: 'male', postType: 'affairs', mobile: String(19_900_000_000 + ++counter), isPrimary: false, smsOptOut: false, emailOptOut: false, ...given,
})
const made = async (given: Parameters<typeof fields>[0] = {}) => (await server.ok(contact.insert, fields(given))).contactId
const step = (contactId: string, version: number, verb: string, reason?: string) => server.call(contact.change, { contactId, version, verb, ...(reason ? { reason } : {}) })
const refusedAt = (path: string) => ({ returnCode: CODE.input, data: { fields: [{ path }] } })

test('a new contact waits to be verified, serves, and leaves today when no day was written down; numbers are masked', async () => {
  const contactId = await made({ mobile: '19900009901', email: 'jia@example.com' })
  expect(await server.ok(contact.read, { contactId })).toMatchObject({ name: '贾设一', mobile: '199****9901', contactStatus: 'pending', companyName: demoCompany(0).short_name })
  expect(await step(contactId, 1, 'confirm')).toMatchObject({ data: { contactStatus: 'serving' } })
  expect(await server.call(contact.remove, { contactId, version: 2 })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('任职记录') })
  expect(await step(contactId, 2, 'leave')).toMatchObject({ data: { contactStatus: 'left' } })
  expect(await server.ok(contact.read, { contactId })).toMatchObject({ endDate: today() })
  expect(await step(contactId, 3, 'confirm')).toMatchObject({ returnCode: CODE.badTransition })
  const kept = await made({ endDate: '2026-01-31' })
  await step(kept, 1, 'confirm')
  await step(kept, 2, 'leave')
  expect(await server.ok(contact.read, { contactId: kept })).toMatchObject({ endDate: '2026-01-31' })
})

test('what a company has once is told at its field when the second one is verified', async () => {
  const serve = async (given: Parameters<typeof fields>[0]) => step(await made({ companyId: company(1), ...given }), 1, 'confirm')
  expect((await serve({ postType: 'chairman' })).returnCode).toBe(CODE.ok)
  expect(await serve({ postType: 'chairman' })).toMatchObject(refusedAt('postType'))
  expect((await serve({ postType: 'secretary', isPrimary: true })).returnCode).toBe(CODE.ok)
  expect(await serve({ isPrimary: true })).toMatchObject(refusedAt('isPrimary'))
  expect((await serve({ mobile: '19900009902' })).returnCode).toBe(CODE.ok)
  expect(await serve({ mobile: '19900009902' })).toMatchObject(refusedAt('mobile'))
  // Two at once: the index lets one through.
  const [a, b] = [await made({ companyId: company(2), postType: 'chairman' }), await made({ companyId: company(2), postType: 'chairman' })]
  const answers = await Promise.all([step(a, 1, 'confirm'), step(b, 1, 'confirm')])
  expect(answers.map((x) => x.returnCode).sort()).toEqual([CODE.ok, CODE.input].sort())
})

test('a supervisor is history alone; nobody leaves before they began; refusing needs its reason', async () => {
  expect(await server.call(contact.insert, fields({ postType: 'supervisor' }))).toMatchObject(refusedAt('postType'))
  const contactId = await made()
  expect(await server.call(contact.update, { contactId, version: 1, ...fields({ postType: 'supervisor' }) })).toMatchObject(refusedAt('postType'))
  expect(await server.call(contact.insert, fields({ startDate: '2025-02-01', endDate: '2025-01-01' }))).toMatchObject(refusedAt('endDate'))
  expect(await server.call(contact.update, { contactId, version: 1, ...fields({ startDate: '2025-02-01', endDate: '2025-01-01' }) })).toMatchObject(refusedAt('endDate'))
  expect(await step(contactId, 1, 'refuse')).toMatchObject(refusedAt('reason'))
  expect(await step(contactId, 1, 'refuse', '公司来函否认')).toMatchObject({ data: { contactStatus: 'refused' } })
  await server.ok(contact.remove, { contactId, version: 2 })
})

test('found by name, by company name and code, by the whole number; never by a part of one', async () => {
  await made({ companyId: company(5), name: '卜望舒', mobile: '19900009977' })
  const total = async (filter: RequestOf<typeof contact.list>) => (await server.ok(contact.list, filter)).total
  expect(await total({ keyword: '卜望' })).toBe(1)
  expect(await total({ keyword: '卜望舒' })).toBe(1)
  expect(await total({ keyword: companies[5]?.stock_code ?? '' })).toBe(1)
  expect(await total({ keyword: demoCompany(5).short_name })).toBe(1)
  expect(await total({ mobile: '199 0000 9977' })).toBe(1)
  expect(await total({ mobile: '9977' })).toBe(0)
  expect(await total({ keyword: '9977' })).toBe(0)
  expect(await total({ postType: ['liaison', 'finance'] })).toBe(0)
})

test('found by the initials of their pinyin, whether entered now, renamed, or before there were any', async () => {
  const contactId = await made({ companyId: company(6), name: '莫黄粱' })
  const found = async (keyword: string) => (await server.ok(contact.list, { keyword })).items.map((row) => row.name)
  expect([await found('mhl'), await found('MH'), await found('ml')]).toEqual([['莫黄粱'], ['莫黄粱'], []])
  await server.ok(contact.update, { contactId, version: 1, ...fields({ companyId: company(6), name: '虞空谷' }) })
  expect([await found('mhl'), await found('ykg')]).toEqual([[], ['虞空谷']])
  // A change that follows from another one names a few fields alone.
  expect(initialsWith({})).toEqual({})
  await sql`update contact set name_initials = '' where contact_id = ${contactId}::bigint`.execute(server.platform.db)
  expect(await found('ykg')).toEqual([])
  await server.platform.db.transaction().execute((tx) => earlierInitials.run(tx, server.platform))
  expect([await found('ykg'), (await server.ok(contact.read, { contactId })).version]).toEqual([['虞空谷'], 2])
})

test('a workbook: companies by code or full name, unknown ones are told', async () => {
  const header = ['所属公司', '姓名', '性别', '职务类别', '手机号码', '主联系人', '拒收短信', '拒收邮件']
  const row = (name: string, mobile: string) => [name, '尤样本', '女', '财务联系人', mobile, '否', '否', '否']
  const rows = [row(companies[6]?.stock_code ?? '', '19900009801'), row(companies[7]?.company_name ?? '', '19900009802'), row('不存在的公司', '19900009803')]
  const { data } = await server.upload(contact.importCheck, {}, { name: '联系人.xlsx', bytes: await writeWorkbook([{ name: '联系人', header, rows }]) })
  expect(data).toMatchObject({ good: 2, bad: 1, problems: [{ messages: ['所属公司「不存在的公司」不存在'] }] })
  expect(await server.ok(contact.importWrite, { importId: data?.importId ?? '', mode: 'good' })).toMatchObject({ written: 2 })
  expect((await server.ok(contact.list, { companyId: company(7) })).items[0]).toMatchObject({ name: '尤样本', contactStatus: 'pending' })
})

test('a workbook that names two companies by a code that both once had is told which they are', async () => {
  const two = companies.slice(8, 10)
  await server.platform.db.updateTable('company').set({ old_stock_code: '609991' }).where('company_id', 'in', two.map((c) => c.company_id)).execute()
  const header = ['所属公司', '姓名', '性别', '职务类别', '手机号码', '主联系人', '拒收短信', '拒收邮件']
  const { data } = await server.upload(contact.importCheck, {}, { name: '联系人.xlsx', bytes: await writeWorkbook([{ name: '联系人', header, rows: [['609991', '尤样本', '女', '财务联系人', '19900009811', '否', '否', '否']] }]) })
  const said = data?.problems[0]?.messages[0] ?? ''
  expect(said).toMatch(/^所属公司「609991」指向多条记录，请改填编号或代码：/)
  for (const { stock_code, company_name } of two) expect(said).toContain(`${stock_code} ${company_name}`)
})

test('a person sees those within their scope, and reads without writing when that is all they may', async () => {
  const [own, reader] = [await server.person({ permits: ['member:contact:read', 'member:contact:update'], scopes: { member: 'self' } }), await server.person({ permits: ['member:contact:read'], scopes: { member: 'all' } })]
  expect((await server.ok(contact.list, {}, { as: own })).total).toBe(0)
  expect((await server.ok(contact.list, {}, { as: reader })).items[0]).toMatchObject({ abilities: [] })
  expect((await server.call(contact.insert, fields(), { as: reader })).returnCode).toBe(CODE.forbidden)
})
