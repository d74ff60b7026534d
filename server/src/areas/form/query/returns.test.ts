import { CODE } from '@assoc/contract'
import { formAnswer } from '@assoc/contract/form/answer'
import type { Answer } from '@assoc/contract/form/engine/answers'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers, submitFormAnswer, withdrawFormAnswer } from '@assoc/contract/form/fill'
import { giveFormPart, selectFormParts } from '@assoc/contract/form/part'
import { compareFormSubmissions, replyFormQuery, returnFormAnswer, selectFormQueries, stepFormQuery } from '@assoc/contract/form/query'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { selfReview } from '../demo/documents'
import { stepRounds } from '../round'

const [BOARD, INDEPENDENT, MEETINGS, DAY, MOBILE] = ['k8h3rd', 'k1w6bn', 'k2s1ka', 'k5r9tb', 'k8z4mc']
const GOOD: Record<string, Answer> = { [BOARD]: '9', [INDEPENDENT]: '3', k3p8vx: 'yes', k9d5ne: ['o1', 'o3'], k4u7ho: 'yes', [MEETINGS]: '4', [DAY]: '2026-03-01', [MOBILE]: '19900000123' }
const HOUR = 3_600_000

let server: TestServer
let maker: Session
let auditor: Session
let filler: Session
let templateId: string
const db = () => server.platform.db
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const FORM = ['template:read', 'template:update', 'template:publish', 'round:read', 'round:update', 'round:run', 'answer:read', 'answer:audit'].map((code) => `form:${code}`)
  maker = await server.person({ permits: FORM, scopes: { form: 'all', member: 'all' } })
  auditor = await server.person({ permits: ['form:answer:read', 'form:answer:audit'], scopes: { form: 'all', member: 'all' } })
  filler = await server.person({ permits: ['form:answer:read', 'form:answer:audit'], scopes: { form: 'all', member: 'all' } })
  templateId = (await server.ok(formTemplate.insert, { formName: '自查表', formKind: 'normal' }, { as: maker })).templateId
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: maker })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, selfReview) }, { as: maker })
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: maker })
  await server.ok(formTemplate.change, { templateId, version, verb: 'publish' }, { as: maker })
})
afterAll(() => server.stop())

let rounds = 0
interface Handed {
  roundId: string
  taskId: string
  answerId: string
}
/** A round of one account, whose answer is handed in. */
async function handedIn(given: object = {}): Promise<Handed> {
  const { roundId } = await server.ok(
    formRound.insert,
    { ...NEW_ROUND, roundName: `自查${++rounds}`, templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'accounts', companyIds: [], userIds: [filler.userId], certifyFlag: true, ...given },
    { as: maker },
  )
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: maker })
  await stepRounds(server.platform)
  const { rows } = await sql<Handed>`select k.round_id as "roundId", k.task_id as "taskId", a.answer_id as "answerId" from form_task k join form_answer a using (task_id) where k.round_id = ${roundId}`.execute(db())
  const handed = rows[0] as Handed
  await save(handed, GOOD)
  await submit(handed)
  return handed
}
const revisionOf = async ({ taskId }: Handed) => (await server.ok(openFormTask, { taskId }, { as: filler })).revision
const save = async (of: Handed, values: Record<string, Answer>) => {
  const base = await revisionOf(of)
  return server.call(saveFormAnswers, { taskId: of.taskId, since: base, changes: Object.entries(values).map(([path, value]) => ({ path, base, value })) }, { as: filler })
}
const submit = async (of: Handed) => server.call(submitFormAnswer, { taskId: of.taskId, revision: await revisionOf(of) }, { as: filler })
const answer = async ({ answerId }: Handed) => server.ok(formAnswer.read, { answerId }, { as: auditor })
const sendBack = async (of: Handed, items: { path: string; reason: string }[], more: object = {}, as = auditor) => server.call(returnFormAnswer, { answerId: of.answerId, version: (await answer(of)).version, items, ...more }, { as })
const queries = async ({ answerId }: Handed) => (await server.ok(selectFormQueries, { answerId }, { as: auditor })).queries
const step = (of: Handed, queryId: string | undefined, verb: 'close' | 'reopen', reason?: string, as = auditor) => server.call(stepFormQuery, { answerId: of.answerId, queryId: queryId ?? '', verb, ...(reason ? { reason } : {}) }, { as })
const fieldsOf = (reply: { data?: unknown }) => (reply.data as { fields: { path: string; message: string }[] }).fields
/** Moves the end of a round so many days into the past. */
const endedDaysAgo = async ({ roundId }: Handed, days: number) => {
  await sql`update form_round set start_time = now() - interval '90 days', end_time = now() - ${days} * interval '1 day' where round_id = ${roundId}`.execute(db())
  await stepRounds(server.platform)
}

