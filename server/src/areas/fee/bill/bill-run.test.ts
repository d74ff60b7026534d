import { CODE } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { duesBill, previewBillRun, startBillRun } from '@assoc/contract/fee/bill'
import { feeStandard } from '@assoc/contract/fee/standard'
import { countDues } from '@assoc/contract/member/home'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { cancelWork } from '@assoc/contract/rbac/work'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import type { Action } from '../../../platform/resource/definition'
import { emitMemberJoined, validateDeleting } from '../../member/membership/hooks'
import { feeWorld, standardForm, type FeeWorld } from '../testing.repository'
import { runBills } from './run.service'

const Y = yearNow()

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  // Without its worker: the tests say when a run goes on.
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  const { db } = server.platform
  await sql`with c as (insert into company (company_name, short_name, company_type, total_shares) select '批量' || n, '批' || n, 'other', case when n % 2 = 0 then 5000 else 20000 end from generate_series(1, 1000) n returning company_id)
    insert into member (member_no, company_id, category_id, join_date) select 'M' || (500000 + row_number() over ()), company_id, ${world.categoryId}, '2015-01-01' from c`.execute(db)
})
afterAll(() => server.stop())

const run = (billYear: number) => ({ billYear, dueDate: `${billYear}-05-31` })
const start = async (billYear: number) => (await server.ok(startBillRun, run(billYear))).workId
const billsOf = async (year: number) =>
  (await sql<{ bills: number; members: number }>`select count(*)::int as bills, count(distinct member_id)::int as members from dues_bill where bill_year = ${year} and bill_status <> 'cancelled'`.execute(server.platform.db)).rows[0]
const statusOf = async (workId: string) => (await server.platform.db.selectFrom('work').select(['work_status', 'done_rows']).where('work_id', '=', workId).executeTakeFirstOrThrow()).work_status

test('a run that is stopped in the middle and begun again, twice at once, makes exactly one bill each', async () => {
  const first = await start(Y)
  let steps = 0
  await runBills({ workId: first }, server.platform, async () => {
    if (++steps === 2) await server.ok(cancelWork, { workId: first })
  })
  expect([await statusOf(first), (await billsOf(Y))?.bills]).toEqual(['cancelled', 600])
  expect(await server.ok(previewBillRun, run(Y))).toMatchObject({ toBill: 400, billedAlready: 600, amount: 400 * 2_000_000, withoutStandard: 0 })
  const [second, third] = [await start(Y), await start(Y)]
  await Promise.all([runBills({ workId: second }, server.platform), runBills({ workId: third }, server.platform)])
  expect([await statusOf(second), await statusOf(third)]).toEqual(['done', 'done'])
  expect(await billsOf(Y)).toEqual({ bills: 1000, members: 1000 })
  expect(await server.call(startBillRun, run(Y))).toMatchObject({ returnCode: CODE.inUse, returnMessage: `${Y} 年度账单已全部生成` })
  const notice = await server.platform.db.selectFrom('notification').select('content').where('title', '=', '年度账单生成完成').execute()
  expect(notice).toHaveLength(2)
})

test('a member that was leaving when the bills were made is passed over; taken back, it is in the run again, and those who make bills are told', async () => {
  const memberId = await world.member({ name: '撤销退会股份有限公司' })
  const { withdrawId } = await server.ok(memberWithdraw.insert, { memberId, withdrawType: 'voluntary', reason: '自愿申请', certReturned: false })
  expect(await server.ok(previewBillRun, run(Y))).toMatchObject({ toBill: 0, billedAlready: 1000 })
  await server.ok(memberWithdraw.change, { withdrawId, version: 1, verb: 'cancel', reason: '公司撤回' })
  expect(await server.ok(previewBillRun, run(Y))).toMatchObject({ toBill: 1, billedAlready: 1000 })
  const told = async () => (await server.platform.db.selectFrom('notification').select('content').where('title', '=', '会籍保留，本年度没有账单').execute()).length
  expect(await told()).toBeGreaterThan(0)
  await runBills({ workId: await start(Y) }, server.platform)
  expect(await world.money(memberId)).toMatchObject({ bills: [{ paid: 0, status: 'due' }] })
  // With its bill nobody has to be told.
  const before = await told()
  const again = await server.ok(memberWithdraw.insert, { memberId, withdrawType: 'voluntary', reason: '再次申请', certReturned: false })
  await server.ok(memberWithdraw.change, { withdrawId: again.withdrawId, version: 1, verb: 'cancel', reason: '公司撤回' })
  expect(await told()).toBe(before)
  await sql`delete from dues_bill where member_id = ${memberId}`.execute(server.platform.db)
  await sql`update member set deleted = true where member_id = ${memberId}`.execute(server.platform.db)
})

