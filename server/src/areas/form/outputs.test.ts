import { CODE } from '@assoc/contract'
import { exportAnswerContent, exportAnswerPaper, formAnswer } from '@assoc/contract/form/answer'
import type { Answers } from '@assoc/contract/form/engine/answers'
import { emptyDoc, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { exportOwnAnswer } from '@assoc/contract/form/fill'
import { questionFilterOf, questionFilterText, type QuestionCondition } from '@assoc/contract/form/question-filter'
import { selectCountedQuestions, selectFormCrossTable, selectFormStatistics } from '@assoc/contract/form/statistics'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { exportFormDictionary, readFormDictionary, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { loadUserFacts } from '../../platform/access/load-principal'
import { openDatabase } from '../../platform/database/database'
import { writeWorkbook } from '../../platform/excel/excel'
import { readSheets } from '../../platform/excel/testing'
import { resourceRuntimes } from '../../platform/resource/mount'
import { explainRows } from '../../platform/resource/rows.repository'
import { checkValues, repairValues } from './answer/check'
import { runAnswerExport } from './answer/export'
import { fillAnswers } from './fill.testing.repository'
import { writeAnswers, nextRound, roundOf, unzipped } from './outputs.testing.repository'

const options = (...labels: string[]) => labels.map((label, i) => ({ value: `o${i + 1}`, label }))
const question = (type: Question['type'], code: string, label: string, more: Partial<Question> = {}): Question => ({ type, code, label, ...more })

/** A question of each kind that leaves in another way. */
const base = emptyDoc('年度问卷', { page: 'pg1', section: 'sc1' })
const doc: FormDoc = {
  ...base,
  blocks: { ...base.blocks, sc1: { kind: 'section', title: '一、基本情况', items: ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q9'] } },
  questions: {
    q1: question('radio', 'has_board', '是否设董事会办公室', { options: [...options('是', '否'), { value: 'o3', label: '其他', other: true }] }),
    q2: question('checkbox', 'staff', '配备人员', { options: options('董秘', '证代', '专员') }),
    q3: question('number', 'size', '人数', { unit: '人', decimals: 0 }),
    q4: question('money', 'cost', '年度费用'),
    q5: question('date', 'day', '成立日期'),
    q6: question('text', 'and', '说明'),
    q7: question('text', 'mobile', '联系手机', { personal: 'mobile' }),
    q8: question('matrix', 'rate', '评价', { items: options('服务', '培训'), options: options('满意', '不满意') }),
    q9: question('repeat', 'people', '人员名单', { columns: ['c1', 'c2'] }),
    c1: question('text', 'name', '姓名', { in: 'q9' }),
    c2: question('number', 'years', '年限', { in: 'q9', unit: '年' }),
  },
}
const GIVEN: Answers[] = [
  { q1: 'o1', q2: ['o1', 'o2'], q3: '3', q4: 123456, q5: '2020-05-01', q6: '=HYPERLINK("http://x","点")', q8: { o1: 'o1', o2: 'o2' }, q9: [{ id: 'r1', cells: { c1: '甄一', c2: '5' } }, { id: 'r2', cells: { c1: '甄二' } }] },
  { q1: 'o1', q2: ['o1'], q3: '10', q4: 500, q5: '2021-06-01', q6: '一切正常', q8: { o1: 'o1' } },
  { q1: 'o3', 'q1.other': '外包', q3: '5', q6: '有，逗号和"引号"' },
]

let server: TestServer
let people: Session[]
let reader: Session
let opener: Session
let roundId: string
let templateId: string
let answerIds: string[]
const db = () => server.platform.db
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  people = [await server.person(), await server.person(), await server.person(), await server.person()]
  reader = await server.person({ permits: ['form:answer:read'], scopes: { form: 'all', member: 'all' } })
  opener = await server.person({ permits: ['form:answer:read', 'pi:plain:view'], scopes: { form: 'all', member: 'all' } })
  ;({ roundId, templateId } = await roundOf(server, doc, people.map(({ userId }) => userId)))
  answerIds = await writeAnswers(server, roundId, doc, GIVEN)
  await sql`insert into form_personal (answer_id, answer_path, shown, personal_sealed, personal_print) values (${answerIds[0]}::bigint, 'q7', '199****0001', ${server.platform.encryption.encrypt('19900000001')}, 'x')`.execute(db())
})
afterAll(() => server.stop())

const listed = async (...conditions: QuestionCondition[]) => (await server.ok(formAnswer.list, { questions: questionFilterText({ roundId, conditions }) }, { as: reader })).items.map(({ answerId }) => answerId).toSorted()
const ids = (...at: number[]) => at.map((i) => answerIds[i] ?? '').toSorted()

test('a filter by questions is one text, and a text that is none is refused', () => {
  const filter = { roundId: '12', conditions: [{ key: 'q1', kind: 'choice' as const, values: ['浙江省,杭州市', 'a|b%'] }, { key: 'q8', item: 'o1', kind: 'empty' as const }] }
  expect(questionFilterOf(questionFilterText(filter))).toEqual(filter)
  for (const text of ['', '12', '12|q1', '12|q1=', '0|q1=o1', '12|q3~..', '12|q3~a..', '12|q5@2026-02-30..', '12|Q1=o1', '12|q1=o1|q2=o1|q3=o1', "12|q1' or 1=1=o1"]) expect([text, questionFilterOf(text)]).toEqual([text, null])
})

test('each figure opens just the answers that it counts', async () => {
  const { questions } = await server.ok(selectFormStatistics, { roundId }, { as: reader })
  const figures = questions.flatMap(({ key, choices }) => choices.map(({ itemValue, value, count }) => ({ key, itemValue, value, count })))
  expect(figures.filter(({ count }) => count > 0).length).toBeGreaterThan(5)
  for (const { key, itemValue, value, count } of figures) expect([key, value, (await listed({ key, ...(itemValue ? { item: itemValue } : {}), kind: 'choice', values: [value] })).length]).toEqual([key, value, count])
  const { rows, columns, cells } = await server.ok(selectFormCrossTable, { roundId, rowKey: 'q1', columnKey: 'q2' }, { as: reader })
  for (const row of rows) for (const column of columns) {
    const count = cells.find((cell) => cell.row === row.value && cell.column === column.value)?.count ?? 0
    expect(await listed({ key: 'q1', kind: 'choice', values: [row.value] }, { key: 'q2', kind: 'choice', values: [column.value] })).toHaveLength(count)
  }
  const size = questions.find(({ key }) => key === 'q3')
  expect(size).toMatchObject({ answered: 3, figures: { count: 3, median: '5.0000', least: '3', most: '10' } })
  expect(await listed({ key: 'q3', kind: 'filled' })).toEqual(ids(0, 1, 2))
})

test('answers are found by ranges of numbers and days, and by what is not answered', async () => {
  expect(await listed({ key: 'q3', kind: 'number', from: '4', to: '' })).toEqual(ids(1, 2))
  expect(await listed({ key: 'q4', kind: 'number', from: '', to: '500' })).toEqual(ids(1))
  expect(await listed({ key: 'q5', kind: 'day', from: '2020-05-01', to: '2020-05-01' })).toEqual(ids(0))
  // The fourth has handed nothing in, so it is among no answers.
  expect(await listed({ key: 'q2', kind: 'empty' })).toEqual(ids(2))
  expect(await listed({ key: 'q2', kind: 'empty' }, { key: 'q1', kind: 'choice', values: ['o1'] })).toEqual([])
  expect(await server.call(formAnswer.list, { questions: '1|q1' }, { as: reader })).toMatchObject({ returnCode: CODE.input })
  const own = await server.person({ permits: ['form:answer:read'], scopes: { form: 'self' } })
  expect((await server.ok(formAnswer.list, { questions: questionFilterText({ roundId, conditions: [{ key: 'q3', kind: 'filled' }] }) }, { as: own })).items).toEqual([])
  expect((await server.ok(selectCountedQuestions, { roundId }, { as: reader })).questions.map(({ key }) => key)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5', 'q8', 'c2'])
})

test('two rounds of a form stand beside each other by what was answered in each', async () => {
  const before = await nextRound(server, templateId, people.slice(0, 2).map(({ userId }) => userId))
  await writeAnswers(server, before, doc, [{ q1: 'o1', q3: '7' }, { q1: 'o2', q3: '8' }])
  const { questions } = await server.ok(selectFormStatistics, { roundId, compareId: before }, { as: reader })
  const of = (key: string) => questions.find((one) => one.key === key)
  expect(of('q1')).toMatchObject({ answered: 3, answeredBefore: 2, choices: [{ value: 'o1', count: 2, before: 1 }, { count: 0, before: 1 }, { count: 1, before: 0 }] })
  expect(of('q3')).toMatchObject({ before: { median: '7.5000', average: '7.5000' } })
})

const textOf = (bytes: Buffer) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

test('a workbook has a column for each choice and a sheet for each table, in labels or in codes, with formulas as texts', async () => {
  const [first, second, origin] = await readSheets(await server.file(exportAnswerContent, { roundId }, { as: reader }))
  const at = (title: string, row = 1) => first?.rows[row]?.[first.rows[0]?.indexOf(title) ?? -1]
  expect(['填报状态', '是否设董事会办公室', '配备人员：董秘', '配备人员：专员', '人数（人）', '年度费用（元）', '成立日期', '联系手机', '评价：培训'].map((title) => at(title))).toEqual(['已提交', '是', '是', '否', 3, 1234.56, '2020-05-01', '199****0001', '不满意'])
  expect([at('是否设董事会办公室（其他说明）', 3), at('配备人员：董秘', 3)]).toEqual(['外包', null])
  expect(at('说明')).toBe('=HYPERLINK("http://x","点")')
  expect(second?.rows.map((row) => row.slice(1))).toEqual([['姓名', '年限（年）'], ['甄一', 5], ['甄二', null]])
  expect(origin?.rows.map(([, value]) => value)).toContain(3)
  const [coded] = await readSheets(await server.file(exportAnswerContent, { roundId, values: 'codes' }, { as: reader }))
  expect(coded?.rows[0]?.slice(3, 9)).toEqual(['has_board', 'has_board_other', 'staff_o1', 'staff_o2', 'staff_o3', 'size'])
  expect(coded?.rows[1]?.slice(3, 9)).toEqual(['o1', null, 1, 1, 0, 3])
})

test('CSV is an archive with a file a table, marked as UTF-8 or in GB 18030, and begins no formula', async () => {
  const files = unzipped(await server.file(exportAnswerContent, { roundId, format: 'csv' }, { as: reader }))
  expect([...files.keys()]).toEqual(['填报内容.csv', '1.人员名单.csv'])
  const text = textOf(files.get('填报内容.csv') ?? Buffer.alloc(0))
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(text).toContain(`"'=HYPERLINK(""http://x"",""点"")"`)
  expect(text).toContain('"有，逗号和""引号"""')
  const other = unzipped(await server.file(exportAnswerContent, { roundId, format: 'csv', encoding: 'gb18030' }, { as: reader }))
  expect(`\uFEFF${iconv.decode(other.get('填报内容.csv') ?? Buffer.alloc(0), 'gb18030')}`).toBe(text)
})

test('personal answers leave in plain text for whoever may see them, with a reason that is noted', async () => {
  const asked = { roundId, format: 'csv', personal: 'plain' } as const
  expect(await server.call(exportAnswerContent, { ...asked, reason: '回访' }, { as: reader })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'personal' }] } })
  expect(await server.call(exportAnswerContent, asked, { as: opener })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  const plain = unzipped(await server.file(exportAnswerContent, { ...asked, reason: '回访' }, { as: opener }))
  expect(textOf(plain.get('填报内容.csv') ?? Buffer.alloc(0))).toContain('19900000001')
  const { rows } = await sql<{ reason: string }>`select reason from audit_log where record_type = 'formRound' and record_id = ${roundId} and reason is not null`.execute(db())
  expect(rows).toEqual([{ reason: '回访' }])
})

