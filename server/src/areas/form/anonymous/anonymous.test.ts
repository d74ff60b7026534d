import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { exportAnswerContent, formAnswer, selectAnswerContent } from '@assoc/contract/form/answer'
import { TOO_FEW } from '@assoc/contract/form/anonymity'
import type { Answers } from '@assoc/contract/form/engine/answers'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers, submitAnonymousAnswer } from '@assoc/contract/form/fill'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { selectAnonymousTexts, selectFormCrossTable, selectFormStatistics } from '@assoc/contract/form/statistics'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { readSheets } from '../../../platform/excel/testing'
import { selfReview } from '../demo/documents'
import { stepRounds } from '../round'
import { dumpOf, guesses, right, type Answered, type Person } from '../../../../test/attack'
import { workWaiting } from './mixing'
import { shuffled } from './sealed'

const PEOPLE = 30
/** More right guesses of thirty than chance gives: of a thousand million shuffled lists about one has nine in their places. */
const BETTER_THAN_CHANCE = 9
const HOUR = 3_600_000
const doc: FormDoc = {
  format: 1,
  title: '秘书处满意度',
  pages: ['p1'],
  blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '', items: ['q1', 'q2', 'q3', 'q4'] } },
  questions: {
    q1: { type: 'radio', code: 'satisfied', label: '是否满意', required: true, options: [{ value: 'yes', label: '满意' }, { value: 'so', label: '一般' }, { value: 'no', label: '不满意' }] },
    q2: { type: 'radio', code: 'again', label: '是否续会', required: true, options: [{ value: 'yes', label: '是' }, { value: 'no', label: '否' }] },
    q3: { type: 'number', code: 'score', label: '评分', required: true, decimals: 0 },
    q4: { type: 'textarea', code: 'words', label: '建议', required: true },
  },
}
const folder = mkdtempSync(join(tmpdir(), 'anonymous-'))
const LOG = join(folder, 'log')
let server: TestServer
let staff: Session
let people: (Session & { roleId: string })[]
let templateId: string
const db = () => server.platform.db

async function published(of: FormDoc, formName: string): Promise<string> {
  const { templateId: made } = await server.ok(formTemplate.insert, { formName, formKind: 'survey' }, { as: staff })
  const { document, revision } = await server.ok(selectFormDraft, { templateId: made }, { as: staff })
  await server.ok(saveFormDraft, { templateId: made, base: revision, patches: diff(document, of) }, { as: staff })
  const { version } = await server.ok(formTemplate.read, { templateId: made }, { as: staff })
  await server.ok(formTemplate.change, { templateId: made, version, verb: 'publish' }, { as: staff })
  return made
}
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api', LOG_LEVEL: 'info', LOG_FILE: LOG } })
  const FORM = ['template:read', 'template:update', 'template:publish', 'round:read', 'round:update', 'round:run', 'answer:read', 'answer:audit'].map((code) => `form:${code}`)
  staff = await server.person({ name: '史专员', permits: FORM, scopes: { form: 'all', member: 'all' } })
  people = []
  for (let i = 0; i < PEOPLE; i += 1) people.push(await server.person())
  templateId = await published(doc, '秘书处满意度')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const draft = (given: object) => ({ ...NEW_ROUND, roundName: '满意度', templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'accounts' as const, companyIds: [], userIds: people.map(({ userId }) => userId), anonymousFlag: true, ...given })