test('only what was sent back and what depends on it is changed; each is changed or explained, then closed or raised again', async () => {
  const of = await handedIn()
  expect((await sendBack(of, [{ path: 'k7c4ys', reason: '算出来的' }])).returnCode).toBe(CODE.input)
  expect((await sendBack(of, [])).returnCode).toBe(CODE.input)
  expect((await sendBack(of, [{ path: BOARD, reason: '与年报不符' }], {}, filler)).returnCode).toBe(CODE.forbidden)
  expect((await answer(of)).answerStatus).toBe('submitted')
  expect(await sendBack(of, [{ path: BOARD, reason: '与年报不符' }, { path: MEETINGS, reason: '请说明次数' }])).toMatchObject({ returnCode: CODE.ok })

  const opened = await server.ok(openFormTask, { taskId: of.taskId }, { as: filler })
  expect(opened).toMatchObject({ answerStatus: 'returned', returnReason: '有 2 道题需要核对，请逐题修改或说明', returned: { listed: true, queries: [{ path: BOARD, queryStatus: 'open', reason: '与年报不符' }, { path: MEETINGS }] } })
  const outside = await save(of, { [DAY]: '2026-03-09' })
  expect(fieldsOf(outside)).toEqual([{ path: DAY, message: '本次只能修改退回的题目及由其决定的题目' }])
  // How many are independent is checked against the size of the board, so it may follow.
  expect((await save(of, { [BOARD]: '11', [INDEPENDENT]: '4' })).returnCode).toBe(CODE.ok)
  expect(fieldsOf(await submit(of))).toEqual([{ path: MEETINGS, message: '请修改“本年度独立董事专门会议次数”，或说明不修改的原因' }])
  const [board, meetings] = await queries(of)
  await server.ok(replyFormQuery, { taskId: of.taskId, queryId: meetings?.queryId ?? '', reply: '均为现场会议' }, { as: filler })
  expect((await submit(of)).returnCode).toBe(CODE.ok)
  expect(await queries(of)).toMatchObject([
    { queryStatus: 'answered', events: [{ verb: 'ask', words: '与年报不符' }, { verb: 'reply', changed: true, words: null }] },
    { queryStatus: 'answered', events: [{ verb: 'ask' }, { verb: 'reply', changed: false, words: '均为现场会议' }] },
  ])

  const change = async (verb: string) => server.call(formAnswer.change, { answerId: of.answerId, version: (await answer(of)).version, verb }, { as: auditor })
  expect((await change('certify')).returnMessage).toContain('退回的题目未关闭')
  expect((await step(of, board?.queryId, 'close', undefined, filler)).returnCode).toBe(CODE.forbidden)
  expect((await step(of, board?.queryId, 'close')).returnCode).toBe(CODE.ok)
  expect((await step(of, board?.queryId, 'close')).returnCode).toBe(CODE.badTransition)
  expect((await step(of, meetings?.queryId, 'reopen')).returnCode).toBe(CODE.input)
  expect((await step(of, meetings?.queryId, 'reopen', '请附会议日期')).returnCode).toBe(CODE.ok)
  // What was raised again goes along by itself, and is all that is open.
  expect((await sendBack(of, [])).returnCode).toBe(CODE.ok)
  expect((await save(of, { [BOARD]: '13' })).returnCode).toBe(CODE.input)
  expect((await save(of, { [MEETINGS]: '5' })).returnCode).toBe(CODE.ok)
  expect((await submit(of)).returnCode).toBe(CODE.ok)
  expect((await step(of, meetings?.queryId, 'close')).returnCode).toBe(CODE.ok)
  expect((await change('certify')).returnCode).toBe(CODE.ok)
})

test('a round may let everything be changed, and a general reason alone always does', async () => {
  const all = await handedIn({ returnScope: 'all' })
  await sendBack(all, [{ path: BOARD, reason: '请核对' }])
  expect((await save(all, { [DAY]: '2026-03-09' })).returnCode).toBe(CODE.ok)
  const general = await handedIn()
  await sendBack(general, [], { reason: '整体核对' })
  expect((await save(general, { [DAY]: '2026-03-09' })).returnCode).toBe(CODE.ok)
  expect((await submit(general)).returnCode).toBe(CODE.ok)
})

