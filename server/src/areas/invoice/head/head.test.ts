import { invoiceHead } from '@assoc/contract/invoice/head'
import { sql } from 'kysely'
import { writeWorkbook } from '../../../platform/excel/excel'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { invoiceWorld, wrongFields, type InvoiceWorld } from '../testing.repository'

let server: TestServer
let world: InvoiceWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await invoiceWorld(server)
})
afterAll(() => server.stop())

const defaults = async (memberId: string) => (await sql<{ id: string }>`select head_id as id from invoice_head where member_id = ${memberId} and is_default`.execute(server.platform.db)).rows.map((r) => r.id)

test('a new default takes it from the old one; a disabled head is no default; account and mobile are masked', async () => {
  const { memberId, headId, name } = await world.member()
  expect(await defaults(memberId)).toEqual([headId])
  expect(await server.ok(invoiceHead.read, { headId })).toMatchObject({ title: name, memberName: name, bankAccount: '**** **** 0018', isDefault: true, headStatus: 'enabled' })
  const second = await world.head(memberId, `${name}（二部）`)
  expect(await defaults(memberId)).toEqual([second])
  const audited = await sql<{ n: string }>`select count(*) as n from audit_log where record_type = 'invoiceHead' and record_id = ${headId} and verb = 'update'`.execute(server.platform.db)
  expect(Number(audited.rows[0]?.n)).toBe(1)
  await server.ok(invoiceHead.change, { headId: second, version: 1, verb: 'disable' })
  expect(await defaults(memberId)).toEqual([])
  const { version, abilities: _abilities, memberNo: _no, memberName: _name, updateTime: _time, headStatus: _status, bankAccount: _account, receiveMobile: _mobile, ...row } = await server.ok(invoiceHead.read, { headId: second })
  expect(wrongFields(await server.call(invoiceHead.update, { ...row, version, isDefault: true } as never))).toEqual(['isDefault 停用的抬头不能设为默认'])
})

test('twenty new defaults at once leave one; without the lock the index refuses the second', async () => {
  const { memberId, name } = await world.member()
  await Promise.all(Array.from({ length: 20 }, (_, i) => world.head(memberId, `${name}${i}`)))
  expect(await defaults(memberId)).toHaveLength(1)
  await sql`update invoice_head set is_default = false where member_id = ${memberId}`.execute(server.platform.db)
  const bare = (title: string) => sql`insert into invoice_head (member_id, head_type, title, receive_email, is_default) values (${memberId}, 'other', ${title}, 'a@example.com', true)`.execute(server.platform.db)
  const results = await Promise.allSettled([bare('甲'), bare('乙')])
  expect(results.filter((r) => r.status === 'rejected')).toHaveLength(1)
})

test('a company needs its tax number, a wrong check digit and the same head twice are refused at their fields', async () => {
  const { memberId, name } = await world.member()
  const form = { memberId, headType: 'company' as const, title: name, taxNo: null, bankName: null, bankAccount: null, regAddress: null, regPhone: null, receiveEmail: 'a@example.com', receiveMobile: null, isDefault: false, remark: null }
  expect(wrongFields(await server.call(invoiceHead.insert, form))).toEqual(['taxNo 企业单位须填写纳税人识别号'])
  expect(wrongFields(await server.call(invoiceHead.insert, { ...form, taxNo: '91000000FCT0000146' }))).toEqual(['taxNo 纳税人识别号不正确'])
  expect(wrongFields(await server.call(invoiceHead.insert, { ...form, taxNo: '91000000FCT0000145' }))).toEqual(['title 该会员已有相同抬头和税号的记录'])
  await server.ok(invoiceHead.insert, { ...form, headType: 'other', title: '甄个人' })
})

test('heads come in by a workbook, their members by number or full name; what names nobody is told', async () => {
  const [a, b] = [await world.fee.member({ name: '虚构导入甲股份有限公司' }), await world.fee.member({ name: '虚构导入乙股份有限公司' })]
  const { rows } = await sql<{ no: string }>`select member_no as no from member where member_id = ${a}`.execute(server.platform.db)
  const header = ['会员', '抬头类型', '发票抬头', '纳税人识别号', '收票邮箱', '默认抬头']
  const bytes = await writeWorkbook([{ name: '抬头', header, rows: [[rows[0]?.no ?? '', '企业单位', '虚构导入甲股份有限公司', '91000000FCT0000145', 'a@example.com', '是'], ['虚构导入乙股份有限公司', '个人/非企业单位', '甄个人', '', 'b@example.com', '否'], ['没有的会员', '企业单位', '子虚乌有', '91000000FCT0000145', 'c@example.com', '否']] }])
  const { data } = await server.upload(invoiceHead.importCheck, {}, { name: '抬头.xlsx', bytes })
  expect(data).toMatchObject({ good: 2, bad: 1 })
  await server.ok(invoiceHead.importWrite, { importId: data?.importId ?? '', mode: 'good' })
  expect([(await defaults(a)).length, (await server.ok(invoiceHead.list, { memberId: b })).items[0]]).toMatchObject([1, { title: '甄个人', memberName: '虚构导入乙股份有限公司' }])
})
