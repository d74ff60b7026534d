import { CODE } from '@assoc/contract'
import { exportAnswerContent, formAnswer, selectAnswerContent, selectAnswerPlain, selectFormSubmission } from '@assoc/contract/form/answer'
import type { Answer } from '@assoc/contract/form/engine/answers'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers, submitFormAnswer, withdrawFormAnswer } from '@assoc/contract/form/fill'
import { addFormRespondents, formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { selectFormCrossTable, selectFormStatistics } from '@assoc/contract/form/statistics'
import { checkFormDraft, formTemplate, saveFormDraft, selectFormChanges, selectFormDraft, selectFormVersion, selectFormVersions } from '@assoc/contract/form/template'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { sql } from 'kysely'
import { readSheet } from '../../platform/excel/testing'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { buildCompanies } from '../member/membership/testing'
import { countedValues } from './answer/content'
import { selfReview } from './demo/documents'
import { stepRounds } from './round'

let server: TestServer
let designer: Session
let auditor: Session
let filler: Session
let colleague: Session
let companies: string[]
const db = () => server.platform.db
const actsFor = (person: Session, companyId: string | undefined) =>
  sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, 'company', ${companyId}, 'liaison', 'COMPANY_USER', 'enterpriseUser', ${person.userId}, false)`.execute(db())
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const FORM = ['template:read', 'template:update', 'template:publish', 'round:read', 'round:update', 'round:run', 'answer:read', 'answer:audit'].map((code) => `form:${code}`)
  designer = await server.person({ permits: [...FORM, 'pi:plain:view'], scopes: { form: 'all', member: 'all' } })
  auditor = await server.person({ permits: ['form:answer:read', 'form:answer:audit'], scopes: { form: 'all', member: 'all' } })
  ;[filler, colleague] = [await server.person(), await server.person()]
  companies = await buildCompanies(server, 3)
  for (const one of [filler, colleague]) await actsFor(one, companies[0])
})
afterAll(() => server.stop())

let forms = 0
/** A form with this document, as a draft. */
async function draftOf(doc: FormDoc): Promise<string> {
  const { templateId } = await server.ok(formTemplate.insert, { formName: `自查表${++forms}`, formKind: 'normal' }, { as: designer })
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: designer })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, doc) }, { as: designer })
  return templateId
}
const step = async (templateId: string, verb: string) => {
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: designer })
  return server.call(formTemplate.change, { templateId, version, verb }, { as: designer })
}
const HOUR = 3_600_000
/** A round of the self-review that the first company and others fill in now; answers with the task of the first. */
async function openRound(given: { companyIds?: string[]; certifyFlag?: boolean } = {}): Promise<{ roundId: string; taskId: string }> {
  const templateId = await draftOf(selfReview)
  await step(templateId, 'publish')
  const { roundId } = await server.ok(
    formRound.insert,
    { ...NEW_ROUND, roundName: `自查${forms}`, templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'companies', companyIds: [companies[0] ?? ''], userIds: [], certifyFlag: true, ...given },
    { as: designer },
  )
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: designer })
  await stepRounds(server.platform)
  const { rows } = await sql<{ id: string }>`select task_id as id from form_task where round_id = ${roundId} and company_id = ${companies[0]}`.execute(db())
  return { roundId, taskId: rows[0]?.id ?? '' }
}
const GOOD: Record<string, Answer> = { k8h3rd: '9', k1w6bn: '3', k3p8vx: 'yes', k9d5ne: ['o1', 'o3'], k4u7ho: 'yes', k2s1ka: '4', k5r9tb: '2026-03-01', k8z4mc: '19900000123' }
const save = (taskId: string, values: Record<string, Answer | undefined>, base = 0, as = filler) =>
  server.call(saveFormAnswers, { taskId, since: base, changes: Object.entries(values).map(([path, value]) => ({ path, base, ...(value === undefined ? {} : { value }) })) }, { as })
const submit = (taskId: string, revision: number, as = filler, key?: string) => server.call(submitFormAnswer, { taskId, revision }, { as, ...(key ? { key } : {}) })
const answerOf = async (taskId: string) => (await sql<{ id: string; version: number; status: string }>`select answer_id as id, version, answer_status as status from form_answer where task_id = ${taskId}`.execute(db())).rows[0] as { id: string; version: number; status: string }
const decide = async (taskId: string, verb: string, reason: string | null, as: Session) => {
  const { id, version } = await answerOf(taskId)
  return server.call(formAnswer.change, { answerId: id, version, verb, reason }, { as })
}

test('two designers change different questions, and what both changed is a conflict that saves nothing', async () => {
  const templateId = await draftOf(selfReview)
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: designer })
  const labelled = (label: string, key = 'k8h3rd') => [{ at: ['questions', key, 'label'], from: document.questions[key]?.label, to: label }]
  expect(await server.ok(saveFormDraft, { templateId, base: revision, patches: labelled('董事人数') }, { as: designer })).toEqual({ revision: revision + 1, document: null })
  const merged = await server.ok(saveFormDraft, { templateId, base: revision, patches: labelled('独董人数', 'k1w6bn') }, { as: server.admin })
  expect(merged).toMatchObject({ revision: revision + 2, document: { questions: { k8h3rd: { label: '董事人数' }, k1w6bn: { label: '独董人数' } } } })
  const refused = await server.call(saveFormDraft, { templateId, base: revision, patches: labelled('人数') }, { as: server.admin })
  expect(refused).toMatchObject({ returnCode: CODE.conflict, data: { current: { revision: revision + 2, conflicts: [{ at: ['questions', 'k8h3rd', 'label'], mine: '人数', theirs: '董事人数' }] } } })
  const { items } = await server.ok(selectFormChanges, { templateId }, { as: designer })
  expect(items.map((change) => change.revision)).toEqual([revision + 2, revision + 1, revision])
})

test('a version is frozen, and the next one keeps what was published', async () => {
  const templateId = await draftOf({ ...selfReview, blocks: { ...selfReview.blocks, sc7a2k: { kind: 'section', title: '', items: [] } } })
  expect((await step(templateId, 'publish')).returnCode).toBe(CODE.input)
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: designer })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, selfReview) }, { as: designer })
  expect((await step(templateId, 'publish')).returnCode).toBe(CODE.ok)
  expect((await step(templateId, 'publish')).returnMessage).toBe('与版本 1 相同，无需再次发布')
  await expect(sql`update form_version set document = '{}' where template_id = ${templateId}`.execute(db())).rejects.toThrow('append-only')
  await server.ok(saveFormDraft, { templateId, base: 2, patches: [{ at: ['questions', 'k2s1ka', 'type'], from: 'number', to: 'text' }] }, { as: designer })
  const { problems, changes } = await server.ok(checkFormDraft, { templateId }, { as: designer })
  expect(problems.map(({ at, message }) => [at, message])).toContainEqual(['k2s1ka', '「本年度独立董事专门会议次数」的题型从数字改为单行文字，请停用原题并新增一题'])
  expect(changes).toMatchObject([{ kind: 'breaks', at: 'k2s1ka' }])
  expect((await step(templateId, 'publish')).returnCode).toBe(CODE.input)
  await server.ok(saveFormDraft, { templateId, base: 3, patches: [{ at: ['questions', 'k2s1ka', 'type'], from: 'text', to: 'number' }, { at: ['title'], from: selfReview.title, to: '自查表（修订）' }] }, { as: designer })
  expect((await step(templateId, 'publish')).returnCode).toBe(CODE.ok)
  expect((await server.ok(selectFormVersions, { templateId }, { as: designer })).map((version) => version.versionNo)).toEqual([2, 1])
  expect((await server.ok(selectFormVersion, { templateId, versionNo: 1 }, { as: designer })).document).toEqual(selfReview)
})

test('published twice at once it is one version', async () => {
  const templateId = await draftOf(selfReview)
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: designer })
  const replies = await Promise.all([1, 2, 3].map(() => server.call(formTemplate.change, { templateId, version, verb: 'publish' }, { as: designer })))
  expect(replies.filter((reply) => reply.returnCode === CODE.ok)).toHaveLength(1)
  expect(await server.ok(selectFormVersions, { templateId }, { as: designer })).toHaveLength(1)
})

test('a round goes to chosen accounts as well, and last year’s answers stand beside this one’s', async () => {
  const { roundId } = await openRound()
  const { templateId } = await server.ok(formRound.read, { roundId }, { as: designer })
  const own = async (roundName: string, hours: number) => {
    const { roundId } = await server.ok(formRound.insert, { ...NEW_ROUND, roundName, templateId, versionNo: 1, startTime: new Date(Date.now() - hours * HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'accounts', companyIds: [], userIds: [filler.userId] }, { as: designer })
    await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: designer })
    await stepRounds(server.platform)
    return (await sql<{ id: string }>`select task_id as id from form_task where round_id = ${roundId} and user_id = ${filler.userId}`.execute(db())).rows[0]?.id ?? ''
  }
  const first = await own('去年', 3)
  await save(first, GOOD)
  await server.ok(submitFormAnswer, { taskId: first, revision: 1 }, { as: filler })
  const second = await own('今年', 2)
  expect((await server.call(openFormTask, { taskId: second }, { as: colleague })).returnCode).toBe(CODE.notFound)
  const opened = await server.ok(openFormTask, { taskId: second }, { as: filler })
  expect(opened).toMatchObject({ companyName: null, previous: { k8h3rd: '9' } })
  expect(Object.keys(opened.previous ?? {})).not.toContain('k8z4mc')
  const { companyName: _company, ...lookups } = opened.lookups
  expect(Object.keys(lookups)).toEqual(['personName'])
})

test('a task is filled in by whoever acts for the company, handed in, sent back and certified by another', async () => {
  const { roundId, taskId } = await openRound()
  const stranger = await server.person()
  expect((await server.call(openFormTask, { taskId }, { as: stranger })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(selectOwnFormTasks, { part: 'open', pageSize: 100 }, { as: colleague })).items.map((task) => task.taskId)).toContain(taskId)
  const opened = await server.ok(openFormTask, { taskId }, { as: filler })
  expect(opened).toMatchObject({ document: selfReview, revision: 0, answerStatus: 'empty', closed: null, lookups: { companyName: opened.companyName } })
  // Hidden while the condition does not hold, and left out with being told.
  const { data } = await save(taskId, { ...GOOD, k6j2lg: '曾经填过', k1w6bn: '12' })
  expect(data).toMatchObject({ revision: 1, answerStatus: 'draft', conflicts: [], personal: { k8z4mc: '199****0123' } })
  expect((await submit(taskId, 1)).data).toMatchObject({ fields: [{ path: 'k1w6bn', message: '独立董事人数不能超过董事会人数' }] })
  await save(taskId, { k1w6bn: '3' }, 1)
  expect(await server.ok(submitFormAnswer, { taskId, revision: 2 }, { as: filler })).toMatchObject({ submissionNo: 1, omitted: ['k6j2lg'] })
  const { id: answerId } = await answerOf(taskId)
  const content = await server.ok(selectAnswerContent, { answerId }, { as: auditor })
  expect(content).toMatchObject({ answers: { k7c4ys: '33.3', k2a9fm: opened.companyName }, personal: { k8z4mc: '199****0123' }, submissions: [{ submissionNo: 1 }] })
  expect(Object.keys(content.answers)).not.toContain('k6j2lg')
  const { rows } = await sql<{ found: boolean }>`select (content::text || revisions::text) like '%19900000123%' as found from form_answer where answer_id = ${answerId}`.execute(db())
  expect(rows).toEqual([{ found: false }])
  expect((await server.ok(selectAnswerPlain, { answerId, paths: ['k8z4mc'] }, { as: designer })).values).toEqual({ k8z4mc: '19900000123' })
  const [head = [], row = []] = await readSheet(await server.file(exportAnswerContent, { roundId }, { as: auditor }), 10)
  const told = (label: string) => row[head.indexOf(label)]
  expect([told('填报状态'), told('董事会人数（人）'), told('独立董事占比（%）'), told('已设立的专门委员会：审计委员会'), told('已设立的专门委员会：提名委员会'), told('填报联系人手机')]).toEqual(['已提交', 9, 33.3, '是', '否', '199****0123'])
  expect((await decide(taskId, 'refuse', '请核对', auditor)).returnCode).toBe(CODE.ok)
  expect((await server.ok(openFormTask, { taskId }, { as: filler })).returnReason).toBe('请核对')
  await save(taskId, { k8h3rd: '11' }, 2, colleague)
  await server.ok(submitFormAnswer, { taskId, revision: 3 }, { as: colleague })
  expect((await server.ok(selectFormSubmission, { answerId, submissionNo: 1 }, { as: auditor })).answers['k8h3rd']).toBe('9')
  expect((await server.ok(formRound.read, { roundId }, { as: designer }))).toMatchObject({ taskCount: 1, submittedCount: 1, missingCount: 0 })
  expect((await decide(taskId, 'certify', null, auditor)).returnCode).toBe(CODE.ok)
  expect((await save(taskId, { k8h3rd: '13' }, 3)).returnMessage).toBe('已认证，不能修改')
  expect((await server.ok(formAnswer.list, { roundId, answerStatus: ['certified'] }, { as: auditor })).items).toHaveLength(1)
})

test('who filled it in does not certify it', async () => {
  const { taskId } = await openRound()
  const both = await server.person({ permits: ['form:answer:read', 'form:answer:audit'], scopes: { form: 'all', member: 'all' } })
  await actsFor(both, companies[0])
  // They saved a part, and a colleague handed it in.
  await save(taskId, GOOD, 0, both)
  await server.ok(submitFormAnswer, { taskId, revision: 1 }, { as: filler })
  expect((await decide(taskId, 'certify', null, both)).returnCode).toBe(CODE.forbidden)
  expect((await decide(taskId, 'certify', null, auditor)).returnCode).toBe(CODE.ok)
})

test('two colleagues fill in at once: other questions merge, the same one tells both values', async () => {
  const { taskId } = await openRound()
  await save(taskId, { k8h3rd: '9' })
  const { data } = await save(taskId, { k1w6bn: '3', k8h3rd: '7' }, 0, colleague)
  expect(data).toEqual({ revision: 2, versionNo: 1, answerStatus: 'draft', personal: {}, conflicts: [{ path: 'k8h3rd', mine: '7', theirs: '9', revision: 1 }], others: [] })
  expect((await save(taskId, { k2s1ka: '4' }, 1)).data).toMatchObject({ others: [{ path: 'k1w6bn', value: '3', revision: 2 }] })
  // Sent twice, it changes nothing the second time.
  expect((await save(taskId, { k2s1ka: '4' }, 1)).data).toMatchObject({ revision: 3, conflicts: [] })
  expect((await submit(taskId, 1)).returnCode).toBe(CODE.conflict)
  expect((await save(taskId, { nokey1: '1' }, 3)).returnCode).toBe(CODE.input)
  expect((await save(taskId, { k7c4ys: '99' }, 3)).returnCode).toBe(CODE.input)
})

test('what is withdrawn no longer counts, and values follow from what was handed in', async () => {
  const { taskId } = await openRound()
  await save(taskId, GOOD)
  await server.ok(submitFormAnswer, { taskId, revision: 1 }, { as: filler })
  const { id: answerId } = await answerOf(taskId)
  const values = async () => (await sql<{ key: string; row: string; value: string }>`select question_key as key, row_id as row, coalesce(choice, number::text, day::text) as value from form_value where answer_id = ${answerId} order by 1, 2, 3`.execute(db())).rows
  const { answers } = await server.ok(selectFormSubmission, { answerId, submissionNo: 1 }, { as: auditor })
  const expected = countedValues(selfReview, answers).map(({ key, row, choice, number, day }) => ({ key, row, value: choice ?? number ?? day ?? '' }))
  expect(await values()).toEqual(expected.sort((a, b) => (`${a.key} ${a.row} ${a.value}` < `${b.key} ${b.row} ${b.value}` ? -1 : 1)))
  expect(expected.length).toBeGreaterThan(8)
  await server.ok(withdrawFormAnswer, { taskId }, { as: filler })
  expect(await values()).toEqual([])
})

test('a round ends by the clock with its grace, takes nothing while it pauses, and goes on for a reason', async () => {
  const { roundId, taskId } = await openRound()
  await save(taskId, GOOD)
  const version = async () => (await server.ok(formRound.read, { roundId }, { as: designer })).version
  const change = async (verb: string, more: object = {}) => server.call(formRound.change, { roundId, version: await version(), verb, ...more }, { as: designer })
  await change('pause')
  expect((await submit(taskId, 1)).returnMessage).toBe('填报已暂停，请稍后再试')
  await change('resume')
  await sql`update form_round set start_time = now() - interval '1 day', end_time = now() - interval '4 minutes' where round_id = ${roundId}`.execute(db())
  await stepRounds(server.platform)
  expect((await save(taskId, { k8h3rd: '11' }, 1)).returnCode).toBe(CODE.ok)
  await sql`update form_round set end_time = now() - interval '6 minutes' where round_id = ${roundId}`.execute(db())
  expect((await submit(taskId, 2)).returnMessage).toMatch(/截止$/)
  await stepRounds(server.platform)
  expect((await server.ok(formRound.read, { roundId }, { as: designer })).roundStatus).toBe('ended')
  expect((await change('reopen', { reason: '补充填报' })).returnCode).toBe(CODE.input)
  expect((await change('reopen', { reason: '补充填报', input: { endTime: new Date(Date.now() + HOUR).toISOString() } })).returnCode).toBe(CODE.ok)
  expect((await submit(taskId, 2)).returnCode).toBe(CODE.ok)
  const late = { roundId, companyIds: [companies[0] ?? '', companies[1] ?? ''], userIds: [], reason: '入会较晚' }
  expect(await server.ok(addFormRespondents, late, { as: designer })).toEqual({ added: 1 })
  expect((await server.ok(formAnswer.list, { roundId, answerStatus: ['empty'] }, { as: auditor })).items).toMatchObject([{ lateReason: '入会较晚' }])
})

test('in the last moment a submission counts or is refused by the database’s clock, and is noted with its instant', async () => {
  const { roundId, taskId } = await openRound()
  await save(taskId, GOOD)
  const { id } = await answerOf(taskId)
  /** The round ends, with its grace, so many milliseconds from now. */
  const endsIn = (ms: number) => sql`update form_round set round_status = 'filling', start_time = now() - interval '1 day', end_time = clock_timestamp() - interval '5 minutes' + ${ms} * interval '1 millisecond' where round_id = ${roundId}`.execute(db())
  const late = async () => (await sql<{ n: number }>`select count(*)::int as n from form_submission s join form_answer a using (answer_id) join form_round r using (round_id) where s.answer_id = ${id} and s.submit_time > r.end_time + r.grace_minutes * interval '1 minute'`.execute(db())).rows[0]?.n
  const outcomes = new Set<boolean>()
  for (let turn = 0; turn < 40 && (turn < 12 || outcomes.size < 2); turn += 1) {
    await endsIn(turn % 2 === 0 ? 4 + turn : 40)
    if (turn % 2 === 0) await new Promise((resolve) => setTimeout(resolve, turn / 2))
    const { revision } = (await sql<{ revision: number }>`select revision from form_answer where answer_id = ${id}`.execute(db())).rows[0] ?? { revision: 0 }
    const [handed] = await Promise.all([submit(taskId, revision), stepRounds(server.platform)])
    const taken = handed.returnCode === CODE.ok
    outcomes.add(taken)
    expect([(await answerOf(taskId)).status, await late()]).toEqual([taken ? 'submitted' : 'draft', 0])
    await endsIn(HOUR)
    if (taken) await server.ok(withdrawFormAnswer, { taskId }, { as: filler })
  }
  expect(outcomes).toEqual(new Set([true, false]))
  // What was handed in once and taken back is no correction for ever.
  await endsIn(-1_000)
  expect((await submit(taskId, (await server.ok(openFormTask, { taskId }, { as: filler })).revision)).returnMessage).toMatch(/截止$/)
  await endsIn(HOUR)
  // The control: a submission after the end would be seen.
  await submit(taskId, (await server.ok(openFormTask, { taskId }, { as: filler })).revision)
  await endsIn(-1_000)
  expect(await late()).toBeGreaterThan(0)
})

test('handed in twice at once it counts once', async () => {
  const { taskId } = await openRound()
  await save(taskId, GOOD)
  const replies = await Promise.all([submit(taskId, 1), submit(taskId, 1, colleague), submit(taskId, 1)])
  expect(replies.map((reply) => reply.returnCode).sort()).toEqual([CODE.ok, CODE.badTransition, CODE.badTransition].sort())
  const { id } = await answerOf(taskId)
  expect(await counts(id)).toEqual({ submissions: 1, double: 0 })
})

const counts = async (answerId: string) =>
  (
    await sql<{ submissions: number; double: number }>`select (select count(*)::int from form_submission where answer_id = ${answerId}) as submissions,
      (select count(*)::int from (select 1 from form_value where answer_id = ${answerId} group by question_key, row_id, choice having count(*) > 1) d) as double`.execute(db())
  ).rows[0]

test('a submission beside saves holds exactly what its revision says', async () => {
  const { taskId } = await openRound()
  await save(taskId, GOOD)
  const { id } = await answerOf(taskId)
  for (let turn = 0; turn < 6; turn += 1) {
    const { revision } = await server.ok(openFormTask, { taskId }, { as: filler })
    const [saved, handed] = await Promise.all([save(taskId, { k2s1ka: String(10 + turn) }, revision, colleague), submit(taskId, revision)])
    const status = (await answerOf(taskId)).status
    const { content } = (await sql<{ content: Record<string, string> }>`select content from form_answer where answer_id = ${id}`.execute(db())).rows[0] ?? { content: {} }
    // Either the save came first, and the submission is told of it; or it came too late, and nothing of it stands in what was handed in.
    if (handed.returnCode === CODE.ok) {
      expect([saved.returnCode, status]).toEqual([CODE.inUse, 'submitted'])
      expect(content['k2s1ka']).not.toBe(String(10 + turn))
      await server.ok(withdrawFormAnswer, { taskId }, { as: filler })
    } else {
      expect([handed.returnCode, saved.returnCode]).toEqual([CODE.conflict, CODE.ok])
      expect(content['k2s1ka']).toBe(String(10 + turn))
    }
  }
})

test('negative control: saves that do not hold the answer lose one another', async () => {
  const { taskId } = await openRound()
  await save(taskId, { k8h3rd: '9' })
  const { id } = await answerOf(taskId)
  const unheld = (key: string, value: string) =>
    db().transaction().execute(async (tx) => {
      const { content } = (await sql<{ content: Record<string, string> }>`select content from form_answer where answer_id = ${id}`.execute(tx)).rows[0] ?? { content: {} }
      await sql`select pg_sleep(0.2)`.execute(tx)
      await sql`update form_answer set content = ${JSON.stringify({ ...content, [key]: value })}::jsonb where answer_id = ${id}`.execute(tx)
    })
  const both = async () => Object.keys((await server.ok(openFormTask, { taskId }, { as: filler })).answers).filter((key) => key === 'k1w6bn' || key === 'k2s1ka')
  await Promise.all([unheld('k1w6bn', '3'), unheld('k2s1ka', '4')])
  expect(await both()).toHaveLength(1)
  await Promise.all([save(taskId, { k1w6bn: '3' }, 1), save(taskId, { k2s1ka: '4' }, 1, colleague)])
  expect(await both()).toHaveLength(2)
})

test('figures count what is handed in and no longer what is withdrawn, beside another round and crossed', async () => {
  const before = await openRound()
  await save(before.taskId, GOOD)
  await server.ok(submitFormAnswer, { taskId: before.taskId, revision: 1 }, { as: filler })
  const { roundId, taskId } = await openRound()
  const figures = async (compareId?: string) => {
    const found = await server.ok(selectFormStatistics, { roundId, ...(compareId ? { compareId } : {}) }, { as: auditor })
    const of = (key: string) => found.questions.find((one) => one.key === key)
    return { ...found, board: of('k8h3rd'), committees: of('k9d5ne') }
  }
  expect(await figures()).toMatchObject({ tasks: 1, submitted: 0, board: { answered: 0, figures: null }, committees: { choices: [{ value: 'o1', count: 0 }, { count: 0 }, { count: 0 }, { count: 0 }] } })
  await save(taskId, { ...GOOD, k8h3rd: '11', k9d5ne: ['o1', 'o2'] })
  await server.ok(submitFormAnswer, { taskId, revision: 1 }, { as: filler })
  expect(await figures(before.roundId)).toMatchObject({
    submitted: 1,
    submittedBefore: 1,
    board: { answered: 1, figures: { count: 1, sum: '11', average: '11.0000' }, before: { sum: '9' } },
    committees: { choices: [{ value: 'o1', count: 1, before: 1 }, { value: 'o2', count: 1, before: 0 }, { value: 'o3', count: 0, before: 1 }, {}] },
  })
  const cross = (rowKey: string) => server.call(selectFormCrossTable, { roundId, rowKey, columnKey: 'k9d5ne' }, { as: auditor })
  expect((await cross('k3p8vx')).data).toMatchObject({ cells: expect.arrayContaining([{ row: 'yes', column: 'o1', count: 1 }, { row: 'yes', column: 'o2', count: 1 }]) as unknown })
  expect(await cross('k8h3rd')).toMatchObject({ returnCode: CODE.input })
  await server.ok(withdrawFormAnswer, { taskId }, { as: filler })
  expect(await figures()).toMatchObject({ submitted: 0, board: { answered: 0, figures: null } })
})
