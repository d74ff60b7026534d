import { CODE } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { beginDeclaration, selectOpenSchemes } from '@assoc/contract/expert/declaration-begin'
import { exportDeclarationDocuments } from '@assoc/contract/expert/declaration-documents'
import { declarationLog } from '@assoc/contract/expert/declaration-log'
import { selectSchemeProgress, selectUndeclaredByPage } from '@assoc/contract/expert/declaration-progress'
import { compareDeclaration, exportDeclarationPaper, returnDeclaration, selectDeclarationBeside, selectDeclarationContent, stepDeclarationQuery } from '@assoc/contract/expert/declaration-review'
import { previewMerge } from '@assoc/contract/member/company-change'
import { formAnswer } from '@assoc/contract/form/answer'
import type { Answer } from '@assoc/contract/form/engine/answers'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers, submitFormAnswer, withdrawFormAnswer } from '@assoc/contract/form/fill'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, vacuumed, type Session, type TestServer } from '../../../../test/harness'
import { inBulk } from '../../../../test/many-rows'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { reviewableOf } from '../../../platform/review/reviewables'
import { explainRows } from '../../../platform/resource/rows.repository'
import { selfReview } from '../../form/demo/documents'
import { buildCompanies, buildPerson } from '../../member/membership/testing'
import { decideAgain } from './clock'
import { declarationLog as logModule } from './log'

const [BOARD, INDEPENDENT, MEETINGS, DAY, MOBILE] = ['k8h3rd', 'k1w6bn', 'k2s1ka', 'k5r9tb', 'k8z4mc']
const GOOD: Record<string, Answer> = { [BOARD]: '9', [INDEPENDENT]: '3', k3p8vx: 'yes', k9d5ne: ['o1', 'o3'], k4u7ho: 'yes', [MEETINGS]: '4', [DAY]: '2026-03-01', [MOBILE]: '19900000123' }

let server: TestServer
let companies: string[]
let fillers: Session[]
let stranger: Session
let local: Session
let far: Session
let staff: Session[]
let templateId: string
const db = () => server.platform.db
type Found = { returnCode: string; returnMessage: string }

const STAFF = ['declare:read', 'declare:manage', 'first:audit', 'second:audit', 'declare:disqualify', 'log:read'].map((code) => `declaration:${code}`)
const FILLER = ['declaration:declare:read', 'declaration:mine:update']

