import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { acceptOwnReviews, checkReviewTies, declareOwnConflict, declineOwnReviews, placeReviewExpert, previewReviewAssignment, removeReviewAssignment, replaceReviewExpert, runReviewAssignment, selectOwnReviewAssignments, selectReviewMatrix, sendReviewInvitations } from '@assoc/contract/expert/review/assign'
import { reviewBatch } from '@assoc/contract/expert/review/batch'
import { addReviewCut, addReviewItems, reviewItem, selectReviewCandidates, setReviewCalibration } from '@assoc/contract/expert/review/item'
import { reviewRecusal } from '@assoc/contract/expert/review/recusal'
import { tryReviewRules } from '@assoc/contract/expert/review/trial'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { actionIn } from '../../../platform/resource/in-job'
import { buildCompanies } from '../../member/membership/testing'
import { expireAssignments } from './assign/own'
import { placeExpert, type Hold } from './assign/service'
import { endBatches } from './batch'
import { holdBatch, readBatch } from './batch/repository'
import { watchTies } from './recusal/note'
import { batchFields, newExpert, newWork, STAFF, step, waitingBatch } from './testing'

let server: TestServer
let staff: Session
let second: Session
let companies: string[]
let experts: Awaited<ReturnType<typeof newExpert>>[]
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person(STAFF)
  second = await server.person(STAFF)
  companies = await buildCompanies(server, 3)
  experts = []
  for (let i = 0; i < 6; i++) experts.push(await newExpert(server))
})
afterAll(() => server.stop())

const db = () => server.platform.db
const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)
const works = async (n: number) => {
  const ids: string[] = []
  for (let i = 0; i < n; i++) ids.push(await newWork(server, staff))
  return ids
}
const matrix = (batchId: string) => server.ok(selectReviewMatrix, { batchId }, { as: staff })
const itemsOf = async (batchId: string) => (await matrix(batchId)).items
const tasksOf = async (as: Session) => (await server.ok(selectOwnReviewAssignments, {}, { as })).items
const sheetOf = (itemId: string, expertId: string) => db().selectFrom('review_sheet').select(['sheet_id', 'sheet_status']).where('item_id', '=', itemId).where('expert_id', '=', expertId).executeTakeFirst()
const office = (personId: string, companyId: string) => db().insertInto('director_appointment').values({ person_id: personId, company_id: companyId, role_type: 'independent', committees: null, chairs: null, first_date: '2025-01-01', term_start: '2025-01-01', term_end: '2030-01-01', leave_date: null, allowance: null, remark: null, appoint_status: 'serving', dept_id: null, create_by: null }).execute()
const director = async (print: string, mobile: string) =>
  (await db().insertInto('director_base').values({ name: '某董事', id_card: '1', id_card_sealed: 'x', id_card_print: print, gender: 'male', birth_date: '1970-01-01', mobile, email: null, education: null, pool_id: null, remark: null, dept_id: null, create_by: null }).returning('person_id').executeTakeFirstOrThrow()).person_id

/** A batch that all six have accepted as far as it is assigned. */
async function accepted(batchId: string) {
  await server.ok(runReviewAssignment, { batchId, fields: [] }, { as: staff })
  await server.ok(sendReviewInvitations, { batchId }, { as: staff })
  for (const expert of experts) {
    const ids = (await tasksOf(expert)).filter((task) => task.batchId === batchId && task.assignStatus === 'waiting').map(({ assignmentId }) => assignmentId)
    if (ids.length > 0) await server.ok(acceptOwnReviews, { assignmentIds: ids }, { as: expert })
  }
}

test.each([
  ['weights of 99', { dimensions: [{ dimName: '甲', dimWeight: 99, dimMax: 100 }] }, 'dimensions'],
  ['weights of 101', { dimensions: [{ dimName: '甲', dimWeight: 51, dimMax: 100 }, { dimName: '乙', dimWeight: 50, dimMax: 100 }] }, 'dimensions'],
  ['a dimension twice', { dimensions: [{ dimName: '甲', dimWeight: 50, dimMax: 100 }, { dimName: '甲', dimWeight: 50, dimMax: 100 }] }, 'dimensions'],
  ['the same place for ties', { dimensions: [{ dimName: '甲', dimWeight: 50, dimMax: 100, tieOrder: 1 }, { dimName: '乙', dimWeight: 50, dimMax: 100, tieOrder: 1 }] }, 'dimensions'],
  ['more valid sheets than experts', { leastValid: 4 }, 'leastValid'],
  ['an end before the beginning', { endTime: `${today()}T00:00:00+08:00` }, 'endTime'],
  ['a cut without its value', { cutKind: 'first' as const }, 'cutValue'],
  ['a final stage without the first', { reviewStage: 'final' as const }, 'previousId'],
])('%s is refused at its field', async (_what, over, path) => {
  expect(paths(await server.call(reviewBatch.insert, batchFields(over), { as: staff }))).toEqual([path])
})

