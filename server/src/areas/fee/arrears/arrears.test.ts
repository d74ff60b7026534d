import { CODE } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { dunning as dunningContract, handleUnpaidCase, refreshUnpaidCases, selectDebtors, unpaidCase } from '@assoc/contract/fee/arrears'
import { duesBill } from '@assoc/contract/fee/bill'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { refreshCases } from '.'
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

test('who has paid nothing for three closed years comes to the list with exactly those years, and leaves it when all of them are paid', async () => {
  // A year with a gap before it and the one that still runs are no part of the row.
  const [three, two] = [await owing((years[0] ?? 0) - 2, ...years, yearNow()), await owing(...years.slice(1))]
  expect((await refresh()).added).toBe(1)
  expect(await refresh()).toEqual({ added: 0, paid: 0 })
  expect(await read(three)).toMatchObject({ unpaidYears: years.join(','), unpaidTotal: 6_000_000, leftYears: years.join(','), leftTotal: 6_000_000, lastPayDate: null, dunningCount: 0, handleStatus: 'pending', abilities: ['dun'] })
  expect(await caseOf(two)).toBe('')
  const caseId = await caseOf(three)
  expect((await server.call(unpaidCase.change, { caseId, version: 1, verb: 'pay' }, { as: clerk })).returnMessage).toBe('会员缴清所列年度的欠费后由系统转为已补缴')
  // The oldest bill lies before the listed years and is paid first; then one cent on the listed ones, then two years and a half.
  for (const [amount, left, leftYears] of [[2_000_001, 5_999_999, years], [4_999_999, 1_000_000, [years[2]]]] as const) {
    await world.settle(await world.register(three, amount))
    expect(await refresh()).toEqual({ added: 0, paid: 0 })
    expect(await read(three)).toMatchObject({ handleStatus: 'pending', unpaidTotal: 6_000_000, leftTotal: left, leftYears: leftYears.join(',') })
  }
  await world.settle(await world.register(three, 1_000_000))
  expect(await refresh()).toEqual({ added: 0, paid: 1 })
  expect(await read(three)).toMatchObject({ handleStatus: 'paid', unpaidYears: years.join(','), unpaidTotal: 6_000_000, leftTotal: 0, leftYears: '' })
  const notes = await server.platform.db.selectFrom('audit_log').select(['verb', 'user_name']).where('record_type', '=', 'unpaidCase').where('record_id', '=', caseId).orderBy('audit_id').execute()
  expect(notes.map((n) => n.verb)).toEqual(['insert', 'pay'])
})

/** A case that waits for its decision. */
async function inReview(...of: number[]): Promise<{ memberId: string; caseId: string }> {
  const memberId = await owing(...of)
  await refresh()
  await server.ok(dunningContract.insert, { memberId, dunningWay: 'letter', dunningNote: '寄送催缴函' }, { as: clerk })
  const caseId = await caseOf(memberId)
  await server.ok(unpaidCase.change, { caseId, version: 2, verb: 'propose', reason: '多次催缴未果' }, { as: clerk })
  return { memberId, caseId }
}
const conclude = (caseId: string, more: object, as = head) => server.call(handleUnpaidCase, { caseId, version: 3, conclusion: 'keep', reason: '理事会决议', ...more }, { as })
const withdrawalsOf = async (memberId: string) => (await server.ok(memberWithdraw.list, {})).items.filter((w) => w.memberId === memberId)