async function acting(subject: 'company' | 'person', id: string): Promise<Session> {
  const person = await server.person({ permits: FILLER, scopes: { declaration: 'linked' } })
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, ${subject}, ${id}, 'liaison', ${subject === 'company' ? 'COMPANY_USER' : 'PERSON'}, 'test', ${person.userId}, false)`.execute(db())
  return server.sessionOf(person.userId)
}
async function association(jurisdiction: string): Promise<Session> {
  const person = await server.person({ permits: ['declaration:declare:read', 'declaration:first:audit'], scopes: { evaluation: 'all' } })
  await db().insertInto('role_scope').values({ role_id: person.roleId, module: 'declaration', scope: 'jurisdiction', jurisdictions: [jurisdiction] }).execute()
  return server.sessionOf(person.userId)
}

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const maker = await server.person({ permits: ['template:read', 'template:update', 'template:publish'].map((code) => `form:${code}`), scopes: { form: 'all' } })
  templateId = (await server.ok(formTemplate.insert, { formName: '申报表', formKind: 'normal' }, { as: maker })).templateId
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: maker })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, selfReview) }, { as: maker })
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: maker })
  await server.ok(formTemplate.change, { templateId, version, verb: 'publish' }, { as: maker })
  companies = await buildCompanies(server, 4)
  for (const [i, place] of ['北京', '西藏', '北京', '西藏'].entries()) await sql`update company set jurisdiction = ${place}, list_status = 'normal', list_date = '2010-01-01', company_type = 'listed', stock_code = coalesce(stock_code, ${`60590${i}`}) where company_id = ${companies[i]}`.execute(db())
  fillers = await Promise.all(companies.slice(0, 3).map((id) => acting('company', id)))
  stranger = await acting('company', companies[3] ?? '')
  local = await association('北京')
  far = await association('上海')
  staff = await Promise.all([1, 2, 3].map(() => server.person({ permits: STAFF, scopes: { declaration: 'all', evaluation: 'all', member: 'all' } })))
})
afterAll(() => server.stop())

let schemes = 0
async function openScheme(evalTarget = 'board', more: { year?: number; status?: string; rules?: object[] } = {}): Promise<string> {
  const year = more.year ?? 2025
  const { rows } = await sql<{ id: string }>`insert into eval_scheme (scheme_name, eval_target, period_start, period_end, apply_start, apply_end, template_id, version_no, grade_scale, eligible_rules, scheme_status)
    values (${`评价${++schemes}`}, ${evalTarget}, ${`${year}-01-01`}, ${`${year}-12-31`}, now() - interval '1 day', now() + interval '1 day', ${templateId}, 1, 'score', ${JSON.stringify(more.rules ?? [])}::jsonb, ${more.status ?? 'applying'}) returning scheme_id as id`.execute(db())
  return rows[0]?.id ?? ''
}
const first = () => fillers[0] as Session
const begin = (schemeId: string, n = 0, as = fillers[n] as Session, more: object = {}) => server.call(beginDeclaration, { schemeId, companyId: companies[n] ?? '', ...more }, { as })
interface Begun {
  declareId: string
  taskId: string
}
async function begun(schemeId: string, n = 0): Promise<Begun> {
  return (await begin(schemeId, n)).data as Begun
}
async function fill({ taskId }: Begun, as: Session, values: Record<string, Answer> = GOOD): Promise<void> {
  const { revision } = await server.ok(openFormTask, { taskId }, { as })
  await server.ok(saveFormAnswers, { taskId, since: revision, changes: Object.entries(values).map(([path, value]) => ({ path, base: revision, value })) }, { as })
  await server.ok(submitFormAnswer, { taskId, revision: (await server.ok(openFormTask, { taskId }, { as })).revision }, { as })
}
const scan = async (as: Session) => [(await server.upload(uploadFile, { purpose: 'declaration.stampedScan' }, { name: '盖章.pdf', bytes: Buffer.from('%PDF-1.7') }, as)).data]
const read = (declareId: string, as: Session = staff[0] as Session) => server.ok(declaration.read, { declareId }, { as })
async function step(declareId: string, verb: string, as: Session, more: object = {}): Promise<Found> {
  const { version } = await read(declareId, staff[0])
  return server.call(declaration.change, { declareId, version, verb, ...more } as never, { as })
}
const handIn = async (declareId: string, as: Session) => step(declareId, 'submit', as, { input: { stampedScan: await scan(as), promiseFlag: true, selfScore: 88.5 } })
async function submitted(schemeId: string, n = 0): Promise<Begun> {
  const one = await begun(schemeId, n)
  await fill(one, fillers[n] as Session)
  expect((await handIn(one.declareId, fillers[n] as Session)).returnCode).toBe(CODE.ok)
  return one
}

const owner = (statement: ReturnType<typeof sql>, quiet = false) =>
  db().transaction().execute(async (tx) => {
    await sql`set local role postgres`.execute(tx)
    if (quiet) await sql`set local session_replication_role = replica`.execute(tx)
    await statement.execute(tx)
  })
/** Lets the time of applying end so long from now, which no call would. */
const applyEnds = (schemeId: string, from: string) => owner(sql`update eval_scheme set apply_end = clock_timestamp() + ${from}::interval where scheme_id = ${schemeId}`, true)

test('a declaration goes its way: filled in, stamped, reviewed twice by different people, certified', async () => {
  const schemeId = await openScheme()
  const offered = (await server.ok(selectOpenSchemes, {}, { as: first() })).schemes.find((one) => one.schemeId === schemeId)
  expect(offered?.declarants).toMatchObject([{ companyId: companies[0], declareId: null }])
  const one = await begun(schemeId)
  expect(await handIn(one.declareId, first())).toMatchObject({ returnCode: CODE.inUse, returnMessage: '请先填写并提交申报表，再提交申报' })
  await fill(one, first())
  expect((await step(one.declareId, 'submit', first(), { input: { stampedScan: await scan(first()), promiseFlag: false } })).returnCode).toBe(CODE.input)
  expect((await step(one.declareId, 'submit', first(), { input: { stampedScan: [], promiseFlag: true } })).returnCode).toBe(CODE.input)
  expect((await handIn(one.declareId, first())).returnCode).toBe(CODE.ok)
  expect(await read(one.declareId)).toMatchObject({ declareStatus: 'submitted', declareNo: 'SB2025-0001', selfScore: 88.5, jurisdiction: '北京', localFlag: true, eligibleResult: 'pass' })
  // The content rests while it is looked at.
  expect((await server.call(withdrawFormAnswer, { taskId: one.taskId }, { as: first() })).returnMessage).toContain('申报已提交')
  // The local association's jurisdiction is not for the association's staff to review first, nor for another association.
  expect((await step(one.declareId, 'accept', staff[0] as Session)).returnMessage).toContain('地方协会初审')
  expect((await step(one.declareId, 'accept', far)).returnCode).toBe(CODE.notFound)
  expect((await step(one.declareId, 'accept', local)).returnCode).toBe(CODE.ok)
  expect((await step(one.declareId, 'withdraw', first())).returnCode).not.toBe(CODE.ok)
  expect((await step(one.declareId, 'passFirst', local)).returnCode).toBe(CODE.ok)
  expect((await step(one.declareId, 'passSecond', local)).returnCode).toBe(CODE.forbidden)
  expect((await step(one.declareId, 'passSecond', staff[0] as Session)).returnCode).toBe(CODE.ok)
  expect(await read(one.declareId)).toMatchObject({ declareStatus: 'scoring' })
  expect((await server.ok(selectDeclarationContent, { declareId: one.declareId }, { as: staff[0] as Session })).answerStatus).toBe('certified')
  expect((await server.file(exportDeclarationPaper, { declareId: one.declareId, format: 'pdf' }, { as: first() })).subarray(0, 4).toString()).toBe('%PDF')
  const zip = await server.file(exportDeclarationDocuments, { declareIds: [one.declareId] }, { as: staff[0] as Session })
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  expect(zip.includes(Buffer.from('盖章扫描件1_盖章.pdf'))).toBe(true)
})

test('questions are sent back with reasons, corrected within five working days though applying has ended, and looked at again', async () => {
  const schemeId = await openScheme('office')
  const one = await submitted(schemeId, 1)
  const [reviewer, other] = staff as [Session, Session]
  expect((await step(one.declareId, 'accept', reviewer)).returnCode).toBe(CODE.ok)
  const { version } = await read(one.declareId)
  const items = [{ path: MEETINGS, reason: '与公告不一致' }]
  const returned = await server.ok(returnDeclaration, { declareId: one.declareId, version, items }, { as: reviewer })
  expect(returned.declareStatus).toBe('returned')
  const due = new Date(returned.correctionDue)
  const days = Array.from({ length: 14 }, (_, n) => new Date(Date.now() + 8 * 3_600_000 + (n + 1) * 86_400_000)).filter((day) => ![0, 6].includes(day.getUTCDay()))
  expect(new Date(due.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)).toBe(`${days[4]?.toISOString().slice(0, 10)}T23:59:59`)
  await sql`update eval_scheme set scheme_status = 'reviewing' where scheme_id = ${schemeId}`.execute(db())
  await sql`update form_round set end_time = now() - interval '1 minute', start_time = now() - interval '2 days' where round_id = (select round_id from declaration_round where scheme_id = ${schemeId})`.execute(db())
  const filler = fillers[1] as Session
  const opened = await server.ok(openFormTask, { taskId: one.taskId }, { as: filler })
  expect(opened.returned.queries).toMatchObject([{ path: MEETINGS, queryStatus: 'open', reason: '与公告不一致' }])
  expect((await server.call(saveFormAnswers, { taskId: one.taskId, since: opened.revision, changes: [{ path: BOARD, base: opened.revision, value: '10' }] }, { as: filler })).returnCode).toBe(CODE.input)
  await fill(one, filler, { [MEETINGS]: '6' })
  // The last second of the correction, by the database's clock.
  await sql`update declaration set correction_due = clock_timestamp() - interval '1 second' where declare_id = ${one.declareId}`.execute(db())
  expect((await handIn(one.declareId, filler)).returnMessage).toContain('补正期限已过')
  await sql`update declaration set correction_due = clock_timestamp() + interval '5 seconds' where declare_id = ${one.declareId}`.execute(db())
  expect((await handIn(one.declareId, filler)).returnCode).toBe(CODE.ok)
  expect((await step(one.declareId, 'accept', reviewer)).returnCode).toBe(CODE.ok)
  expect(await server.ok(compareDeclaration, { declareId: one.declareId, before: 1, after: 2 }, { as: reviewer })).toMatchObject({ items: [{ before: '4 次', after: '6 次' }] })
  const [query] = (await server.ok(selectDeclarationContent, { declareId: one.declareId }, { as: reviewer })).queries
  expect((await server.call(stepDeclarationQuery, { declareId: one.declareId, queryId: query?.queryId ?? '', verb: 'close' }, { as: filler })).returnCode).toBe(CODE.forbidden)
  await server.ok(stepDeclarationQuery, { declareId: one.declareId, queryId: query?.queryId ?? '', verb: 'close' }, { as: reviewer })
  expect((await step(one.declareId, 'passFirst', reviewer)).returnCode).toBe(CODE.ok)
  expect((await step(one.declareId, 'passSecond', reviewer)).returnMessage).toContain('须由其他人办理')
  expect((await step(one.declareId, 'returnSecond', reviewer, { reason: '再看' })).returnMessage).toContain('须由其他人办理')
  expect((await step(one.declareId, 'passSecond', other)).returnCode).toBe(CODE.ok)
  // Forms are not certified past the review.
  const log = (await server.ok(declarationLog.list, { keyword: (await read(one.declareId)).declareNo, pageSize: 50 } as never, { as: staff[2] as Session })).items
  expect(log.map((row) => row.action)).toEqual(expect.arrayContaining(['开始申报', '提交申报', '受理', '初审退回', '初审通过', '复审通过', '填报内容']))
  expect(log.find((row) => row.action === '初审退回')).toMatchObject({ fromStatus: 'reviewing', toStatus: 'returned', operatorName: expect.any(String) })
  expect(log.some((row) => row.action === '填报内容' && row.fieldDiff?.includes('4 次 → 6 次'))).toBe(true)
  await expect(sql`delete from audit_log where record_type = 'declaration'`.execute(db())).rejects.toThrow()
})

test('taken back, a declaration may be begun anew; the old one does not come back beside it, nor after the last second', async () => {
  const schemeId = await openScheme()
  const one = await submitted(schemeId)
  expect((await begin(schemeId)).returnMessage).toContain('已有未撤回的申报')
  expect((await step(one.declareId, 'withdraw', first())).returnCode).toBe(CODE.ok)
  expect((await server.call(withdrawFormAnswer, { taskId: one.taskId }, { as: first() })).returnMessage).toContain('申报已撤回')
  const again = await begun(schemeId)
  expect((await step(one.declareId, 'resume', first())).returnMessage).toContain('已有未撤回的申报')
  expect((await step(again.declareId, 'withdraw', first())).returnCode).toBe(CODE.ok)
  await applyEnds(schemeId, "-1 millisecond")
  expect((await step(one.declareId, 'resume', first())).returnMessage).toContain('申报已截止')
  await applyEnds(schemeId, '1 minute')
  expect((await step(one.declareId, 'resume', first())).returnCode).toBe(CODE.ok)
  // What was handed in can be changed again.
  await fill(one, first(), { [MEETINGS]: '7' })
})

test('the last second of applying is that of the database', async () => {
  const schemeId = await openScheme()
  const one = await begun(schemeId)
  await fill(one, first())
  const input = { stampedScan: await scan(first()), promiseFlag: true }
  await applyEnds(schemeId, '-1 millisecond')
  expect((await step(one.declareId, 'submit', first(), { input })).returnMessage).toContain('不在申报时间内')
  expect((await begin(schemeId, 2)).returnMessage).toContain('不在申报时间内')
  await applyEnds(schemeId, '30 seconds')
  expect((await step(one.declareId, 'submit', first(), { input })).returnCode).toBe(CODE.ok)
})

test('a person declares for themselves and their company does; another year stands beside, and what another declaration tells otherwise', async () => {
  const poolId = await buildPerson(server, { name: '贾设一' })
  const { rows } = await sql<{ id: string }>`insert into director_base (name, name_initials, id_card, id_card_sealed, id_card_print, gender, birth_date, mobile, pool_id) values ('贾设一', 'JSY', '1', '1', ${poolId}, 'male', '1960-01-01', '19900009999', ${poolId}) returning person_id as id`.execute(db())
  const personId = rows[0]?.id ?? ''
  const seat = (company: string | undefined, role: string) => sql`insert into director_appointment (person_id, company_id, role_type, first_date, term_start, term_end, appoint_status) values (${personId}, ${company}, ${role}, '2020-01-01', '2020-01-01', '2030-01-01', 'serving')`.execute(db())
  await seat(companies[0], 'secretary')
  await seat(companies[2], 'independent')
  const person = await acting('person', poolId)
  const old = await openScheme('secretary', { year: 2024 })
  const lastYear = (await begin(old, 0, person, { personId })).data as Begun
  await fill(lastYear, person)
  expect((await handIn(lastYear.declareId, person)).returnCode).toBe(CODE.ok)
  const schemeId = await openScheme('secretary')
  // The company's account, and not a stranger's.
  expect((await begin(schemeId, 0, stranger, { personId })).returnCode).toBe(CODE.notFound)
  expect((await begin(schemeId, 2, fillers[2] as Session, { personId })).returnCode).toBe(CODE.notFound)
  const one = (await begin(schemeId, 0, first(), { personId })).data as Begun
  expect((await server.ok(openFormTask, { taskId: one.taskId }, { as: person })).previous).toMatchObject({ [MEETINGS]: '4' })
  await fill(one, person, { ...GOOD, [MEETINGS]: '5' })
  expect((await handIn(one.declareId, first())).returnCode).toBe(CODE.ok)
  const twice = await openScheme('independent')
  const elsewhere = (await begin(twice, 2, person, { personId })).data as Begun
  await fill(elsewhere, person, { ...GOOD, [MEETINGS]: '5', [BOARD]: '11' })
  expect((await handIn(elsewhere.declareId, person)).returnCode).toBe(CODE.ok)
  const beside = await server.ok(selectDeclarationBeside, { declareId: one.declareId }, { as: staff[0] as Session })
  expect(beside.lastYear).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ before: '4 次', after: '5 次' })]) as unknown })
  expect(beside.contradictions).toEqual([expect.objectContaining({ declareId: elsewhere.declareId, here: '9 人', there: '11 人' })])
  // The company of the one does not see the other company's.
  expect((await server.ok(selectDeclarationBeside, { declareId: one.declareId }, { as: first() })).contradictions).toEqual([])
  expect((await server.ok(declaration.list, { range: 'own' }, { as: person })).items.map((row) => row.declareId).sort()).toEqual([lastYear.declareId, one.declareId, elsewhere.declareId].sort())
})

test('who acts for A reaches nothing of B, a local association nothing outside of its jurisdiction', async () => {
  const schemeId = await openScheme()
  const [a, b] = [await submitted(schemeId, 0), await submitted(schemeId, 1)]
  const { answerId, version } = await read(b.declareId)
  const outside = (as: Session) => [
    server.call(declaration.read, { declareId: b.declareId }, { as }),
    server.call(declaration.update, { declareId: b.declareId, version, promiseFlag: true, selfScore: null, stampedScan: [], attachments: [] } as never, { as }),
    server.call(selectDeclarationContent, { declareId: b.declareId }, { as }),
    server.call(selectDeclarationBeside, { declareId: b.declareId }, { as }),
    server.call(compareDeclaration, { declareId: b.declareId, before: 1, after: 2 }, { as }),
    server.call(exportDeclarationPaper, { declareId: b.declareId, format: 'pdf' }, { as }),
    server.call(returnDeclaration, { declareId: b.declareId, version, items: [{ path: MEETINGS, reason: '无' }] }, { as }),
    server.call(stepDeclarationQuery, { declareId: b.declareId, queryId: '1', verb: 'close' }, { as }),
    ...['submit', 'withdraw', 'resume', 'accept', 'passFirst', 'disqualify'].map((verb) => server.call(declaration.change, { declareId: b.declareId, version, verb, reason: '无' } as never, { as })),
    server.call(openFormTask, { taskId: b.taskId }, { as }),
    server.call(withdrawFormAnswer, { taskId: b.taskId }, { as }),
  ]
  for (const as of [first(), local]) for (const answer of await Promise.all(outside(as))) expect([CODE.notFound, CODE.forbidden]).toContain(answer.returnCode)
  // Of what they may see, fillers may not what staff may.
  const mine = await read(a.declareId)
  for (const verb of ['accept', 'passFirst', 'disqualify']) expect((await step(a.declareId, verb, first(), { reason: '无' })).returnCode).not.toBe(CODE.ok)
  for (const answer of [
    await server.call(exportDeclarationDocuments, { declareIds: [a.declareId] }, { as: first() }),
    await server.call(selectUndeclaredByPage, { schemeId }, { as: first() }),
    await server.call(declarationLog.list, {}, { as: first() }),
    await server.call(formAnswer.read, { answerId }, { as: first() }),
  ]) expect(answer.returnCode).toBe(CODE.forbidden)
  // Staff and local associations do not hand in for a declarant.
  expect((await step(a.declareId, 'withdraw', local)).returnCode).not.toBe(CODE.ok)
  expect((await server.ok(declaration.list, { schemeId, pageSize: 50 }, { as: local })).items.map((row) => row.declareId)).toEqual([a.declareId])
  expect(mine.ownFlag).toBe(false)
  const progress = (as: Session) => server.ok(selectSchemeProgress, { schemeId }, { as })
  expect(await progress(local)).toMatchObject({ asked: 2, begun: 1, jurisdictions: [{ jurisdiction: '北京', n: 1, submitted: 1, passed: 0 }] })
  expect(await progress(staff[0] as Session)).toMatchObject({ asked: 4, begun: 2 })
  expect(await progress(first())).toMatchObject({ asked: 1, begun: 1 })
  expect((await server.ok(selectUndeclaredByPage, { schemeId }, { as: staff[0] as Session })).total).toBe(2)
})

test('fifty who begin at once are one declaration; without the index they would be more', async () => {
  const count = async (schemeId: string) => Number((await sql<{ n: number }>`select count(*)::int as n from declaration where scheme_id = ${schemeId}`.execute(db())).rows[0]?.n)
  const schemeId = await openScheme()
  const codes = (await Promise.all(Array.from({ length: 50 }, () => begin(schemeId)))).map(({ returnCode }) => returnCode)
  expect(codes.filter((code) => code === CODE.ok)).toHaveLength(1)
  expect(codes.filter((code) => code === CODE.inUse)).toHaveLength(49)
  expect(await count(schemeId)).toBe(1)
  const control = await openScheme()
  await owner(sql`drop index declaration_company_open`)
  await Promise.all(Array.from({ length: 4 }, () => begin(control)))
  expect(await count(control)).toBeGreaterThan(1)
  await owner(sql`delete from declaration where scheme_id = ${control}`, true)
  await owner(sql`create unique index declaration_company_open on declaration (scheme_id, company_id) where person_id is null and declare_status not in ('withdrawn', 'disqualified')`)
})

test('one of two steps at once is carried out: withdrawal beside acceptance, passing beside returning', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const schemeId = await openScheme()
    const one = await submitted(schemeId)
    const { version } = await read(one.declareId)
    const change = (verb: string, as: Session, given = version, reason?: string) => server.call(declaration.change, { declareId: one.declareId, version: given, verb, ...(reason ? { reason } : {}) } as never, { as })
    const codes = (await Promise.all([change('withdraw', first()), change('accept', local)])).map(({ returnCode }) => returnCode)
    expect(codes.filter((code) => code === CODE.ok)).toHaveLength(1)
    if (codes[0] === CODE.ok) continue
    const now = (await read(one.declareId)).version
    const both = (await Promise.all([change('passFirst', local, now), change('returnFirst', await association('北京'), now, '再看')])).map(({ returnCode }) => returnCode)
    expect(both.filter((code) => code === CODE.ok)).toHaveLength(1)
    const answer = (await server.ok(selectDeclarationContent, { declareId: one.declareId }, { as: local })).answerStatus
    expect([(await read(one.declareId)).declareStatus, answer]).toEqual(both[0] === CODE.ok ? ['rechecking', 'submitted'] : ['returned', 'returned'])
  }
})

test('the form is not taken back beside the submission that it is the content of; without holding it, it would be', async () => {
  const schemeId = await openScheme()
  const one = await begun(schemeId)
  await fill(one, first())
  const { version, answerId } = await read(one.declareId)
  const input = { stampedScan: await scan(first()), promiseFlag: true }
  const codes = (await Promise.all([server.call(declaration.change, { declareId: one.declareId, version, verb: 'submit', input } as never, { as: first() }), server.call(withdrawFormAnswer, { taskId: one.taskId }, { as: first() })])).map(({ returnCode }) => returnCode)
  expect(codes.filter((code) => code === CODE.ok)).toHaveLength(1)
  const states = async () => (await sql<{ declared: string; filled: string }>`select d.declare_status as declared, a.answer_status as filled from declaration d join form_answer a using (answer_id) where d.declare_id = ${one.declareId}`.execute(db())).rows[0]
  expect(await states()).toEqual(codes[0] === CODE.ok ? { declared: 'submitted', filled: 'submitted' } : { declared: 'draft', filled: 'draft' })
  // Negative control: both look first, and neither holds the answer.
  await owner(sql`update declaration set declare_status = 'draft' where declare_id = ${one.declareId}`)
  await owner(sql`update form_answer set answer_status = 'submitted' where answer_id = ${answerId}`)
  const unheld = (write: ReturnType<typeof sql>) =>
    db().transaction().execute(async (tx) => {
      const { rows: seen } = await sql<{ ok: boolean }>`select d.declare_status = 'draft' and a.answer_status = 'submitted' as ok from declaration d join form_answer a using (answer_id) where d.declare_id = ${one.declareId}`.execute(tx)
      await sql`select pg_sleep(0.1)`.execute(tx)
      if (seen[0]?.ok) await write.execute(tx)
    })
  await Promise.all([unheld(sql`update declaration set declare_status = 'submitted' where declare_id = ${one.declareId}`), unheld(sql`update form_answer set answer_status = 'draft' where answer_id = ${answerId}`)])
  expect(await states()).toEqual({ declared: 'submitted', filled: 'draft' })
})

test('whoever does not fulfil the rules does not hand in; when the period has ended, the rules are decided on once more', async () => {
  const strict = await openScheme('board', { rules: [{ rule: 'listedYears', amount: 40 }] })
  const refused = await begun(strict)
  await fill(refused, first())
  expect((await server.ok(selectOpenSchemes, {}, { as: first() })).schemes.find((one) => one.schemeId === strict)?.declarants[0]?.rules).toMatchObject([{ rule: 'listedYears', result: 'fail', label: '公司上市满（年）：40' }])
  expect((await handIn(refused.declareId, first())).returnMessage).toContain('不符合申报条件：公司上市满（年）：40')
  const schemeId = await openScheme('board', { rules: [{ rule: 'noPenalty', amount: 2 }] })
  const one = await submitted(schemeId)
  const decided = async () => (await sql<{ final: Date | null; result: string }>`select eligible_final as final, eligible_result as result from declaration where declare_id = ${one.declareId}`.execute(db())).rows[0]
  expect(await decided()).toEqual({ final: null, result: 'pass' })
  await sql`insert into integrity_case (case_kind, case_subject, company_id, case_date, source) values ('penalty', 'company', ${companies[0]}, '2025-06-01', '处罚决定')`.execute(db())
  await decideAgain(server.platform)
  const found = await decided()
  expect(found).toEqual({ final: expect.any(Date), result: 'fail' })
  await decideAgain(server.platform)
  expect(await decided()).toEqual(found)
})

test('what is scored is shown without names to a blind expert, and how it came out is noted', async () => {
  const schemeId = await openScheme('office')
  const one = await begun(schemeId)
  const { rows } = await sql<{ name: string; short: string }>`select company_name as name, short_name as short from company where company_id = ${companies[0]}`.execute(db())
  const canary = `${rows[0]?.name}的独立董事，${rows[0]?.short}`
  await fill(one, first(), { ...GOOD, k3p8vx: 'no', k6j2lg: canary })
  await handIn(one.declareId, first())
  await step(one.declareId, 'accept', local)
  await step(one.declareId, 'passFirst', local)
  const offered = reviewableOf('declaration.office')
  const principal = { ...((await loadUserFacts(db(), staff[0]?.userId ?? ''))?.principal as Omit<Principal, 'sessionId'>), sessionId: '' }
  expect((await offered.candidates(db(), principal, undefined, 20)).map(({ objectId }) => objectId)).not.toContain(one.declareId)
  await step(one.declareId, 'passSecond', staff[0] as Session)
  expect((await offered.candidates(db(), principal, rows[0]?.short, 20)).map(({ objectId }) => objectId)).toContain(one.declareId)
  expect([...(await offered.titles(db(), { ...principal, scopes: {} }, [one.declareId])).keys()]).toEqual([])
  const [blind, open] = [JSON.stringify(await offered.blind(db(), one.declareId)), JSON.stringify(await offered.open(db(), one.declareId))]
  for (const name of [rows[0]?.name, rows[0]?.short, GOOD[MOBILE]]) expect(blind).not.toContain(name)
  expect(open).toContain(canary)
  expect(blind).toContain('独立董事')
  expect((await offered.parties(db(), [one.declareId])).get(one.declareId)).toContainEqual(expect.objectContaining({ companyId: companies[0], name: rows[0]?.short }))
  await sql`update eval_scheme set scheme_status = 'scoring' where scheme_id = ${schemeId}`.execute(db())
  await offered.outcome(db(), [{ objectId: one.declareId, finalScore: 91.25, rankNo: 1, inCut: true }])
  expect((await read(one.declareId)).finalScore).toBe(91.25)
})

test('a merger names the declarations of both companies under one scheme', async () => {
  const schemeId = await openScheme()
  const [a, c] = [await begun(schemeId, 0), await begun(schemeId, 2)]
  const numbers = await Promise.all([a, c].map(async (one) => (await read(one.declareId)).declareNo))
  const preview = await server.ok(previewMerge, { companyId: companies[2] ?? '', intoId: companies[0] ?? '' })
  for (const no of numbers) expect(preview.obstacles.join()).toContain(no)
})

test('the log of many is read by its indexes, in its order and of one declarant', async () => {
  await inBulk(db(), ['audit_log'], (tx) =>
    sql`insert into audit_log (user_id, user_name, ip, request_id, path, title, record_type, record_id, verb, code, time)
      select 1, '甄测试', '', '', '', '变更申报状态', case when n % 10 = 0 then 'company' else 'declaration' end, d.id, 'submit', '000000', now() - n * interval '1 second'
      from generate_series(1, 40000) n join (select declare_id as id, row_number() over (order by declare_id) as nth, count(*) over () as all from declaration) d on d.nth = 1 + n % d.all`.execute(tx),
  )
  await vacuumed(db(), 'audit_log')
  const principal = { ...((await loadUserFacts(db(), staff[0]?.userId ?? ''))?.principal as Omit<Principal, 'sessionId'>), sessionId: '' }
  for (const filters of [{}, { companyId: companies[3] }, { keyword: 'SB2025-0001' }, { operateTimeFrom: '2020-01-01', toStatus: ['submitted'] }]) {
    const [page = ''] = (await explainRows(db(), logModule.runtime as never, principal, { filters })).split('\n\n')
    expect(page).toContain('audit_log_')
    expect(page).not.toContain('Seq Scan on audit_log')
  }
})
