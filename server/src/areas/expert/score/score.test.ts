import { CODE } from '@assoc/contract'
import * as calls from '@assoc/contract/expert/review/score'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { defineReviewable } from '../../../platform/review/reviewables'
import * as repository from './repository'
import { batchRow, dropVersions, writeScene, lateSubmissions, setBatch, setExpert, setSheet, sheetRow, versionsOf, type Scene } from './scene.testing.repository'

// What experts do to their sheets: saved by version, handed in by the rules, late by the clock of the database.

let server: TestServer
let [one, other]: Session[] = []
let staff: Session
const db = () => server.platform.db

/** What publishing has told the reviewed objects. */
defineReviewable({
  key: 'testWork',
  label: '测试件',
  kinds: ['work'],
  candidates: () => Promise.resolve([]),
  titles: () => Promise.resolve(new Map()),
  blind: (_db, objectId) => Promise.resolve({ title: `盲审${objectId}`, sections: [{ label: '正文', text: '正文' }], files: [] }),
  open: (_db, objectId) => Promise.resolve({ title: `实名${objectId}`, sections: [{ label: '作者', text: '甄作者' }], files: [] }),
  parties: () => Promise.resolve(new Map()),
  outcome: () => Promise.resolve(),
})

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  ;[one, other] = [await server.person({ permits: ['review:sheet:score'] }), await server.person({ permits: ['review:sheet:score'] })]
  staff = await server.person({ permits: ['review:sheet:return', 'review:result:read'], scopes: { review: 'all' } })
})
afterAll(() => server.stop())

let scenes = 0
const scene = (works: number, rules: Record<string, unknown> = {}, users = [one?.userId ?? '', other?.userId ?? '']): Promise<Scene> => writeScene(db(), { name: `评分批次${++scenes}`, works, users, rules })
const save = (sheetId: string, version: number, 甲: number, 乙: number, comment: string | null = null, as = one) => server.call(calls.saveScoreSheet, { sheetId, version, dimScores: { 甲, 乙 }, comment }, { as: as ?? null })
const submit = (sheetId: string, version: number, as = one) => server.call(calls.submitScoreSheet, { sheetId, version }, { as: as ?? null })
const read = (sheetId: string, as = one) => server.call(calls.readScoreSheet, { sheetId }, { as: as ?? null })
const fields = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)

test('what waits for an expert stands on their home page, by the screen that shows it', async () => {
  const waiting = async () => (await server.ok(selectTodos, {}, { as: one ?? null })).filter(({ label }) => label.startsWith('待评分')).map(({ label, value }) => [label, value])
  expect(await waiting()).toEqual([])
  const { batchId } = await scene(3)
  await scene(2, { review_stage: 'first', review_kind: 'board' })
  expect(await waiting()).toEqual([['待评分：专家评分', 3], ['待评分：专家评分（申报）', 2]])
  await setBatch(db(), batchId, 'ended')
  expect(await waiting()).toEqual([['待评分：专家评分（申报）', 2]])
})

