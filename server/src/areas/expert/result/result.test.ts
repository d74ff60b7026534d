import { CODE } from '@assoc/contract'
import * as calls from '@assoc/contract/expert/review/result'
import { returnScoreSheet } from '@assoc/contract/expert/review/score'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { defineReviewable, type Outcome } from '../../../platform/review/reviewables'
import { batchRow, changeFrozen, handIn, writeScene, setBatch, setSheet, sheetRow, type Scene } from '../score/scene.testing.repository'
import { counted } from './count'
import * as repository from './repository'

// Results are counted, reconsidered by another, frozen by a hash, opened by another and published by another.

let server: TestServer
let experts: string[]
let [clerk, second, third]: Session[] = []
const outcomes: Outcome[] = []
const db = () => server.platform.db

defineReviewable({
  key: 'resultWork',
  label: '测试件',
  kinds: ['work'],
  candidates: () => Promise.resolve([]),
  titles: () => Promise.resolve(new Map()),
  blind: () => Promise.resolve({ title: '', sections: [], files: [] }),
  open: () => Promise.resolve({ title: '', sections: [], files: [] }),
  parties: () => Promise.resolve(new Map()),
  outcome: (_db, results) => Promise.resolve(void outcomes.push(...results)),
})

const PERMITS = ['review:result:read', 'review:result:freeze', 'review:result:publish', 'review:sheet:return']
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const staff = () => server.person({ permits: PERMITS, scopes: { review: 'all' } })
  ;[clerk, second, third] = [await staff(), await staff(), await staff()]
  experts = []
  for (let n = 0; n < 5; n++) experts.push((await server.person({ permits: ['review:sheet:score'] })).userId)
})
afterAll(() => server.stop())

let scenes = 0
const scene = (works: number, rules: Record<string, unknown> = {}): Promise<Scene> => writeScene(db(), { name: `结果批次${++scenes}`, works, users: experts, rules, reviewable: 'resultWork' })
const as = (session: Session | undefined) => ({ as: session ?? null })
const version = async (batchId: string) => (await batchRow(db(), batchId)).version
const listed = async (batchId: string) => (await server.ok(calls.reviewResult.list, { batchId }, as(clerk))).items
const state = async (batchId: string, session: Session | undefined) => (await server.ok(calls.selectResultBatches, { batchId }, as(session))).items[0]

