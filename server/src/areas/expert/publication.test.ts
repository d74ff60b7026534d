import { CODE } from '@assoc/contract'
import { dayAfter, today, yearNow } from '@assoc/contract/core/day'
import { addStandardGrades } from '@assoc/contract/expert/eval-grade'
import { computeEvalGrades, gradeResult } from '@assoc/contract/expert/grade-result'
import { downloadEvalNotice, evalNotice, evalObjection } from '@assoc/contract/expert/notice'
import { evalScheme } from '@assoc/contract/expert/scheme'
import { sql } from 'kysely'
import { derivedStep } from '../../platform/resource/actions'
import type { Action } from '../../platform/resource/definition'
import { actionIn, SYSTEM } from '../../platform/resource/in-job'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { openBreakable } from '../fee/ledger.broken.testing'
import { withoutLocks } from '../fee/ledger.testing.repository'
import { buildCompanies } from '../member/membership/testing'
import { publishForm, schemeFields } from './evaluation.testing'
import { insertObjection, makeResults, makeScoring, openTransaction } from './evaluation.testing.repository'
import { noticeRuntime } from './notice'
import { noticePdf } from './notice/document'
import { requireOnShow } from './notice/objection'
import { printedNotice, shownRows } from './notice/repository'

// From scores to published grades: ranks, notices that freeze them, objections, and a publication that is whole or not at all.

let server: TestServer
let staff: Session
let head: Session
let handlerId: string
let templateId: string
let companies: string[]
const READ = ['evaluation:scheme:read', 'evaluation:grade:read', 'evaluation:publicity:read', 'member:company:read', 'appointment:person:read', 'rbac:user:read'] as const
const SCOPES = { evaluation: 'all', member: 'all', appointment: 'all', form: 'all', rbac: 'all' } as const
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person({ permits: [...READ, 'evaluation:scheme:update', 'evaluation:scheme:run', 'evaluation:grade:update', 'evaluation:grade:cancel', 'evaluation:publicity:update', 'evaluation:publicity:decide', 'form:template:read'], scopes: SCOPES })
  head = await server.person({ permits: [...READ, 'evaluation:grade:cancel', 'evaluation:publicity:decide'], scopes: SCOPES })
  handlerId = staff.userId
  templateId = await publishForm(server)
  companies = await buildCompanies(server, 3)
})
afterAll(() => server.stop())
jest.setTimeout(60_000)

const database = () => server.platform.db
const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
function moment() {
  let now: () => void = () => undefined
  const come = new Promise<void>((resolve) => (now = resolve))
  return { come, now: () => now() }
}
const soon = () => new Date(Date.now() + 3_600_000).toISOString()

let made = 0
/** A scheme that is being scored, with as many results. */
async function scoring(count: number): Promise<string> {
  made += 1
  const { schemeId } = await server.ok(evalScheme.insert, schemeFields(templateId, { schemeName: `方案 ${made}`, vetoRules: [{ kind: 'penalty', years: 2 }] }), { as: staff })
  await server.ok(addStandardGrades, { schemeId }, { as: staff })
  await makeScoring(database(), schemeId)
  await makeResults(database(), schemeId, companies[0] ?? '', count)
  return schemeId
}
async function draftNotice(schemeId: string): Promise<string> {
  return (await server.ok(evalNotice.insert, { schemeId, noticeTitle: `公示 ${schemeId}`, endTime: soon(), contactWay: '010-00000000', foreword: null }, { as: staff })).noticeId
}
async function running(count: number): Promise<{ schemeId: string; noticeId: string }> {
  const schemeId = await scoring(count)
  const noticeId = await draftNotice(schemeId)
  await server.ok(evalNotice.change, { noticeId, version: 1, verb: 'start', reason: null }, { as: staff })
  return { schemeId, noticeId }
}
const over = (noticeId: string) => database().updateTable('eval_notice').set({ end_time: sql<Date>`now() - interval '1 minute'` }).where('notice_id', '=', noticeId).execute()
const publish = async (noticeId: string, as = head) => server.call(evalNotice.change, { noticeId, version: (await server.ok(evalNotice.read, { noticeId }, { as })).version, verb: 'publish', reason: null }, { as })
const ofScheme = async (schemeId: string) => (await server.ok(gradeResult.list, { schemeId, sort: { field: 'rankNo', order: 'asc' }, pageSize: 100 }, { as: staff })).items
const statuses = async (schemeId: string) => Object.fromEntries((await database().selectFrom('eval_grade_result').select(['result_status as s', sql<number>`count(*)::int`.as('n')]).where('scheme_id', '=', schemeId).groupBy('result_status').execute()).map(({ s, n }) => [s, n]))
const objectionOf = (noticeId: string, resultId: string) => ({ noticeId, resultId, objectorName: '范例文', contactMobile: null, content: '任职时间有误', proof: [], handlerId, handleBefore: dayAfter(today(), 5) })
const decided = (objectionId: string, verb: string, more: object = {}, as = head) => server.call(evalObjection.change, { objectionId, version: 1, verb, reason: '经核实', ...more }, { as })

