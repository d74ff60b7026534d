import { feeStandard } from '@assoc/contract/fee/standard'
import { payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import type { Session, TestServer } from '../../../test/harness'

let counter = 0

/** A world of fees for tests: categories, members and standards laid by SQL, two people who write down and decide. */
export interface FeeWorld {
  categoryId: string
  /** Writes payments down. */
  clerk: Session
  /** Settles and decides. */
  head: Session
  /** Makes a member with a company of this name; answers their id. */
  member(given?: { name?: string; shares?: string | null; joined?: string }): Promise<string>
  /** Makes a bill, amount in 分; answers its id. */
  bill(memberId: string, year: number, amount: number): Promise<string>
  /** Writes a payment down; answers its id. */
  register(memberId: string, amount: number, more?: object): Promise<string>
  settle(paymentId: string): Promise<void>
  money(memberId: string): Promise<{ balance: number; entries: number; arrears: number; bills: { year: number; paid: number; unpaid: number; status: string }[] }>
}

export const registration = (memberId: string, amount: number, more: object = {}) => ({ memberId, payDate: '2026-03-05', amount, channel: 'bank' as const, payerName: '子虚付款', bankSerial: `T${++counter}`, remark: null, ...more })

export async function feeWorld(server: TestServer): Promise<FeeWorld> {
  const { db } = server.platform
  const one = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(db)).rows[0]?.id ?? ''
  const categoryId = await one(sql`insert into member_category (category_name, category_level) select ${`类别${++counter}`}, coalesce(max(category_level), 0) + 1 from member_category returning category_id as id`)
  const standardId = await one(sql`insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes, standard_status)
    values ('基础会费', ${categoryId}, 2000000, 2020, '决议', '2019-11-01', 90, 80, 70, 'active') returning standard_id as id`)
  const permits = ['fee:standard:', 'fee:bill:', 'fee:payment:', 'fee:balance:', 'fee:bank:', 'fee:suspense:', 'fee:reduction:', 'fee:unpaid:']
  const { rows } = await sql<{ code: string }>`select permit_code as code from permit where permit_code like any(${permits.map((p) => `${p}%`)}::text[])`.execute(db)
  const person = (name: string) => server.person({ name, permits: rows.map((r) => r.code), scopes: { fee: 'all', member: 'all' } })
  const [clerk, head] = [await person('范经办'), await person('范主管')]
  const settle = async (paymentId: string) => {
    const { version } = await server.ok(payment.read, { paymentId }, { as: head })
    await server.ok(payment.change, { paymentId, version, verb: 'settle' }, { as: head })
  }
  return {
    categoryId,
    clerk,
    head,
    settle,
    async member({ name = `虚构${++counter}股份有限公司`, shares = '5000', joined = '2015-03-01' } = {}) {
      const companyId = await one(sql`insert into company (company_name, short_name, company_type, total_shares, search_text) values (${name}, ${name.slice(0, 8)}, 'other', ${shares}::numeric, ${name}) returning company_id as id`)
      return one(sql`insert into member (member_no, company_id, category_id, join_date) values (${`M${900_000 + ++counter}`}, ${companyId}, ${categoryId}, ${joined}) returning member_id as id`)
    },
    bill: (memberId, year, amount) =>
      one(sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date) values (${`HF${year}${memberId}`}, ${memberId}, ${year}, ${standardId}, ${amount}, make_date(${year}, 5, 31)) returning bill_id as id`),
    register: async (memberId, amount, more) => (await server.ok(payment.insert, registration(memberId, amount, more), { as: clerk })).paymentId,
    async money(memberId) {
      const member = await sql<{ balance: number; entries: number; arrears: number }>`select balance::float8 as balance, arrears_years as arrears,
        (select coalesce(sum(entry_amount), 0)::float8 from balance_entry e where e.member_id = m.member_id) as entries from member m where member_id = ${memberId}`.execute(db)
      const bills = await sql<{ year: number; paid: number; unpaid: number; status: string }>`select bill_year as year, paid_amount::float8 as paid, unpaid_amount::float8 as unpaid, bill_status as status from dues_bill where member_id = ${memberId} order by bill_year`.execute(db)
      return { balance: member.rows[0]?.balance ?? -1, entries: member.rows[0]?.entries ?? -1, arrears: member.rows[0]?.arrears ?? -1, bills: bills.rows }
    },
  }
}

/** A standard's form with good votes and dates. */
export const standardForm = (categoryId: string, more: object = {}) => ({
  standardName: '测试会费',
  categoryId,
  shareFrom: null,
  shareTo: null,
  amount: 4_000_000,
  effectiveYear: 2026,
  resolutionNo: '决议〔2025〕1 号',
  resolutionDate: '2025-11-10',
  totalDelegates: 90,
  presentDelegates: 60,
  agreeVotes: 30,
  publishDate: '2025-12-10',
  remark: null,
  ...more,
})

/** Brings a new standard that the administrator writes through its steps to active, enacted by another person; answers its id. */
export async function enacted(server: TestServer, as: Session, categoryId: string, more: object = {}): Promise<string> {
  const { standardId } = await server.ok(feeStandard.insert, standardForm(categoryId, more))
  await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
  await server.ok(feeStandard.change, { standardId, version: 2, verb: 'enact' }, { as })
  return standardId
}
