import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { formAnswer } from '@assoc/contract/form/answer'
import { previewMissingReminder, remindMissing, selectFormProgress, selectFormProgressTotals, selectFormRemindPlan, setFormRemindPlan, stopFormRemindPlan } from '@assoc/contract/form/progress'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { addContact, buildAssociation, type Association } from '../../message/testing.repository'
import { stepRounds } from '../round'
import { dueMoment, runPlans } from './plans'

// Who has not handed in, beside the year before; those are reminded by messages, each once a moment.

const MAKER = ['form:round:read', 'form:round:update', 'form:round:run', 'form:answer:read', 'message:mail:read', 'message:mail:write', 'message:sms:read', 'message:sms:write', 'message:send:submit', 'message:template:read']
const SCOPES = { form: 'all', member: 'all', message: 'self' } as const
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

let server: TestServer
let at: Association
let maker: Session
let templateId: string
/** Companies, each with a contact who has a mail address; the last one has nobody. */
let companies: string[]
const db = () => server.platform.db

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  at = await buildAssociation(server)
  maker = await server.person({ name: '范主管', permits: MAKER, scopes: SCOPES, deptId: at.deptId })
  for (let n = 0; n < 4; n++) await addContact(server, at)
  companies = (await sql<{ id: string }>`select company_id as id from company order by 1`.execute(db())).rows.map(({ id }) => id)
  await sql`update contact set contact_status = 'left' where company_id = ${companies[3]}`.execute(db())
  // 北京, small and large; 上海 without shares; none.
  await sql`update company c set jurisdiction = x.j, total_shares = x.s from (values (${companies[0]}::bigint, '北京', 9999.99), (${companies[1]}::bigint, '北京', 200000), (${companies[2]}::bigint, '上海', null)) x(id, j, s) where c.company_id = x.id`.execute(db())
  const doc = { format: 1, title: '自查', pages: ['p1'], blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '', items: ['q1'] } }, questions: { q1: { type: 'text', code: 'q', label: '说明' } } }
  const { rows } = await sql<{ id: string }>`insert into form_template (form_name, form_kind, doc, latest_version, form_status) values ('年度自查', 'normal', ${JSON.stringify(doc)}::jsonb, 1, 'published') returning template_id as id`.execute(db())
  templateId = rows[0]?.id ?? ''
  await sql`insert into form_version (template_id, version_no, document, sha256) values (${templateId}, 1, ${JSON.stringify(doc)}, encode(sha256(convert_to(${JSON.stringify(doc)}, 'UTF8')), 'hex'))`.execute(db())
})
afterAll(() => server.stop())
afterEach(() => asOwner(db(), sql`truncate message, message_recipient, form_remind_run, form_reminded, form_remind_plan cascade`))

let rounds = 0
async function openRound(given: Record<string, unknown> = {}): Promise<string> {
  const { roundId } = await server.ok(formRound.insert, { ...NEW_ROUND, roundName: `自查${++rounds}`, templateId, versionNo: null, startTime: inDays(-9.5), endTime: inDays(7), respondentKind: 'companies', companyIds: companies, userIds: [], remindDays: null, ...given }, { as: maker })
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: maker })
  await stepRounds(server.platform)
  return roundId
}
/** As if it had been handed in so many days ago. */
const handIn = (roundId: string, company: string | undefined, days: number, status = 'submitted') =>
  sql`with a as (update form_answer set answer_status = ${status}, submission_count = 1, submit_time = now() - ${days} * interval '1 day' where round_id = ${roundId} and company_id = ${company} returning answer_id, submit_time)
    insert into form_submission (answer_id, submission_no, content, omitted, submit_by, submit_time) select answer_id, 1, '{}', '[]', ${maker.userId}, submit_time from a`.execute(db())
const messages = async () =>
  (await sql<{ id: string; subject: string; status: string; targets: string[] }>`select message_id as id, subject, msg_status as status, array(select r.target from message_recipient r where r.message_id = g.message_id and r.recipient_status <> 'skipped' order by 1) as targets from message g order by 1`.execute(db())).rows
const mailOf = async (...ids: (string | undefined)[]) => (await sql<{ email: string }>`select email from contact where contact_status = 'serving' and company_id = any(${ids}::bigint[]) order by 1`.execute(db())).rows.map(({ email }) => email)
const MAIL = { channel: 'mail' as const, postTypes: [] }