test('SPSS gets commands with names that it takes, labels of values and what stands for nothing', async () => {
  const files = unzipped(await server.file(exportAnswerContent, { roundId, format: 'spss' }, { as: reader }))
  expect([...files.keys()]).toEqual(['answers.csv', 'answers.sps', 'table_people.csv', 'table_people.sps'])
  const [values, commands] = ['answers.csv', 'answers.sps'].map((name) => textOf(files.get(name) ?? Buffer.alloc(0)))
  const [names = '', first = '', , third = ''] = values?.split('\r\n') ?? []
  expect(names.split(',')).toEqual(['respondent', 'status', 'submit_time', 'has_board', 'has_board_other', 'staff_o1', 'staff_o2', 'staff_o3', 'size', 'cost', 'day', 'v_and', 'mobile', 'rate_o1', 'rate_o2'])
  expect([first.split(',')[3], third.split(',')[5]]).toEqual(['1', '-9'])
  for (const line of ["VALUE LABELS\n  has_board\n    1 '是'", 'MISSING VALUES staff_o1 (-9).', "size '人数（人）'", 'day SDATE10']) expect(commands).toContain(line)
})

test('a document of one answer for staff, and for who has filled it in; nobody else’s', async () => {
  const pdf = await server.file(exportAnswerPaper, { answerId: answerIds[0] ?? '', format: 'pdf' }, { as: reader })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const word = unzipped(await server.file(exportAnswerPaper, { answerId: answerIds[0] ?? '', format: 'docx' }, { as: reader }))
  const text = (word.get('word/document.xml') ?? Buffer.alloc(0)).toString('utf8').replace(/<[^>]+>/g, '|')
  for (const part of ['年度问卷', '一、基本情况', '■ 董秘　■ 证代　□ 专员', '1,234.56 元', '199****0001', '甄二']) expect(text).toContain(part)
  const { rows } = await sql<{ id: string; user_id: string }>`select task_id as id, user_id from form_task where round_id = ${roundId}::bigint order by task_id`.execute(db())
  const [task] = rows
  const owner = people.find(({ userId }) => userId === task?.user_id)
  expect((await server.file(exportOwnAnswer, { taskId: task?.id ?? '', format: 'pdf' }, { as: owner as Session })).length).toBeGreaterThan(1000)
  expect((await server.call(exportOwnAnswer, { taskId: task?.id ?? '', format: 'pdf' }, { as: people.find((one) => one !== owner) as Session })).returnCode).toBe(CODE.notFound)
  const papers = unzipped(await server.file(exportAnswerContent, { roundId, format: 'docx' }, { as: reader }))
  expect(papers.size).toBe(3)
})

