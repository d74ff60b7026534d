import { CODE, type RequestOf } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { beginDeclaration } from '@assoc/contract/expert/declaration-begin'
import { declarationLog } from '@assoc/contract/expert/declaration-log'
import { addStandardGrades } from '@assoc/contract/expert/eval-grade'
import { computeEvalGrades, gradeResult } from '@assoc/contract/expert/grade-result'
import { evalIndicator } from '@assoc/contract/expert/indicator'
import { evalNotice } from '@assoc/contract/expert/notice'
import { acceptOwnReviews, runReviewAssignment, selectOwnReviewAssignments, sendReviewInvitations } from '@assoc/contract/expert/review/assign'
import { reviewBatch } from '@assoc/contract/expert/review/batch'
import { addReviewItems, selectReviewCandidates } from '@assoc/contract/expert/review/item'
import { freezeReviewResult, publishReviewResult } from '@assoc/contract/expert/review/result'
import { saveScoreSheet, readScoreSheet, submitScoreSheet } from '@assoc/contract/expert/review/score'
import { evalScheme } from '@assoc/contract/expert/scheme'
import { openFormTask, saveFormAnswers, submitFormAnswer } from '@assoc/contract/form/fill'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { buildCompanies } from '../member/membership/testing'
import { publishForm, schemeFields } from './evaluation.testing'
import { batchFields, newExpert, step } from './review/testing'

// One year of the evaluation of boards: declared, reviewed twice, scored by experts who do not know whose it is, shown, published, and one
// of them cancelled. Every step is a call of somebody who may take it.

const ALL = { evaluation: 'all', declaration: 'all', review: 'all', expert: 'all', member: 'all', form: 'all', appointment: 'all', rbac: 'all' } as const
const PERMITS = [
  ...['scheme:read', 'scheme:update', 'scheme:run', 'grade:read', 'grade:update', 'grade:cancel', 'publicity:read', 'publicity:update', 'publicity:decide'].map((code) => `evaluation:${code}`),
  ...['declare:read', 'declare:manage', 'first:audit', 'second:audit', 'log:read'].map((code) => `declaration:${code}`),
  ...['batch:read', 'batch:update', 'batch:run', 'assign:read', 'assign:update', 'result:read', 'result:freeze', 'result:publish'].map((code) => `review:${code}`),
  'expert:pool:read', 'member:company:read', 'form:template:read',
]

