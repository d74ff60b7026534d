import { CODE } from '@assoc/contract'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { selectEvaluation, selectEvaluationMatrix, selectEvaluationResults } from '@assoc/contract/form/evaluation'
import { openFormTask, saveFormAnswers, submitAnonymousAnswer, submitFormAnswer } from '@assoc/contract/form/fill'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { addContact, buildAssociation } from '../../message/testing.repository'
import { workWaiting } from '../anonymous/mixing'
import { stepRounds } from '../round'

// Directors evaluate the others of their board, members the association; figures come from five answers on.

const HOUR = 3_600_000
const LARGE = 7
const SMALL = 4
const doc: FormDoc = {
  format: 1,
  title: '董事互评',
  pages: ['p1'],
  blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '', items: ['q1', 'q2', 'q3'] } },
  questions: {
    q1: { type: 'rating', code: 'diligence', label: '勤勉', required: true, max: '5' },
    q2: { type: 'number', code: 'days', label: '投入天数', decimals: 0, unit: '天' },
    q3: { type: 'text', code: 'words', label: '意见' },
  },
}
let server: TestServer
let maker: Session
let templateId: string
let companies: string[]
/** Directors of the large board, then of the small one; the last of the large one has no account. */
let directors: { session: Session | null; personId: string; name: string }[]
const db = () => server.platform.db

async function addDirector(n: number, companyId: string | undefined, session: Session | null) {
  const name = `贾董${n}`
  const mobile = `1977${String(n).padStart(7, '0')}`
  if (session) await sql`update sys_user set mobile = ${mobile} where user_id = ${session.userId}`.execute(db())
  const { rows } = await sql<{ id: string }>`insert into director_base (name, id_card, id_card_sealed, id_card_print, gender, birth_date, mobile) values (${name}, ${`m${n}`}, ${`s${n}`}, ${`p${n}`}, 'male', '1970-01-01', ${mobile}) returning person_id as id`.execute(db())
  const personId = rows[0]?.id ?? ''
  await sql`insert into director_appointment (person_id, company_id, role_type, first_date, term_start, term_end, appoint_status) values (${personId}, ${companyId}, ${n % 2 ? 'director' : 'independent'}, '2024-01-01', '2024-01-01', '2029-12-31', 'serving')`.execute(db())
  return { session, personId, name }
}

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const at = await buildAssociation(server)
  maker = await server.person({ permits: ['form:round:read', 'form:round:update', 'form:round:run', 'form:answer:read'], scopes: { form: 'all', member: 'all' } })
  for (let n = 0; n < 2; n++) await addContact(server, at)
  companies = (await sql<{ id: string }>`select company_id as id from company order by 1`.execute(db())).rows.map(({ id }) => id)
  directors = []
  for (let n = 0; n < LARGE + SMALL; n++) directors.push(await addDirector(n, companies[n < LARGE ? 0 : 1], n === LARGE - 1 ? null : await server.person()))
  const text = JSON.stringify(doc)
  templateId = (await sql<{ id: string }>`insert into form_template (form_name, form_kind, doc, latest_version, form_status) values ('董事互评', 'score', ${text}::jsonb, 1, 'published') returning template_id as id`.execute(db())).rows[0]?.id ?? ''
  await sql`insert into form_version (template_id, version_no, document, sha256) values (${templateId}, 1, ${text}, encode(sha256(convert_to(${text}, 'UTF8')), 'hex'))`.execute(db())
})
afterAll(() => server.stop())

const fields = (given: object) => ({ ...NEW_ROUND, roundName: '互评', templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'directors' as const, subjectKind: 'peers' as const, companyIds: companies, userIds: [], remindDays: null, ...given })
async function draft(given: object = {}): Promise<string> {
  return (await server.ok(formRound.insert, fields(given), { as: maker })).roundId
}
async function begin(roundId: string): Promise<string> {
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: maker })
  await stepRounds(server.platform)
  return roundId
}
const tasks = async (roundId: string) => (await sql<{ task: string; user: string; base: string }>`select task_id as task, user_id as user, subject_base_id as base from form_task where round_id = ${roundId} order by task_id`.execute(db())).rows
const sessionOf = (userId: string) => directors.find(({ session }) => session?.userId === userId)?.session as Session
const at = (personId: string) => directors.findIndex((one) => one.personId === personId)
/** What each is given by each, so that no two means are the same. */
const rated = (user: string, base: string) => 1 + ((directors.findIndex(({ session }) => session?.userId === user) * 2 + at(base)) % 5)
const results = (roundId: string, given: object = {}) => server.ok(selectEvaluationResults, { roundId, ...given }, { as: maker })