test('scores are ranked with vetoes, and history stands beside them once a year and is confirmed by another', async () => {
  const schemeId = await scoring(4)
  const [first] = await ofScheme(schemeId)
  await database().insertInto('integrity_case').values({ case_subject: 'person', company_id: null, person_id: first?.personId ?? '', case_kind: 'penalty', case_date: today(), source: '证监局', doc_no: null, note: null, dept_id: null, create_by: null }).execute()
  expect(await server.ok(computeEvalGrades, { schemeId }, { as: staff })).toEqual({ graded: 4, vetoed: 1, unscored: 0 })
  expect((await ofScheme(schemeId)).map((row) => [row.rankNo, row.gradeCode, row.vetoReason !== null])).toEqual([[1, '5A', false], [2, '5A', false], [3, '5A', false], [null, '未评级', true]])

  const history = (more: object = {}) => ({ schemeId: null, evalTarget: 'secretary', evalYear: yearNow() - 1, companyId: companies[0] ?? '', personId: first?.personId ?? '', score: 91.5, gradeCode: '4A', remark: null, ...more }) as const
  expect(paths(await server.call(gradeResult.insert, history({ gradeCode: null }), { as: staff }))).toEqual(['gradeCode'])
  expect(paths(await server.call(gradeResult.insert, history({ personId: null }), { as: staff }))).toEqual(['personId'])
  expect(paths(await server.call(gradeResult.insert, history({ score: 91.555 }), { as: staff }))).toEqual(['score'])
  expect(paths(await server.call(gradeResult.insert, history({ evalYear: yearNow() + 1 }), { as: staff }))).toEqual(['evalYear'])
  const { resultId } = await server.ok(gradeResult.insert, history(), { as: staff })
  expect(paths(await server.call(gradeResult.insert, history(), { as: staff }))).toEqual(['companyId'])
  const confirm = (as: Session) => server.call(gradeResult.change, { resultId, version: 1, verb: 'confirm', reason: null }, { as })
  expect((await confirm(staff)).returnCode).not.toBe(CODE.ok)
  expect((await confirm(head)).returnCode).toBe(CODE.ok)
  expect((await server.ok(gradeResult.list, { personId: first?.personId ?? '', resultStatus: ['published'] }, { as: staff })).items.map((row) => [row.evalYear, row.gradeCode, row.resultSource])).toEqual([[yearNow() - 1, '4A', 'history']])

  // A grade is taken back later by one who asks and another who agrees.
  const step = async (verb: string, as: Session) => (await server.call(gradeResult.change, { resultId, version: (await server.ok(gradeResult.read, { resultId }, { as })).version, verb, reason: '公布后发现处罚' }, { as })).returnCode
  expect(await step('askCancel', staff)).toBe(CODE.ok)
  expect(await step('cancel', staff)).not.toBe(CODE.ok)
  expect(await step('cancel', head)).toBe(CODE.ok)
  expect(await server.ok(gradeResult.read, { resultId }, { as: staff })).toMatchObject({ resultStatus: 'cancelled', cancelReason: '公布后发现处罚' })
})

test('a notice freezes what it shows; grades are published after its end, by another, when every objection is closed', async () => {
  const { schemeId, noticeId } = await running(6)
  const rows = await ofScheme(schemeId)
  expect(await server.ok(evalNotice.read, { noticeId }, { as: staff })).toMatchObject({ resultCount: 6, noticeStatus: 'running', resultHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await server.ok(evalScheme.read, { schemeId }, { as: staff })).schemeStatus).toBe('publicity')
  await expect(database().updateTable('eval_grade_result').set({ score: 1 }).where('result_id', '=', rows[0]?.resultId ?? '').execute()).rejects.toMatchObject({ constraint: 'eval_grade_result_frozen' })
  await expect(database().deleteFrom('eval_grade_result').where('scheme_id', '=', schemeId).execute()).rejects.toMatchObject({ constraint: 'eval_grade_result_frozen' })
  // A merger of companies takes along what it has on show.
  await database().updateTable('eval_grade_result').set({ company_id: companies[1] ?? '' }).where('result_id', '=', rows[5]?.resultId ?? '').execute()
  expect((await server.ok(gradeResult.read, { resultId: rows[0]?.resultId ?? '' }, { as: staff })).abilities).not.toContain('update')
  expect((await publish(noticeId)).returnMessage).toContain('公示期未满')

  const [a, b, c] = await Promise.all(rows.slice(0, 3).map(async ({ resultId }) => (await server.ok(evalObjection.insert, objectionOf(noticeId, resultId), { as: staff })).objectionId))
  const elsewhere = await running(1)
  expect(paths(await server.call(evalObjection.insert, objectionOf(elsewhere.noticeId, rows[0]?.resultId ?? ''), { as: staff }))).toEqual(['resultId'])
  expect((await decided(a ?? '', 'maintain', {}, staff)).returnCode).not.toBe(CODE.ok)
  expect((await decided(a ?? '', 'maintain')).returnCode).toBe(CODE.ok)
  // The score is looked at again: this one's place changes, nobody else's.
  const before = new Map((await ofScheme(schemeId)).map((row) => [row.resultId, row.rankNo]))
  expect((await decided(b ?? '', 'revise', { input: { revisedScore: 10 } })).returnCode).toBe(CODE.ok)
  const after = new Map((await ofScheme(schemeId)).map((row) => [row.resultId, row.rankNo]))
  expect([...after].filter(([resultId, rank]) => rank !== before.get(resultId))).toEqual([[rows[1]?.resultId, 6]])

  await over(noticeId)
  expect(paths(await server.call(evalObjection.insert, objectionOf(noticeId, rows[0]?.resultId ?? ''), { as: staff }))).toEqual(['noticeId'])
  expect((await publish(noticeId)).returnMessage).toContain('还有 1 件异议没有办结')
  expect((await decided(c ?? '', 'disqualify')).returnCode).toBe(CODE.ok)
  expect((await publish(noticeId, staff)).returnCode).not.toBe(CODE.ok)
  expect((await publish(noticeId)).returnCode).toBe(CODE.ok)
  expect(await statuses(schemeId)).toEqual({ published: 5, disqualified: 1 })
  expect((await server.ok(evalScheme.read, { schemeId }, { as: staff })).schemeStatus).toBe('published')
})

