import { CODE } from '@assoc/contract'
import { exportAnswerContent, formAnswer, selectAnswerContent, selectFormSubmission } from '@assoc/contract/form/answer'
import { verifyFormCertificate, verifyOwnFormCertificate } from '@assoc/contract/form/certificate'
import type { Answer } from '@assoc/contract/form/engine/answers'
import type { FormDoc, Option } from '@assoc/contract/form/engine/document'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers, submitFormAnswer, withdrawFormAnswer } from '@assoc/contract/form/fill'
import { moveRound, previewRoundMove, selectMoveTargets } from '@assoc/contract/form/move'
import { selectFormQuotas, setFormQuotas } from '@assoc/contract/form/quota'
import { remindFormAnswers, remindFormRound } from '@assoc/contract/form/reminders'
import { previewFormRespondents } from '@assoc/contract/form/respondents'
import { addFormRespondents, formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { selectFormStatistics } from '@assoc/contract/form/statistics'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { sql } from 'kysely'
import { readSheet } from '../../../platform/excel/testing'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { stepRounds } from '.'
import { remindByClock, sendNotices } from './notices'

let server: TestServer
let maker: Session
let auditor: Session
let filler: Session
let companies: string[]
const db = () => server.platform.db
/** Companies that the filler acts for. */
const MANY = 50

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const FORM = ['template:read', 'template:update', 'template:publish', 'round:read', 'round:update', 'round:run', 'answer:read', 'answer:audit'].map((code) => `form:${code}`)
  maker = await server.person({ permits: FORM, scopes: { form: 'all', member: 'all' } })
  auditor = await server.person({ permits: ['form:answer:read', 'form:answer:audit'], scopes: { form: 'all', member: 'all' } })
  filler = await server.person()
  companies = await buildCompanies(server, MANY)
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made)
    select ${filler.userId}::bigint, 'company', c, 'liaison', 'COMPANY_USER', 'enterpriseUser', c, false from unnest(${companies}::bigint[]) c`.execute(db())
  // Two secretaries and a representative in the register.
  await sql`insert into contact (company_id, name, gender, post_type, mobile, contact_status) select c, '甄样本', 'female', p, '1990010' || lpad(c::text, 4, '0'), 'serving' from unnest(${companies.slice(0, 3)}::bigint[]) with ordinality x(c, i), lateral (select case when i < 3 then 'secretary' else 'affairs' end as p) y`.execute(db())
})
afterAll(() => server.stop())

const options = (...labels: string[]): Option[] => labels.map((label, i) => ({ value: `o${i + 1}`, label }))
const STAY: FormDoc = {
  format: 1,
  title: '培训回执',
  pages: ['p1'],
  blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '', items: ['room1', 'meal1', 'note1', 'size1'] } },
  questions: {
    room1: { type: 'radio', code: 'room', label: '住宿', required: true, options: options('单间', '标间', '不住宿') },
    meal1: { type: 'checkbox', code: 'meals', label: '用餐', options: options('早餐', '午餐') },
    note1: { type: 'text', code: 'note', label: '备注' },
    size1: { type: 'number', code: 'size', label: '人数', decimals: 0 },
  },
}

let forms = 0
async function publish(templateId: string, doc: FormDoc): Promise<void> {
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: maker })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, doc) }, { as: maker })
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: maker })
  await server.ok(formTemplate.change, { templateId, version, verb: 'publish' }, { as: maker })
}
const HOUR = 3_600_000
const hours = (n: number) => new Date(Date.now() + n * HOUR).toISOString()
type Given = Partial<Parameters<typeof roundFields>[1]>
const roundFields = (templateId: string, given: Record<string, unknown>) => ({
  ...NEW_ROUND, roundName: `回执${forms}`, templateId, versionNo: null, startTime: hours(-1), endTime: hours(1), respondentKind: 'companies' as const, companyIds: companies.slice(0, 1), userIds: [], ...given,
})
async function newForm(doc = STAY): Promise<string> {
  const { templateId } = await server.ok(formTemplate.insert, { formName: `回执${++forms}`, formKind: 'survey' }, { as: maker })
  await publish(templateId, doc)
  return templateId
}
/** A round that is filled in now, and its tasks by company. */
async function openRound(given: Given = {}, templateId?: string): Promise<{ roundId: string; templateId: string; tasks: string[] }> {
  const form = templateId ?? (await newForm())
  const { roundId } = await server.ok(formRound.insert, roundFields(form, given), { as: maker })
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: maker })
  await stepRounds(server.platform)
  return { roundId, templateId: form, tasks: await tasksOf(roundId) }
}
const tasksOf = async (roundId: string) => (await sql<{ id: string }>`select task_id as id from form_task where round_id = ${roundId} order by company_id, task_id`.execute(db())).rows.map(({ id }) => id)
const save = (taskId: string, values: Record<string, Answer>, base = 0) => server.call(saveFormAnswers, { taskId, since: base, changes: Object.entries(values).map(([path, value]) => ({ path, base, value })) }, { as: filler })
const submit = (taskId: string, revision = 1) => server.call(submitFormAnswer, { taskId, revision }, { as: filler })
const answerOf = async (taskId: string) => (await sql<{ id: string; version: number; status: string }>`select answer_id as id, version, answer_status as status from form_answer where task_id = ${taskId}`.execute(db())).rows[0] as { id: string; version: number; status: string }
const decide = async (taskId: string, verb: string, reason: string | null = null) => {
  const { id, version } = await answerOf(taskId)
  return server.call(formAnswer.change, { answerId: id, version, verb, reason }, { as: auditor })
}
/** As if each of these had been answered and saved once. */
const fillAll = (tasks: readonly string[], content: Record<string, Answer>) =>
  sql`update form_answer set content = ${JSON.stringify(content)}::jsonb, revision = 1, answer_status = 'draft' where task_id = any(${tasks}::bigint[])`.execute(db())
const chosen = async (roundId: string, choice: string) => (await sql<{ n: number }>`select count(*)::int as n from form_value where round_id = ${roundId} and choice = ${choice}`.execute(db())).rows[0]?.n

describe('options with a number of places', () => {
  test('what is full is refused at its question and told before, and comes free with a withdrawal, a return and a cancellation', async () => {
    const { roundId, tasks } = await openRound({ companyIds: companies.slice(0, 3), certifyFlag: true })
    const [first = '', second = '', third = ''] = tasks
    const quota = (places: number) => server.call(setFormQuotas, { roundId, quotas: [{ questionKey: 'room1', choice: 'o1', places }] }, { as: maker })
    expect((await quota(1)).returnCode).toBe(CODE.ok)
    for (const task of tasks) await save(task, { room1: 'o1', meal1: ['o1'] })
    expect((await submit(first)).returnCode).toBe(CODE.ok)
    expect((await server.ok(openFormTask, { taskId: second }, { as: filler })).places).toEqual([{ questionKey: 'room1', choice: 'o1', left: 0 }])
    expect(await submit(second)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'room1', message: '住宿：“单间”名额已满，请选择其他选项' }] } })
    expect((await server.ok(selectFormQuotas, { roundId }, { as: maker })).questions[0]).toMatchObject({ key: 'room1', options: [{ value: 'o1', places: 1, taken: 1 }, { places: null, taken: 0 }, {}] })
    await server.ok(withdrawFormAnswer, { taskId: first }, { as: filler })
    expect((await submit(second)).returnCode).toBe(CODE.ok)
    expect((await submit(third)).returnCode).toBe(CODE.input)
    await decide(second, 'refuse', '请核对')
    expect((await submit(third)).returnCode).toBe(CODE.ok)
    await decide(third, 'cancel', '重复')
    expect((await submit(first)).returnCode).toBe(CODE.ok)
    expect((await quota(2)).returnCode).toBe(CODE.ok)
    expect((await submit(second)).returnCode).toBe(CODE.ok)
    expect(await quota(1)).toMatchObject({ data: { fields: [{ path: 'quotas.0.places', message: '“单间”已有 2 份提交选择，名额不能少于 2' }] } })
    expect(await server.call(setFormQuotas, { roundId, quotas: [{ questionKey: 'note1', choice: 'o1', places: 1 }] }, { as: maker })).toMatchObject({ returnCode: CODE.input })
  })

  test('of fifty at once exactly as many as there are places get one', async () => {
    const { roundId, tasks } = await openRound({ companyIds: companies })
    await server.ok(setFormQuotas, { roundId, quotas: [{ questionKey: 'room1', choice: 'o1', places: 7 }, { questionKey: 'meal1', choice: 'o2', places: 40 }] }, { as: maker })
    await fillAll(tasks, { room1: 'o1', meal1: ['o2', 'o1'] })
    const replies = await Promise.all(tasks.map((task) => submit(task)))
    const counted = (code: string) => replies.filter((reply) => reply.returnCode === code).length
    expect([counted(CODE.ok), counted(CODE.input)]).toEqual([7, MANY - 7])
    expect([await chosen(roundId, 'o1'), await chosen(roundId, 'o2')]).toEqual([14, 7])
  })

  test('negative control: who counts without holding the quota gives the last place twice', async () => {
    const { roundId, tasks } = await openRound({ companyIds: companies.slice(0, 6) })
    await server.ok(setFormQuotas, { roundId, quotas: [{ questionKey: 'room1', choice: 'o1', places: 1 }] }, { as: maker })
    const unheld = (taskId: string) =>
      db().transaction().execute(async (tx) => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from form_value where round_id = ${roundId} and choice = 'o1'`.execute(tx)
        await sql`select pg_sleep(0.2)`.execute(tx)
        if ((rows[0]?.n ?? 0) < 1) await sql`insert into form_value (round_id, answer_id, question_key, choice) select round_id, answer_id, 'room1', 'o1' from form_answer where task_id = ${taskId}`.execute(tx)
      })
    await Promise.all(tasks.map(unheld))
    expect(await chosen(roundId, 'o1')).toBeGreaterThan(1)
  })

  test('quotas that are set beside submissions are never below what is taken', async () => {
    const { roundId, tasks } = await openRound({ companyIds: companies.slice(0, 12) })
    await fillAll(tasks, { room1: 'o1' })
    const [set] = await Promise.all([server.call(setFormQuotas, { roundId, quotas: [{ questionKey: 'room1', choice: 'o1', places: 3 }] }, { as: maker }), ...tasks.map((task) => submit(task))])
    const taken = (await chosen(roundId, 'o1')) ?? 0
    if (set.returnCode === CODE.ok) expect(taken).toBe(3)
    else expect(taken).toBeGreaterThan(3)
  })
})