test('a batch takes what may be reviewed, begins when its works have experts, and its rules are fixed from then on', async () => {
  const [one = '', other = ''] = await works(2)
  const { batchId } = await server.ok(reviewBatch.insert, batchFields(), { as: staff })
  expect((await step(server, staff, batchId, 'submit')).returnMessage).toContain('还没有评审对象')
  expect((await server.ok(selectReviewCandidates, { batchId, keyword: null }, { as: staff })).map(({ objectId }) => objectId)).toEqual(expect.arrayContaining([one, other]))
  const objects = [{ reviewable: 'work', objectId: one }, { reviewable: 'work', objectId: other }]
  expect(await server.ok(addReviewItems, { batchId, objects }, { as: staff })).toEqual({ added: 2 })
  expect(await server.ok(addReviewItems, { batchId, objects }, { as: staff })).toEqual({ added: 0 })
  expect(paths(await server.call(addReviewItems, { batchId, objects: [{ reviewable: 'work', objectId: '999999' }] }, { as: staff }))).toEqual(['objects'])
  const stranger = await server.person({ permits: STAFF.permits, scopes: { review: 'self', expert: 'all' } })
  expect((await server.call(reviewItem.list, { batchId }, { as: stranger })).returnCode).toBe(CODE.notFound)
  expect((await step(server, staff, batchId, 'submit')).returnCode).toBe(CODE.ok)
  expect((await step(server, staff, batchId, 'begin')).returnMessage).toContain('不足 3 位')
  await accepted(batchId)
  expect((await step(server, staff, batchId, 'begin')).returnCode).toBe(CODE.ok)
  const row = await server.ok(reviewBatch.read, { batchId }, { as: staff })
  expect(row).toMatchObject({ batchStatus: 'scoring', itemCount: 2, acceptedCount: 6, frozenTime: expect.any(String) })
  const fields = batchFields({ batchName: row.batchName, endTime: `${dayAfter(today(), 30)}T18:00:00+08:00` })
  expect(paths(await server.call(reviewBatch.update, { ...fields, trimRule: 'none', spreadLimit: 20, batchId, version: row.version }, { as: staff })).sort()).toEqual(['spreadLimit', 'trimRule'])
  await server.ok(reviewBatch.update, { ...fields, batchId, version: row.version }, { as: staff })
  await expect(db().updateTable('review_batch').set({ least_valid: 1 }).where('batch_id', '=', batchId).execute()).rejects.toThrow('frozen')
  const [item] = await itemsOf(batchId)
  expect((await server.call(setReviewCalibration, { batchId, itemId: item?.itemId ?? '' }, { as: staff })).returnCode).toBe(CODE.inUse)
  expect((await step(server, staff, batchId, 'end')).returnCode).toBe(CODE.ok)
  expect(paths(await step(server, staff, batchId, 'reopen', { reason: '延长', input: { endTime: `${today()}T00:00:00+08:00` } }))).toEqual(['endTime'])
  expect((await step(server, staff, batchId, 'reopen', { reason: '延长', input: { endTime: `${dayAfter(today(), 40)}T00:00:00+08:00` } })).returnCode).toBe(CODE.ok)
  expect((await server.ok(reviewBatch.read, { batchId }, { as: staff })).frozenTime).toBe(row.frozenTime)
  // Without anybody who counts results there is no step to sum them up.
  expect(row.abilities).not.toContain('sum')
  await db().updateTable('review_batch').set({ end_time: sql<string>`now()` }).where('batch_id', '=', batchId).execute()
  await endBatches(server.platform)
  expect((await server.ok(reviewBatch.read, { batchId }, { as: staff })).batchStatus).toBe('ended')
})