test('the dictionary goes out as a workbook, and what an edited one changes is told before it is saved', async () => {
  const { templateId: id } = await roundOf(server, { ...doc, title: '字典' }, [people[0]?.userId ?? ''])
  const as = server.admin
  const [sheet] = await readSheets(await server.file(exportFormDictionary, { templateId: id }, { as }))
  const rows = sheet?.rows ?? []
  expect(rows.map(([key]) => key)).toEqual(['编号', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q9', 'c1', 'c2'])
  const at = (title: string) => rows[0]?.indexOf(title) ?? -1
  const edited = rows.map((row) => row.map((value) => value ?? ''))
  const put = (row: number, title: string, value: string) => (edited[row] as unknown[]).splice(at(title), 1, value)
  put(1, '题目', '是否设立董办')
  put(1, '选项', `${String(rows[1]?.[at('选项')])}\n不清楚`)
  put(3, '必填', '是')
  put(4, '题型', '文本')
  const bytes = await writeWorkbook([{ name: '数据字典', header: (edited[0] ?? []).map(String), rows: edited.slice(1).map((row) => row.map(String)) }])
  const { data } = await server.upload(readFormDictionary, { templateId: id }, { name: '字典.xlsx', bytes }, as)
  expect(data?.changes.map(({ kind, message }) => [kind, message])).toEqual([
    ['harmless', '「是否设董事会办公室」的题目从“是否设董事会办公室”改为“是否设立董办”'],
    ['statistics', '「是否设立董办」新增选项“不清楚”'],
    ['statistics', '「人数」改为必填'],
  ])
  expect(data?.refused).toMatchObject([{ row: 4, message: expect.stringContaining('题型不能在数据字典中修改') as unknown }])
  const { revision, document } = await server.ok(selectFormDraft, { templateId: id }, { as })
  expect(document.questions['q1']?.label).toBe('是否设董事会办公室')
  // Somebody else changes the same label meanwhile: nothing of the dictionary is written.
  const label = (from: string, to: string) => [{ at: ['questions', 'q1', 'label'], from, to }]
  await server.ok(saveFormDraft, { templateId: id, base: revision, patches: label('是否设董事会办公室', '另一个题目') }, { as })
  expect((await server.call(saveFormDraft, { templateId: id, base: data?.revision ?? 0, patches: data?.patches ?? [] }, { as })).returnCode).toBe(CODE.conflict)
  await server.ok(saveFormDraft, { templateId: id, base: revision + 1, patches: label('另一个题目', '是否设董事会办公室') }, { as })
  await server.ok(saveFormDraft, { templateId: id, base: data?.revision ?? 0, patches: data?.patches ?? [] }, { as })
  const after = await server.ok(selectFormDraft, { templateId: id }, { as })
  expect([after.document.questions['q1']?.label, after.document.questions['q1']?.options?.length, after.document.questions['q3']?.required]).toEqual(['是否设立董办', 4, true])
  expect(await server.upload(readFormDictionary, { templateId: id }, { name: '字典.xlsx', bytes: Buffer.from('no workbook') }, as)).toMatchObject({ returnCode: CODE.input })
})

test('values that do not follow from their answers are told, and laid anew without touching the others', async () => {
  const values = async () => (await sql<{ v: string }>`select coalesce(choice, number::text, day::text) || question_key || row_id as v from form_value where round_id = ${roundId}::bigint order by 1`.execute(db())).rows.map(({ v }) => v)
  const right = await values()
  expect(await checkValues(db())).toMatchObject({ text: expect.stringMatching(/全部一致$/) as unknown })
  await sql`update form_value set number = 4 where question_key = 'q3' and answer_id = ${answerIds[0]}::bigint`.execute(db())
  await sql`insert into form_value (round_id, answer_id, question_key, choice) values (${roundId}::bigint, ${answerIds[3]}::bigint, 'q1', 'o1')`.execute(db())
  expect(await checkValues(db())).toMatchObject({ bad: true, text: expect.stringContaining(`2 份的统计数据与填报内容不符（编号 ${answerIds[0]}、${answerIds[3]}）`) as unknown })
  expect(await repairValues(db())).toMatchObject({ rows: 2 })
  expect(await values()).toEqual(right)
  expect(await repairValues(db())).toMatchObject({ rows: 0 })
})

describe('with some thousands of answers', () => {
  const COPIES = 4000
  const many: FormDoc = { ...base, title: '大问卷', blocks: { ...base.blocks, sc1: { kind: 'section', title: '', items: ['q1', 'q2', 'q3', 'q4', 'q5'] } }, questions: { q1: question('radio', 'a', '甲', { options: options('一', '二', '三', '四', '五', '六', '七', '八') }), q2: question('number', 'b', '乙'), q3: question('date', 'c', '丙'), q4: question('radio', 'd', '丁', { options: options('一', '二') }), q5: question('text', 'e', '戊') } }
  let bigRound: string
  beforeAll(async () => {
    ;({ roundId: bigRound } = await roundOf(server, many, [people[0]?.userId ?? '']))
    const owner = openDatabase(server.databaseUrl, 1)
    await fillAnswers(owner.db, bigRound, many, COPIES)
    await owner.close()
  })

  test('filters find the values of their question in its index, for the page and for the count', async () => {
    const answers = resourceRuntimes().find(({ contract }) => contract.definition.name === 'formAnswer')
    const principal = { ...((await loadUserFacts(db(), reader.userId))?.principal as object), sessionId: '' } as never
    const conditions: QuestionCondition[][] = [
      [{ key: 'q1', kind: 'choice', values: ['o1'] }],
      [{ key: 'q1', kind: 'choice', values: ['o2'] }, { key: 'q2', kind: 'number', from: '10', to: '40' }],
      [{ key: 'q3', kind: 'day', from: '2026-03-01', to: '2026-03-09' }],
    ]
    for (const one of conditions) {
      const plan = await explainRows(db(), answers as never, principal, { filters: { roundId: bigRound, questions: questionFilterText({ roundId: bigRound, conditions: one }) } })
      expect(plan).not.toContain('Seq Scan on form_value')
      expect(plan).not.toContain('form_value_answer')
      expect(plan.match(/Index Cond: \(\(round_id = '\d+'::bigint\) AND \(question_key = /g)?.length).toBeGreaterThanOrEqual(2 * one.length)
    }
  })

  test('more than come at once are made as a work, by the rights that the person has then', async () => {
    const asked = await server.call(exportAnswerContent, { roundId: bigRound, format: 'csv' }, { as: reader })
    expect(asked.returnCode).toBe(CODE.silent)
    const { workId } = asked.data as { workId: string }
    await runAnswerExport({ workId }, server.platform)
    const { rows } = await sql<{ status: string; done: number; key: string }>`select w.work_status as status, w.done_rows as done, f.store_key as key from work w join file_object f using (file_id) where work_id = ${workId}::bigint`.execute(db())
    expect(rows[0]).toMatchObject({ status: 'done', done: COPIES })
    const lines: Buffer[] = []
    for await (const part of server.platform.files.read(rows[0]?.key ?? '')) lines.push(part as Buffer)
    expect(textOf(Buffer.concat(lines)).split('\r\n')).toHaveLength(COPIES + 2)
    const refused = (await server.call(exportAnswerContent, { roundId: bigRound, format: 'xlsx' }, { as: reader })).data as { workId: string }
    await sql`update sys_user set account_status = 'disabled' where user_id = ${reader.userId}::bigint`.execute(db())
    await runAnswerExport(refused, server.platform)
    expect((await sql<{ error_message: string }>`select error_message from work where work_id = ${refused.workId}::bigint`.execute(db())).rows).toEqual([{ error_message: '您已没有导出的权限' }])
    expect(await server.call(exportAnswerContent, { roundId: bigRound, format: 'pdf' }, { as: opener })).toMatchObject({ returnCode: CODE.input })
  })
})