async function openRound(given: object = {}): Promise<{ roundId: string; tasks: Map<string, string> }> {
  const { roundId } = await server.ok(formRound.insert, draft(given), { as: staff })
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: staff })
  await stepRounds(server.platform)
  const { rows } = await sql<{ user: string; task: string }>`select user_id as user, task_id as task from form_task where round_id = ${roundId}`.execute(db())
  return { roundId, tasks: new Map(rows.map(({ user, task }) => [user, task])) }
}
async function step(roundId: string, verb: string, more: object = {}) {
  const { version } = await server.ok(formRound.read, { roundId }, { as: staff })
  return server.call(formRound.change, { roundId, version, verb, ...more }, { as: staff })
}
/** Answers of which each bears a text of its own; two people alone are not satisfied. */
const given = (i: number): Answers => ({ q1: i < 2 ? 'no' : i < 12 ? 'so' : 'yes', q2: i < 15 ? 'yes' : 'no', q3: String(i), q4: `建议${i}号` })
const submit = (taskId: string, answers: Answers, as: Session, key?: string) => server.call(submitAnonymousAnswer, { taskId, answers: answers as never }, { as, ...(key ? { key } : {}) })
const waiting = async (roundId: string) => (await sql<{ n: number }>`select count(*)::int as n from form_waiting_answer where round_id = ${roundId}`.execute(db())).rows[0]?.n

test('a form that tells who fills it in is not sent anonymously, nor certified, and it stays as it began', async () => {
  const naming = await published(selfReview, '自查表')
  const refused = await server.call(formRound.insert, draft({ templateId: naming }), { as: staff })
  expect(refused).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'anonymousFlag', message: '该版本不能匿名填报：“公司名称”取自登记信息，会暴露填报人；“证券代码”取自登记信息，会暴露填报人；“填报联系人手机”填写个人信息' }] } })
  expect((await server.call(formRound.insert, draft({ certifyFlag: true }), { as: staff })).returnMessage).toBe('匿名填报不能认证，请只选其中一项')
  const { roundId } = await openRound({ userIds: [people[0]?.userId ?? ''] })
  const row = await server.ok(formRound.read, { roundId }, { as: staff })
  expect((await server.call(formRound.update, { ...draft({ userIds: row.userIds, startTime: row.startTime, endTime: row.endTime, roundName: row.roundName, anonymousFlag: false }), roundId, version: row.version }, { as: staff })).returnMessage).toBe('是否匿名在开始填报后不能修改')
})