test('reminders are written down, the first one moves the case on; what is decided is decided by another permit and with its conclusion', async () => {
  const memberId = await owing(...years)
  await refresh()
  await server.ok(dunningContract.insert, { memberId, dunningWay: 'phone', dunningNote: '答复月底前缴纳' }, { as: clerk })
  await server.ok(dunningContract.insert, { memberId, dunningWay: 'letter', dunningNote: '寄送催缴函' }, { as: clerk })
  expect(await read(memberId)).toMatchObject({ handleStatus: 'dunning', dunningCount: 2 })
  expect((await server.ok(dunningContract.list, { memberId }, { as: clerk })).items.map((d) => [d.dunningWay, d.unpaidTotal])).toEqual([['letter', 6_000_000], ['phone', 6_000_000]])
  const caseId = await caseOf(memberId)
  expect((await conclude(caseId, { version: 2 })).returnCode).toBe(CODE.badTransition)
  expect((await server.call(unpaidCase.change, { caseId, version: 2, verb: 'propose', reason: '多次催缴未果' }, { as: clerk })).returnCode).toBe(CODE.ok)
  expect((await conclude(caseId, {}, clerk)).returnCode).toBe(CODE.forbidden)
  expect((await server.call(unpaidCase.change, { caseId, version: 3, verb: 'handle', reason: '理事会决议' }, { as: head })).returnMessage).toBe('请用「办结」填写处理结论')
  expect((await conclude(caseId, { version: 2 })).returnCode).toBe(CODE.conflict)
  expect((await conclude(caseId, { decisionNo: '不相关' })).data).toEqual({ withdrawId: null, opened: false })
  expect(await read(memberId)).toMatchObject({ handleStatus: 'handled', conclusion: 'keep', concludeReason: '理事会决议', decisionNo: null, withdrawText: null })
  expect(await withdrawalsOf(memberId)).toEqual([])
  const nothing = await world.member()
  expect((await server.call(dunningContract.insert, { memberId: nothing, dunningWay: 'sms', dunningNote: '提醒缴费' }, { as: clerk })).data).toMatchObject({ fields: [{ path: 'memberId', message: '该会员没有欠缴的会费' }] })
})

test('a membership that is to end gets its case in the same transaction; one that is open is named', async () => {
  const first = await inReview(...years)
  expect((await conclude(first.caseId, { conclusion: 'lapsed' })).data).toMatchObject({ fields: [{ path: 'decisionNo', message: '请填写决议文号' }] })
  const answer = await conclude(first.caseId, { conclusion: 'lapsed', decisionNo: '协字〔2026〕9号' })
  expect(answer.data).toEqual({ withdrawId: expect.stringMatching(/^\d+$/), opened: true })
  expect(await withdrawalsOf(first.memberId)).toMatchObject([{ withdrawId: answer.data.withdrawId, withdrawType: 'lapsed', decisionNo: '协字〔2026〕9号', reason: '理事会决议', withdrawStatus: 'pending', arrears: 6_000_000 }])
  expect(await read(first.memberId)).toMatchObject({ conclusion: 'lapsed', withdrawText: '自动丧失会籍（待受理）' })

  const second = await inReview(...years)
  const { withdrawId } = await server.ok(memberWithdraw.insert, { memberId: second.memberId, withdrawType: 'dissolved', reason: '公司注销', certReturned: false })
  expect((await conclude(second.caseId, { conclusion: 'expelled', decisionNo: '协字〔2026〕10号' })).data).toEqual({ withdrawId, opened: false })
  expect(await withdrawalsOf(second.memberId)).toHaveLength(1)

  // Where opening fails nothing is closed.
  const third = await inReview(...years)
  const { db } = server.platform
  await asOwner(db, sql`alter table member_withdraw add constraint none_now check (member_id <> ${sql.lit(third.memberId)}) not valid`)
  expect((await conclude(third.caseId, { conclusion: 'lapsed', decisionNo: '协字〔2026〕11号' })).returnCode).toBe(CODE.fault)
  await asOwner(db, sql`alter table member_withdraw drop constraint none_now`)
  expect(await read(third.memberId)).toMatchObject({ handleStatus: 'review', conclusion: null })
})