describe('a running round moves to a newer version', () => {
  const question = (key: string, change: object): FormDoc => ({ ...STAY, questions: { ...STAY.questions, [key]: { ...STAY.questions[key], ...change } as FormDoc['questions'][string] } })
  /** One more question that has to be answered, one more option, and one that is no longer offered. */
  const BETTER: FormDoc = {
    ...STAY,
    blocks: { ...STAY.blocks, s1: { kind: 'section', title: '', items: ['room1', 'meal1', 'note1', 'size1', 'date1'] } },
    questions: {
      ...STAY.questions,
      room1: { ...(STAY.questions['room1'] as FormDoc['questions'][string]), options: [...options('单间', '标间'), { value: 'o3', label: '不住宿', retired: true }, { value: 'o4', label: '套间' }] },
      date1: { type: 'date', code: 'arrival', label: '报到日期', required: true },
    },
  }
  const versionsOf = async (tasks: readonly string[]) =>
    (await sql<{ status: string; no: number; checked: number | null }>`select a.answer_status as status, a.version_no as no, (select max(s.version_no) from form_submission s where s.answer_id = a.answer_id) as checked from form_answer a where a.task_id = any(${[...tasks]}::bigint[]) order by a.task_id`.execute(db())).rows

  test('the preview tells by change and by answer, drafts go along and what is handed in keeps its version, figures have the options of both', async () => {
    const { roundId, templateId, tasks } = await openRound({ companyIds: companies.slice(0, 4) })
    const [handed = '', draft = '', losing = ''] = tasks
    await save(handed, { room1: 'o3', size1: '2' })
    await submit(handed)
    await save(draft, { room1: 'o1', note1: '晚到' })
    await save(losing, { room1: 'o3' })
    expect((await server.ok(selectMoveTargets, { roundId }, { as: maker })).versions).toEqual([])
    await publish(templateId, BETTER)
    expect(await server.ok(selectMoveTargets, { roundId }, { as: maker })).toMatchObject({ versionNo: 1, versions: [{ versionNo: 2 }] })
    const preview = await server.ok(previewRoundMove, { roundId, versionNo: 2 }, { as: maker })
    expect(preview).toMatchObject({ versionNo: 1, refused: [], empty: 1, drafts: 2, kept: 1, losing: 1, losses: [{ answerStatus: 'draft', values: [{ label: '住宿', value: '不住宿', why: '选项“不住宿”已停用' }] }] })
    expect(preview.changes.map(({ kind, at }) => `${kind} ${at}`).sort()).toEqual(['harmless date1', 'statistics room1', 'statistics room1'])
    expect((await versionsOf(tasks)).map(({ no }) => no)).toEqual([1, 1, 1, 1])
    expect(await server.ok(moveRound, { roundId, versionNo: 2 }, { as: maker })).toEqual({ moved: 3 })
    expect((await versionsOf(tasks)).map(({ no }) => no)).toEqual([1, 2, 2, 2])
    // Whoever has the form of before on the screen is told of the new one, and hands in nothing that they have not seen.
    expect(await submit(draft, 1)).toMatchObject({ returnCode: CODE.conflict })
    const opened = await server.ok(openFormTask, { taskId: draft }, { as: filler })
    expect(opened).toMatchObject({ versionNo: 2, document: BETTER, answers: { room1: 'o1', note1: '晚到' }, revision: 2 })
    expect((await save(draft, { room1: 'o4' }, 2)).data).toMatchObject({ versionNo: 2, revision: 3 })
    expect(await submit(draft, 3)).toMatchObject({ data: { fields: [{ path: 'date1' }] } })
    await save(draft, { date1: '2026-12-01' }, 3)
    expect((await submit(draft, 4)).returnCode).toBe(CODE.ok)
    expect(await server.ok(openFormTask, { taskId: handed }, { as: filler })).toMatchObject({ versionNo: 1, document: STAY })
    expect((await server.ok(selectFormSubmission, { answerId: (await answerOf(draft)).id, submissionNo: 1 }, { as: auditor })).versionNo).toBe(2)
    const figures = await server.ok(selectFormStatistics, { roundId }, { as: auditor })
    expect(figures.questions.find(({ key }) => key === 'room1')?.choices.map(({ label, count }) => `${label} ${count}`)).toEqual(['单间 0', '标间 0', '不住宿 1', '套间 1'])
    const [head = [], ...rows] = await readSheet(await server.file(exportAnswerContent, { roundId }, { as: auditor }), 10)
    const at = head.indexOf('报到日期')
    expect(rows.map((row) => [row[head.indexOf('住宿')], row[at] ?? null])).toEqual([['不住宿', null], ['套间', expect.anything() as unknown]])
  })

  test('what would put two different things into one figure is refused with its list, and nothing is moved', async () => {
    const { roundId, templateId, tasks } = await openRound({ companyIds: companies.slice(0, 2) })
    await save(tasks[0] ?? '', { room1: 'o1', note1: '晚到' })
    await publish(templateId, question('note1', { retired: true }))
    expect(await server.ok(previewRoundMove, { roundId, versionNo: 2 }, { as: maker })).toMatchObject({ refused: ['停用了题目「备注」'], losing: 1, losses: [{ values: [{ label: '备注', value: '晚到', why: '题目已删除或停用' }] }] })
    expect(await server.call(moveRound, { roundId, versionNo: 2 }, { as: maker })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'versionNo', message: '停用了题目「备注」' }] } })
    expect(await server.call(moveRound, { roundId, versionNo: 1 }, { as: maker })).toMatchObject({ returnCode: CODE.input })
    expect((await versionsOf(tasks)).map(({ no }) => no)).toEqual([1, 1])
    expect((await server.call(moveRound, { roundId, versionNo: 2 }, { as: auditor })).returnCode).toBe(CODE.forbidden)
  })

  test('beside saves and submissions nothing typed is lost, and whatever was handed in has the version that it was checked by', async () => {
    const { roundId, templateId, tasks } = await openRound({ companyIds: companies.slice(0, 20) })
    await fillAll(tasks, { room1: 'o1', size1: '1' })
    await publish(templateId, question('note1', { help: '可不填' }))
    const [moved, ...replies] = await Promise.all([
      server.call(moveRound, { roundId, versionNo: 2 }, { as: maker }),
      ...tasks.map((task, i) => (i % 2 ? submit(task) : save(task, { note1: `第 ${i} 份` }, 1))),
    ])
    expect(moved.returnCode).toBe(CODE.ok)
    for (const [i, { status, no, checked }] of (await versionsOf(tasks)).entries()) {
      if (status === 'submitted') expect([i % 2, no]).toEqual([1, checked])
      else expect([status, no]).toEqual(['draft', 2])
      if (i % 2 === 0) expect(replies[i]?.returnCode).toBe(CODE.ok)
    }
    const { rows } = await sql<{ note: string | null }>`select content ->> 'note1' as note from form_answer where task_id = any(${tasks}::bigint[]) order by task_id`.execute(db())
    expect(rows.map(({ note }) => note)).toEqual(tasks.map((_task, i) => (i % 2 ? null : `第 ${i} 份`)))
  })

  test('negative control: a move that chooses answers without holding them takes along what was handed in meanwhile', async () => {
    const { roundId, templateId, tasks } = await openRound({ companyIds: companies.slice(0, 1) })
    await fillAll(tasks, { room1: 'o1' })
    await publish(templateId, question('note1', { help: '可不填' }))
    const unheld = db().transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`select answer_id as id from form_answer where round_id = ${roundId} and answer_status in ('empty', 'draft')`.execute(tx)
      await sql`select pg_sleep(0.4)`.execute(tx)
      await sql`update form_answer set version_no = 2 where answer_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await submit(tasks[0] ?? '')).returnCode).toBe(CODE.ok)
    await unheld
    expect(await versionsOf(tasks)).toEqual([{ status: 'submitted', no: 2, checked: 1 }])
  })
})

describe('respondents by conditions and posts, and whom it is about', () => {
  const reach = (roundId: string) => server.ok(previewFormRespondents, { roundId }, { as: maker })
  const draftRound = async (given: Record<string, unknown>) => {
    const { roundId } = await server.ok(formRound.insert, roundFields(await newForm(), { companyIds: [], ...given }), { as: maker })
    return roundId
  }
  const release = (roundId: string) => server.call(formRound.change, { roundId, version: 1, verb: 'release' }, { as: maker })

  test('companies with the marks are counted and named before, and frozen when it begins', async () => {
    const board = (await sql<{ board: string; n: number }>`select board, count(*)::int as n from company where not deleted and board is not null group by 1 order by 2 limit 1`.execute(db())).rows[0] ?? { board: '', n: 0 }
    const roundId = await draftRound({ respondentKind: 'rule', ruleRange: 'any', ruleBoards: [board.board] })
    expect(await reach(roundId)).toMatchObject({ respondents: board.n, tasks: board.n, unreached: 0 })
    expect((await reach(roundId)).names.length).toBe(Math.min(board.n, 20))
    expect((await release(roundId)).returnCode).toBe(CODE.ok)
    await stepRounds(server.platform)
    await sql`update company set board = null where company_id = ${companies[0]}`.execute(db())
    expect((await tasksOf(roundId)).length).toBe(board.n)
    expect((await reach(roundId)).respondents).toBe(board.n)
    const members = await draftRound({ respondentKind: 'rule', ruleRange: 'member' })
    expect(await reach(members)).toMatchObject({ respondents: 0, names: [] })
    expect(await release(members)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'respondentKind', message: '现在没有符合条件的填报对象，请修改后再下发' }] } })
    expect(await server.call(formRound.insert, roundFields(await newForm(), { companyIds: [], respondentKind: 'posts', rulePosts: [] }), { as: maker })).toMatchObject({ returnCode: CODE.input })
  })

  test('a named audience lends its conditions, which stay as they were copied; one that means people otherwise is refused', async () => {
    const kept = (contacts: object | null, extra: string[] = []) =>
      sql<{ id: string }>`insert into message_audience (audience_name, sharing, audience, summary, create_by) values (${`分组${++forms}`}, 'self', ${JSON.stringify({ contacts, extra })}::jsonb, '', ${maker.userId}) returning audience_id as id`.execute(db()).then(({ rows }) => rows[0]?.id ?? '')
    const marks = { range: 'any', categoryIds: [], jurisdictions: [], postTypes: ['secretary'], inArrears: false }
    const audienceId = await kept(marks)
    const roundId = await draftRound({ respondentKind: 'audience', audienceId })
    expect(await reach(roundId)).toMatchObject({ respondents: 2, tasks: 2 })
    await sql`update message_audience set audience = ${JSON.stringify({ contacts: { ...marks, postTypes: [] }, extra: [] })}::jsonb where audience_id = ${audienceId}`.execute(db())
    expect(await reach(roundId)).toMatchObject({ respondents: 2 })
    await release(roundId)
    await stepRounds(server.platform)
    const begun = await server.ok(formRound.read, { roundId }, { as: maker })
    const { templateId, version, startTime, endTime } = begun
    expect(await server.call(formRound.update, { roundId, version, ...roundFields(templateId, { companyIds: [], respondentKind: 'audience', audienceId, startTime, endTime, remark: '改备注' }) }, { as: maker })).toMatchObject({ returnCode: CODE.ok })
    expect(await server.ok(formRound.read, { roundId }, { as: maker })).toMatchObject({ rulePosts: ['secretary'], remark: '改备注' })
    for (const [contacts, extra] of [[null, ['19900000001']], [marks, ['19900000001']], [{ ...marks, inArrears: true }, []]] as const)
      expect(await server.call(formRound.insert, roundFields(await newForm(), { companyIds: [], respondentKind: 'audience', audienceId: await kept(contacts, [...extra]) }), { as: maker })).toMatchObject({ data: { fields: [{ path: 'audienceId' }] } })
  })

  test('people in a post are asked themselves; about others and not about themselves unless that is allowed', async () => {
    const [secretary, director] = [await server.person({ name: '甄秘书' }), await server.person({ name: '贾董事' })]
    const link = (person: Session, company: string | undefined, post: string) =>
      sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, 'company', ${company}, ${post}, 'COMPANY_USER', 'enterpriseUser', ${person.userId}::bigint + 1000000, false)`.execute(db())
    await link(secretary, companies[0], 'secretary')
    await link(director, companies[1], 'independent')
    const asked = { respondentKind: 'posts', rulePosts: ['secretary', 'independent'], ruleRange: 'any' }
    const plain = await draftRound(asked)
    // The secretary of the second company stands in the register, and has no account.
    expect(await reach(plain)).toEqual({ respondents: 2, tasks: 2, unreached: 1, names: expect.arrayContaining(['甄秘书', '贾董事']) as unknown })
    const about = { subjectKind: 'companies', subjectCompanyIds: companies.slice(0, 3) }
    const roundId = await draftRound({ ...asked, ...about })
    expect(await reach(roundId)).toMatchObject({ respondents: 2, tasks: 4 })
    expect(await reach(await draftRound({ ...asked, ...about, selfFlag: true }))).toMatchObject({ respondents: 2, tasks: 6 })
    await release(roundId)
    await stepRounds(server.platform)
    const items = (await server.ok(selectOwnFormTasks, { part: 'open', pageSize: 50 }, { as: secretary })).items.filter(({ subjectName }) => subjectName !== null)
    const names = (await sql<{ name: string }>`select short_name as name from company where company_id = any(${companies.slice(1, 3)}::bigint[]) order by 1`.execute(db())).rows.map(({ name }) => name)
    expect(items.map(({ subjectName }) => subjectName).sort()).toEqual(names.sort())
    const [first] = items
    expect(await server.ok(openFormTask, { taskId: first?.taskId ?? '' }, { as: secretary })).toMatchObject({ subjectName: first?.subjectName, companyName: null })
    expect((await server.ok(formAnswer.list, { roundId, pageSize: 50 }, { as: auditor })).items.map(({ subjectName }) => subjectName).filter(Boolean)).toHaveLength(4)
    const [head = [], ...rows] = await readSheet(await server.file(exportAnswerContent, { roundId, answerStatus: ['empty'] }, { as: auditor }), 10)
    expect([head[0], rows.length, rows.every(([respondent]) => String(respondent).includes('（评价：'))]).toEqual(['填报对象', 4, true])
    // One task a round, respondent and subject, whoever asks for it again.
    expect(await server.ok(addFormRespondents, { roundId, companyIds: [], userIds: [secretary.userId], reason: '补发' }, { as: maker })).toEqual({ added: 0 })
    await expect(sql`insert into form_task (round_id, user_id, subject_company_id) select round_id, user_id, subject_company_id from form_task where task_id = ${first?.taskId}`.execute(db())).rejects.toThrow('form_task_user')
    await expect(sql`insert into form_task (round_id, company_id) select round_id, company_id from form_task where company_id is not null limit 1`.execute(db())).rejects.toThrow('form_task_company')
  })
})

