import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { addStandardGrades, evalGrade, previewEvalGrades } from '@assoc/contract/expert/eval-grade'
import { gradeResult } from '@assoc/contract/expert/grade-result'
import { copyEvalIndicators, evalIndicator, selectIndicatorTree } from '@assoc/contract/expert/indicator'
import { integrityCase } from '@assoc/contract/expert/integrity-case'
import { copyEvalScheme, evalScheme, previewEligibility, selectSchemeProblems } from '@assoc/contract/expert/scheme'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { sql } from 'kysely'
import { personsNamed } from './director/named.repository'
import { writeWorkbook } from '../../platform/excel/excel'
import { buildCompanies } from '../member/membership/testing'
import { publishForm, schemeFields } from './evaluation.testing'
import { eligibility } from './scheme/eligibility'
import { readScheme } from './scheme/repository'

// Rules of schemes, their indicators and grades, and who fulfils them.

let server: TestServer
let staff: Session
let companies: string[]
let templateId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person({ permits: ['evaluation:scheme:read', 'evaluation:scheme:update', 'evaluation:scheme:run', 'evaluation:case:read', 'evaluation:case:update', 'evaluation:grade:read', 'evaluation:grade:update', 'form:template:read', 'member:company:read', 'appointment:person:read'], scopes: { evaluation: 'all', form: 'all', member: 'all', appointment: 'all' } })
  companies = await buildCompanies(server, 4)
  templateId = await publishForm(server)
  await server.platform.db.updateTable('company').set({ company_type: 'listed', list_status: 'normal', list_date: '2010-01-01', jurisdiction: '北京', stock_code: sql<string>`(600100 + company_id)::text` }).where('company_id', 'in', companies).execute()
})
afterAll(() => server.stop())

const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)
const indicatorOf = (schemeId: string, over: object = {}) => ({ schemeId, standardNo: 1, standardName: '规范运作', indicatorCode: '1.1', indicatorName: '信息披露', indicatorScore: 99, bonusFlag: false, dimensionName: '合规', questionKeys: ['duty'], note: null, ...over })
const stepped = async (schemeId: string, verb: string, more: object = {}) => server.call(evalScheme.change, { schemeId, version: (await server.ok(evalScheme.read, { schemeId }, { as: staff })).version, verb, reason: '测试', ...more }, { as: staff })

let n = 0
async function secretary(companyId: string, firstDate: string, over: object = {}): Promise<string> {
  n += 1
  const { person_id: personId } = await server.platform.db.insertInto('director_base').values({ name: `贾设${n}`, id_card: '1', id_card_sealed: 'x', id_card_print: `print${n}`, gender: 'male', birth_date: '1970-01-01', mobile: '19912340000', email: null, education: null, pool_id: null, remark: null, dept_id: null, create_by: null }).returning('person_id').executeTakeFirstOrThrow()
  await term(personId, companyId, firstDate, over)
  return personId
}
const term = (personId: string, companyId: string, firstDate: string, over: object = {}) =>
  server.platform.db.insertInto('director_appointment').values({ person_id: personId, company_id: companyId, role_type: 'secretary', committees: null, chairs: null, first_date: firstDate, term_start: firstDate, term_end: '2099-01-01', leave_date: null, allowance: null, remark: null, appoint_status: 'serving', dept_id: null, create_by: null, ...over }).execute()

