import { CODE } from '@assoc/contract'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { changeRequest } from '@assoc/contract/member/change-request'
import { demand } from '@assoc/contract/member/demand'
import { duesBill } from '@assoc/contract/fee/bill'
import { exclusiveUser } from '@assoc/contract/member/exclusive-user'
import { memberArchive } from '@assoc/contract/member/archive'
import { memberResource } from '@assoc/contract/member/member'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { buildPerson } from '../membership/testing'

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

test('bills of two memberships, one of them ended: a way to those of each', async () => {
  const { db } = server.platform
  const as = await server.person({ permits: ['member:company:read', 'fee:bill:read'], scopes: { member: 'all', fee: 'all' } })
  const billsPart = async () => (await server.ok(selectCompanyParts, { companyId }, { as }))[0]
  const [{ old, now }] = (await sql<{ old: string; now: string }>`select min(member_id)::text as old, max(member_id)::text as now from member where company_id = ${companyId}`.execute(db)).rows as [{ old: string; now: string }]
  expect(await billsPart()).toMatchObject({ link: `/go/member/DuesBill?memberId=${now}` })
  await sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, paid_amount, due_date, bill_status) select 'HF' || y || '201200001', ${old}, y, standard_id, 2500000, 2500000, '2025-05-31', 'paid' from fee_standard, generate_series(2024, 2025) y where standard_name = '试'`.execute(db)
  const part = await billsPart()
  expect(part).toMatchObject({ link: null, total: 3, links: [{ label: 'M202600001 共 1 条', link: `/go/member/DuesBill?memberId=${now}` }, { label: 'M201200001 共 2 条', link: `/go/member/DuesBill?memberId=${old}` }] })
  // What the links open are together the rows of the part.
  const opened = await Promise.all((part?.links ?? []).map(async ({ link }) => (await server.ok(duesBill.list, { memberId: new URLSearchParams(link.split('?')[1]).get('memberId') ?? '' }, { as })).total))
  expect(opened).toEqual([1, 2])
  await sql`delete from dues_bill where member_id = ${old}`.execute(db)
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

test('applications, cases, archives, demands and changes stand there, and each link opens the list of just them', async () => {
  const { db } = server.platform
  const code = '91000000FCT0000145'
  await sql`update company set credit_code = ${code} where company_id = ${companyId}`.execute(db)
  const member = sql`(select member_id from member where member_no = 'M202600001')`
  await sql`insert into join_apply (apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, apply_status) select 'RH202601010001', '子虚乌有股份有限公司', ${code}, category_id, '贾设一', '19900000001', 'approved' from member where member_no = 'M202600001'`.execute(db)
  await sql`insert into member_withdraw (member_id, withdraw_type, reason) values (${member}, 'voluntary', '自愿申请')`.execute(db)
  await sql`insert into member_archive (archive_no, member_id, archive_type, title, papers, retention) values ('DA2026-0001', ${member}, 'join', '入会申请书', '[]', 'permanent')`.execute(db)
  await sql`insert into demand (demand_no, company_id, demand_type, professions, demand_count, deadline, description, contact_name, contact_mobile) values ('XQ202601010001', ${companyId}, 'other', array['law'], 1, '2027-01-01', '说明', '甄', '19900000000')`.execute(db)
  await sql`insert into change_request (change_no, target_type, target_id, target_name, field_label, new_text) values ('BG202601010001', 'company', ${companyId}, '子虚乌有', '法定代表人', '贾更替'),
    ('BG202601010002', 'representative', ${member}, '子虚乌有（M202600001）', '会员代表', '1'), ('BG202601010003', 'company', ${companyId}::bigint + 1, '别家', '法定代表人', '甄')`.execute(db)
  await sql`insert into change_item (change_id, item_no, target_type, target_id, field_name, field_label, new_text, kept_new, open) select change_id, 1, target_type, target_id, 'legalRep', field_label, new_text, new_text, true from change_request`.execute(db)
  const permits = ['member:company:read', 'member:member:read', 'member:apply:read', 'member:withdraw:read', 'member:archive:read', 'director:demand:read', 'director:change:read']
  const parts = await server.ok(selectCompanyParts, { companyId }, { as: await server.person({ permits, scopes: { member: 'all', director: 'all' } }) })
  expect(parts.map((p) => [p.title, p.link, p.total])).toEqual([
    ['入会申请', `/go/member/JoinAudit?keyword=${code}`, 1],
    ['会籍', `/go/member/MemberList?companyId=${companyId}`, 1],
    ['退会与除名', `/go/member/MemberWithdraw?companyId=${companyId}`, 1],
    ['信息变更', `/go/member/ChangeMsg?companyId=${companyId}`, 2],
    ['会员档案', `/go/member/MemberArchive?companyId=${companyId}`, 1],
    ['需求信息', `/go/member/DemandAudit?companyId=${companyId}`, 1],
  ])
  expect(parts[3]?.rows.map(([no]) => no)).toEqual(['BG202601010002', 'BG202601010001'])
  // What the links name is what the lists take.
  for (const list of [memberResource.list, memberWithdraw.list, memberArchive.list, exclusiveUser.list]) expect((await server.ok(list, { companyId })).items.length).toBeGreaterThan(0)
  expect((await server.ok(changeRequest.list, { companyId })).items.map((c) => c.changeNo).sort()).toEqual(['BG202601010001', 'BG202601010002'])
  expect((await server.ok(demand.list, { companyId })).items.map((d) => d.demandNo)).toEqual(['XQ202601010001'])
  const stranger = await server.person({ permits, scopes: { member: 'self', director: 'self' } })
  expect((await server.call(selectCompanyParts, { companyId }, { as: stranger })).returnCode).toBe(CODE.notFound)
})

test('who may not read an area does not get its part, and no scope there means no rows', async () => {
  const keys = async (permits: string[], scopes: Record<string, 'all' | 'self'>) =>
    (await server.ok(selectCompanyParts, { companyId }, { as: await server.person({ permits, scopes }) })).map((p) => [p.key, p.rows.length])
  expect(await keys(['member:company:read'], { member: 'all' })).toEqual([])
  expect(await keys(['member:company:read', 'member:contact:read'], { member: 'all' })).toEqual([['people', 1]])
  expect(await keys(['member:company:read', 'fee:bill:read'], { member: 'all' })).toEqual([])
  expect(await keys(['member:company:read', 'fee:bill:read'], { member: 'all', fee: 'all' })).toEqual([['bills', 1]])
})

test('who sits on the board, people of the pool who work there, and what it was called before have parts of their own', async () => {
  const { db } = server.platform
  const [{ name }] = (await sql<{ name: string }>`select company_name as name from company where company_id = ${companyId}`.execute(db)).rows as [{ name: string }]
  await sql`insert into contact (company_id, name, post_type, mobile, contact_status) values (${companyId}, '甄独董', 'independent', '19900000031', 'serving')`.execute(db)
  await buildPerson(server, { name: '甄在库', unit: name })
  await buildPerson(server, { name: '甄别处', unit: '别家公司' })
  await sql`update company set former_names = ${'旧名股份有限公司\n旧名股份'}, old_stock_code = '000999' where company_id = ${companyId}`.execute(db)
  const as = await server.person({ permits: ['member:company:read', 'member:contact:read', 'director:user:read'], scopes: { member: 'all', director: 'all' } })
  const parts = new Map((await server.ok(selectCompanyParts, { companyId }, { as })).map((part) => [part.key, part]))
  expect(parts.get('directors')).toMatchObject({ rows: [['甄独董', '独立董事', '在任']], link: `/go/member/ContactList?companyId=${companyId}&postType=chairman%2Cdirector%2Cindependent%2CauditChair` })
  expect(parts.get('poolPeople')).toMatchObject({ total: 1, rows: [['甄在库', '—', '已入库']], links: [{ label: '甄在库' }] })
  expect(parts.get('former')?.rows).toEqual([['旧名股份有限公司', '曾用名称'], ['旧名股份', '曾用名称'], ['000999', '曾用证券代码']])
})