describe('notices and reminders', () => {
  const notices = async (title: string) => (await sql<{ user: string; content: string }>`select user_id as user, content from notification where title = ${title} order by notification_id`.execute(db())).rows
  const read = (title: string) => sql`update notification set read_time = now() - interval '2 days', create_time = now() - interval '3 days' where title = ${title}`.execute(db())

  test('each account is told once when it begins; who is missing is reminded by the clock and by hand, not twice a day; the maker is told how it came out', async () => {
    const { roundId, tasks } = await openRound({ companyIds: companies.slice(0, 3), roundName: '催报样例', endTime: hours(48), remindDays: 3 })
    await sendNotices(server.platform)
    await sendNotices(server.platform)
    expect((await notices('请填报：催报样例')).map(({ user }) => user).filter((user) => user === filler.userId)).toEqual([filler.userId])
    await fillAll(tasks.slice(0, 1), { room1: 'o2' })
    await submit(tasks[0] ?? '')
    await Promise.all([remindByClock(server.platform), remindByClock(server.platform)])
    await sendNotices(server.platform)
    expect((await notices('催报：催报样例')).filter(({ user }) => user === filler.userId)).toHaveLength(1)
    expect(await server.ok(remindFormRound, { roundId }, { as: maker })).toEqual({ reminded: 0, recent: 2, passed: 1 })
    await sql`update form_task set reminded_time = now() - interval '25 hours' where round_id = ${roundId}`.execute(db())
    await read('催报：催报样例')
    const ids = await Promise.all(tasks.map(async (task) => (await answerOf(task)).id))
    expect(await server.ok(remindFormAnswers, { answerIds: ids.slice(0, 2) }, { as: maker })).toEqual({ reminded: 1, recent: 0, passed: 1 })
    expect(await server.ok(remindFormRound, { roundId }, { as: maker })).toEqual({ reminded: 1, recent: 1, passed: 1 })
    await sendNotices(server.platform)
    expect((await notices('催报：催报样例')).filter(({ user }) => user === filler.userId)).toHaveLength(2)
    // Of each end once; a later one is reminded of anew.
    await remindByClock(server.platform)
    expect((await sql<{ n: number }>`select count(*)::int as n from audit_log where record_type = 'formRound' and record_id = ${roundId} and verb = 'remind' and user_id is null`.execute(db())).rows[0]?.n).toBe(1)
    expect((await server.call(remindFormRound, { roundId }, { as: auditor })).returnCode).toBe(CODE.forbidden)
    const { version } = await server.ok(formRound.read, { roundId }, { as: maker })
    await server.ok(formRound.change, { roundId, version, verb: 'end' }, { as: maker })
    expect(await notices('填报已结束：催报样例')).toEqual([{ user: maker.userId, content: '应交 3，已交 1，未交 2，已认证 0。' }])
  })
})

