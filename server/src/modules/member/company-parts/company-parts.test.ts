import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
let companyId: string
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.platform
  const one = async (text: ReturnType<typeof sql<{ id: string }>>) => (await text.execute(db)).rows[0]?.id ?? ''
  companyId = await one(sql`insert into company (company_name, short_name, company_type) values ('子虚乌有股份有限公司', '子虚乌有', 'other') returning company_id as id`)
  const category = await one(sql`insert into member_category (category_name, category_level) values ('会员单位（试）', 50) returning category_id as id`)
  const contact = await one(sql`insert into contact (company_id, name, post_type, mobile, email, contact_status) values (${companyId}, '贾设一', 'secretary', '19900000001', 'js1@example.com', 'serving') returning contact_id as id`)
  await sql`insert into member (member_no, company_id, category_id, join_date, member_status) values ('M201200001', ${companyId}, ${category}, '2012-02-15', 'left')`.execute(db)
  const member = await one(sql`insert into member (member_no, company_id, category_id, join_date, representative_id) values ('M202600001', ${companyId}, ${category}, '2026-01-10', ${contact}) returning member_id as id`)
  const standard = await one(sql`insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes)
    values ('试', ${category}, 2500000, 2026, '决议', '2025-12-01', 90, 80, 70) returning standard_id as id`)
  await sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, paid_amount, due_date, bill_status) values ('HF2026202600001', ${member}, 2026, ${standard}, 2500000, 1000000, '2026-05-31', 'part')`.execute(db)
})
afterAll(() => server.stop())

test('every area says what it knows of a company, personal data masked, money in 元', async () => {
  const as = await server.person({ permits: ['member:company:read', 'member:member:read', 'member:contact:read', 'fee:bill:read', 'fee:payment:read'], scopes: { member: 'all', fee: 'all' } })
  const parts = await server.ok(selectCompanyParts, { companyId }, { as })
  expect(parts.map((p) => p.key)).toEqual(['membership', 'people', 'bills'])
  const [membership, people, bills] = parts
  expect(membership?.facts).toContainEqual({ label: '会员代表', value: '贾设一' })
  expect(membership?.rows).toEqual([['M201200001', '2012-02-15', '已退会']])
  expect(people?.rows).toEqual([['贾设一', '董事会秘书', '199****0001', 'j**@example.com', '在任']])
  expect(bills?.facts).toEqual([{ label: '欠缴合计（元）', value: '15,000.00' }])
  expect(bills?.rows).toEqual([['HF2026202600001', '2026', '25,000.00', '10,000.00', '15,000.00', '2026-05-31', '部分缴纳']])
})

test('transfers from and to the company and people with open services stand there, for those who may read them', async () => {
  const { db } = server.platform
  await sql`insert into exclusive_user (member_id, name, mobile) select member_id, '甄样本', '19900000007' from member where member_no = 'M202600001'`.execute(db)
  await sql`insert into member_transfer (member_id, transfer_type, to_jurisdiction, effective_date, from_text, to_text) select member_id, 'jurisdiction', '广东', '2027-01-01', '北京', '广东' from member where member_no = 'M202600001'`.execute(db)
  const as = await server.person({ permits: ['member:company:read', 'member:transfer:read', 'member:exclusive:read'], scopes: { member: 'all' } })
  expect(await server.ok(selectCompanyParts, { companyId }, { as })).toMatchObject([
    { key: 'transfers', rows: [['M202600001', '辖区转移', '北京', '广东', '2027-01-01', '草稿']] },
    { key: 'exclusiveUsers', rows: [['甄样本', '—', '199****0007', '长期', '正常']] },
  ])
  const own = await server.person({ permits: ['member:company:read', 'member:transfer:read', 'member:exclusive:read'], scopes: { member: 'self' } })
  await sql`update company set create_by = ${own.userId} where company_id = ${companyId}`.execute(db)
  expect(await server.ok(selectCompanyParts, { companyId }, { as: own })).toEqual([])
})

test('who may not read an area does not get its part, and no scope there means no rows', async () => {
  const keys = async (permits: string[], scopes: Record<string, 'all' | 'self'>) =>
    (await server.ok(selectCompanyParts, { companyId }, { as: await server.person({ permits, scopes }) })).map((p) => [p.key, p.rows.length])
  expect(await keys(['member:company:read'], { member: 'all' })).toEqual([])
  expect(await keys(['member:company:read', 'member:contact:read'], { member: 'all' })).toEqual([['people', 1]])
  expect(await keys(['member:company:read', 'fee:bill:read'], { member: 'all' })).toEqual([])
  expect(await keys(['member:company:read', 'fee:bill:read'], { member: 'all', fee: 'all' })).toEqual([['bills', 1]])
})
