import type { RequestOf } from '@assoc/contract'
import { contact } from '@assoc/contract/member/contact'
import { memberResource } from '@assoc/contract/member/member'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { insertInBulk } from '../../../../test/many-rows'
import { explainRows } from '../../../platform/resource/rows.repository'
import { contact as contacts } from '../contact'
import { membership } from '.'
import { buildCategory, buildCompanies, buildContact, buildMember } from './testing'

let server: TestServer
let companies: string[]
let category: string
beforeAll(async () => {
  server = await startTestServer()
  companies = await buildCompanies(server, 600)
  category = await buildCategory(server)
})
afterAll(() => server.stop())

let counter = 0
/** A bill laid as it would stand after the year's run; the last day is told from today on. */
const bill = (memberId: string, year: number, days: number, status = 'due', paid = 0) =>
  sql`insert into dues_bill (bill_no, member_id, bill_year, gross_amount, paid_amount, due_date, bill_status, source)
    values (${`HFT${++counter}`}, ${memberId}::bigint, ${year}, 100000, ${paid}, (now() at time zone 'Asia/Shanghai')::date + ${days}::int, ${status}, 'imported')`.execute(server.platform.db)

test('members and contacts are found by what is owed, at all or for a year; what is not due yet, paid or cancelled is no arrears', async () => {
  const [both, lastYear, notYet, today, paid, none] = await Promise.all(companies.slice(0, 6).map((companyId) => buildMember(server, { companyId, categoryId: category })))
  for (const companyId of companies.slice(0, 7)) await buildContact(server, companyId)
  await bill(both ?? '', 2025, -300)
  await bill(both ?? '', 2026, -1, 'part', 40_000)
  await bill(lastYear ?? '', 2025, -300)
  await bill(notYet ?? '', 2026, 30)
  await bill(today ?? '', 2026, 0)
  await bill(paid ?? '', 2026, -30, 'paid', 100_000)
  await bill(paid ?? '', 2025, -300, 'cancelled')
  const members = async (filter: RequestOf<typeof memberResource.list>) => (await server.ok(memberResource.list, filter)).items.map((m) => m.memberId).sort()
  const people = async (filter: RequestOf<typeof contact.list>) => (await server.ok(contact.list, filter)).items.map((c) => companies.indexOf(c.companyId)).sort()
  expect(await members({ inArrears: 'yes' })).toEqual([both, lastYear].sort())
  // The list says how much it is, of the same bills.
  const { items } = await server.ok(memberResource.list, {})
  expect(items.filter((m) => m.overdueAmount > 0).map((m) => [m.memberId, m.overdueAmount]).sort()).toEqual([[both, 160_000], [lastYear, 100_000]].sort())
  expect(await members({ inArrears: 'no' })).toEqual([notYet, today, paid, none].sort())
  expect(await members({ inArrears: 'yes', feeYear: 2026 })).toEqual([both])
  expect(await members({ feeYear: 2025 })).toEqual([both, lastYear].sort())
  expect(await people({ inArrears: 'yes' })).toEqual([0, 1])
  // A company without a membership owes nothing.
  expect(await people({ inArrears: 'no' })).toEqual([2, 3, 4, 5, 6])
  expect(await people({ inArrears: 'yes', feeYear: 2026, postType: ['affairs'] })).toEqual([0])
  expect(await people({ inArrears: 'yes', feeYear: 2026, postType: ['independent'] })).toEqual([])
  // A membership in the bin is none.
  await sql`update member set deleted = true, delete_time = now() where member_id = ${both}::bigint`.execute(server.platform.db)
  expect(await people({ inArrears: 'yes' })).toEqual([1])
  expect(await members({ inArrears: 'yes' })).toEqual([lastYear])
})

test('neither list is read through for them', async () => {
  const { db, sessions } = server.platform
  await insertInBulk(db, ['member'], sql`insert into member (member_no, company_id, category_id, join_date, member_status, update_time)
    select 'M199' || lpad(n::text, 6, '0'), ${companies[0]}::bigint + n % 600, ${category}, date '1990-01-01' + n % 9000, 'left', now() - n * interval '1 minute' from generate_series(1, 100000) n`)
  await insertInBulk(db, ['contact'], sql`insert into contact (company_id, name, post_type, mobile, update_time)
    select ${companies[0]}::bigint + n % 600, '甄' || n, 'director', '1990' || lpad(n::text, 7, '0'), now() - n * interval '1 minute' from generate_series(1, 100000) n`)
  await insertInBulk(db, ['dues_bill'], sql`insert into dues_bill (bill_no, member_id, bill_year, gross_amount, paid_amount, due_date, bill_status, source)
    select 'HFP' || row_number() over (order by member_id), member_id, 2024, 100000, case when member_id % 300 = 0 then 0 else 100000 end, '2024-06-30', case when member_id % 300 = 0 then 'due' else 'paid' end, 'imported' from member where member_no like 'M1990%'`)
  await sql`analyze member, contact, dues_bill`.execute(db)
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [m, filters] of [
    [contacts.runtime, { inArrears: 'yes' }], [contacts.runtime, { feeYear: 2024 }], [contacts.runtime, { inArrears: 'yes', feeYear: 2024, postType: ['independent'] }],
    [membership.runtime, { inArrears: 'yes' }], [membership.runtime, { inArrears: 'yes', feeYear: 2024 }],
  ] as const) {
    const plan = await explainRows(db, m, principal, { filters })
    expect(plan).not.toMatch(/Seq Scan on (member|contact) t|Seq Scan on dues_bill/)
  }
  // Nearly everybody owes nothing: the page is read in its order, by that order's index.
  for (const m of [contacts.runtime, membership.runtime]) expect((await explainRows(db, m, principal, { filters: { inArrears: 'no' } })).split('\n\n')[0]).not.toMatch(/Seq Scan on (member|contact) t/)
})