test('a scheme opens when its base is 100, its questions exist and its grades have no gap; 99 and 101 are refused with a sentence', async () => {
  const { schemeId } = await server.ok(evalScheme.insert, schemeFields(templateId), { as: staff })
  expect(await server.ok(evalScheme.read, { schemeId }, { as: staff })).toMatchObject({ versionNo: 1, schemeStatus: 'draft', schemeYear: Number(dayAfter(today(), -1).slice(0, 4)), formName: '董秘履职评价申报表' })
  expect((await server.ok(selectSchemeProblems, { schemeId }, { as: staff })).problems).toEqual(['还没有评价指标', '等级至少有两个'])
  expect(paths(await server.call(evalIndicator.insert, indicatorOf(schemeId, { questionKeys: ['没有的题'] }), { as: staff }))).toEqual(['questionKeys.0'])
  const { indicatorId } = await server.ok(evalIndicator.insert, indicatorOf(schemeId), { as: staff })
  // A code or a label becomes the key.
  expect(await server.ok(evalIndicator.read, { indicatorId }, { as: staff })).toMatchObject({ questionKeys: ['q1'], questionLabels: '履职情况', indicatorScore: 99 })
  await server.ok(evalIndicator.insert, indicatorOf(schemeId, { indicatorCode: '9.1', standardNo: 9, standardName: '加分', indicatorScore: 5, bonusFlag: true, questionKeys: ['会议次数'] }), { as: staff })
  await server.ok(addStandardGrades, { schemeId }, { as: staff })
  expect((await stepped(schemeId, 'open')).returnMessage).toContain('基础分合计为 99.00 分，须为 100 分')
  const second = await server.ok(evalIndicator.insert, indicatorOf(schemeId, { indicatorCode: '1.2', indicatorScore: 2 }), { as: staff })
  expect((await stepped(schemeId, 'open')).returnMessage).toContain('基础分合计为 101.00 分')
  await server.ok(evalIndicator.update, { ...indicatorOf(schemeId, { indicatorCode: '1.2', indicatorScore: 1, standardName: '规范运作与披露' }), indicatorId: second.indicatorId, version: 1 }, { as: staff })
  // A standard bears one name, and nobody else's number another.
  expect(paths(await server.call(evalIndicator.insert, indicatorOf(schemeId, { indicatorCode: '1.3' }), { as: staff }))).toEqual(['standardName'])
  const tree = await server.ok(selectIndicatorTree, { schemeId }, { as: staff })
  expect([tree.base, tree.bonus, tree.problems, tree.standards.map((one) => [one.standardName, one.base, one.bonus])]).toEqual([10_000, 500, [], [['规范运作与披露', 10_000, 0], ['加分', 0, 500]]])
  expect((await stepped(schemeId, 'open')).returnCode).toBe(CODE.ok)
})

test('what has opened is frozen by the database, its end alone is put off, and a copy carries rules, indicators and grades', async () => {
  const [{ schemeId } = { schemeId: '' }] = (await server.ok(evalScheme.list, { schemeStatus: ['applying'] }, { as: staff })).items
  const { db } = server.platform
  await expect(db.updateTable('eval_scheme').set({ tie_rule: 'out' }).where('scheme_id', '=', schemeId).execute()).rejects.toMatchObject({ constraint: 'eval_scheme_frozen' })
  await expect(db.deleteFrom('eval_indicator').where('scheme_id', '=', schemeId).execute()).rejects.toMatchObject({ constraint: 'eval_scheme_frozen' })
  await expect(db.updateTable('eval_grade').set({ quota: 1 }).where('scheme_id', '=', schemeId).execute()).rejects.toMatchObject({ constraint: 'eval_scheme_frozen' })
  // The control: the same statements pass while the scheme is a draft.
  expect(paths(await server.call(evalIndicator.insert, indicatorOf(schemeId, { indicatorCode: '2' }), { as: staff }))).toEqual(['schemeId'])
  const row = await server.ok(evalScheme.read, { schemeId }, { as: staff })
  expect(row.abilities).not.toContain('update')
  expect((await stepped(schemeId, 'extend', { input: { applyEnd: new Date(Date.parse(row.applyEnd) - 1_000).toISOString() } })).returnCode).not.toBe(CODE.ok)
  expect((await stepped(schemeId, 'extend', { input: { applyEnd: new Date(Date.parse(row.applyEnd) + 86_400_000).toISOString() } })).returnCode).toBe(CODE.ok)

  const fields = schemeFields(templateId)
  const copied = await server.ok(copyEvalScheme, { schemeId, schemeName: '下一年度董秘履职评价', periodStart: today(), periodEnd: dayAfter(today(), 365), applyStart: fields.applyStart, applyEnd: fields.applyEnd }, { as: staff })
  expect(copied).toMatchObject({ indicators: 3, unbound: 0, grades: 4 })
  expect((await server.ok(selectSchemeProblems, { schemeId: copied.schemeId }, { as: staff })).problems).toEqual([])
  await db.updateTable('eval_grade').set({ quota: 1 }).where('scheme_id', '=', copied.schemeId).where('grade_code', '=', '5A').execute()
  expect((await server.call(copyEvalIndicators, { schemeId: copied.schemeId, fromSchemeId: schemeId }, { as: staff })).returnMessage).toContain('已有评价指标')
  await server.ok(evalScheme.remove, { schemeId: copied.schemeId, version: 1 }, { as: staff })
  expect((await server.ok(evalIndicator.list, { schemeId: copied.schemeId }, { as: staff }).catch(() => ({ total: 0 }))).total).toBe(0)
})

