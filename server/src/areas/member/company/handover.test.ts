import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { allHandovers } from '../../../platform/handover/handover'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('companies, members with their open cases, and contacts of who leaves go to the successor; those of others and departments stay', async () => {
  const { db } = server.platform
  const [leaving, successor, other] = [{ employeeId: '1', userId: '9001' }, { employeeId: '2', userId: '9002' }, '9003']
  await sql`with g as (insert into member_category (category_name, category_level) values ('会员单位（试）', 1) returning category_id),
      c as (insert into company (company_name, short_name, company_type, create_by) select '子虚' || n || '有限公司', '子虚' || n, 'other', case n when 3 then ${other}::bigint else ${leaving.userId}::bigint end from generate_series(1, 3) n returning company_id, create_by),
      p as (insert into contact (company_id, name, post_type, mobile, create_by) select company_id, '甄' || company_id, 'affairs', '19900000001', create_by from c),
      m as (insert into member (member_no, company_id, category_id, join_date, create_by) select 'M20260000' || company_id, company_id, category_id, '2026-01-01', create_by from c, g returning member_id, create_by)
    insert into member_withdraw (member_id, withdraw_type, reason, withdraw_status, create_by) select member_id, 'voluntary', '申请', status, create_by from m, (values ('pending'), ('ended')) s(status)`.execute(db)
  const handover = allHandovers().find((h) => h.key === 'companies')
  expect(await handover?.kept(db, leaving)).toEqual({ count: 6, names: ['子虚1', '子虚2', expect.stringMatching(/^甄/), expect.stringMatching(/^甄/)] })
  expect(await db.transaction().execute((tx) => handover?.give(tx, leaving, successor, () => undefined) ?? Promise.resolve(0))).toBe(6)
  const counts = await sql`select create_by::text as by, count(*)::int as n from (select create_by from company union all select create_by from member union all select create_by from contact) x group by 1 order by 1`.execute(db)
  expect(counts.rows).toEqual([{ by: successor.userId, n: 6 }, { by: other, n: 3 }])
  const cases = ['joinApply', 'memberTransfer', 'memberWithdraw'].map((key) => allHandovers().find((h) => h.key === key))
  const keptOf = async () => (await Promise.all(cases.map((kind) => kind?.kept(db, leaving)))).map((kept) => [kept?.count, kept?.names.length])
  await sql`insert into join_apply (apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, apply_status, create_by)
    select 'RH2026010100' || n, '子虚有限公司', 'C' || n, (select min(category_id) from member_category), '贾设一', '19900000001', case n when 2 then 'approved' else 'returned' end, case n when 3 then ${other}::bigint else ${leaving.userId}::bigint end from generate_series(1, 3) n`.execute(db)
  await sql`insert into member_transfer (member_id, transfer_type, to_jurisdiction, effective_date, from_text, to_text, transfer_status, create_by)
    select member_id, 'jurisdiction', '广东', '2027-01-01', '北京', '广东', case when row_number() over (order by member_id) = 1 then 'pending' else 'rejected' end, ${leaving.userId} from member where create_by = ${successor.userId}`.execute(db)
  await sql`insert into exclusive_user (member_id, name, mobile, create_by) select min(member_id), '甄样本', '19900000031', ${leaving.userId}::bigint from member`.execute(db)
  expect(await keptOf()).toEqual([[1, 1], [1, 1], [2, 2]])
  for (const kind of cases) await db.transaction().execute((tx) => kind?.give(tx, leaving, successor, () => undefined) ?? Promise.resolve(0))
  expect(await keptOf()).toEqual([[0, 0], [0, 0], [0, 0]])
  expect((await sql`select apply_status as status, create_by::text as by from join_apply order by apply_no`.execute(db)).rows).toEqual([{ status: 'returned', by: successor.userId }, { status: 'approved', by: leaving.userId }, { status: 'returned', by: other }])
  await db.transaction().execute((tx) => handover?.give(tx, leaving, successor, () => undefined) ?? Promise.resolve(0))
  expect((await sql`select create_by::text as by from exclusive_user`.execute(db)).rows).toEqual([{ by: successor.userId }])
  const withdrawals = await sql`select withdraw_status as status, create_by::text as by from member_withdraw where create_by <> ${other} order by 1, 2`.execute(db)
  expect(withdrawals.rows).toEqual([...Array<object>(2).fill({ status: 'ended', by: leaving.userId }), ...Array<object>(2).fill({ status: 'pending', by: successor.userId })])
})
