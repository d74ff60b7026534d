import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { demoContacts } from '../contact/seed'
import { demoIndividuals, demoMembers } from './seed'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

const one = async (text: string): Promise<Record<string, unknown>> => (await sql.raw<Record<string, unknown>>(text).execute(server.platform.db)).rows[0] ?? {}

test('the demo has members, contacts and cases that agree with each other', async () => {
  expect(await one(`select count(*)::int as members, count(distinct member_no)::int as numbers, count(*) filter (where substr(member_no, 2, 4) <> extract(year from join_date)::text)::int as wrong from member`)).toEqual({ members: 912, numbers: 912, wrong: 0 })
  expect(await one(`select count(*)::int as n from contact`)).toEqual({ n: 1800 })
  // Representatives and liaisons serve at the member's own company.
  expect(await one(`select count(*)::int as n from member m join contact p on p.contact_id in (m.representative_id, m.liaison_id) where p.company_id <> m.company_id or p.contact_status <> 'serving'`)).toEqual({ n: 0 })
  // Every membership that ended has its closed case, every one that is ending an open one.
  expect(await one(`select count(*)::int as n from member m where not deleted and member_status in ('left', 'expelled', 'lapsed') and not exists (select 1 from member_withdraw w where w.member_id = m.member_id and w.withdraw_status = 'ended')`)).toEqual({ n: 0 })
  expect(await one(`select count(*)::int as n from member m where member_status = 'leaving' and not exists (select 1 from member_withdraw w where w.member_id = m.member_id and w.withdraw_type = 'voluntary' and w.withdraw_status in ('pending', 'review'))`)).toEqual({ n: 0 })
  expect(await one(`select count(*)::int as n from member_category g where quota > 0 and quota < (select count(*) from member m where m.category_id = g.category_id and not deleted)`)).toEqual({ n: 0 })
})

test('laid a second time it is the same', async () => {
  const { db } = server.platform
  const all = () => one(`select md5(string_agg(concat_ws('|', member_no, company_id, person_id, category_id, join_date, cert_no, founder_flag), ',' order by member_no)) as digest from member`)
  const people = () => one(`select md5(string_agg(concat_ws('|', company_id, name, post_type, mobile, start_date, contact_status), ',' order by mobile)) as digest from contact`)
  const before = [await all(), await people()]
  await asOwner(db, sql`truncate member, contact, member_withdraw, join_apply, number_sequence cascade`)
  await demoContacts.run(db, server.platform)
  await demoMembers.run(db, server.platform)
  await demoIndividuals.run(db, server.platform)
  // Without statuses: the cases of the demo have moved some on.
  expect([await all(), await people()]).toEqual(before)
})