test('rules agree with whom they are about, and each stands once', async () => {
  const board = await server.call(evalScheme.insert, schemeFields(templateId, { schemeName: '董事会', evalTarget: 'board' }), { as: staff })
  expect(paths(board)).toEqual(['eligibleRules'])
  const twice = await server.call(evalScheme.insert, schemeFields(templateId, { schemeName: '两次', eligibleRules: [{ rule: 'listedYears', amount: 1 }, { rule: 'listedYears', amount: 2 }] }), { as: staff })
  expect(paths(twice)).toEqual(['eligibleRules'])
  const missing = await server.call(evalScheme.insert, schemeFields(templateId, { schemeName: '缺数', eligibleRules: [{ rule: 'listedYears', amount: null }] }), { as: staff })
  expect(missing.returnCode).toBe(CODE.input)
})

test('eligibility: each rule with its fact, offices cumulated without counting overlaps twice, cases of person and company', async () => {
  const { db } = server.platform
  const { schemeId } = await server.ok(evalScheme.insert, schemeFields(templateId, { schemeName: '资格', periodStart: '2025-09-01', periodEnd: '2026-08-31' }), { as: staff })
  const scheme = await readScheme(db, schemeId)
  if (!scheme) throw new Error('there is one')
  const [a = '', b = '', c = '', d = ''] = companies
  // Exactly 24 months to the end of the period, and a day less.
  const enough = await secretary(a, '2024-09-01')
  const short = await secretary(b, '2024-09-02')
  // 20 months elsewhere, of which five overlap with the office here: 10 + 20 − 5.
  const earlier = await secretary(c, '2025-11-01')
  await term(earlier, d, '2024-08-01', { leave_date: '2026-03-31', appoint_status: 'left' })
  const away = await secretary(d, '2020-01-01', { leave_date: '2026-01-01', appoint_status: 'left' })
  const declarants = [[enough, a], [short, b], [earlier, c], [away, d]].map(([personId = '', companyId = '']) => ({ personId, companyId }))
  const failing = async () => (await eligibility(db, scheme, declarants)).map(({ results }) => results.filter(({ pass }) => !pass).map(({ rule, fact }) => `${rule} ${fact}`))
  expect((await eligibility(db, scheme, declarants)).map(({ results }) => results.find(({ rule }) => rule === 'tenureMonths')?.fact)).toEqual(['累计任职 24 个月', '累计任职 23 个月', '累计任职 25 个月', '累计任职 72 个月'])
  expect(await failing()).toEqual([[], ['tenureMonths 累计任职 23 个月'], [], ['inOffice 不在任']])

  // Two years are counted back from the end of the period: the day itself is outside, the next one within.
  const insert = (over: object) => server.ok(integrityCase.insert, { caseSubject: 'person', companyId: null, personId: enough, caseKind: 'penalty', caseDate: '2024-08-31', source: '证监局', docNo: null, note: null, ...over }, { as: staff })
  await insert({})
  expect((await failing())[0]).toEqual([])
  await insert({ caseDate: '2024-09-01' })
  await insert({ caseSubject: 'company', personId: null, companyId: c, caseKind: 'investigation', caseDate: '2026-09-15' })
  // A censure is no rule of this scheme.
  await insert({ caseSubject: 'company', personId: null, companyId: b, caseKind: 'censure', caseDate: '2026-01-01' })
  expect(await failing()).toEqual([['noPenalty 本人有 2024-09-01 的情形'], ['tenureMonths 累计任职 23 个月'], ['noInvestigation 公司有 2026-09-15 的情形'], ['inOffice 不在任']])
  expect(paths(await server.call(integrityCase.insert, { caseSubject: 'person', companyId: null, personId: enough, caseKind: 'penalty', caseDate: '2024-09-01', source: '证监局', docNo: null, note: null }, { as: staff }))).toEqual(['caseDate'])

  await db.updateTable('company').set({ list_date: '2024-09-01' }).where('company_id', '=', b).execute()
  const preview = await server.ok(previewEligibility, { schemeId }, { as: staff })
  expect(preview).toMatchObject({ candidates: 3, eligible: 0, jurisdictions: [{ jurisdiction: '北京', candidates: 3, eligible: 0 }] })
  expect(Object.fromEntries(preview.failed.map(({ rule, count }) => [rule, count]))).toEqual({ inOffice: 0, listedYears: 1, tenureMonths: 1, noInvestigation: 1, noPenalty: 1 })
})

