import { CODE } from '@assoc/contract'
import { dunning as dunningContract, refreshUnpaidCases, unpaidCase } from '@assoc/contract/member/arrears'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../../test/harness'
import { explainRows } from '../../../../platform/resource/rows.repository'
import { yearNow } from '../ledger.service'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { dunning, unpaidCases } from '.'
import { openCases } from './repository'

let server: TestServer
let world: FeeWorld
let clerk: Session
let head: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  clerk = await server.person({ permits: ['fee:unpaid:read', 'fee:unpaid:handle'], scopes: { fee: 'all', member: 'all' } })
  head = await server.person({ permits: ['fee:unpaid:read', 'fee:unpaid:handle', 'fee:unpaid:decide'], scopes: { fee: 'all', member: 'all' } })
})
afterAll(() => server.stop())

const years = [yearNow() - 3, yearNow() - 2, yearNow() - 1]
async function owing(...of: number[]): Promise<string> {
  const memberId = await world.member()
  for (const year of of) await world.bill(memberId, year, 2_000_000)
  return memberId
}
const refresh = () => server.ok(refreshUnpaidCases, {}, { as: clerk })
const caseOf = async (memberId: string) => (await sql<{ id: string }>`select case_id as id from unpaid_case where member_id = ${memberId} order by case_id desc limit 1`.execute(server.platform.db)).rows[0]?.id ?? ''
const read = async (memberId: string) => server.ok(unpaidCase.read, { caseId: await caseOf(memberId) }, { as: clerk })

test('who has paid nothing for three closed years comes to the list, once, and leaves it by paying', async () => {
  const [three, two] = [await owing(...years), await owing(...years.slice(1))]
  expect((await refresh()).added).toBe(1)
  expect(await refresh()).toEqual({ added: 0, paid: 0 })
  expect(await read(three)).toMatchObject({ unpaidYears: years.join(','), unpaidTotal: 6_000_000, lastPayDate: null, dunningCount: 0, handleStatus: 'pending', abilities: ['dun'] })
  expect(await caseOf(two)).toBe('')
  const caseId = await caseOf(three)
  expect((await server.call(unpaidCase.change, { caseId, version: 1, verb: 'pay' }, { as: clerk })).returnMessage).toBe('会员缴清欠费后由系统转为已补缴')
  await world.settle(await world.register(three, 2_000_000))
  expect(await refresh()).toEqual({ added: 0, paid: 1 })
  expect(await read(three)).toMatchObject({ handleStatus: 'paid', unpaidTotal: 4_000_000 })
  const notes = await server.platform.db.selectFrom('audit_log').select(['verb', 'user_name']).where('record_type', '=', 'unpaidCase').where('record_id', '=', caseId).orderBy('audit_id').execute()
  expect(notes.map((n) => n.verb)).toEqual(['insert', 'pay'])
})

test('reminders are written down, the first one moves the case on; what was decided is decided by another permit', async () => {
  const memberId = await owing(...years)
  await refresh()
  await server.ok(dunningContract.insert, { memberId, dunningWay: 'phone', dunningNote: '答复月底前缴纳' }, { as: clerk })
  await server.ok(dunningContract.insert, { memberId, dunningWay: 'letter', dunningNote: '寄送催缴函' }, { as: clerk })
  expect(await read(memberId)).toMatchObject({ handleStatus: 'dunning', dunningCount: 2 })
  expect((await server.ok(dunningContract.list, { memberId }, { as: clerk })).items.map((d) => [d.dunningWay, d.unpaidTotal])).toEqual([['letter', 6_000_000], ['phone', 6_000_000]])
  const caseId = await caseOf(memberId)
  expect((await server.call(unpaidCase.change, { caseId, version: 2, verb: 'propose', reason: '多次催缴未果' }, { as: clerk })).returnCode).toBe(CODE.ok)
  expect((await server.call(unpaidCase.change, { caseId, version: 3, verb: 'handle', reason: '理事会决议' }, { as: clerk })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(unpaidCase.change, { caseId, version: 3, verb: 'handle', reason: '理事会决议' }, { as: head })).returnCode).toBe(CODE.ok)
  // Still owing, it may come back to the list later; not while a case stands.
  expect((await refresh()).added).toBe(1)
  const nothing = await world.member()
  expect((await server.call(dunningContract.insert, { memberId: nothing, dunningWay: 'sms', dunningNote: '提醒缴费' }, { as: clerk })).data).toMatchObject({ fields: [{ path: 'memberId', message: '该会员没有欠缴的会费' }] })
})

test('ten that bring the list up to date at once open one case each; without the index they open more', async () => {
  const memberId = await owing(...years)
  const { db } = server.platform
  await sql`update member set arrears_years = 3 where member_id = ${memberId}`.execute(db)
  await Promise.all(Array.from({ length: 10 }, () => refresh()))
  const count = async () => Number((await sql<{ n: string }>`select count(*) as n from unpaid_case where member_id = ${memberId}`.execute(db)).rows[0]?.n)
  expect(await count()).toBe(1)

  await sql`delete from unpaid_case where member_id = ${memberId}`.execute(db)
  await sql`drop index unpaid_case_open`.execute(db)
  let looked = 0
  await Promise.all(
    Array.from({ length: 3 }, () =>
      db.transaction().execute(async (tx) => {
        await openCases(tx, 3)
        looked += 1
        while (looked < 3) await new Promise((done) => setTimeout(done, 5))
      }),
    ),
  )
  expect(await count()).toBe(3)
  await sql`delete from unpaid_case where member_id = ${memberId}`.execute(db)
  await sql`create unique index unpaid_case_open on unpaid_case (member_id) where handle_status in ('pending', 'dunning', 'review')`.execute(db)
})

test('no searched or sorted path reads the tables through', async () => {
  const { db, sessions } = server.platform
  await sql`with c as (insert into company (company_name, short_name, company_type) select '公司' || n, '公司' || n, 'other' from generate_series(1, 3000) n returning company_id)
    insert into member (member_no, company_id, category_id, join_date) select 'M7' || lpad(row_number() over ()::text, 8, '0'), company_id, ${world.categoryId}, '1999-01-01' from c`.execute(db)
  await sql`insert into unpaid_case (member_id, handle_status) select (select min(member_id) from member where member_no like 'M7%') + n % 2900, 'paid' from generate_series(1, 20000) n`.execute(db)
  await sql`insert into dunning (member_id, dunning_way, dunning_note, dunning_time) select (select min(member_id) from member where member_no like 'M7%') + n % 2900, 'phone', '电话', now() - n * interval '1 hour' from generate_series(1, 20000) n`.execute(db)
  await sql`analyze unpaid_case, dunning, member, company, company_gram`.execute(db)
  const who = await sessions.identify(clerk.token, clerk.cookie)
  for (const [m, filters, sort] of [
    [unpaidCases.mounted, { keyword: 'M70000012' }, undefined],
    [unpaidCases.mounted, { handleStatus: ['pending'] }, undefined],
    [unpaidCases.mounted, {}, { field: 'updateTime', order: 'asc' }],
    [dunning.mounted, { keyword: 'M70000012' }, undefined],
    [dunning.mounted, { dunningTimeFrom: '2026-01-01', dunningTimeTo: '2026-01-02' }, undefined],
    [dunning.mounted, {}, { field: 'dunningTime', order: 'asc' }],
  ] as const) {
    const plan = await explainRows(db, m, who, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on (unpaid_case|dunning) t/)
  }
})