test('a standard of the year that waits for its enacting is told before, by category and price; the day of payment follows the year', async () => {
  const next = Y + 1
  const { standardId } = await server.ok(feeStandard.insert, { ...standardForm(world.categoryId), standardName: '新标准', effectiveYear: next, amount: 3_000_000 })
  expect(await server.ok(previewBillRun, { billYear: next })).toMatchObject({ toBill: 1000, replaced: [] })
  await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
  expect(await server.ok(previewBillRun, { billYear: next })).toMatchObject({ toBill: 1000, amount: 1000 * 2_000_000, replaced: [{ categoryName: expect.any(String), oldAmount: 2_000_000, newAmount: 3_000_000, members: 1000 }] })
  // A standard of a later year changes nothing in this one.
  expect(await server.ok(previewBillRun, run(Y - 2))).toMatchObject({ replaced: [] })
  expect((await server.call(previewBillRun, { billYear: next, dueDate: `${Y - 1}-05-31` })).returnMessage).toBe('缴费截止日须在账单年度或其下一年度内')
  await server.ok(feeStandard.change, { standardId, version: 2, verb: 'takeBack' })
  await server.ok(feeStandard.remove, { standardId, version: 3 })
})

test('a run whose process dies between two steps goes on where it was', async () => {
  const workId = await start(Y - 1)
  await expect(runBills({ workId }, server.platform, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect([await statusOf(workId), (await billsOf(Y - 1))?.bills]).toEqual(['failed', 200])
  await runBills({ workId }, server.platform)
  expect([await statusOf(workId), await billsOf(Y - 1)]).toEqual(['done', { bills: 1000, members: 1000 }])
})

test('control: without the unique index two runs that both looked make two bills', async () => {
  const { db } = server.platform
  await asOwner(db, sql`drop index dues_bill_unique`)
  let looked = 0
  let bothLooked: () => void = () => undefined
  const both = new Promise<void>((resolve) => (bothLooked = resolve))
  const unguarded = (no: string) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`select m.member_id as id from member m where not exists (select 1 from dues_bill b where b.member_id = m.member_id and b.bill_year = 2019) order by 1 limit 1`.execute(tx)
      if (++looked === 2) bothLooked()
      await both
      await sql`insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date) select ${no}, ${rows[0]?.id}, 2019, min(standard_id), 1, '2019-05-31' from fee_standard`.execute(tx)
    })
  await Promise.all([unguarded('A'), unguarded('B')])
  expect(await billsOf(2019)).toEqual({ bills: 2, members: 1 })
  await sql`delete from dues_bill where bill_year = 2019`.execute(db)
  await asOwner(db, sql`create unique index dues_bill_unique on dues_bill (member_id, bill_year) where bill_status <> 'cancelled'`)
})