test('two that close one case at once open one case of the membership', async () => {
  const { memberId, caseId } = await inReview(...years)
  const answers = await Promise.all(Array.from({ length: 5 }, () => conclude(caseId, { conclusion: 'expelled', decisionNo: '协字〔2026〕12号' })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await withdrawalsOf(memberId)).toHaveLength(1)

  // Control: two that look without the lock both find the case open and of the version that they hold.
  const other = await inReview(...years)
  let looked = 0
  const look = () =>
    server.platform.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ open: boolean }>`select handle_status = 'review' and version = 3 as open from unpaid_case where case_id = ${other.caseId}`.execute(tx)
      looked += 1
      while (looked < 2) await new Promise((done) => setTimeout(done, 5))
      await sql`update unpaid_case set handle_status = 'handled', version = version + 1 where case_id = ${other.caseId}`.execute(tx)
      return rows[0]?.open
    })
  expect(await Promise.all([look(), look()])).toEqual([true, true])
})

test('years that were dealt with are not listed anew, a further one is; an open case takes it up', async () => {
  const { memberId, caseId } = await inReview(...years)
  await conclude(caseId, {})
  const open = await owing(...years)
  const frame = { userId: null, userName: '系统', ip: '', requestId: '', path: '/fee/unpaidCase/refreshUnpaidCases', title: '更新未缴名单' }
  await refresh()
  expect([await caseOf(memberId), (await read(open)).unpaidYears]).toEqual([caseId, years.join(',')])
  const later = [...years, yearNow()]
  for (const principal of [memberId, open]) await world.bill(principal, yearNow(), 2_500_000)
  await refreshCases(server.platform.db, 3, frame, yearNow() + 1)
  expect(await caseOf(memberId)).not.toBe(caseId)
  for (const principal of [memberId, open]) expect(await read(principal)).toMatchObject({ handleStatus: 'pending', unpaidYears: later.join(','), unpaidTotal: 8_500_000 })
  await refresh()
})

test('a case of the membership that is taken back leaves the member listed again at once, with a case of its own; one that was kept stays away', async () => {
  const { memberId, caseId } = await inReview(...years)
  const { withdrawId = null } = (await conclude(caseId, { conclusion: 'lapsed', decisionNo: '协字〔2026〕13号' })).data
  expect(await caseOf(memberId)).toBe(caseId)
  await server.ok(memberWithdraw.change, { withdrawId: withdrawId ?? '', version: 1, verb: 'cancel', reason: '理事会未通过' })
  const again = await caseOf(memberId)
  expect(again).not.toBe(caseId)
  expect(await read(memberId)).toMatchObject({ handleStatus: 'pending', unpaidYears: years.join(','), unpaidTotal: 6_000_000, conclusion: null, withdrawText: null })
  expect(await server.ok(unpaidCase.read, { caseId }, { as: clerk })).toMatchObject({ handleStatus: 'handled', withdrawText: '自动丧失会籍（已撤销）' })
  expect(await server.platform.db.selectFrom('audit_log').select(['verb', 'reason']).where('record_type', '=', 'unpaidCase').where('record_id', '=', again).execute()).toEqual([{ verb: 'insert', reason: '退会与除名事项已撤销' }])
  await refresh()
  expect(await caseOf(memberId)).toBe(again)
  // Whose case is concluded anew with 保留会籍 is dealt with, whatever was taken back before.
  await server.ok(dunningContract.insert, { memberId, dunningWay: 'letter', dunningNote: '寄送催缴函' }, { as: clerk })
  await server.ok(unpaidCase.change, { caseId: again, version: 2, verb: 'propose', reason: '再次提请' }, { as: clerk })
  await conclude(again, {})
  await refresh()
  expect(await caseOf(memberId)).toBe(again)
})