test('a sheet is saved, checked and handed in by its rules, and every state is kept', async () => {
  const { sheets: [[sheetId = '', second = ''] = []], batchId } = await scene(2)
  expect((await read(sheetId)).data).toMatchObject({ version: 1, sheetStatus: 'pending', closed: null, work: { title: '盲审1' }, others: null })
  const first = await save(sheetId, 1, 88.5, 90)
  expect(first.data).toEqual({ saved: true, sheetStatus: 'draft', current: { version: 2, dimScores: { 甲: 88.5, 乙: 90 }, totalScore: 89.1, comment: null, writeTime: expect.any(String) } })
  // The same again changes nothing, whatever version it names.
  expect((await save(sheetId, 1, 88.5, 90)).data).toMatchObject({ saved: true, current: { version: 2 } })
  for (const score of [100.05, -1, 100.1, 88.25]) expect([score, fields(await save(sheetId, 2, score, 90))]).toEqual([score, ['dimScores.甲']])
  const minus = await server.raw('/capcoapi/expert/score/saveScoreSheet', { method: 'POST', as: one ?? null, headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }, body: `{"sheetId":"${sheetId}","version":2,"dimScores":{"甲":-0,"乙":90},"comment":null}` })
  expect(await minus.json()).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'dimScores.甲' }] } })
  expect((await save(sheetId, 2, 95, 95)).data).toMatchObject({ saved: true, current: { version: 3 } })
  expect(fields(await submit(sheetId, 3))).toEqual(['comment'])
  expect((await save(sheetId, 3, 95, 95, `${' '.repeat(40)}好`)).data).toMatchObject({ saved: true })
  expect(fields(await submit(sheetId, 4))).toEqual(['comment'])
  expect((await save(sheetId, 4, 95, 95, '论证充分，数据翔实，结论对会员单位有直接的参考价值。')).data).toMatchObject({ saved: true })
  expect((await submit(sheetId, 4)).returnCode).toBe(CODE.conflict)
  expect((await submit(sheetId, 5)).data).toMatchObject({ totalScore: 95 })
  expect((await submit(sheetId, 6)).returnCode).toBe(CODE.badTransition)
  expect((await save(sheetId, 6, 1, 1)).returnMessage).toContain('已提交')
  expect((await versionsOf(db(), sheetId)).map(({ version_no, stale }) => [version_no, stale])).toEqual([[2, false], [3, false], [4, false], [5, false]])
  await expect(dropVersions(db(), sheetId)).rejects.toThrow('kept')
  expect(fields(await submit(second, 1))).toEqual(['dimScores.甲', 'dimScores.乙'])
  const queue = await server.ok(calls.selectScoreQueue, { preset: 'final', batchId }, { as: one ?? null })
  expect([queue.items.map(({ sheetStatus, totalScore, title }) => [sheetStatus, totalScore, title]), queue.own]).toEqual([[['submitted', 95, null], ['pending', null, null]], { mean: 95, deviation: 0 }])
  expect((await server.ok(calls.selectScoreQueue, { preset: 'first', batchId }, { as: one ?? null })).items).toEqual([])
})

test('two tabs, fifty times: one is in force, the other is told both values and kept; without the version the last one wins unseen', async () => {
  const ROUNDS = 50
  const { sheets: [own = []] } = await scene(2)
  const [sheetId = '', loose = ''] = own
  let version = 1
  for (let round = 0; round < ROUNDS; round++) {
    const mine = [round + 0.1, round + 0.2]
    const answers = await Promise.all(mine.map((score) => save(sheetId, version, score, 50)))
    const saved = answers.filter(({ data }) => data.saved)
    const told = answers.filter(({ data }) => !data.saved)
    expect([saved.length, told.length]).toEqual([1, 1])
    expect(told[0]?.data.current).toMatchObject({ dimScores: saved[0]?.data.current.dimScores, version: version + 1 })
    version++
  }
  const versions = await versionsOf(db(), sheetId)
  expect([versions.filter(({ stale }) => !stale).length, versions.filter(({ stale }) => stale).length]).toEqual([ROUNDS, ROUNDS])

  // The control: written without asking for the version, both are in force one after the other, and nobody is told.
  const unchecked = (score: number) => db().transaction().execute((tx) => repository.writeSheet(tx, loose, { dimScores: { 甲: score, 乙: 50 }, totalScore: null, comment: null }, one?.userId ?? ''))
  await Promise.all([unchecked(1), unchecked(2)])
  expect((await versionsOf(db(), loose)).map(({ stale }) => stale)).toEqual([false, false])
})

test('at the end sheets are late, the work is closed, and opening again leaves what was never saved waiting', async () => {
  const { sheets: [[saved = '', never = ''] = []], batchId } = await scene(2, { see_others: 'afterEnd' })
  await save(saved, 1, 70, 70)
  await setBatch(db(), batchId, 'scoring', '-1 second')
  // Nobody has ended it yet: the clock has.
  expect((await read(saved)).data).toMatchObject({ closed: '评分已截止', work: null, others: [] })
  expect((await save(saved, 2, 71, 70)).returnMessage).toBe('评分已截止')
  expect((await submit(saved, 2)).returnMessage).toBe('评分已截止')
  await setBatch(db(), batchId, 'ended')
  expect([(await sheetRow(db(), saved)).sheet_status, (await sheetRow(db(), never)).sheet_status]).toEqual(['late', 'late'])
  await setBatch(db(), batchId, 'scoring', '1 hour')
  const [again, waiting] = [await sheetRow(db(), saved), await sheetRow(db(), never)]
  expect([again.sheet_status, waiting.sheet_status]).toEqual(['draft', 'pending'])
  expect((await submit(saved, again.version)).returnCode).toBe(CODE.ok)
})

