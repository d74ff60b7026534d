import { CODE } from '@assoc/contract'
import { dayAfter, today, yearNow } from '@assoc/contract/core/day'
import { expert } from '@assoc/contract/expert/expert'
import { expertStatement, previewExpertStatements, selectStatementChanges, startExpertStatements } from '@assoc/contract/expert/statement'
import { formAnswer } from '@assoc/contract/form/answer'
import type { Answer } from '@assoc/contract/form/engine/answers'
import { openFormTask, saveFormAnswers, submitFormAnswer } from '@assoc/contract/form/fill'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'

// What experts state of themselves is written to the pool with its approval, or not at all.

let server: TestServer
let office: Session
let approver: Session
let own: Session
let company: string
const YEAR = yearNow()
const db = () => server.platform.db
const endTime = () => new Date(Date.now() + 86_400_000).toISOString()

const insert = async (name: string, mobile: string, over: object = {}) => {
  const { expertId } = await server.ok(expert.insert, { name, unit: '虚构大学', titleName: null, fields: ['law'], mobile, email: 'old@example.com', idCard: null, bankCard: null, relatedCompanies: [], termEnd: dayAfter(today(), 200), remark: null, ...over }, { as: office })
  await server.ok(expert.change, { expertId, version: 1, verb: 'appoint', reason: null }, { as: approver })
  return expertId
}
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const scopes = { expert: 'all', form: 'all', member: 'all' } as const
  office = await server.person({ name: '平专员', permits: ['expert:pool:read', 'expert:pool:update', 'form:answer:read', 'form:answer:audit', 'member:company:read'], scopes })
  approver = await server.person({ name: '范主管', permits: ['expert:pool:read', 'expert:pool:audit', 'form:answer:read', 'form:answer:audit'], scopes })
  own = await server.person({ name: '虞构成' })
  await sql`update sys_user set mobile = '19912345672', type_id = 'expert' where user_id = ${own.userId}`.execute(db())
  ;[company = ''] = await buildCompanies(server, 2)
})
afterAll(() => server.stop())

const GIVEN: Record<string, Answer> = { st2unit: '子虚大学', st3title: '教授', st4mail: 'new@example.com', st5field: ['governance', 'finance'], st6avail: 'limited', st7works: '6', st1true: ['yes'] }
const saved = async (taskId: string, values: Record<string, unknown>, base = 0) => server.ok(saveFormAnswers, { taskId, since: base, changes: Object.entries(values).map(([path, value]) => ({ path, base, value: value as never })) }, { as: own })
const statementOf = async (expertId: string) => (await server.ok(expertStatement.list, { expertId }, { as: office })).items[0]
const decide = async (answerId: string, verb: string, as: Session, reason: string | null = null) => server.call(formAnswer.change, { answerId, version: (await server.ok(formAnswer.read, { answerId }, { as })).version, verb, reason }, { as })

