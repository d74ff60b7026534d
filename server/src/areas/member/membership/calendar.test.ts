import { CODE } from '@assoc/contract'
import { updateParameter } from '@assoc/contract/rbac/param'
import { memberResource } from '@assoc/contract/member/member'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { keepCalendar } from './calendar'
import { membership } from '.'
import { buildCategory, buildCompanies, buildContact, buildMember } from './testing'

let server: TestServer
let companies: string[]
let category: string
beforeAll(async () => {
  server = await startTestServer()
  companies = await buildCompanies(server, 20)
  category = await buildCategory(server)
})
afterAll(() => server.stop())

let next = 0
let bills = 0
const night = () => keepCalendar(server.platform, membership.runtime)
const made = async (represented = true) => {
  const companyId = companies[next++] ?? ''
  return buildMember(server, { companyId, categoryId: category, ...(represented ? { representativeId: await buildContact(server, companyId) } : {}) })
}
const read = (memberId: string) => server.ok(memberResource.read, { memberId })
const suspend = (memberId: string, input: Record<string, unknown> = {}) => server.call(memberResource.change, { memberId, version: 1, verb: 'suspend', reason: '连续两年未缴会费', input })
const daysOn = async (memberId: string, days: number) => sql`update member set suspend_until = (now() at time zone 'Asia/Shanghai')::date + ${days}::int where member_id = ${memberId}`.execute(server.platform.db)
const bill = (memberId: string, days: number) =>
  sql`insert into dues_bill (bill_no, member_id, bill_year, gross_amount, paid_amount, due_date, bill_status, source)
    values (${`HFN${++bills}`}, ${memberId}::bigint, 2026, 100000, 0, (now() at time zone 'Asia/Shanghai')::date + ${days}::int, 'due', 'imported')`.execute(server.platform.db)
const logOf = async (memberId: string) =>
  (await server.platform.db.selectFrom('audit_log').select(['user_name', 'verb', 'reason']).where('record_type', '=', 'member').where('record_id', '=', memberId).where('verb', 'in', ['suspend', 'resume']).orderBy('audit_id').execute()).map((l) => `${l.user_name} ${l.verb} ${l.reason}`)
const notices = async () => (await sql<{ title: string }>`select title from notification where user_id = ${server.admin.userId} and title not like '新会员%' order by notification_id`.execute(server.platform.db)).rows.map((r) => r.title)

test('rights that are suspended to a day come back the night after it; whom nobody represents is told, and stays', async () => {
  const [over, lastDay, endless, alone] = [await made(), await made(), await made(), await made(false)]
  expect(await suspend(over, { suspendUntil: '2020-01-01' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'input.suspendUntil', message: '暂停至的日期不能早于今天' }] } })
  for (const memberId of [over, lastDay, alone]) expect((await suspend(memberId, { suspendUntil: '2999-12-31' })).returnCode).toBe(CODE.ok)
  expect(await read(over)).toMatchObject({ memberStatus: 'suspended', suspendUntil: '2999-12-31' })
  await suspend(endless)
  await Promise.all([daysOn(over, -1), daysOn(lastDay, 0), daysOn(alone, -1)])
  expect(await night()).toEqual({ suspended: 0, resumed: 1, refused: 1 })
  expect(await read(over)).toMatchObject({ memberStatus: 'normal', suspendUntil: null })
  expect(await logOf(over)).toEqual([expect.stringContaining('suspend'), '系统 resume 暂停权利期满'])
  for (const memberId of [lastDay, endless, alone]) expect((await read(memberId)).memberStatus).toBe('suspended')
  expect(await notices()).toEqual([expect.stringContaining('未能自动恢复权利'), '会籍状态夜间处理：1 个会员的状态已变更'])
})

test('who owes past the grace period is suspended, and comes back when it is paid; without the parameter nobody is', async () => {
  const [late, within, byHand] = [await made(), await made(), await made()]
  await bill(late, -31)
  await bill(within, -30)
  await bill(byHand, -40)
  await suspend(byHand)
  expect((await night()).suspended).toBe(0)
  await server.ok(updateParameter, { paramKey: 'member.graceDays', value: 30, version: 0 })
  expect(await night()).toMatchObject({ suspended: 1, resumed: 0 })
  expect([(await read(late)).memberStatus, (await read(within)).memberStatus]).toEqual(['suspended', 'normal'])
  expect(await logOf(late)).toEqual(['系统 suspend 会费到期后超过 30 天宽限期未缴清'])
  // Two nights at once, as two workers: each membership moves once.
  await sql`update dues_bill set paid_amount = 100000, bill_status = 'paid'`.execute(server.platform.db)
  const both = await Promise.all([night(), night()])
  expect(both[0].resumed + both[1].resumed).toBe(1)
  expect((await read(late)).memberStatus).toBe('normal')
  expect(await logOf(late)).toHaveLength(2)
  // What people suspended stays so, paid or not.
  expect((await read(byHand)).memberStatus).toBe('suspended')
})

test('members are found by the term under which they stand', async () => {
  const memberId = await made()
  const { term_id: termId } = (await sql<{ term_id: string }>`insert into board_term (term_no, term_name) values (3, '第三届理事会') returning term_id::text`.execute(server.platform.db)).rows[0] ?? { term_id: '' }
  const { version, abilities: _a, ...row } = await read(memberId)
  await server.ok(memberResource.update, { memberId, version, memberKind: row.memberKind, companyId: row.companyId, categoryId: row.categoryId, founderFlag: false, joinDate: row.joinDate, termId })
  expect((await server.ok(memberResource.list, { termId })).items.map((i) => [i.memberId, i.termName])).toEqual([[memberId, '第三届理事会']])
})