test('the public text names the graded with the hash, and not who was disqualified', async () => {
  const { schemeId, noticeId } = await running(3)
  const [first, second] = await ofScheme(schemeId)
  const { objectionId } = await server.ok(evalObjection.insert, objectionOf(noticeId, second?.resultId ?? ''), { as: staff })
  await decided(objectionId, 'disqualify')
  const shown = await shownRows(database(), noticeId)
  expect(shown.map(({ name }) => name)).toContain(first?.name)
  expect(shown.map(({ name }) => name)).not.toContain(second?.name)
  const file = await server.file(downloadEvalNotice, { noticeId }, { as: staff })
  expect(file.subarray(0, 4).toString()).toBe('%PDF')
  const printed = await printedNotice(database(), noticeId)
  if (!printed) throw new Error('there is one')
  expect((await noticePdf(printed, shown)).length).toBeGreaterThan(1_000)
})

test('1,723 grades: a publication that is killed in the middle leaves nothing half, and the next one publishes each once', async () => {
  const { schemeId, noticeId } = await running(1_723)
  await over(noticeId)
  // The last result is held by somebody else: the statement that publishes stands there with all others written, and is killed.
  const held = await openTransaction(server.databaseUrl)
  await held.query('select 1 from eval_grade_result where result_id = (select max(result_id) from eval_grade_result where scheme_id = $1) for update', [schemeId])
  const first = publish(noticeId)
  const victim = await held.waiterOn()
  await held.query('select pg_terminate_backend($1)', [victim])
  expect((await first).returnCode).not.toBe(CODE.ok)
  expect(await statuses(schemeId)).toEqual({ proposed: 1_723 })
  expect((await server.ok(evalNotice.read, { noticeId }, { as: staff })).noticeStatus).toBe('running')
  await held.end()
  const both = await Promise.all([publish(noticeId), publish(noticeId)])
  expect(both.filter(({ returnCode }) => returnCode === CODE.ok)).toHaveLength(1)
  expect(await statuses(schemeId)).toEqual({ published: 1_723 })
  const versions = await database().selectFrom('eval_grade_result').select('version').distinct().where('scheme_id', '=', schemeId).execute()
  expect(versions).toHaveLength(1)
})

test('an objection that is being written beside the publication is waited for; control: without the locks grades are published over it', async () => {
  const race = async (rewrite: (text: string) => string) => {
    const { schemeId, noticeId } = await running(1)
    const [row] = await ofScheme(schemeId)
    const other = openBreakable(server.databaseUrl, 4, async () => undefined, rewrite)
    const within = <T>(work: (action: Action) => Promise<T>): Promise<T> => other.db.transaction().execute((tx) => work(actionIn(server.platform, tx, { ...SYSTEM, userId: staff.userId }, [])))
    const [written, looked] = [moment(), moment()]
    await database().updateTable('eval_notice').set({ end_time: sql<Date>`clock_timestamp() + interval '400 ms'` }).where('notice_id', '=', noticeId).execute()
    const objecting = within(async (action) => {
      await requireOnShow(action.db, noticeId, row?.resultId ?? '')
      looked.now()
      await written.come
      // The objection itself, as the form writes it.
      await insertObjection(action.db, objectionOf(noticeId, row?.resultId ?? ''))
    })
    await looked.come
    await pause(450)
    const publishing = within((action) => derivedStep(noticeRuntime, action, noticeId, 'publish', null, true)).then(() => 'published', (refused: Error) => refused.message)
    const first = await Promise.race([publishing, pause(400).then(() => 'waits')])
    written.now()
    await objecting
    const said = await publishing
    await other.close()
    return [first, said, await statuses(schemeId)]
  }
  expect(await race((text) => text)).toEqual(['waits', '还有 1 件异议没有办结，不能公布', { proposed: 1 }])
  expect(await race((text) => withoutLocks(text).replace(/ for share\b/g, ''))).toEqual(['published', 'published', { published: 1 }])
})