test('of thirty people it is known that they took part, and no dump, log or file tells who gave which answer', async () => {
  const { roundId, tasks } = await openRound()
  const order = shuffled(people.map((person, i) => ({ person, i })))
  const [first] = order
  const taskOf = (person: Session) => tasks.get(person.userId) ?? ''
  for (const [n, { person, i }] of order.entries()) {
    const key = `secret-of-${person.userId}-0123456789`
    expect((await submit(taskOf(person), given(i), person, key)).returnCode).toBe(CODE.ok)
    // The same request once more is answered the same, and counts once.
    if (n === 3) expect((await submit(taskOf(person), given(i), person, key)).returnCode).toBe(CODE.ok)
    if (n === 11) await workWaiting(server.platform)
  }
  expect(await waiting(roundId)).toBe(PEOPLE)
  // While it runs nothing is told but how many have taken part.
  expect(await server.ok(selectFormStatistics, { roundId }, { as: staff })).toMatchObject({ submitted: PEOPLE, withheld: '匿名填报结束后才显示统计和回答', questions: [] })
  const taken = await server.ok(selectOwnFormTasks, { pageSize: 100 }, { as: first?.person ?? null })
  expect(taken.items.find(({ taskId }) => taskId === taskOf(first?.person as Session))).toMatchObject({ anonymousFlag: true, answerStatus: 'submitted', submitTime: null, closed: '已参与，匿名填报提交后不能查看或修改' })
  await step(roundId, 'end')
  await workWaiting(server.platform)
  expect(await waiting(roundId)).toBe(0)

  const dump = await dumpOf(db())
  const found = dump.filter(({ table }) => table === 'form_anonymous_answer')
  const answers: Answered[] = found.map(({ xmin, place, row }) => ({ id: String(row['anonymous_id']), mark: (row['content'] as Answers)['q4'] as string, xmin, place, time: '' }))
  expect(answers).toHaveLength(PEOPLE)
  const truth = new Map(order.map(({ person, i }) => [person.userId, `建议${i}号`]))
  const known: Person[] = order.map(({ person }) => ({ userId: person.userId, taskId: taskOf(person) }))
  for (const [trace, guess] of Object.entries(guesses(dump, known, answers))) expect([trace, right(guess, truth) < BETTER_THAN_CHANCE]).toEqual([trace, true])

  // What was said stands in rows of nobody alone.
  expect([...new Set(dump.filter(({ row }) => /建议\d+号/.test(JSON.stringify(row))).map(({ table }) => table))]).toEqual(['form_anonymous_answer'])
  const path = submitAnonymousAnswer.path
  const kept = dump.filter(({ table, row }) => (table === 'audit_log' || table === 'idempotency') && row['path'] === path)
  expect(kept).toHaveLength(2 * PEOPLE)
  for (const { table, row } of kept)
    expect(row).toMatchObject(table === 'audit_log' ? { user_id: null, user_name: '', ip: '', request_id: '', record_id: null, before: null, after: null, duration_ms: null } : { user_id: 0, response: '{}' })
  expect(JSON.stringify(kept)).not.toContain('secret-of')
  expect(new Set(kept.filter(({ table }) => table === 'idempotency').map(({ row }) => row['body_hash'])).size).toBe(1)
  await new Promise((done) => setTimeout(done, 400))
  const lines = readFileSync(LOG, 'utf8').split('\n').filter((line) => line.includes(path)).map((line) => Object.keys(JSON.parse(line) as object).sort())
  expect(lines.length).toBe(PEOPLE + 1)
  expect([...new Set(lines.map((line) => line.join()))]).toEqual(['code,hostname,level,ms,path,pid,time'])

  const stat = await server.ok(selectFormStatistics, { roundId }, { as: staff })
  const question = (key: string) => stat.questions.find((one) => one.key === key)
  expect(question('q1')?.choices.map(({ count, hidden }) => hidden ?? count)).toEqual([true, 10, true])
  expect(question('q2')?.choices.map(({ count }) => count)).toEqual([15, 15])
  expect(question('q3')?.figures).toEqual({ count: 30, sum: '435', average: '14.5000', median: '', least: '', most: '' })
  const { cells } = await server.ok(selectFormCrossTable, { roundId, rowKey: 'q1', columnKey: 'q2' }, { as: staff })
  expect(cells.filter(({ hidden }) => !hidden)).toEqual([{ row: 'so', column: 'yes', count: 10 }])
  const { texts } = await server.ok(selectAnonymousTexts, { roundId, key: 'q4' }, { as: staff })
  expect([...texts].sort()).toEqual([...truth.values()].sort())
  const sheets = await readSheets(await server.file(exportAnswerContent, { roundId }, { as: staff }))
  expect(JSON.stringify(sheets)).not.toMatch(/甄测试|填报对象|提交时间/)
  const rows = await server.ok(formAnswer.list, { roundId, pageSize: 100 }, { as: staff })
  expect(rows.items.every((row) => row.answerStatus === 'submitted' && row.submitTime === null && !row.submitterName && row.updateTime === rows.items[0]?.updateTime)).toBe(true)
  const answerId = rows.items[0]?.answerId ?? ''
  expect((await server.call(selectAnswerContent, { answerId }, { as: staff })).returnCode).toBe(CODE.inUse)
  expect((await server.call(formAnswer.change, { answerId, version: 1, verb: 'cancel', reason: '试' }, { as: staff })).returnMessage).toBe('匿名填报不能退回、撤回、认证或作废')
  expect((await step(roundId, 'reopen', { reason: '补充', input: { endTime: new Date(Date.now() + 2 * HOUR).toISOString() } })).returnMessage).toMatch(/^匿名填报的统计已生成/)
})