test('5,000 declarants are decided on within ten seconds', async () => {
  const { db } = server.platform
  const scheme = await readScheme(db, (await server.ok(evalScheme.list, { keyword: '资格' }, { as: staff })).items[0]?.schemeId ?? '')
  const people = await db.selectFrom('director_appointment').select(['person_id as personId', 'company_id as companyId']).execute()
  if (!scheme) throw new Error('there is one')
  const started = performance.now()
  const found = await eligibility(db, scheme, Array.from({ length: 5_000 }, (_, i) => people[i % people.length] ?? { personId: null, companyId: '0' }))
  expect(found).toHaveLength(5_000)
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('grades fit the scale of their scheme, and a distribution is previewed from typed scores', async () => {
  const { schemeId } = await server.ok(evalScheme.insert, schemeFields(templateId, { schemeName: '按得分', gradeScale: 'score', quotaKind: null, tieRule: null }), { as: staff })
  const gradeOf = (over: object) => ({ schemeId, gradeOrder: 1, gradeCode: 'A', gradeName: 'A', quota: null, lowScore: 90, remark: null, ...over })
  expect(paths(await server.call(evalGrade.insert, gradeOf({ lowScore: null }), { as: staff }))).toEqual(['lowScore'])
  expect(paths(await server.call(evalGrade.insert, gradeOf({ quota: 10 }), { as: staff }))).toEqual(['quota'])
  await server.ok(addStandardGrades, { schemeId }, { as: staff })
  const rows = (await server.ok(evalGrade.list, { schemeId }, { as: staff })).items
  expect(rows.map((row) => row.rangeText)).toEqual(['90.00 分及以上', '80.00–89.99 分', '60.00–79.99 分', '0.00–59.99 分'])
  const preview = await server.ok(previewEvalGrades, { schemeId, source: 'typed', scores: [90, 89.99, 60, 59.99] }, { as: staff })
  expect(preview.grades.map(({ code, count }) => [code, count])).toEqual([['A', 1], ['B', 1], ['C', 1], ['D', 1]])
  // A gap at the bottom keeps a scheme from being opened.
  await server.ok(evalGrade.remove, { gradeId: rows[3]?.gradeId ?? '', version: 1 }, { as: staff })
  expect((await server.ok(selectSchemeProblems, { schemeId }, { as: staff })).problems.join()).toContain('最后一个等级 C 的最低分须为 0')
})

test('a name in a file means one person: by day of birth, or beside a company by the office there', async () => {
  const { db } = server.platform
  const principal = await server.platform.sessions.identify(staff.token, staff.cookie)
  const [a = '', b = ''] = companies
  const left = { leave_date: '2023-01-01', appoint_status: 'left' }
  const ids = [await secretary(a, '2020-01-01', left), await secretary(b, '2020-01-01', left)]
  await db.updateTable('director_base').set({ name: '同名者' }).where('person_id', 'in', ids).execute()
  await db.updateTable('director_base').set({ birth_date: '1980-02-29' }).where('person_id', '=', ids[1] ?? '').execute()
  const found = async (text: string, beside = {}) => (await personsNamed(db, principal, text, beside)).map(({ id }) => id)
  expect(await found('同名者')).toEqual(ids)
  expect(await found('同名者 1980-02-29')).toEqual([ids[1]])
  expect(await found('同名者（1980-02-29）')).toEqual([ids[1]])
  expect(await found('同名者', { companyId: a })).toEqual([ids[0]])
  expect(await found('无此人')).toEqual([])
})

/** Imports the good rows of a sheet; answers what is said of the others. */
async function imported(resource: typeof evalIndicator | typeof gradeResult, header: string[], rows: (string | number)[][]): Promise<string[]> {
  const { data } = await server.upload(resource.importCheck, {}, { name: '导入.xlsx', bytes: await writeWorkbook([{ name: '导入', header, rows }]) }, staff)
  await server.ok(resource.importWrite, { importId: data?.importId ?? '', mode: 'good' }, { as: staff })
  return data?.problems.flatMap(({ messages }) => messages) ?? []
}

test('indicators come from a sheet with codes or names of questions, results of earlier years with companies and names', async () => {
  const { schemeId } = await server.ok(evalScheme.insert, schemeFields(templateId, { schemeName: '导入的方案' }), { as: staff })
  const bad = await imported(evalIndicator, ['评价方案', '标准序号', '一级指标', '指标代码', '二级指标', '分值', '加分项', '维度', '题目'], [
    ['导入的方案', 1, '规范运作', '1.1', '会议', 60, '否', '合规', 'duty'],
    ['导入的方案', 1, '规范运作', '1.2', '披露', 40, '否', '合规', '履职情况、会议次数'],
    ['导入的方案', 1, '规范运作', '1.2', '重复', 10, '否', '合规', 'duty'],
    ['导入的方案', 2, '加分', '2.1', '超限', 100.5, '是', '合规', 'duty'],
  ])
  expect(bad).toEqual(['该方案已有这个指标代码', expect.stringContaining('不能大于 100')])
  const tree = await server.ok(selectIndicatorTree, { schemeId }, { as: staff })
  expect([tree.base, tree.standards.flatMap(({ indicators }) => indicators.map(({ questions }) => questions))]).toEqual([10_000, [['履职情况'], ['履职情况', '会议次数']]])

  const [a = '', b = ''] = companies
  const code = async (companyId: string) => (await server.platform.db.selectFrom('company').select('stock_code').where('company_id', '=', companyId).executeTakeFirstOrThrow()).stock_code ?? ''
  const wrong = await imported(gradeResult, ['评价对象', '年度', '证券代码', '姓名', '得分', '等级'], [
    ['董事会秘书', 2024, await code(a), '同名者', 95.5, '5A'],
    ['董事会秘书', 2024, await code(b), '同名者', 88, '4A'],
    ['董事会秘书', 2024, await code(b), '无此人', 88, '4A'],
    ['董事会', 2024, await code(b), '', '', 'A'],
  ])
  expect(wrong).toEqual([expect.stringContaining('无此人')])
  const rows = (await server.ok(gradeResult.list, { evalYear: 2024 }, { as: staff })).items
  expect(rows.map((row) => [row.companyId, row.name, row.gradeCode, row.resultStatus]).sort()).toEqual([[a, '同名者', '5A', 'proposed'], [b, null, 'A', 'proposed'], [b, '同名者', '4A', 'proposed']].sort())
})