test('experts in office with an account are asked once a year; what is approved by another person stands in the pool, all of it in one transaction', async () => {
  const expertId = await insert('虞构成', '19912345672', { relatedCompanies: [{ tieKind: 'directorship', companyId: company, unit: null, since: null, until: null, note: null }] })
  // Whose account was taken back cannot fill in.
  await sql`update expert set user_id = null where expert_id = ${await insert('甄无号', '19912345673')}`.execute(db())
  expect(await server.ok(previewExpertStatements, { statementYear: YEAR }, { as: office })).toEqual({ experts: 1, stated: 0, without: 1, names: ['甄无号'] })
  // Two at once ask for one statement.
  const both = await Promise.all([1, 2].map(() => server.call(startExpertStatements, { statementYear: YEAR, endTime: endTime() }, { as: office })))
  expect(both.map(({ returnCode }) => returnCode).sort()).toEqual([CODE.ok, CODE.inUse].sort())
  expect((await sql<{ n: number }>`select count(*)::int as n from form_task`.execute(db())).rows).toEqual([{ n: 1 }])
  const [task] = (await server.ok(selectOwnFormTasks, { part: 'open' }, { as: own })).items
  const taskId = task?.taskId ?? ''
  expect(task).toMatchObject({ roundName: `${YEAR}年专家年度申报` })
  const opened = await server.ok(openFormTask, { taskId }, { as: own })
  expect(Object.values(opened.document.questions).map(({ code }) => code)).toEqual(expect.arrayContaining(['unit', 'title_name', 'email', 'fields', 'availability', 'work_capacity', 'ties', 'tie_company']))
  await saved(taskId, GIVEN)
  const tie = (company: string, relation: string) => ({ ti1name: company, ti2kind: relation })
  const { rows } = await sql<{ code: string }>`select coalesce(stock_code, company_name) as code from company order by company_id offset 1 limit 1`.execute(db())
  await saved(taskId, { st9ties: [{ id: 'r1', cells: tie(rows[0]?.code ?? '', 'client') }, { id: 'r2', cells: tie('某某合伙企业', 'employer') }] }, 1)
  const statement = await statementOf(expertId)
  expect(statement).toMatchObject({ name: '虞构成', statementYear: YEAR, answerStatus: 'draft', appliedTime: null })
  expect(await server.ok(selectStatementChanges, { statementId: statement?.statementId ?? '' }, { as: office })).toEqual({ changes: [], problem: '还没有提交' })
  await server.ok(submitFormAnswer, { taskId, revision: 2 }, { as: own })
  const { changes, problem } = await server.ok(selectStatementChanges, { statementId: statement?.statementId ?? '' }, { as: office })
  expect(problem).toBeNull()
  expect(changes.filter(({ changed }) => changed).map(({ label }) => label)).toEqual(['工作单位', '职称/职务', '电子邮箱', '专业领域', '可参与评审', '每月可评审件数', '关联单位'])
  expect(JSON.stringify(changes)).not.toContain('new@example.com')
  const answerId = statement?.answerId ?? ''
  expect((await server.ok(expert.read, { expertId }, { as: office })).unit).toBe('虚构大学')
  expect((await decide(answerId, 'certify', approver)).returnCode).toBe(CODE.ok)
  expect(await server.ok(expert.read, { expertId }, { as: office })).toMatchObject({ unit: '子虚大学', titleName: '教授', fields: ['governance', 'finance'], availability: 'limited', workCapacity: 6, statementYear: YEAR })
  const { rows: kept } = await sql<{ email: string; ties: string[] }>`select email, array(select x.tie_kind || coalesce(' ' || x.unit, '') from expert_tie x where x.expert_id = e.expert_id order by 1) as ties from expert e where expert_id = ${expertId}`.execute(db())
  expect(kept[0]?.email).toBe('new@example.com')
  // What staff have entered stays: nobody gets rid of a tie by leaving it out.
  expect(kept[0]?.ties).toEqual(['client', 'directorship', 'employer 某某合伙企业'])
  expect((await statementOf(expertId))?.appliedTime).not.toBeNull()
  expect((await server.ok(expertStatement.list, { answerStatus: ['certified'], keyword: '虞' }, { as: office })).total).toBe(1)
  expect((await server.call(expertStatement.list, {}, { as: own })).returnCode).toBe(CODE.forbidden)
})

test('who no longer serves is not written to the pool, and the approval is taken back with it', async () => {
  const person = await server.person({ name: '卜算子' })
  await sql`update sys_user set mobile = '19912345674', type_id = 'expert' where user_id = ${person.userId}`.execute(db())
  const expertId = await insert('卜算子', '19912345674')
  await server.ok(startExpertStatements, { statementYear: YEAR, endTime: endTime() }, { as: office })
  own = person
  const [task] = (await server.ok(selectOwnFormTasks, { part: 'open' }, { as: own })).items
  await saved(task?.taskId ?? '', GIVEN)
  await server.ok(submitFormAnswer, { taskId: task?.taskId ?? '', revision: 1 }, { as: own })
  await sql`update expert set expert_status = 'dismissed' where expert_id = ${expertId}`.execute(db())
  const answerId = (await statementOf(expertId))?.answerId ?? ''
  expect((await decide(answerId, 'certify', approver)).returnMessage).toBe('不能写入专家库：该专家已不在聘')
  expect(await statementOf(expertId)).toMatchObject({ answerStatus: 'submitted', appliedTime: null })
  expect((await server.ok(expert.read, { expertId }, { as: office })).unit).toBe('虚构大学')
  // Sent back as every other answer is.
  expect((await decide(answerId, 'refuse', approver, '请核对')).returnCode).toBe(CODE.ok)
  expect((await server.call(startExpertStatements, { statementYear: YEAR, endTime: new Date(Date.now() - 1000).toISOString() }, { as: office })).returnCode).toBe(CODE.input)
})