test('negative control: answers that are written as they come are matched by their time, their place and their transaction', async () => {
  const { roundId, tasks } = await openRound()
  const order = shuffled(people.map((person, i) => ({ person, i })))
  const times = new Map<string, string>()
  for (const { person, i } of order)
    await db().transaction().execute(async (tx) => {
      await sql`update form_answer set answer_status = 'submitted' where task_id = ${tasks.get(person.userId)}`.execute(tx)
      const { rows } = await sql<{ id: string; time: string }>`insert into form_anonymous_answer (round_id, content) values (${roundId}, ${JSON.stringify(given(i))}::jsonb) returning anonymous_id as id, clock_timestamp()::text as time`.execute(tx)
      times.set(rows[0]?.id ?? '', rows[0]?.time ?? '')
    })
  const dump = await dumpOf(db())
  const answers: Answered[] = dump.filter(({ table, row }) => table === 'form_anonymous_answer' && times.has(String(row['anonymous_id']))).map(({ xmin, place, row }) => ({ id: String(row['anonymous_id']), mark: (row['content'] as Answers)['q4'] as string, xmin, place, time: times.get(String(row['anonymous_id'])) ?? '' }))
  const truth = new Map(order.map(({ person, i }) => [person.userId, `建议${i}号`]))
  const tried = guesses(dump, order.map(({ person }) => ({ userId: person.userId, taskId: tasks.get(person.userId) ?? '' })), answers)
  for (const trace of ['rows of the same transaction', 'order of taking part and time', 'order of taking part and place', 'transaction of the mark and transaction']) expect([trace, right(tried[trace] ?? new Map(), truth)]).toEqual([trace, PEOPLE])
})

test('handed in fifty times at once it counts once; without the mark that holds, several times', async () => {
  const person = people[0] as Session
  const { roundId, tasks } = await openRound()
  const taskId = tasks.get(person.userId) ?? ''
  const replies = await Promise.all(Array.from({ length: 50 }, () => submit(taskId, given(7), person)))
  expect(replies.filter(({ returnCode }) => returnCode === CODE.ok)).toHaveLength(1)
  expect(replies.filter(({ returnMessage }) => returnMessage === '已参与，匿名填报提交后不能查看或修改')).toHaveLength(49)
  expect(await waiting(roundId)).toBe(1)
  const careless = (task: string) =>
    db().transaction().execute(async (tx) => {
      const { rows } = await sql<{ status: string }>`select answer_status as status from form_answer where task_id = ${task}`.execute(tx)
      await sql`select pg_sleep(0.1)`.execute(tx)
      if (rows[0]?.status !== 'empty') return
      await sql`insert into form_waiting_answer (round_id, sealed) values (${roundId}, '')`.execute(tx)
      await sql`update form_answer set answer_status = 'submitted' where task_id = ${task}`.execute(tx)
    })
  await Promise.all([1, 2, 3, 4, 5].map(() => careless(tasks.get(people[1]?.userId ?? '') ?? '')))
  expect(await waiting(roundId)).toBe(6)
  await sql`delete from form_waiting_answer where round_id = ${roundId}`.execute(db())
})

test('fewer than five are never shown, and go with the archive; nothing is saved before', async () => {
  const { roundId, tasks } = await openRound()
  for (const [i, person] of people.slice(0, 4).entries()) {
    const taskId = tasks.get(person.userId) ?? ''
    expect((await server.call(saveFormAnswers, { taskId, since: 0, changes: [{ path: 'q3', value: '1', base: 0 }] }, { as: person })).returnCode).toBe(CODE.inUse)
    expect((await submit(taskId, { q3: 'x' }, person)).returnCode).toBe(CODE.input)
    expect((await submit(taskId, given(i), person)).returnCode).toBe(CODE.ok)
    expect(await server.ok(openFormTask, { taskId }, { as: person })).toMatchObject({ answers: {}, previous: null })
  }
  await step(roundId, 'end')
  await workWaiting(server.platform)
  expect(await server.ok(selectFormStatistics, { roundId }, { as: staff })).toMatchObject({ submitted: 4, withheld: TOO_FEW, questions: [] })
  await expect(server.file(exportAnswerContent, { roundId }, { as: staff })).rejects.toThrow(TOO_FEW)
  expect(await waiting(roundId)).toBe(4)
  expect((await step(roundId, 'archive')).returnCode).toBe(CODE.ok)
  expect(await waiting(roundId)).toBe(0)
})