test('from the sheets to what is published: every step, each by who may', async () => {
  const laid = await scene(3, { trim_rule: 'ends', cut_kind: 'first', cut_value: 1 })
  const { batchId } = laid
  const SCORES = [[95, 92.5, 91, 90.7, 88], [90, 85, 84.5, 83.2, 80], [90, 85, 84.5, 83.2, 40]]
  await handIn(db(), laid, (e, w) => SCORES[w]?.[e] ?? 0)
  expect((await server.call(calls.countReviewResult, { batchId }, as(clerk))).returnMessage).toContain('评分截止后')
  await setBatch(db(), batchId, 'ended')
  expect(await server.ok(calls.countReviewResult, { batchId }, as(clerk))).toEqual({ works: 3, lacking: 0, disputed: 1 })
  expect((await listed(batchId)).map(({ rankNo, finalScore, dropHigh, dropLow, rawMean, spread, resultStatus, inCut, validCount }) => [rankNo, finalScore, dropHigh, dropLow, rawMean, spread, resultStatus, inCut, validCount])).toEqual([
    [1, 91.4, 95, 88, 91.44, 7, 'summed', true, 5], [2, 84.23, 90, 80, 84.54, 10, 'summed', false, 5], [3, 84.23, 90, 40, 76.54, 50, 'again', false, 5],
  ])
  const [first, , disputed] = await listed(batchId)
  const behind = await server.ok(calls.selectResultSheets, { resultId: first?.resultId ?? '' }, as(clerk))
  expect(behind.sheets.map(({ raw, dropped, mayReturn }) => [raw, dropped, mayReturn])).toEqual([[95, 'high', true], [92.5, null, true], [91, null, true], [90.7, null, true], [88, 'low', true]])
  expect((await server.call(calls.freezeReviewResult, { batchId, version: await version(batchId) }, as(clerk))).returnMessage).toBe('还有 1 件复议中，处理后才能冻结')
  // Who counted does not settle a spread that came of it.
  const uphold = (session: Session | undefined) => server.call(calls.reviewResult.change, { resultId: disputed?.resultId ?? '', version: disputed?.version ?? 0, verb: 'uphold', reason: '两位专家已说明理由' }, as(session))
  expect([(await uphold(clerk)).returnCode, (await uphold(second)).returnCode]).toEqual([CODE.forbidden, CODE.ok])
  // Counting the same sheets does not ask again.
  expect(await server.ok(calls.countReviewResult, { batchId }, as(clerk))).toMatchObject({ disputed: 0 })
  const frozen = await server.ok(calls.freezeReviewResult, { batchId, version: await version(batchId) }, as(clerk))
  expect(frozen.resultHash).toMatch(/^[0-9a-f]{64}$/)
  expect(await server.ok(calls.verifyReviewResult, { batchId }, as(clerk))).toEqual({ resultHash: frozen.resultHash, nowHash: frozen.resultHash, unchanged: true, differing: 0 })
  for (const [what, change] of Object.entries(changeFrozen)) expect([what, await change(db(), what === 'sheet' ? (laid.sheets[0]?.[0] ?? '') : batchId).then(() => 'changed', () => 'refused')]).toEqual([what, 'refused'])
  expect((await server.call(calls.countReviewResult, { batchId }, as(clerk))).returnMessage).toContain('已冻结')
  expect((await server.call(returnScoreSheet, { sheetId: laid.sheets[0]?.[0] ?? '', version: 2, reason: '请补充' }, as(clerk))).returnMessage).toContain('已冻结')

  expect([(await state(batchId, clerk))?.separated, (await state(batchId, second))?.abilities]).toEqual([['unfreeze', 'publish'], ['unfreeze', 'publish']])
  const unfreeze = async (session: Session | undefined) => server.call(calls.unfreezeReviewResult, { batchId, version: await version(batchId), reason: '复核' }, as(session))
  expect([(await unfreeze(clerk)).returnCode, (await unfreeze(second)).returnCode]).toEqual([CODE.forbidden, CODE.ok])
  expect((await server.call(calls.verifyReviewResult, { batchId }, as(clerk))).returnMessage).toBe('结果尚未冻结')
  expect((await server.ok(calls.freezeReviewResult, { batchId, version: await version(batchId) }, as(clerk))).resultHash).toBe(frozen.resultHash)
  const publish = async (session: Session | undefined) => server.call(calls.publishReviewResult, { batchId, version: await version(batchId) }, as(session))
  expect((await publish(clerk)).returnCode).toBe(CODE.forbidden)
  // A sheet that is struck after all outdates what was frozen: it is not published, and the check tells.
  await setSheet(db(), laid.sheets[2]?.[0] ?? '', 'struck')
  expect([(await publish(third)).returnMessage, (await server.ok(calls.verifyReviewResult, { batchId }, as(third))).unchanged, (await server.ok(calls.verifyReviewResult, { batchId }, as(third))).differing]).toEqual(['结果与冻结时不一致，不能公布', false, 1])
  await unfreeze(second)
  await server.ok(calls.countReviewResult, { batchId }, as(clerk))
  await server.ok(calls.freezeReviewResult, { batchId, version: await version(batchId) }, as(clerk))
  expect([(await publish(third)).returnCode, (await publish(third)).returnCode]).toEqual([CODE.ok, CODE.badTransition])
  expect(outcomes.map(({ objectId, rankNo, inCut }) => [objectId, rankNo, inCut])).toEqual([['1', 1, true], ['2', 2, false], ['3', 3, false]])
  expect((await listed(batchId)).map(({ resultStatus }) => resultStatus)).toEqual(['published', 'published', 'published'])
})