test('a certified answer has a number and a hash, which anybody may verify who may read it, and which tells what was changed behind', async () => {
  const { tasks } = await openRound({ certifyFlag: true })
  const [taskId = ''] = tasks
  await save(taskId, { room1: 'o1', size1: '2' })
  await submit(taskId)
  const { id: answerId } = await answerOf(taskId)
  expect(await server.call(verifyFormCertificate, { answerId }, { as: auditor })).toMatchObject({ returnCode: CODE.notFound })
  expect((await decide(taskId, 'certify')).returnCode).toBe(CODE.ok)
  const { certificate } = await server.ok(selectAnswerContent, { answerId }, { as: auditor })
  expect(certificate).toMatchObject({ certificateNo: expect.stringMatching(/^TB\d{12}$/) as unknown, submissionNo: 1, versionNo: 1 })
  expect((await server.ok(openFormTask, { taskId }, { as: filler })).certificate).toEqual(certificate)
  expect((await server.ok(formAnswer.list, { keyword: '', answerStatus: ['certified'] }, { as: auditor })).items.map(({ certificateNo }) => certificateNo)).toContain(certificate?.certificateNo)
  expect(await server.ok(verifyOwnFormCertificate, { taskId }, { as: filler })).toEqual({ certificateNo: certificate?.certificateNo, sha256: certificate?.sha256, found: certificate?.sha256, consistent: true })
  expect((await server.call(verifyOwnFormCertificate, { taskId }, { as: maker })).returnCode).toBe(CODE.notFound)
  const tampered = async (table: 'form_answer' | 'form_submission', size: string) => {
    await sql`update ${sql.table(table)} set content = jsonb_set(content, '{size1}', to_jsonb(${size}::text)) where answer_id = ${answerId}`.execute(db())
    return (await server.ok(verifyFormCertificate, { answerId }, { as: auditor })).consistent
  }
  expect([await tampered('form_answer', '3'), await tampered('form_answer', '2'), await tampered('form_submission', '9'), await tampered('form_submission', '2')]).toEqual([false, true, false, true])
  await expect(sql`update form_certificate set sha256 = repeat('0', 64) where answer_id = ${answerId}`.execute(db())).rejects.toThrow('append-only')
})
