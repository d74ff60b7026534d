import { searchRecords } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { gramsOf } from '../../../platform/search/grams'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { invoiceWorld } from '../../invoice/testing.repository'
import { buildContact, buildPerson } from '../../member/membership/testing'

const NAME = '乌有寻物股份有限公司'
const READ = ['member:company:read', 'member:member:read', 'member:contact:read', 'director:pool:manage', 'director:user:read', 'fee:bill:read', 'fee:payment:read', 'invoice:ticket:read'] as const
const EVERYWHERE = { member: 'all', director: 'all', fee: 'all', invoice: 'all' } as const

let server: TestServer
let memberId: string
let paymentId: string
let invoice: { invoiceId: string; invoiceNo: string }
let ids: { company: string; contact: string; person: string; bill: string; payNo: string; memberNo: string }
beforeAll(async () => {
  // Without jobs: the worker would write the invoice that the test asks for, and the test would find none of its own.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const { db } = server.platform
  const world = await invoiceWorld(server)
  const member = await world.member({ name: NAME })
  memberId = member.memberId
  const bill = await world.fee.bill(memberId, 2025, 2_000_000)
  paymentId = await world.paid(memberId, 500_000)
  invoice = await world.written(member, 500_000, [paymentId])
  const company = (await sql<{ id: string }>`update company set search_text = company_name || chr(10) || 'wyxw' where company_name = ${NAME} returning company_id::text as id`.execute(db)).rows[0]?.id ?? ''
  await sql`insert into company_gram (gram, company_id) select g, company_id from company c, unnest(text_grams(c.company_name) || text_grams('wyxw')) as g where c.company_id = ${company} group by 1, 2`.execute(db)
  const [contact, person] = [await buildContact(server, company), await buildPerson(server, { name: '甄寻物' })]
  const { rows } = await sql<{ pay_no: string; member_no: string }>`select p.pay_no, m.member_no from payment p join member m using (member_id) where p.payment_id = ${paymentId}`.execute(db)
  ids = { company, contact, person, bill, payNo: rows[0]?.pay_no ?? '', memberNo: rows[0]?.member_no ?? '' }
})
afterAll(() => server.stop())

const found = async (keyword: string, as?: Session) => (await server.ok(searchRecords, { keyword }, as ? { as } : {})).map(({ group, link }) => `${group} ${link}`)
const at = {
  company: () => `公司 /go/member/CompanyList?record=${ids.company}`,
  member: () => `会员 /go/member/MemberList?record=${memberId}`,
  contact: () => `联系人 /go/member/ContactList?record=${ids.contact}`,
  person: () => `独立董事 /go/member/DirectorPool?record=${ids.person}`,
  bill: () => `账单 /go/member/DuesBill?record=${ids.bill}`,
  payment: () => `缴费 /go/member/PaymentList?record=${paymentId}`,
  invoice: () => `票据 /go/member/InvoiceLedger?record=${invoice.invoiceId}`,
}
const ofCompany = [at.company, at.member, at.contact, at.bill, at.payment, at.invoice]

test('the palette finds companies, members, people, bills, payments and invoices by number, name and pinyin', async () => {
  for (const keyword of ['乌有寻物', NAME, 'WYXW']) expect([keyword, await found(keyword)]).toEqual([keyword, ofCompany.map((of) => of())])
  expect(await found('甄寻物')).toEqual([at.person()])
  expect(await found('甄样本')).toEqual([at.company(), at.contact()])
  expect(await found(ids.memberNo)).toEqual([at.member(), at.bill(), at.payment(), at.invoice()])
  expect(await found(`HF2025${memberId}`)).toEqual([at.bill()])
  expect(await found(ids.payNo)).toEqual([at.payment()])
  expect(await found(invoice.invoiceNo)).toEqual([at.invoice()])
  expect(await found('没有的东西')).toEqual([])
})

test('accounts and employees are found by name, initials and sign-in name, by whoever may read them', async () => {
  const { db } = server.platform
  const { userId } = await server.person()
  const { login_name } = await db.updateTable('sys_user').set({ real_name: '寇可寻', search_grams: gramsOf(['寇可寻', 'kkx', 'kouke']), login_name: 'kouke' }).where('user_id', '=', userId).returning('login_name').executeTakeFirstOrThrow()
  const dept = await db.insertInto('dept').values({ dept_name: '寻物部' }).returning('dept_id').executeTakeFirstOrThrow()
  const { employee_id } = await db.insertInto('employee').values({ employee_no: 'E9001', user_id: userId, dept_id: dept.dept_id, post_id: null, entry_date: '2026-01-05', employee_status: 'active' }).returning('employee_id').executeTakeFirstOrThrow()
  const [account, employee] = [`账号 /go/rbac/UserList?keyword=${login_name}`, `员工 /go/rbac/EmployeeList?record=${employee_id}`]
  for (const keyword of ['寇可寻', 'kkx', 'kouke']) expect([keyword, await found(keyword)]).toEqual([keyword, [employee, account]])
  expect(await found('E9001')).toEqual([employee])
  expect(await found('寇可寻', await server.person({ permits: ['rbac:employee:read'], scopes: { rbac: 'all' } }))).toEqual([employee])
  expect(await found('寇可寻', await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'self' } }))).toEqual([])
})

test('each kind takes its permit and keeps to the data scope', async () => {
  for (const [permit, of] of [['member:company:read', at.company], ['member:member:read', at.member], ['member:contact:read', at.contact], ['fee:bill:read', at.bill], ['fee:payment:read', at.payment], ['invoice:ticket:read', at.invoice]] as const)
    expect([permit, await found('乌有寻物', await server.person({ permits: [permit], scopes: EVERYWHERE }))]).toEqual([permit, [of()]])
  expect(await found('乌有寻物', await server.person({ permits: [], scopes: EVERYWHERE }))).toEqual([])
  const own = { member: 'self', director: 'self', fee: 'self', invoice: 'self' } as const
  expect(await found('乌有寻物', await server.person({ permits: [...READ], scopes: own }))).toEqual([])
  expect(await found('甄寻物', await server.person({ permits: [...READ], scopes: own }))).toEqual([])
})