test('figures by jurisdiction, size and respondent, each with the filter of its list; last year as it was on the same day', async () => {
  const last = await openRound({ roundName: '去年' })
  await sql`update form_round set start_time = start_time - interval '365 days', end_time = end_time - interval '365 days', round_status = 'ended' where round_id = ${last}`.execute(db())
  // On the ninth and on the twelfth day: only the first had been by now.
  await handIn(last, companies[0], 365.5)
  await handIn(last, companies[2], 362)
  const roundId = await openRound()
  await handIn(roundId, companies[1], 1, 'certified')
  await sql`update form_answer set answer_status = 'draft' where round_id = ${roundId} and company_id = ${companies[2]}`.execute(db())
  const totals = await server.ok(selectFormProgressTotals, { roundId }, { as: maker })
  expect(totals).toMatchObject({ day: 10, previous: { roundId: last, roundName: '去年' }, totals: { tasks: 4, handedIn: 1, missing: 3, empty: 2, draft: 1, certified: 1, tasksBefore: 4, handedInBefore: 1 } })
  const by = async (kind: 'area' | 'size' | 'company') => (await server.ok(selectFormProgress, { roundId, by: kind }, { as: maker })).items
  expect((await by('area')).map(({ key, label, tasks, missing, handedInBefore }) => [key, label, tasks, missing, handedInBefore])).toEqual([['北京', '北京证监局', 2, 1, 1], ['none', '无辖区', 1, 1, 0], ['上海', '上海证监局', 1, 1, 0]].sort((a, b) => Number(b[2]) - Number(a[2]) || (String(a[0]) < String(b[0]) ? -1 : 1)))
  expect((await by('size')).map(({ key, tasks }) => `${key} ${tasks}`).sort()).toEqual(['giant 1', 'small 1', 'unknown 2'])
  expect((await by('company')).map(({ companyId, missing }) => [companyId, missing])).toEqual([...[0, 2, 3].map((n) => [companies[n], 1]), [companies[1], 0]])
  const listed = async (filter: object) => (await server.ok(formAnswer.list, { roundId, ...filter }, { as: maker })).total
  expect(await Promise.all([listed({ respondentArea: ['北京'] }), listed({ respondentArea: ['北京'], answerStatus: ['certified'] }), listed({ respondentArea: ['none'] }), listed({ companySize: ['giant', 'small'] }), listed({ companySize: ['none'] })])).toEqual([2, 1, 1, 2, 0])
  expect((await server.call(selectFormProgress, { roundId, by: 'area' }, { as: await server.person({ permits: ['form:round:read'], scopes: { form: 'self' } }) })).returnCode).toBe(CODE.notFound)
})

test('one press writes to those alone who are missing, of one jurisdiction where that is asked; once a day, with the reason for who is skipped', async () => {
  const roundId = await openRound({ roundName: '自查${姓名}' })
  await handIn(roundId, companies[1], 1)
  const preview = await server.ok(previewMissingReminder, { roundId, ...MAIL }, { as: maker })
  expect(preview).toMatchObject({ respondents: 3, reminded: 0, willSend: 2, skipped: [{ reason: '没有联系人，也没有账号', count: 1 }], needsApproval: false, problem: null, sample: { subject: '请填报：自查＄{姓名}' } })
  const { messages: made } = await server.ok(remindMissing, { roundId, areas: ['北京'], ...MAIL }, { as: maker })
  expect(await messages()).toMatchObject([{ id: made[0]?.messageId, status: 'queued', targets: await mailOf(companies[0]) }])
  expect(await server.ok(previewMissingReminder, { roundId, ...MAIL }, { as: maker })).toMatchObject({ respondents: 2, reminded: 1, willSend: 1 })
  await server.ok(remindMissing, { roundId, ...MAIL }, { as: maker })
  expect((await messages()).map(({ targets }) => targets)).toEqual([await mailOf(companies[0]), await mailOf(companies[2])])
  expect((await server.call(remindMissing, { roundId, ...MAIL }, { as: maker })).returnMessage).toContain('今天已催报过')
  expect((await server.ok(selectFormRemindPlan, { roundId }, { as: maker })).runs).toMatchObject([{ occasion: '手动催报', respondentCount: 1, sender: '范主管', result: '已生成消息' }, { respondentCount: 1 }])
  // Who may send rounds and not messages is told so; a text message needs a template.
  const runner = await server.person({ permits: MAKER.filter((code) => code !== 'message:mail:write'), scopes: SCOPES })
  expect(await server.call(remindMissing, { roundId, ...MAIL }, { as: runner })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '催报消息以您的名义发出，您没有“写邮件”的权限' })
  expect(await server.call(remindMissing, { roundId, channel: 'sms', postTypes: [] }, { as: maker })).toMatchObject({ data: { fields: [{ path: 'templateId' }] } })
  // In the posts alone that are named: nobody is left, and nothing is noted.
  const other = await openRound()
  expect((await server.call(remindMissing, { roundId: other, ...MAIL, postTypes: ['secretary'] }, { as: maker })).returnCode).toBe(CODE.inUse)
  expect((await server.ok(previewMissingReminder, { roundId: other, ...MAIL }, { as: maker })).reminded).toBe(0)
})