test('withdrawn after it was answered, it waits again with the same questions', async () => {
  const of = await handedIn()
  await sendBack(of, [{ path: BOARD, reason: '请核对' }])
  await save(of, { [BOARD]: '11' })
  await submit(of)
  await server.ok(withdrawFormAnswer, { taskId: of.taskId }, { as: filler })
  expect(await queries(of)).toMatchObject([{ queryStatus: 'open' }])
  expect((await save(of, { [MEETINGS]: '9' })).returnCode).toBe(CODE.input)
  expect((await submit(of)).returnCode).toBe(CODE.ok)
})

test('submissions are compared question by question, personal answers masked and kept encrypted with each', async () => {
  const of = await handedIn()
  await server.ok(withdrawFormAnswer, { taskId: of.taskId }, { as: filler })
  await save(of, { [BOARD]: '10', [MOBILE]: '19900009123' })
  await submit(of)
  const { items } = await server.ok(compareFormSubmissions, { answerId: of.answerId, before: 1, after: 2 }, { as: auditor })
  expect(items).toEqual([
    { path: BOARD, label: '董事会人数', before: '9 人', after: '10 人', masked: false },
    { path: 'k7c4ys', label: '独立董事占比', before: '33.3 %', after: '30.0 %', masked: false },
    { path: MOBILE, label: '填报联系人手机', before: '199****0123', after: '199****9123', masked: true },
  ])
  expect((await server.call(compareFormSubmissions, { answerId: of.answerId, before: 1, after: 3 }, { as: auditor })).returnMessage).toBe('没有第 3 次提交')
  const { rows } = await sql<{ no: number; sealed: string }>`select submission_no as no, personal_sealed as sealed from form_submission_personal join form_submission using (submission_id) where answer_id = ${of.answerId} order by 1`.execute(db())
  expect(rows.map(({ sealed }) => server.platform.encryption.decrypt(sealed))).toEqual(['19900000123', '19900009123'])
  const log = await sql<{ before: Record<string, string> | null; after: Record<string, string> }>`select before, after from audit_log where record_type = 'formAnswer' and record_id = ${of.answerId} and verb = 'filled' order by audit_id`.execute(db())
  // Start, first and second submission, and none for a save.
  expect(log.rows).toHaveLength(3)
  expect(log.rows[2]).toMatchObject({ before: { 董事会人数: '9 人', 填报联系人手机: '199****0123' }, after: { 董事会人数: '10 人', 填报联系人手机: '199****9123' } })
  expect(JSON.stringify(log.rows)).not.toContain('19900000123')
})

test('what was handed in is corrected with a reason for as many days as the round says, by the database’s clock', async () => {
  const none = await handedIn()
  await endedDaysAgo(none, 1)
  expect((await server.call(withdrawFormAnswer, { taskId: none.taskId, reason: '更正' }, { as: filler })).returnMessage).toBe('填报已结束')
  const of = await handedIn({ correctionDays: 5 })
  await endedDaysAgo(of, 4)
  expect(fieldsOf(await server.call(withdrawFormAnswer, { taskId: of.taskId }, { as: filler }))).toEqual([{ path: 'reason', message: '填报已截止，请填写更正原因' }])
  expect((await server.call(withdrawFormAnswer, { taskId: of.taskId, reason: '人数有误' }, { as: filler })).returnCode).toBe(CODE.ok)
  expect((await save(of, { [BOARD]: '11' })).returnCode).toBe(CODE.ok)
  expect((await submit(of)).returnCode).toBe(CODE.ok)
  await endedDaysAgo(of, 6)
  expect((await server.call(withdrawFormAnswer, { taskId: of.taskId, reason: '再次更正' }, { as: filler })).returnMessage).toBe('填报已结束')
})

test('what was sent back after the end may be handed in within three days, or until the day that the reviewer gives', async () => {
  const of = await handedIn()
  await endedDaysAgo(of, 10)
  expect((await sendBack(of, [{ path: BOARD, reason: '请核对' }], { until: new Date(Date.now() - HOUR).toISOString() })).returnCode).toBe(CODE.input)
  expect((await answer(of)).answerStatus).toBe('submitted')
  await sendBack(of, [{ path: BOARD, reason: '请核对' }])
  const { rows } = await sql<{ days: number }>`select ((return_until at time zone 'Asia/Shanghai')::date - (now() at time zone 'Asia/Shanghai')::date) as days from form_answer where answer_id = ${of.answerId}`.execute(db())
  expect(rows).toEqual([{ days: 3 }])
  expect((await save(of, { [BOARD]: '11' })).returnCode).toBe(CODE.ok)
  await sql`update form_answer set return_until = now() - interval '1 second' where answer_id = ${of.answerId}`.execute(db())
  expect((await submit(of)).returnMessage).toBe('填报已结束')
})