test('every director with an account evaluates the others of the board, in the matrix as it would be and as it is frozen', async () => {
  const roundId = await draft()
  expect(await server.call(formRound.insert, fields({ respondentKind: 'companies' }), { as: maker })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'subjectKind', message: '董事互评的填报对象须为公司的董事' }] } })
  // Six with an account for seven, four for four; each of the small board is evaluated by three.
  const PAIRS = 6 * 6 + SMALL * 3
  const before = await server.ok(selectEvaluation, { roundId }, { as: maker })
  expect(before).toMatchObject({ begun: false, evaluators: 10, subjects: LARGE + SMALL, pairs: PAIRS, few: LARGE - 1 + SMALL - (LARGE - 1), boards: [{ companyId: companies[0] }, { companyId: companies[1] }] })
  const matrix = async () => server.ok(selectEvaluationMatrix, { roundId, companyId: companies[1] ?? '' }, { as: maker })
  expect((await matrix()).items.map(({ cells }) => cells.map(({ status }) => status))).toEqual(Array(SMALL).fill([null, null, null]))
  await begin(roundId)
  expect(await server.ok(selectEvaluation, { roundId }, { as: maker })).toMatchObject({ begun: true, pairs: PAIRS })
  const frozen = await matrix()
  expect([frozen.total, frozen.subjects.length, new Set(frozen.items.flatMap(({ cells }) => cells.map(({ status }) => status)))]).toEqual([SMALL, SMALL, new Set(['empty'])])
  const all = await tasks(roundId)
  expect(all.filter(({ user, base }) => sessionOf(user) === directors[at(base)]?.session)).toEqual([])
  const [own] = directors
  const mine = (await server.ok(selectOwnFormTasks, { evaluation: true, pageSize: 50 }, { as: own?.session as Session })).items
  expect(mine.map(({ subjectName }) => subjectName).sort()).toEqual(directors.slice(1, LARGE).map(({ name }) => `${name}（子虚${mine[0]?.subjectName?.match(/子虚(\d+)/)?.[1]}）`).sort())
  expect((await server.ok(formRound.list, { evaluation: true }, { as: maker })).items.map((row) => row.roundId)).toEqual([roundId])
  expect((await server.ok(formRound.list, { evaluation: false }, { as: maker })).total).toBe(0)
})

test('the mean of a question is that of all who have handed in, and nothing is shown of fewer than five', async () => {
  const roundId = await begin(await draft({ roundName: '实名互评' }))
  const all = await tasks(roundId)
  for (const [n, { task, user, base }] of all.entries()) {
    if (n > 0) continue
    const as = sessionOf(user)
    await server.ok(saveFormAnswers, { taskId: task, since: 0, changes: [{ path: 'q1', base: 0, value: rated(user, base) }] }, { as })
    expect((await server.call(submitFormAnswer, { taskId: task, revision: 1 }, { as })).returnCode).toBe(CODE.ok)
  }
  const rest = JSON.stringify(all.slice(1).map(({ task, user, base }) => ({ t: task, n: rated(user, base) })))
  await sql`with x as (select * from jsonb_to_recordset(${rest}::jsonb) as x(t bigint, n numeric)), a as (update form_answer a set answer_status = 'submitted' from x where a.task_id = x.t returning a.answer_id, a.round_id, x.n)
    insert into form_value (round_id, answer_id, question_key, number) select round_id, answer_id, 'q1', n from a`.execute(db())
  const { items, questions } = await results(roundId)
  expect(questions.map(({ key, unit }) => `${key} ${unit}`)).toEqual(['q1 ', 'q2 天'])
  const ofPerson = (base: string) => all.filter((one) => one.base === base).map(({ user }) => rated(user, base))
  for (const [i, { personId, name }] of directors.entries()) {
    const found = items.find((one) => one.name.startsWith(name + '（'))
    const given = ofPerson(personId)
    const mean = given.reduce((sum, one) => sum + one, 0) / given.length
    expect(found).toMatchObject({ asked: given.length, handedIn: given.length })
    const [first, second] = found?.cells ?? []
    // Those of the small board, by three each, are hidden; so many that each one of the large board can be shown.
    expect([i, first?.hidden === true ? null : Number(first?.mean)]).toEqual([i, given.length < 5 ? null : Math.round(mean * 100 + 1e-9) / 100])
    expect(second).toMatchObject({ count: 0, mean: null })
  }
  expect((await results(roundId, { companyId: companies[1] })).total).toBe(SMALL)
  expect((await results(roundId, { keyword: '贾董1（' })).items.map(({ name }) => name)).toHaveLength(1)
  expect((await server.call(selectEvaluationResults, { roundId }, { as: await server.person({ permits: ['form:round:read'], scopes: { form: 'all' } }) })).returnCode).toBe(CODE.forbidden)
})