test('a final stage takes over what made the cut of the first one, and nothing else', async () => {
  const ids = await works(3)
  const first = await waitingBatch(server, staff, ids)
  await db().updateTable('review_batch').set({ batch_status: 'summed' }).where('batch_id', '=', first).execute()
  const items = await itemsOf(first)
  for (const [i, { itemId }] of items.entries()) await db().insertInto('review_result').values({ batch_id: first, item_id: itemId, raw_mean: 80, drop_high: null, drop_low: null, final_score: 80, spread: 1, rank_no: i + 1, in_cut: i < 2, dept_id: null, create_by: null }).execute()
  const { batchId } = await server.ok(reviewBatch.insert, batchFields({ reviewStage: 'final', previousId: first }), { as: staff })
  expect(paths(await server.call(addReviewItems, { batchId, objects: [{ reviewable: 'work', objectId: ids[2] ?? '' }] }, { as: staff }))).toEqual(['objects'])
  expect(await server.ok(addReviewCut, { batchId }, { as: staff })).toEqual({ added: 2 })
  expect((await itemsOf(batchId)).map(({ title }) => title)).toEqual(items.slice(0, 2).map(({ title }) => title))
})

test('what the preview shows is what is done; ties are kept clear of, and what cannot be filled is told with its reasons', async () => {
  const [expert] = experts
  const tied = await newWork(server, staff, { authors: [{ name: '甲', unit: null, mobile: expert?.mobile ?? '', idCard: null }, { name: '乙', unit: '第二评审研究院', mobile: null, idCard: null }] })
  await db().updateTable('expert').set({ unit: '第二评审研究院' }).where('expert_id', '=', experts[1]?.expertId ?? '').execute()
  const batchId = await waitingBatch(server, staff, [tied, ...(await works(3))], { loadLimit: 2 })
  const planned = await server.ok(previewReviewAssignment, { batchId, fields: [] }, { as: staff })
  expect(await server.ok(runReviewAssignment, { batchId, fields: [] }, { as: second })).toEqual(planned)
  const { items, assignments, ties } = await matrix(batchId)
  expect(assignments.map(({ itemId, expertId }) => `${itemId} ${expertId}`).sort()).toEqual(planned.pairs.map(({ itemId, expertId }) => `${itemId} ${expertId}`).sort())
  const [first] = items
  expect(ties.filter(({ itemId }) => itemId === first?.itemId).map((tie) => [tie.expertId, tie.recuseType, tie.certain]).sort()).toEqual([[expert?.expertId, 'own', true], [experts[1]?.expertId, 'unit', true]].sort())
  expect(assignments.filter(({ itemId }) => itemId === first?.itemId).map(({ expertId }) => expertId)).not.toEqual(expect.arrayContaining([expert?.expertId]))
  // Six experts with two each are twelve places for four works of three.
  expect([planned.pairs.length, planned.gaps, planned.least, planned.most]).toEqual([12, [], 2, 2])
  const [last] = experts
  expect(paths(await server.call(placeReviewExpert, { batchId, itemId: first?.itemId ?? '', expertId: last?.expertId ?? '' }, { as: staff }))).toEqual(['expertId'])
  const checked = await server.ok(checkReviewTies, { batchId, expertIds: [expert?.expertId ?? ''], itemIds: [] }, { as: staff })
  expect(checked.map(({ title, detail }) => [title, detail])).toEqual([[first?.title, '手机号码与作者“甲”一致']])

  const narrow = await waitingBatch(server, staff, await works(2), { loadLimit: 1 })
  await db().updateTable('review_item').set({ fields: ['law'] }).where('batch_id', '=', narrow).where('item_no', '=', 1).execute()
  const { gaps } = await server.ok(previewReviewAssignment, { batchId: narrow, fields: [] }, { as: staff })
  expect(gaps).toEqual([expect.objectContaining({ itemNo: 1, missing: 3, barriers: { tie: 0, taken: 0, field: 6, full: 0 } })])
})