test('a section is given to somebody who acts for the same company, who gets a notice, and to nobody else', async () => {
  const [companyId] = await buildCompanies(server, 1)
  const [one, other, stranger] = [await server.person(), await server.person(), await server.person()]
  for (const person of [one, other])
    await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, 'company', ${companyId}, 'liaison', 'COMPANY_USER', 'enterpriseUser', ${person.userId}, false)`.execute(db())
  const { roundId } = await server.ok(formRound.insert, { ...NEW_ROUND, roundName: '分工', templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'companies', companyIds: [companyId ?? ''], userIds: [] }, { as: maker })
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: maker })
  await stepRounds(server.platform)
  const { rows } = await sql<{ id: string }>`select task_id as id from form_task where round_id = ${roundId}`.execute(db())
  const taskId = rows[0]?.id ?? ''
  const give = (userId: string | null, as = one) => server.call(giveFormPart, { taskId, blockId: 'sc7a2k', userId }, { as })
  expect((await give(stranger.userId)).returnCode).toBe(CODE.input)
  expect((await give(one.userId, stranger)).returnCode).toBe(CODE.notFound)
  expect((await give(other.userId)).returnCode).toBe(CODE.ok)
  const seen = await server.ok(selectFormParts, { taskId }, { as: other })
  expect(seen.parts).toMatchObject([{ blockId: 'sc7a2k', userId: other.userId }])
  expect(seen.colleagues.map(({ userId }) => userId).sort()).toEqual([one.userId, other.userId].sort())
  const notices = await sql<{ title: string }>`select title from notification where user_id = ${other.userId}`.execute(db())
  expect(notices.rows).toEqual([{ title: '请填写《自查表》的“一、董事会构成”' }])
  expect((await give(null, other)).returnCode).toBe(CODE.ok)
  expect((await server.ok(selectFormParts, { taskId }, { as: one })).parts).toEqual([])
})

const openOf = async ({ answerId }: Handed) => (await queries({ answerId, roundId: '', taskId: '' })).filter(({ queryStatus }) => queryStatus === 'open').length

test('a return beside a submission: questions are open exactly when the answer is sent back', async () => {
  const of = await handedIn()
  for (let turn = 0; turn < 4; turn += 1) {
    const { version } = await answer(of)
    const again = async () => {
      const taken = await server.call(withdrawFormAnswer, { taskId: of.taskId }, { as: filler })
      return taken.returnCode === CODE.ok ? submit(of) : taken
    }
    const [returned] = await Promise.all([server.call(returnFormAnswer, { answerId: of.answerId, version, items: [{ path: BOARD, reason: '请核对' }] }, { as: auditor }), again()])
    const now = await answer(of)
    expect([now.answerStatus, await openOf(of)]).toEqual(returned.returnCode === CODE.ok ? ['returned', 1] : ['submitted', 0])
    if (returned.returnCode !== CODE.ok) continue
    await save(of, { [BOARD]: String(10 + turn) })
    await submit(of)
    for (const query of await queries(of)) if (query.queryStatus === 'answered') await step(of, query.queryId, 'close')
  }
})

test('negative control: a return that neither holds the answer nor asks for its version leaves questions open on what is handed in', async () => {
  const of = await handedIn()
  const unheld = db().transaction().execute(async (tx) => {
    const { rows } = await sql<{ status: string }>`select answer_status as status from form_answer where answer_id = ${of.answerId}`.execute(tx)
    await sql`select pg_sleep(0.3)`.execute(tx)
    if (rows[0]?.status === 'submitted') await sql`insert into form_query (answer_id, answer_path, reason, asked_no) values (${of.answerId}, ${BOARD}, '请核对', 1)`.execute(tx)
    await sql`update form_answer set answer_status = 'returned' where answer_id = ${of.answerId} and submission_count = 1`.execute(tx)
  })
  await server.ok(withdrawFormAnswer, { taskId: of.taskId }, { as: filler })
  await submit(of)
  await unheld
  expect([(await answer(of)).answerStatus, await openOf(of)]).toEqual(['submitted', 1])
})