test('too few sheets are told and hold the freezing up; results are found by title, and leave by the name of the house', async () => {
  const laid = await scene(2)
  await handIn(db(), laid, () => 70)
  for (const own of laid.sheets.slice(0, 3)) await setSheet(db(), own[1] ?? '', 'recused')
  await setBatch(db(), laid.batchId, 'ended')
  expect(await server.ok(calls.countReviewResult, { batchId: laid.batchId }, as(clerk))).toEqual({ works: 2, lacking: 1, disputed: 0 })
  expect((await server.call(calls.freezeReviewResult, { batchId: laid.batchId, version: await version(laid.batchId) }, as(clerk))).returnMessage).toBe('还有 1 件待补评，处理后才能冻结')
  expect((await server.ok(calls.reviewResult.list, { batchId: laid.batchId, keyword: '作品2' }, as(clerk))).items.map(({ resultStatus, rankNo }) => [resultStatus, rankNo])).toEqual([['lacking', null]])
  const answer = await server.raw('/capcoapi/expert/reviewResult/exportReviewResult', { method: 'POST', as: clerk ?? null, headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }, body: JSON.stringify({ batchId: laid.batchId }) })
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('专家评分汇总')
  const outside = await server.person({ permits: PERMITS, scopes: { review: 'self' } })
  const of = { batchId: laid.batchId }
  const refused = [await server.call(calls.countReviewResult, of, as(outside)), await server.call(calls.verifyReviewResult, of, as(outside)), await server.call(calls.freezeReviewResult, { ...of, version: 1 }, as(outside)), await server.call(calls.publishReviewResult, { ...of, version: 1 }, as(outside)), await server.call(calls.selectResultSheets, { resultId: (await listed(laid.batchId))[0]?.resultId ?? '' }, as(outside))]
  expect(refused.map(({ returnCode }) => returnCode)).toEqual(refused.map(() => CODE.notFound))
  expect([(await server.call(calls.selectResultBatches, of, as(outside))).returnCode, (await server.ok(calls.selectResultBatches, {}, as(outside))).items]).toEqual([CODE.notFound, []])
})

test('counting while a sheet is sent back: either is told of the other; without the lock a sheet counts that is not there', async () => {
  const laid = await scene(2)
  await handIn(db(), laid, (e, w) => 70 + e + w)
  await setBatch(db(), laid.batchId, 'ended')
  await server.ok(calls.countReviewResult, { batchId: laid.batchId }, as(clerk))
  const back = async (sheetId: string) => server.call(returnScoreSheet, { sheetId, version: (await sheetRow(db(), sheetId)).version, reason: '请补充' }, as(second))
  /** Counts in one transaction that pauses between reading the sheets and writing what came out, while a sheet is sent back. */
  const race = async (hold: boolean, sheetId: string) => {
    let returned: ReturnType<typeof back> | undefined
    await db().transaction().execute(async (tx) => {
      const batch = await repository.batchOf(tx, laid.batchId, repository.EVERY, hold)
      if (!batch) throw new Error('no batch')
      const { results } = await counted(tx, batch)
      returned = back(sheetId)
      await new Promise((done) => setTimeout(done, 150))
      await repository.writeResults(tx, batch, results, [])
    })
    expect((await returned)?.returnCode).toBe(CODE.ok)
    const behind = await repository.countedSheetIds(db(), laid.batchId)
    return { counted: behind.includes(sheetId), stale: (await batchRow(db(), laid.batchId)).stale_time !== null }
  }
  expect(await race(true, laid.sheets[0]?.[0] ?? '')).toEqual({ counted: true, stale: true })
  expect(await race(false, laid.sheets[1]?.[0] ?? '')).toEqual({ counted: true, stale: false })
})