test('the newest enacted standards count, by band; while they leave a gap no run starts, and whom none fits is told', async () => {
  const submit = async (more: object) => {
    const { standardId } = await server.ok(feeStandard.insert, standardForm(world.categoryId, { effectiveYear: Y + 1, ...more }))
    await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
    return standardId
  }
  const enact = (standardId: string) => server.ok(feeStandard.change, { standardId, version: 2, verb: 'enact' }, { as: world.head })
  const [high, low] = [await submit({ shareFrom: '10000', amount: 2_500_000 }), await submit({ shareTo: '10000', amount: 1_000_000 })]
  await enact(high)
  const unknown = await world.member({ shares: null })
  const late = await world.member({ joined: `${Y + 2}-01-01` })
  const preview = await server.ok(previewBillRun, run(Y + 1))
  expect(preview).toMatchObject({ toBill: 500, amount: 500 * 2_500_000, billedAlready: 0, withoutStandard: 501, gaps: [expect.stringContaining('没有 10,000 万股以下一档')] })
  expect(preview.problems).toHaveLength(100)
  expect(preview.problems.map((p) => p.message)).toContain('公司总股本不在任何股本档次内')
  expect(await server.call(startBillRun, run(Y + 1))).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringMatching(/^会费标准不完整：.*10,000 万股以下一档/) })
  await enact(low)
  expect(await server.ok(previewBillRun, run(Y + 1))).toMatchObject({ toBill: 1000, withoutStandard: 1, gaps: [], problems: [{ memberId: unknown, message: '公司没有填写总股本，不能确定股本档次' }] })
  const workId = await start(Y + 1)
  await runBills({ workId }, server.platform)
  const { rows } = await sql<{ amount: string; n: string }>`select gross_amount as amount, count(*) as n from dues_bill where bill_year = ${Y + 1} group by 1 order by 1`.execute(server.platform.db)
  expect(rows).toEqual([{ amount: '1000000', n: '500' }, { amount: '2500000', n: '500' }])
  expect((await server.ok(duesBill.list, { memberId: late })).total).toBe(0)
})

test('a member who joins gets the bill of their year, due in fifteen days, once; one with bills is not deleted', async () => {
  const { db } = server.platform
  const memberId = await world.member({ joined: `${Y - 1}-06-20` })
  const joined = { memberId, companyId: '1', categoryId: world.categoryId, joinDate: `${Y - 1}-06-20` }
  const action = { db, principal: { userId: server.admin.userId } } as Action
  await validateDeleting(db, memberId)
  await emitMemberJoined(action, joined)
  await emitMemberJoined(action, joined)
  const { items } = await server.ok(duesBill.list, { memberId })
  expect(items).toMatchObject([{ billYear: Y - 1, dueDate: `${Y - 1}-07-05`, grossAmount: 2_000_000, billNo: expect.stringMatching(new RegExp(`^HF${Y - 1}\\d+$`)), billStatus: 'due', overdue: true }])
  await expect(validateDeleting(db, memberId)).rejects.toThrow('不能删除')
  const none = await world.member({ joined: '2018-01-01' })
  await emitMemberJoined(action, { ...joined, memberId: none, joinDate: '2018-01-01' })
  // No silent nothing: those who make bills are told why.
  const told = await db.selectFrom('notification').select(['user_id', 'content']).where('title', '=', '新会员未生成会费账单').execute()
  expect(told.map((n) => n.user_id)).toContain(world.head.userId)
  expect(told[0]?.content).toContain('2018 年度没有生成会费账单')
  expect((await server.ok(duesBill.list, { memberId: none })).total).toBe(0)
})

test('a bill that was cancelled is followed by another with a number of its own; the home page counts', async () => {
  const { items } = await server.ok(duesBill.list, { billYear: Y, pageSize: 1 })
  const [bill] = items
  await server.ok(duesBill.change, { billId: bill?.billId ?? '', version: bill?.version ?? 0, verb: 'cancel', reason: '重复' })
  await runBills({ workId: await start(Y) }, server.platform)
  const after = await server.ok(duesBill.list, { memberId: bill?.memberId ?? '', billYear: Y })
  expect(after.items.map((b) => b.billNo).sort()).toEqual([bill?.billNo, `${bill?.billNo}-2`])
  const counts = await server.ok(countDues, {})
  expect(counts.map((c) => c.value > 0)).toEqual([true, true])
  const stranger = await server.person({ permits: ['fee:bill:read', 'fee:bill:generate'] })
  expect((await server.ok(countDues, {}, { as: stranger })).map((c) => c.value)).toEqual([0, 0])
  expect(await server.ok(previewBillRun, run(Y), { as: stranger })).toMatchObject({ toBill: 0, problems: [] })
  expect((await server.call(startBillRun, run(2099))).returnCode).toBe(CODE.input)
})