test('above two hundred a second person agrees; without a contact the account that acts is written to', async () => {
  const roundId = await openRound()
  const acting = await server.person({ name: '甄填报' })
  await sql`update sys_user set email = 'zhentianbao@example.com' where user_id = ${acting.userId}`.execute(db())
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${acting.userId}, 'company', ${companies[3]}, 'liaison', 'COMPANY_USER', 'enterpriseUser', 1, false)`.execute(db())
  await server.ok(remindMissing, { roundId, areas: ['none'], ...MAIL }, { as: maker })
  expect((await messages()).map(({ targets }) => targets)).toEqual([['zhentianbao@example.com']])
  await sql`insert into contact (company_id, name, post_type, mobile, email, contact_status) select ${companies[0]}, '甄样本', 'other', '1981' || lpad(n::text, 7, '0'), 'many' || n || '@example.com', 'serving' from generate_series(1, 201) n`.execute(db())
  expect(await server.ok(previewMissingReminder, { roundId, areas: ['北京'], ...MAIL }, { as: maker })).toMatchObject({ willSend: 203, needsApproval: true })
  await server.ok(remindMissing, { roundId, areas: ['北京'], ...MAIL }, { as: maker })
  expect((await messages())[1]).toMatchObject({ status: 'approval' })
  await sql`update contact set contact_status = 'left' where post_type = 'other'`.execute(db())
  await sql`update identity_link set end_time = now(), end_reason = 'left' where user_id = ${acting.userId}`.execute(db())
})

test('of an anonymous round participation alone tells who is reminded', async () => {
  const roundId = await openRound({ anonymousFlag: true })
  await sql`update form_answer set answer_status = 'submitted' where round_id = ${roundId} and company_id = ${companies[0]}`.execute(db())
  await server.ok(remindMissing, { roundId, areas: ['北京'], ...MAIL }, { as: maker })
  expect((await messages()).map(({ targets }) => targets)).toEqual([await mailOf(companies[1])])
})

test('a plan reminds on its days in the name of whoever set it, as long as they may; of several held up the last alone', async () => {
  expect([dueMoment({ days: [7, 3, 1], endDay: '2026-12-10', goneTo: '2026-12-02' }, '2026-12-03'), dueMoment({ days: [7, 3, 1], endDay: '2026-12-10', goneTo: '2026-12-03' }, '2026-12-06'), dueMoment({ days: [7, 3, 1], endDay: '2026-12-10', goneTo: '2026-12-01' }, '2026-12-08')]).toEqual([7, undefined, 3])
  const roundId = await openRound()
  const plan = (given: object = {}) => server.call(setFormRemindPlan, { roundId, days: [7, 1], ...MAIL, ...given }, { as: maker })
  expect((await plan({ days: [3, 3] })).returnCode).toBe(CODE.input)
  expect((await plan()).returnCode).toBe(CODE.ok)
  expect((await server.ok(selectFormRemindPlan, { roundId }, { as: maker })).plan).toMatchObject({ days: [7, 1], channel: 'mail', sender: '范主管', isOwn: true })
  await runPlans(server.platform)
  await runPlans(server.platform)
  expect((await messages()).map(({ targets }) => targets)).toEqual([await mailOf(companies[0], companies[1], companies[2])])
  const later = dayAfter(today(), 6)
  await sql`update sys_user set account_status = 'disabled' where user_id = ${maker.userId}`.execute(db())
  await runPlans(server.platform, later)
  await sql`update sys_user set account_status = 'normal' where user_id = ${maker.userId}`.execute(db())
  expect(await messages()).toHaveLength(1)
  expect((await server.ok(selectFormRemindPlan, { roundId }, { as: maker })).runs[0]).toMatchObject({ occasion: '截止前 1 天', result: '未能催报：发送人的账号已停用，请由他人重新设置自动催报' })
  await runPlans(server.platform, later)
  expect(await messages()).toHaveLength(2)
  await server.ok(stopFormRemindPlan, { roundId }, { as: maker })
  expect((await server.ok(selectFormRemindPlan, { roundId }, { as: maker })).plan).toBeNull()
})

test('two runs at once remind each respondent once; control: without the unique key there are two messages', async () => {
  const roundId = await openRound()
  await server.ok(setFormRemindPlan, { roundId, days: [7], ...MAIL }, { as: maker })
  await Promise.all([runPlans(server.platform), runPlans(server.platform)])
  expect((await messages()).map(({ targets }) => targets.length)).toEqual([3])
  await asOwner(db(), sql`truncate message, form_remind_run, form_reminded cascade`)
  await asOwner(db(), sql`alter table form_reminded drop constraint form_reminded_once`)
  await sql`update form_remind_plan set gone_to = gone_to - 1`.execute(db())
  await Promise.all([runPlans(server.platform), runPlans(server.platform)])
  const without = await messages()
  await asOwner(db(), sql`truncate form_reminded`)
  await asOwner(db(), sql`alter table form_reminded add constraint form_reminded_once unique nulls not distinct (round_id, moment, company_id, user_id)`)
  expect(without.length).toBe(2)
})