test('an anonymous evaluation seals whom an answer is about with it, and tells of it after the end alone', async () => {
  const roundId = await begin(await draft({ roundName: '匿名互评', anonymousFlag: true }))
  const all = await tasks(roundId)
  for (const { task, user, base } of all) await server.ok(submitAnonymousAnswer, { taskId: task, answers: { q1: rated(user, base) } }, { as: sessionOf(user) })
  const { rows: waiting } = await sql<{ row: string }>`select to_jsonb(w)::text as row from form_waiting_answer w where round_id = ${roundId}`.execute(db())
  expect([waiting.length, waiting.filter(({ row }) => /about|subject/.test(row))]).toEqual([all.length, []])
  expect(await results(roundId)).toMatchObject({ items: [], withheld: '匿名填报结束后才显示统计和回答' })
  const { version } = await server.ok(formRound.read, { roundId }, { as: maker })
  await server.ok(formRound.change, { roundId, version, verb: 'end' }, { as: maker })
  await workWaiting(server.platform)
  const { rows: written } = await sql<{ content: object; base: string | null }>`select content, subject_base_id as base from form_anonymous_answer where round_id = ${roundId}`.execute(db())
  expect(written.map(({ base }) => base).sort()).toEqual(all.map(({ base }) => base).sort())
  expect(written.filter(({ content }) => Object.keys(content).join() !== 'q1')).toEqual([])
  const { items } = await results(roundId)
  expect(items.map(({ asked, cells }) => [asked < 5, cells[0]?.hidden === true])).toEqual(items.map(({ asked }) => [asked < 5, asked < 5]))
  expect(items.filter(({ cells }) => cells[0]?.mean)).toHaveLength(LARGE)
})

test('members evaluate the association, and a task says so', async () => {
  const roundId = await begin(await draft({ roundName: '评价协会', respondentKind: 'accounts', subjectKind: 'association', companyIds: [], userIds: directors.slice(0, 6).flatMap(({ session }) => session?.userId ?? []) }))
  const [first] = directors
  const task = (await server.ok(selectOwnFormTasks, { evaluation: true, pageSize: 50 }, { as: first?.session as Session })).items.find(({ roundName }) => roundName === '评价协会')
  expect(task).toMatchObject({ subjectName: '协会' })
  expect(await server.ok(openFormTask, { taskId: task?.taskId ?? '' }, { as: first?.session as Session })).toMatchObject({ subjectName: '协会' })
  const { rows } = await sql<{ task: string; user: string }>`select task_id as task, user_id as user from form_task where round_id = ${roundId}`.execute(db())
  for (const [n, one] of rows.entries()) {
    await server.ok(saveFormAnswers, { taskId: one.task, since: 0, changes: [{ path: 'q1', base: 0, value: 1 + (n % 5) }] }, { as: sessionOf(one.user) })
    await server.ok(submitFormAnswer, { taskId: one.task, revision: 1 }, { as: sessionOf(one.user) })
    // Of four nothing is shown.
    if (n === 3) expect((await results(roundId)).items).toMatchObject([{ name: '协会', asked: 6, handedIn: 4, cells: [{ hidden: true, count: 0, mean: null }, {}] }])
  }
  expect((await results(roundId)).items).toMatchObject([{ name: '协会', handedIn: 6, cells: [{ key: 'q1', count: 6, mean: '2.67' }, {}] }])
})