test('experts see what they were asked, by number alone where it is blind, and take it on, decline it or let it lapse', async () => {
  const [a, b, c] = experts
  const batchId = await waitingBatch(server, staff, await works(1))
  const [item] = await itemsOf(batchId)
  const itemId = item?.itemId ?? ''
  for (const expert of [a, b, c]) await server.ok(placeReviewExpert, { batchId, itemId, expertId: expert?.expertId ?? '' }, { as: staff })
  const own = async (as: Session) => (await tasksOf(as)).find((task) => task.batchId === batchId)
  expect(await own(a as Session)).toBeUndefined()
  const untold = (await matrix(batchId)).assignments.find(({ expertId }) => expertId === c?.expertId)
  await server.ok(removeReviewAssignment, { batchId, assignmentId: untold?.assignmentId ?? '', version: untold?.version ?? 1 }, { as: staff })
  await server.ok(placeReviewExpert, { batchId, itemId, expertId: c?.expertId ?? '' }, { as: staff })
  expect(await server.ok(sendReviewInvitations, { batchId }, { as: staff })).toEqual({ experts: 3, assignments: 3, unreached: [] })
  const task = await own(a as Session)
  expect(task).toMatchObject({ title: null, itemNo: 1, assignStatus: 'waiting', sheetId: null })
  expect((await server.call(acceptOwnReviews, { assignmentIds: [task?.assignmentId ?? ''] }, { as: b as Session })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(acceptOwnReviews, { assignmentIds: [task?.assignmentId ?? ''] }, { as: a as Session })).toEqual({ accepted: 1, recused: 0 })
  expect(await own(a as Session)).toMatchObject({ assignStatus: 'accepted', sheetStatus: 'pending' })
  const declined = await own(b as Session)
  await server.ok(declineOwnReviews, { assignmentIds: [declined?.assignmentId ?? ''], reason: '近期出差' }, { as: b as Session })

  await db().updateTable('review_assignment').set({ confirm_by: sql<string>`now() - interval '1 minute'` }).where('batch_id', '=', batchId).where('expert_id', '=', c?.expertId ?? '').execute()
  await expireAssignments(server.platform)
  const lapsed = await own(c as Session)
  expect(lapsed?.assignStatus).toBe('expired')
  // Whoever is late may still come, unless the place was given away meanwhile.
  for (const expert of experts.slice(3, 5)) await server.ok(placeReviewExpert, { batchId, itemId, expertId: expert.expertId }, { as: staff })
  expect((await server.call(acceptOwnReviews, { assignmentIds: [lapsed?.assignmentId ?? ''] }, { as: c as Session })).returnMessage).toContain('已另行安排专家')
  expect(paths(await server.call(placeReviewExpert, { batchId, itemId, expertId: experts[5]?.expertId ?? '' }, { as: staff }))).toEqual(['itemId'])

  const sent = (await matrix(batchId)).assignments.find(({ expertId }) => expertId === a?.expertId)
  await server.ok(replaceReviewExpert, { batchId, assignmentId: sent?.assignmentId ?? '', version: sent?.version ?? 1, expertId: experts[5]?.expertId ?? '', reason: '专家请假' }, { as: staff })
  expect(await own(a as Session)).toBeUndefined()
  expect((await sheetOf(itemId, a?.expertId ?? ''))?.sheet_status).toBe('recused')
  expect((await matrix(batchId)).assignments.filter(({ assignStatus }) => assignStatus === 'waiting')).toHaveLength(3)
})

test('the work that calibrates goes to everybody who has another one, beside their number', async () => {
  const batchId = await waitingBatch(server, staff, await works(3))
  const [item] = await itemsOf(batchId)
  await server.ok(setReviewCalibration, { batchId, itemId: item?.itemId ?? '' }, { as: staff })
  const { pairs } = await server.ok(runReviewAssignment, { batchId, fields: [] }, { as: staff })
  const others = new Set(pairs.filter(({ itemId }) => itemId !== item?.itemId).map(({ expertId }) => expertId))
  expect(new Set(pairs.filter(({ itemId }) => itemId === item?.itemId).map(({ expertId }) => expertId))).toEqual(others)
  expect(pairs.filter(({ itemId }) => itemId !== item?.itemId)).toHaveLength(6)
})

test('two who assign at once never pass the number of experts; without the hold on the batch they do', async () => {
  const facts = await loadUserFacts(db(), staff.userId)
  if (!facts) throw new Error('nobody')
  const principal = { ...facts.principal, sessionId: '' }
  /** Six experts are put to a work of three at once; each takes a while to write, so that all of them have counted before the first is done. */
  const together = async (hold: Hold) => {
    const batchId = await waitingBatch(server, staff, await works(1))
    const [item] = await itemsOf(batchId)
    await Promise.allSettled(experts.map(({ expertId }) => db().transaction().execute((tx) => placeExpert(actionIn(server.platform, tx, principal, []), { batchId, itemId: item?.itemId ?? '', expertId }, hold))))
    return (await matrix(batchId)).assignments.length
  }
  await asOwner(db(), sql`create function slow_pair() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$`)
  await asOwner(db(), sql`create trigger slow_pair before insert on review_assignment for each row execute function slow_pair()`)
  expect(await together(holdBatch)).toBe(3)
  expect(await together(readBatch)).toBeGreaterThan(3)
  await asOwner(db(), sql`drop trigger slow_pair on review_assignment`)
})

test('a tie that comes up later ends what was not scored, and strikes what was when a second person confirms it', async () => {
  const ids = [await newWork(server, staff, { companyId: companies[0] ?? '' }), ...(await works(1))]
  const batchId = await waitingBatch(server, staff, ids)
  await accepted(batchId)
  expect((await step(server, staff, batchId, 'begin')).returnCode).toBe(CODE.ok)
  const { items, assignments } = await matrix(batchId)
  const [item] = items
  const [unscored, scored] = assignments.filter(({ itemId }) => itemId === item?.itemId)
  const by = (expertId: string | undefined) => experts.find((expert) => expert.expertId === expertId)
  await db().updateTable('review_sheet').set({ sheet_status: 'submitted', total_score: 88 }).where('item_id', '=', item?.itemId ?? '').where('expert_id', '=', scored?.expertId ?? '').execute()
  for (const one of [unscored, scored]) await office(await director(`print ${one?.expertId ?? ''}`, by(one?.expertId)?.mobile ?? ''), companies[0] ?? '')
  await watchTies(server.platform)
  await watchTies(server.platform)
  const found = await server.ok(reviewRecusal.list, { batchId }, { as: staff })
  expect(found.items.map((row) => [row.expertId, row.recuseType, row.recuseSource, row.recuseStatus, row.sheetStatus]).sort()).toEqual([
    [unscored?.expertId, 'interest', 'system', 'confirmed', 'none'],
    [scored?.expertId, 'interest', 'system', 'possible', 'submitted'],
  ].sort())
  expect((await sheetOf(item?.itemId ?? '', unscored?.expertId ?? ''))?.sheet_status).toBe('recused')
  expect((await tasksOf(by(unscored?.expertId) as Session)).some((task) => task.batchId === batchId && task.itemNo === item?.itemNo)).toBe(false)
  const open = found.items.find((row) => row.recuseStatus === 'possible')
  await server.ok(reviewRecusal.change, { recusalId: open?.recusalId ?? '', version: open?.version ?? 1, verb: 'confirm', reason: null }, { as: second })
  expect((await sheetOf(item?.itemId ?? '', scored?.expertId ?? ''))?.sheet_status).toBe('struck')
  expect((await server.ok(reviewBatch.read, { batchId }, { as: staff })).staleTime).not.toBeNull()
})

test('a tie that is there by the time of acceptance recuses the expert instead', async () => {
  const batchId = await waitingBatch(server, staff, [await newWork(server, staff, { companyId: companies[1] ?? '' })])
  const [item] = await itemsOf(batchId)
  const expert = await newExpert(server)
  await server.ok(placeReviewExpert, { batchId, itemId: item?.itemId ?? '', expertId: expert.expertId }, { as: staff })
  await server.ok(sendReviewInvitations, { batchId }, { as: staff })
  await sql`insert into expert_tie (expert_id, tie_kind, company_id) values (${expert.expertId}, 'client', ${companies[1] ?? ''})`.execute(db())
  const [task] = await tasksOf(expert)
  expect(await server.ok(acceptOwnReviews, { assignmentIds: [task?.assignmentId ?? ''] }, { as: expert })).toEqual({ accepted: 0, recused: 1 })
  expect([await tasksOf(expert), await sheetOf(item?.itemId ?? '', expert.expertId)]).toEqual([[], undefined])
  expect((await matrix(batchId)).ties.find(({ expertId }) => expertId === expert.expertId)).toMatchObject({ recuseType: 'interest', certain: true })
  await db().updateTable('expert').set({ expert_status: 'suspended' }).where('expert_id', '=', expert.expertId).execute()
})

test('an expert declares a conflict by one press; the office enters one and another person decides on it; what was dismissed is told no more', async () => {
  const batchId = await waitingBatch(server, staff, await works(2))
  await accepted(batchId)
  const { items, assignments } = await matrix(batchId)
  const [own, entered] = assignments.filter(({ itemId }) => itemId === items[0]?.itemId)
  const expert = experts.find(({ expertId }) => expertId === own?.expertId) as Session
  await server.ok(declareOwnConflict, { assignmentId: own?.assignmentId ?? '', recuseType: 'family', detail: null }, { as: expert })
  expect((await matrix(batchId)).assignments.find(({ assignmentId }) => assignmentId === own?.assignmentId)?.assignStatus).toBe('recused')
  expect((await server.call(declareOwnConflict, { assignmentId: own?.assignmentId ?? '', recuseType: 'family', detail: null }, { as: expert })).returnCode).toBe(CODE.notFound)

  const fields = { itemId: entered?.itemId ?? '', expertId: entered?.expertId ?? '', recuseType: 'cooperation' as const, detail: '师生关系' }
  const { recusalId } = await server.ok(reviewRecusal.insert, fields, { as: staff })
  expect(paths(await server.call(reviewRecusal.insert, fields, { as: staff }))).toEqual(['recuseType'])
  const change = (verb: string, as: Session) => server.call(reviewRecusal.change, { recusalId, version: 1, verb, reason: '核实无此关系' }, { as })
  expect((await change('dismiss', staff)).returnCode).toBe(CODE.forbidden)
  expect((await matrix(batchId)).ties.find(({ expertId, recuseType }) => expertId === entered?.expertId && recuseType === 'cooperation')?.certain).toBe(false)
  expect((await change('dismiss', second)).returnCode).toBe(CODE.ok)
  expect((await matrix(batchId)).ties.some(({ expertId, recuseType }) => expertId === entered?.expertId && recuseType === 'cooperation')).toBe(false)
  expect((await matrix(batchId)).assignments.find(({ assignmentId }) => assignmentId === entered?.assignmentId)?.assignStatus).toBe('accepted')
})

test('rules are tried on the sheets of a batch that has ended, beside its own, and nothing is kept', async () => {
  const done = await waitingBatch(server, staff, await works(3), { trimRule: 'none' })
  await accepted(done)
  const { items } = await matrix(done)
  const scores = (points: number) => JSON.stringify(Object.fromEntries(batchFields().dimensions.map(({ dimName }) => [dimName, points])))
  for (const [i, own] of [[80, 80, 80], [99, 90, 60], [70, 70, 70]].entries()) {
    const sheets = await db().selectFrom('review_sheet').select('sheet_id').where('item_id', '=', items[i]?.itemId ?? '').orderBy('sheet_id').execute()
    for (const [n, { sheet_id }] of sheets.entries()) await db().updateTable('review_sheet').set({ sheet_status: 'submitted', dim_scores: sql`${scores(own[n] ?? 0)}::jsonb` as never }).where('sheet_id', '=', sheet_id).execute()
  }
  const { batchId } = await server.ok(reviewBatch.insert, batchFields({ cutKind: 'score', cutValue: 81 }), { as: staff })
  expect(paths(await server.call(tryReviewRules, { batchId, onBatchId: done }, { as: staff }))).toEqual(['onBatchId'])
  await db().updateTable('review_batch').set({ batch_status: 'ended', frozen_time: new Date().toISOString() }).where('batch_id', '=', done).execute()
  const tried = await server.ok(tryReviewRules, { batchId, onBatchId: done }, { as: staff })
  expect(tried.items.map(({ before, after }) => [before.finalScore, before.inCut, after.finalScore, after.rankNo, after.inCut])).toEqual([[80, null, 80, 2, false], [83, null, 83, 1, true], [70, null, 70, 3, false]])
  expect([tried.moved, tried.crossed]).toEqual([0, 1])
  const other = await server.ok(reviewBatch.insert, batchFields({ dimensions: [{ dimName: '别的', dimWeight: 100, dimMax: 100 }] }), { as: staff })
  expect(paths(await server.call(tryReviewRules, { batchId: other.batchId, onBatchId: done }, { as: staff }))).toEqual(['onBatchId'])
})

test('an expert has none of the calls of the office, and no account of somebody else sees a task', async () => {
  const [expert] = experts
  for (const call of [reviewBatch.list, reviewItem.list, reviewRecusal.list] as const) expect((await server.call(call, {}, { as: expert as Session })).returnCode).toBe(CODE.forbidden)
  const other = await server.person({ permits: ['review:sheet:score'] })
  expect(await tasksOf(other)).toEqual([])
})