let server: TestServer
let companies: string[]
let fillers: Session[]
let one: Session
let two: Session
const db = () => server.platform.db

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 2)
  ;[one, two] = [await server.person({ permits: PERMITS, scopes: ALL }), await server.person({ permits: PERMITS, scopes: ALL })]
  fillers = []
  for (const companyId of companies) {
    const person = await server.person({ permits: ['declaration:declare:read', 'declaration:mine:update'], scopes: { declaration: 'linked' } })
    await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, 'company', ${companyId}, 'liaison', 'COMPANY_USER', 'test', ${person.userId}, false)`.execute(db())
    fillers.push(await server.sessionOf(person.userId))
  }
})
afterAll(() => server.stop())

const stepScheme = async (schemeId: string, verb: string) => {
  const { version } = await server.ok(evalScheme.read, { schemeId }, { as: one })
  return server.ok(evalScheme.change, { schemeId, version, verb }, { as: one })
}
const read = (declareId: string) => server.ok(declaration.read, { declareId }, { as: one })
const stepDeclaration = async (declareId: string, verb: string, as: Session, more: object = {}) => {
  const { version } = await read(declareId)
  return server.ok(declaration.change, { declareId, version, verb, ...more } as RequestOf<typeof declaration.change>, { as })
}

async function openScheme(): Promise<string> {
  const templateId = await publishForm(server, '董事会实践申报表')
  const { schemeId } = await server.ok(evalScheme.insert, schemeFields(templateId, { schemeName: '董事会最佳实践', evalTarget: 'board', eligibleRules: [], vetoRules: [], gradeScale: 'score', quotaKind: null, tieRule: null }), { as: one })
  await server.ok(addStandardGrades, { schemeId }, { as: one })
  await server.ok(evalIndicator.insert, { schemeId, standardNo: 1, standardName: '规范运作', indicatorCode: '1.1', indicatorName: '会议', indicatorScore: 100, bonusFlag: false, dimensionName: '规范性', questionKeys: ['q1'], note: null }, { as: one })
  await stepScheme(schemeId, 'open')
  return schemeId
}

async function declare(schemeId: string, n: number, words: string): Promise<string> {
  const as = fillers[n] as Session
  const { declareId, taskId } = await server.ok(beginDeclaration, { schemeId, companyId: companies[n] ?? '', personId: null }, { as })
  await server.ok(saveFormAnswers, { taskId, since: 0, changes: [{ path: 'q1', base: 0, value: words }, { path: 'q2', base: 0, value: '6' }] }, { as })
  await server.ok(submitFormAnswer, { taskId, revision: (await server.ok(openFormTask, { taskId }, { as })).revision }, { as })
  const { data } = await server.upload(uploadFile, { purpose: 'declaration.stampedScan' }, { name: '盖章.pdf', bytes: Buffer.from('%PDF-1.7') }, as)
  await stepDeclaration(declareId, 'submit', as, { input: { stampedScan: [data], promiseFlag: true, selfScore: 90 } })
  await stepDeclaration(declareId, 'accept', one)
  await stepDeclaration(declareId, 'passFirst', one)
  await stepDeclaration(declareId, 'passSecond', two)
  return declareId
}

test('from a scheme to published grades, of which one is cancelled later', async () => {
  const schemeId = await openScheme()
  const names = (await sql<{ name: string; id: string }>`select company_name as name, company_id::text as id from company where company_id = any(${companies}::bigint[])`.execute(db())).rows
  const nameOf = (n: number) => names.find(({ id }) => id === companies[n])?.name ?? ''
  const declared = [await declare(schemeId, 0, `${nameOf(0)}董事会全年召开六次会议`), await declare(schemeId, 1, '全年召开五次会议')]
  await stepScheme(schemeId, 'review')
  await stepScheme(schemeId, 'score')

  // To a batch of another target they are not offered.
  const other = await server.ok(reviewBatch.insert, batchFields({ reviewKind: 'office', reviewStage: 'final', previousId: null } as never), { as: one }).catch(() => undefined)
  if (other) expect(await server.ok(selectReviewCandidates, { batchId: other.batchId, keyword: null }, { as: one })).toEqual([])
  const { batchId } = await server.ok(reviewBatch.insert, batchFields({ reviewKind: 'board', reviewStage: 'first', dimensions: [{ dimName: '规范性', dimWeight: 100, dimMax: 100 }], trimRule: 'none' }), { as: one })
  const candidates = await server.ok(selectReviewCandidates, { batchId, keyword: null }, { as: one })
  expect(candidates.map(({ reviewable, objectId }) => [reviewable, objectId]).sort()).toEqual(declared.map((id) => ['declaration.board', id]).sort())
  await server.ok(addReviewItems, { batchId, objects: candidates.map(({ reviewable, objectId }) => ({ reviewable, objectId })) }, { as: one })
  expect((await step(server, one, batchId, 'submit')).returnCode).toBe(CODE.ok)
  const experts = [await newExpert(server), await newExpert(server), await newExpert(server)]
  await server.ok(runReviewAssignment, { batchId, fields: [] }, { as: one })
  await server.ok(sendReviewInvitations, { batchId }, { as: one })
  for (const as of experts) await server.ok(acceptOwnReviews, { assignmentIds: (await server.ok(selectOwnReviewAssignments, {}, { as })).items.map(({ assignmentId }) => assignmentId) }, { as })
  expect((await step(server, one, batchId, 'begin')).returnCode).toBe(CODE.ok)
  for (const [e, as] of experts.entries())
    for (const { sheetId, itemNo } of (await server.ok(selectOwnReviewAssignments, {}, { as })).items) {
      const sheet = await server.ok(readScoreSheet, { sheetId: sheetId ?? '' }, { as })
      const shown = JSON.stringify(sheet)
      expect(shown).toContain('会议')
      for (const n of [0, 1]) expect(shown).not.toContain(nameOf(n))
      const { current } = await server.ok(saveScoreSheet, { sheetId: sheetId ?? '', version: sheet.version, dimScores: { 规范性: 70 + 10 * itemNo + e }, comment: '程序完备，记录齐全，议案材料及时送达，独立董事意见充分，后续执行跟踪到位。' }, { as })
      await server.ok(submitScoreSheet, { sheetId: sheetId ?? '', version: current.version }, { as })
    }
  expect((await step(server, one, batchId, 'end')).returnCode).toBe(CODE.ok)
  const { version } = await server.ok(reviewBatch.read, { batchId }, { as: one })
  const frozen = await server.ok(freezeReviewResult, { batchId, version }, { as: one })
  expect((await server.call(publishReviewResult, { batchId, version: frozen.version }, { as: one })).returnCode).toBe(CODE.forbidden)
  await server.ok(publishReviewResult, { batchId, version: frozen.version }, { as: two })

  const results = (await server.ok(gradeResult.list, { schemeId }, { as: one })).items
  expect(results.map(({ score }) => score).sort()).toEqual([81, 91])
  expect(await server.ok(computeEvalGrades, { schemeId }, { as: one })).toEqual({ graded: 2, vetoed: 0, unscored: 0 })
  const { noticeId } = await server.ok(evalNotice.insert, { schemeId, noticeTitle: '董事会最佳实践公示', endTime: new Date(Date.now() + 3_600_000).toISOString(), contactWay: '秘书处 010-00000000', foreword: null }, { as: one })
  await server.ok(evalNotice.change, { noticeId, version: 1, verb: 'start' }, { as: one })
  expect((await Promise.all(declared.map(read))).map(({ declareStatus, finalScore, grade }) => [declareStatus, finalScore, grade]).sort()).toEqual([['publicity', 81, 'B'], ['publicity', 91, 'A']])
  await sql`update eval_notice set end_time = now() where notice_id = ${noticeId}`.execute(db())
  await server.ok(evalNotice.change, { noticeId, version: 2, verb: 'publish' }, { as: two })
  expect((await Promise.all(declared.map(read))).map(({ declareStatus }) => declareStatus)).toEqual(['published', 'published'])
  expect((await server.ok(evalScheme.read, { schemeId }, { as: one })).schemeStatus).toBe('published')

  // The best of them is cancelled by two people, and its declaration with it.
  const best = (await server.ok(gradeResult.list, { schemeId }, { as: one })).items.find(({ gradeCode }) => gradeCode === 'A')
  const cancel = async (verb: string, as: Session, reason: string | null) => {
    const now = await server.ok(gradeResult.read, { resultId: best?.resultId ?? '' }, { as })
    return server.ok(gradeResult.change, { resultId: now.resultId, version: now.version, verb, reason }, { as })
  }
  await cancel('askCancel', one, '期后被立案调查')
  await cancel('cancel', two, null)
  const [ended, kept] = (await Promise.all(declared.map(read))).sort((a, b) => (a.declareStatus < b.declareStatus ? -1 : 1))
  expect([ended?.declareStatus, ended?.grade, kept?.declareStatus, kept?.grade]).toEqual(['disqualified', null, 'published', 'B'])
  const log = (await server.ok(declarationLog.list, { schemeId, pageSize: 100 } as RequestOf<typeof declarationLog.list>, { as: one })).items
  expect(log.filter(({ declareId }) => declareId === ended?.declareId).map(({ toStatus }) => toStatus).filter(Boolean).reverse()).toEqual(['submitted', 'reviewing', 'rechecking', 'scoring', 'publicity', 'published', 'disqualified'])
})