test('the next step goes by age and history, and a reminder reaches those of the chosen rows who owe past the last day, once each', async () => {
  const { db } = server.platform
  const remind = (memberId: string) => server.ok(dunningContract.insert, { memberId, dunningWay: 'phone', dunningNote: '电话提醒' }, { as: clerk })
  const answered = (memberId: string) => sql`update dunning set dunning_time = now() - interval '16 days' where member_id = ${memberId}`.execute(db)
  const late = await owing(years[2] ?? 0)
  const reader = await server.person({ permits: ['fee:bill:read', 'fee:unpaid:handle'], scopes: { fee: 'all', member: 'all' } })
  const bills = async (memberId: string) => (await server.ok(duesBill.list, { memberId }, { as: reader })).items
  const stepOf = async (memberId: string) => (await bills(memberId))[0]?.nextStep
  const steps = [await stepOf(late)]
  for (const change of [remind, answered]) steps.push(await change(late).then(() => stepOf(late)))
  expect(steps).toEqual(['first', 'wait', 'letter'])
  const listed = await owing(...years)
  await refresh()
  const listedSteps = [(await read(listed)).nextStep]
  await sql`update unpaid_case set create_time = now() - interval '30 days' where member_id = ${listed}`.execute(db)
  for (const change of [remind, answered]) listedSteps.push(await change(listed).then(() => read(listed)).then((c) => c.nextStep))
  expect(listedSteps).toEqual(['notice', 'wait', 'expel'])
  await server.ok(unpaidCase.change, { caseId: await caseOf(listed), version: 2, verb: 'propose', reason: '多次催缴未果' }, { as: clerk })
  expect((await read(listed)).nextStep).toBe('review')
  // A bill that is not past its last day, and one that was paid, ask for no reminder.
  const early = await world.member()
  await world.bill(early, yearNow() + 1, 100)
  expect(await stepOf(early)).toBeNull()
  const billIds = (await Promise.all([late, listed, early].map(bills))).flat().map((b) => b.billId)
  const debtors = await server.ok(selectDebtors, { from: 'bill', billIds }, { as: reader })
  expect([debtors.rows, [...debtors.memberIds].sort()]).toEqual([5, [late, listed].sort()])
  expect((await server.ok(selectDebtors, { from: 'bill', filter: { memberId: listed } }, { as: reader })).memberIds).toEqual([listed])
  expect((await server.ok(selectDebtors, { from: 'case', filter: { handleStatus: ['review'] } }, { as: clerk })).memberIds).toContain(listed)
  expect((await server.call(selectDebtors, { from: 'bill', filter: { nonsense: 1 } }, { as: reader })).returnCode).toBe(CODE.input)
  const elsewhere = await server.person({ permits: ['fee:bill:read', 'fee:unpaid:handle'], scopes: { fee: 'self' } })
  expect((await server.ok(selectDebtors, { from: 'bill', filter: { memberId: listed } }, { as: elsewhere })).memberIds).toEqual([])
})

test('ten that bring the list up to date at once open one case each; without the index they open more', async () => {
  const memberId = await owing(...years)
  const { db } = server.platform
  await sql`update member set arrears_years = 3 where member_id = ${memberId}`.execute(db)
  await Promise.all(Array.from({ length: 10 }, () => refresh()))
  const count = async () => Number((await sql<{ n: string }>`select count(*) as n from unpaid_case where member_id = ${memberId}`.execute(db)).rows[0]?.n)
  expect(await count()).toBe(1)

  await sql`delete from unpaid_case where member_id = ${memberId}`.execute(db)
  await asOwner(db, sql`drop index unpaid_case_open`)
  let looked = 0
  await Promise.all(
    Array.from({ length: 3 }, () =>
      db.transaction().execute(async (tx) => {
        await openCases(tx, 3, yearNow())
        looked += 1
        while (looked < 3) await new Promise((done) => setTimeout(done, 5))
      }),
    ),
  )
  expect(await count()).toBe(3)
  await sql`delete from unpaid_case where member_id = ${memberId}`.execute(db)
  await asOwner(db, sql`create unique index unpaid_case_open on unpaid_case (member_id) where handle_status in ('pending', 'dunning', 'review')`)
})