test('in the last second, what was handed in was so before the end by the clock of the database', async () => {
  const { sheets: [own = []], batchId } = await scene(30)
  await Promise.all(own.map((sheetId) => save(sheetId, 1, 70, 70)))
  await setBatch(db(), batchId, 'scoring', '150 milliseconds')
  const [last = '', ...others] = own
  for (const sheetId of others) await submit(sheetId, 2)
  await new Promise((done) => setTimeout(done, 160))
  expect((await submit(last, 2)).returnMessage).toBe('评分已截止')
  expect(await lateSubmissions(db(), batchId)).toBe(0)
  // The control: a step that does not look at the clock comes after the end.
  await repository.moveSheet(db(), { sheetId: last, sheetVersion: 2, sheetStatus: 'draft' }, 'submitted', 'submit', [one?.userId ?? ''])
  expect(await lateSubmissions(db(), batchId)).toBe(1)
  // A submission that waits for whoever ends the batch is late, though it came before.
  const { sheets: [[waits = ''] = []], batchId: held } = await scene(1)
  await save(waits, 1, 70, 70)
  let late: ReturnType<typeof submit> | undefined
  await db().transaction().execute(async (tx) => {
    await setBatch(tx, held, 'ended')
    late = submit(waits, 2)
    await new Promise((done) => setTimeout(done, 100))
  })
  expect((await late)?.returnMessage).toBe('评分已截止')
  expect((await sheetRow(db(), waits)).sheet_status).toBe('late')
})

test('an expert reaches their own sheets alone, and none after recusal or the end of the appointment', async () => {
  const { sheets: [[mine = ''] = [], [theirs = ''] = []], expertIds: [expertId = ''] } = await scene(1, { blind_flag: false, see_others: 'afterMine' })
  const asked = async (sheetId: string, as: Session | undefined) => (await Promise.all([read(sheetId, as), save(sheetId, 1, 50, 50, null, as), submit(sheetId, 1, as), server.call(calls.returnScoreSheet, { sheetId, version: 1, reason: '请补充' }, { as: as ?? null })])).map(({ returnCode }) => returnCode)
  expect(await asked(theirs, one)).toEqual([CODE.notFound, CODE.notFound, CODE.notFound, CODE.forbidden])
  expect((await read(mine)).data).toMatchObject({ work: { title: '实名1' }, others: null })
  await save(theirs, 1, 60, 60, '别人写的意见', other)
  await submit(theirs, 2, other)
  await save(mine, 1, 70, 70)
  expect((await read(mine)).data).toMatchObject({ others: null })
  await submit(mine, 2)
  // After mine: by nobody's name.
  expect((await read(mine)).data.others).toEqual([{ dimScores: { 甲: 60, 乙: 60 }, totalScore: 60, comment: '别人写的意见' }])
  await setExpert(db(), expertId, 'dismissed')
  expect((await read(mine)).returnCode).toBe(CODE.notFound)
  await setExpert(db(), expertId, 'serving')
  await setSheet(db(), mine, 'struck')
  expect((await read(mine)).returnCode).toBe(CODE.notFound)
  const recused = await scene(1)
  await setSheet(db(), recused.sheets[0]?.[0] ?? '', 'recused')
  expect(await asked(recused.sheets[0]?.[0] ?? '', one)).toEqual([CODE.notFound, CODE.notFound, CODE.notFound, CODE.forbidden])
})

test('staff send a sheet back with a reason, within their scope, and it is scored again', async () => {
  const { sheets: [[sheetId = ''] = []], batchId } = await scene(1)
  await save(sheetId, 1, 70, 70)
  await submit(sheetId, 2)
  const back = (as: Session, version: number) => server.call(calls.returnScoreSheet, { sheetId, version, reason: '评审意见与得分不符' }, { as })
  const outside = await server.person({ permits: ['review:sheet:return'], scopes: { review: 'self' } })
  expect([(await back(outside, 3)).returnCode, (await back(staff, 2)).returnCode, (await back(staff, 3)).returnCode, (await back(staff, 4)).returnCode]).toEqual([CODE.notFound, CODE.conflict, CODE.ok, CODE.badTransition])
  expect((await read(sheetId)).data).toMatchObject({ sheetStatus: 'draft', returnReason: '评审意见与得分不符', version: 4 })
  expect((await save(sheetId, 4, 65, 70)).data).toMatchObject({ saved: true })
  expect((await submit(sheetId, 5)).returnCode).toBe(CODE.ok)
  expect((await batchRow(db(), batchId)).stale_time).toBeNull()
})
