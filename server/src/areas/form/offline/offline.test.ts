import { CODE } from '@assoc/contract'
import type { Answer } from '@assoc/contract/form/engine/answers'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers } from '@assoc/contract/form/fill'
import { downloadFormWorkbook, readFormWorkbook } from '@assoc/contract/form/offline'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { selectFormReturns, uploadFormReturns } from '@assoc/contract/form/returns'
import { formAnswer } from '@assoc/contract/form/answer'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { readFormLayout } from '@assoc/contract/form/workbook'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { bookOf, type Book } from '../../../platform/excel/layout'
import { typedInto, zipOf } from '../../../platform/excel/testing'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { officeStaff, selfReview } from '../demo/documents'
import { takeReturns } from '../returns'
import { stepRounds } from '../round'

let server: TestServer
let staff: Session
let filler: Session
let other: Session
let companies: string[]
const actsFor = (person: Session, companyId: string | undefined) =>
  sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, 'company', ${companyId}, 'liaison', 'COMPANY_USER', 'enterpriseUser', ${person.userId}, false)`.execute(server.platform.db)
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const FORM = ['template:read', 'template:update', 'template:publish', 'round:read', 'round:update', 'round:run', 'answer:read', 'answer:audit'].map((code) => `form:${code}`)
  staff = await server.person({ permits: FORM, scopes: { form: 'all', member: 'all' } })
  ;[filler, other] = [await server.person(), await server.person()]
  companies = await buildCompanies(server, 3)
  await actsFor(filler, companies[0])
  await actsFor(other, companies[1])
})
afterAll(() => server.stop())

const HOUR = 3_600_000
let forms = 0
/** A round of this form that two companies fill in now; answers with their tasks. */
async function openRound(doc: FormDoc, formKind: 'table' | 'normal'): Promise<{ roundId: string; taskIds: string[] }> {
  const { templateId } = await server.ok(formTemplate.insert, { formName: `离线表${++forms}`, formKind }, { as: staff })
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: staff })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, doc) }, { as: staff })
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: staff })
  await server.ok(formTemplate.change, { templateId, version, verb: 'publish' }, { as: staff })
  const times = { startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString() }
  const { roundId } = await server.ok(formRound.insert, { ...NEW_ROUND, roundName: `离线${forms}`, templateId, versionNo: null, ...times, respondentKind: 'companies', companyIds: companies.slice(0, 2), userIds: [], certifyFlag: true }, { as: staff })
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: staff })
  await stepRounds(server.platform)
  const { rows } = await sql<{ id: string }>`select task_id as id from form_task where round_id = ${roundId} order by company_id`.execute(server.platform.db)
  return { roundId, taskIds: rows.map(({ id }) => id) }
}
const save = (taskId: string, values: Record<string, Answer | undefined>, base: number, as = filler) =>
  server.ok(saveFormAnswers, { taskId, since: base, changes: Object.entries(values).map(([path, value]) => ({ path, base, ...(value === undefined ? {} : { value }) })) }, { as })
const fetchBook = (taskId: string, as = filler): Promise<Buffer> => server.file(downloadFormWorkbook, { taskId }, { as })
const read = (taskId: string, bytes: Buffer, as = filler) => server.upload(readFormWorkbook, { taskId }, { name: '填报表.xlsx', bytes }, as)
const firstSheet = async (bytes: Buffer): Promise<Book['sheets'][number]> => (await bookOf(bytes)).sheets[0] as Book['sheets'][number]

test('a table form goes out as a locked sheet with lists, and comes back with its differences', async () => {
  const { taskIds: [taskId = ''] } = await openRound(officeStaff, 'table')
  await save(taskId, { t4m2xc: 'no', t8b5rn: [{ id: 'r1', cells: { t2q9hd: '甲', t3y8gk: '4' } }] }, 0)
  const bytes = await fetchBook(taskId)
  const sheet = await firstSheet(bytes)
  const at = (row: number, column: number) => sheet.cells.find((cell) => cell.row === row && cell.column === column)
  expect(sheet.locked).toBe(true)
  expect(sheet.merges).toEqual([{ top: 0, left: 0, bottom: 0, right: 3 }])
  expect(sheet.widths.map((mm) => Math.round(mm ?? 0))).toEqual([44, 44, 44, 44])
  expect([at(1, 0)?.open, at(1, 3)?.open, at(1, 3)?.value, at(3, 0)?.value]).toEqual([undefined, true, '否', '甲'])
  expect(sheet.rules.find(({ ranges }) => ranges[0]?.top === 1)?.values).toEqual(['是', '否'])
  // Nothing was typed: nothing differs.
  expect((await read(taskId, bytes)).data).toMatchObject({ differences: [], faults: [] })
  // The row of the band is row 4; the spare ones follow, and what comes after the band lies below them.
  const typed = await typedInto(bytes, { D2: '是', D4: 6, A6: '乙', B6: '其他', D6: '很久', B26: 12.345 })
  const { differences, faults } = (await read(taskId, typed)).data
  expect(differences.map(({ cell, now, shown, found }) => [cell, now, shown, found])).toEqual([['D2', '否', '是', 'yes'], ['D4', '4', '6', '6'], ['A6', '', '新增', 'r1'], ['A6', '', '乙', '乙'], ['B6', '', '其他', 'o5']])
  expect(faults).toEqual([{ path: expect.any(String), cell: 'D6', label: '从业年限', message: '从业年限须为数字' }, { path: 't1v3ie', cell: 'B26', label: '本年度董办工作经费', message: '本年度董办工作经费金额最多精确到分' }])
  // Taken as a save is, row and cells; the same file says nothing new then.
  await save(taskId, Object.fromEntries(differences.map(({ path, found }) => [path, found])), 1)
  const { answers } = await server.ok(openFormTask, { taskId }, { as: filler })
  expect(answers['t8b5rn']).toEqual([{ id: 'r1', cells: { t2q9hd: '甲', t3y8gk: '6' } }, { id: expect.any(String), cells: { t2q9hd: '乙', t6w3jl: 'o5' } }])
  expect((await read(taskId, typed)).data.differences).toEqual([])
})

test('what was changed since the file was fetched shows both values, and a masked answer says nothing', async () => {
  const { taskIds: [taskId = ''] } = await openRound(selfReview, 'normal')
  await save(taskId, { k8h3rd: '9', k8z4mc: '19900000123', k3p8vx: 'no', k6j2lg: '=HYPERLINK("http://x")' }, 0)
  const bytes = await fetchBook(taskId)
  const sheet = await firstSheet(bytes)
  const rowOf = (label: string) => (sheet.cells.find(({ value }) => String(value).includes(label))?.row ?? 0) + 1
  // What begins like a formula is a text.
  expect(sheet.cells.find(({ value }) => String(value).startsWith('=HYPERLINK'))).toMatchObject({ value: '=HYPERLINK("http://x")' })
  expect(sheet.cells.filter(({ formula }) => formula !== undefined)).toEqual([])
  await save(taskId, { k8h3rd: '11' }, 1)
  const [size, mobile, committees] = [`B${rowOf('董事会人数')}`, `B${rowOf('填报联系人手机')}`, `B${rowOf('已设立的专门委员会')}`]
  expect(sheet.cells.find(({ row, column }) => column === 1 && row === rowOf('填报联系人手机') - 1)?.value).toBe('199****0123')
  expect((await read(taskId, await typedInto(bytes, { [size]: 13, [committees]: '审计委员会、提名委员会' }))).data.differences).toEqual([
    { path: 'k8h3rd', cell: size, label: '董事会人数', now: '11', shown: '13', found: '13', revision: 2, changed: true },
    { path: 'k9d5ne', cell: committees, label: '已设立的专门委员会', now: '', shown: '审计委员会、提名委员会', found: ['o1', 'o2'], revision: 0, changed: false },
  ])
  const wrong = await read(taskId, await typedInto(bytes, { [mobile]: '12', [size]: 11 }))
  expect(wrong.data.faults.map(({ cell, message }) => [cell, message])).toEqual([[mobile, '填报联系人手机须为正确的手机号码']])
  expect((await read(taskId, await typedInto(bytes, { [mobile]: null, [size]: 11 }))).data.differences.map(({ path, now, found }) => [path, now, found])).toEqual([['k8z4mc', '199****0123', undefined]])
})

test('files of others, of another round, without a stamp or with moved cells are refused with the reason', async () => {
  const { taskIds: [taskId = '', second = ''] } = await openRound(selfReview, 'normal')
  const bytes = await fetchBook(taskId)
  const why = async (file: Buffer, task = taskId, as = filler) => {
    const reply = await read(task, file, as)
    return reply.returnCode === CODE.input ? (reply.data as unknown as { fields: { message: string }[] }).fields[0]?.message : reply.returnCode
  }
  expect(await why(bytes, second, other)).toBe('这是其他填报对象的填报表')
  expect(await why(bytes, second)).toBe(CODE.notFound)
  const { taskIds: [later = ''] } = await openRound(selfReview, 'normal')
  expect(await why(bytes, later)).toBe('这是另一次发放的填报表')
  expect(await why(readFileSync(join(__dirname, '../workbook/fixtures/contacts.xlsx')))).toBe('不是从本系统下载的填报表，请下载后填写再上传')
  expect(await why(await typedInto(bytes, { A1: '别的表' }))).toBe('A1 的内容与表单不一致，表格的行列可能已被改动，请重新下载后填写')
  expect(await why(Buffer.from('PK no workbook'))).toBe('文件无法读取，可能已损坏或有密码')
})

test('a sheet that is uploaded for a form is read into a proposal, for who may design', async () => {
  const { templateId } = await server.ok(formTemplate.insert, { formName: `导入表${++forms}`, formKind: 'table' }, { as: staff })
  const layout = (name: string, bytes: Buffer, as = staff) => server.upload(readFormLayout, { templateId }, { name, bytes }, as)
  const bytes = readFileSync(join(__dirname, '../workbook/fixtures/figures.xlsx'))
  expect((await layout('财务.xlsx', bytes)).data).toMatchObject({ sheet: '财务指标', fields: expect.any(Array) })
  expect((await layout('财务.xlsx', bytes, filler)).returnCode).toBe(CODE.forbidden)
  expect((await layout('财务.xlsm', bytes)).data).toMatchObject({ fields: [{ message: '含宏的工作簿不能导入，请另存为 .xlsx' }] })
  expect((await layout('财务.xlsx', Buffer.from('no workbook at all'))).data).toMatchObject({ fields: [{ message: '文件不是 Excel 工作簿，或有密码' }] })
})

describe('many files in one zip', () => {
  const small: FormDoc = {
    format: 1, title: '联系表', pages: ['pg1aaa'], blocks: { pg1aaa: { kind: 'page', title: '', items: ['sc1aaa'] }, sc1aaa: { kind: 'section', title: '', items: ['kq1aaa'] } },
    questions: { kq1aaa: { type: 'number', code: 'people', label: '人数', required: true, decimals: 0, max: '99' } },
  }
  const send = (roundId: string, mode: 'draft' | 'submit', entries: Parameters<typeof zipOf>[0], as = staff) => server.upload(uploadFormReturns, { roundId, mode }, { name: '回收.zip', bytes: zipOf(entries) }, as)
  const results = async (workId: string) => (await server.ok(selectFormReturns, { workId }, { as: staff })).files
  const answersOf = async (roundId: string) => (await sql<{ id: string; version: number; status: string; revision: number; submissions: number; content: unknown }>`select answer_id as id, version, answer_status as status, revision, submission_count as submissions, content from form_answer where round_id = ${roundId} order by company_id`.execute(server.platform.db)).rows
  const GBK_NAME = Buffer.from([0xbc, 0xd7, 0x2e, 0x78, 0x6c, 0x73, 0x78])

  test('each is taken, doubtful or refused with its reason; who handed in for others does not certify', async () => {
    const { roundId, taskIds: [first = '', second = ''] } = await openRound(small, 'normal')
    const [mine, theirs] = [await fetchBook(first), await fetchBook(second, other)]
    await save(second, { kq1aaa: '5' }, 0, other)
    const { taskIds: [elsewhere = ''] } = await openRound(small, 'normal')
    const { data } = await send(roundId, 'submit', [
      { name: GBK_NAME, text: await typedInto(mine, { B2: 12 }) },
      { name: '又一份.xlsx', text: await typedInto(mine, { B2: 13 }) },
      { name: '乙.xlsx', text: await typedInto(theirs, { B2: 7 }) },
      { name: '丙.xlsx', text: await fetchBook(elsewhere) },
      { name: '说明.txt', text: '请查收' },
      { name: '坏.xlsx', text: 'no workbook' },
      { name: '__MACOSX/._乙.xlsx', text: 'x' },
    ])
    expect(data).toMatchObject({ files: 6 })
    await takeReturns({ workId: data.workId }, server.platform)
    expect((await results(data.workId)).map(({ fileName, result, reason, changes }) => [fileName, result, reason, changes])).toEqual([
      ['甲.xlsx', 'taken', null, 1],
      ['又一份.xlsx', 'refused', '已提交，如需修改请先撤回', 0],
      ['乙.xlsx', 'doubtful', '下载后已有人修改：人数（现有“5”，文件中“7”）', 0],
      ['丙.xlsx', 'refused', '这是另一次发放的填报表', 0],
      ['说明.txt', 'refused', '不是 .xlsx 文件', 0],
      ['坏.xlsx', 'refused', '文件无法读取，可能已损坏或有密码', 0],
    ])
    const [answer] = await answersOf(roundId)
    expect(answer).toMatchObject({ status: 'submitted', submissions: 1, content: { kq1aaa: '12' } })
    expect(await server.call(formAnswer.change, { answerId: answer?.id ?? '', version: answer?.version ?? 0, verb: 'certify', reason: null }, { as: staff })).not.toMatchObject({ returnCode: CODE.ok })
    expect((await server.call(selectFormReturns, { workId: data.workId }, { as: filler })).returnCode).toBe(CODE.forbidden)
    expect((await server.call(selectFormReturns, { workId: data.workId })).returnCode).toBe(CODE.notFound)
  })

  test('a process that ends in the middle has taken each file once when the work goes on, also beside another', async () => {
    const { roundId, taskIds: [first = '', second = ''] } = await openRound(small, 'normal')
    const books = [await typedInto(await fetchBook(first), { B2: 3 }), await typedInto(await fetchBook(second, other), { B2: 4 })]
    const { data: { workId } } = await send(roundId, 'draft', books.map((text, i) => ({ name: `${i}.xlsx`, text })))
    const { platform } = server
    let keys = 0
    const ending = { ...platform, encryption: { ...platform.encryption, keyFor: (purpose: string) => {
      if ((keys += 1) > 1) throw new Error('the process has ended')
      return platform.encryption.keyFor(purpose)
    } } }
    await expect(takeReturns({ workId }, ending)).rejects.toThrow('the process has ended')
    expect((await results(workId)).map(({ result }) => result)).toEqual(['taken', 'waiting'])
    await Promise.all([takeReturns({ workId }, platform), takeReturns({ workId }, platform)])
    expect((await results(workId)).map(({ result }) => result)).toEqual(['taken', 'taken'])
    expect((await answersOf(roundId)).map(({ status, revision, content }) => [status, revision, content])).toEqual([['draft', 1, { kq1aaa: '3' }], ['draft', 1, { kq1aaa: '4' }]])
  })

  test('too many files, bombs, passwords and what is no zip are refused before anything is kept', async () => {
    const { roundId } = await openRound(small, 'normal')
    const why = async (entries: Parameters<typeof zipOf>[0]) => ((await send(roundId, 'draft', entries)).data as unknown as { fields: { message: string }[] }).fields[0]?.message
    expect(await why(Array.from({ length: 501 }, (_, i) => ({ name: `${i}.xlsx`, text: '' })))).toBe('压缩包最多 500 个文件，请分次上传')
    const zeros = Buffer.alloc(30 * 1024 * 1024)
    expect(await why(Array.from({ length: 7 }, (_, i) => ({ name: `${i}.xlsx`, text: zeros, claims: 10 })))).toBe('压缩包解压后不能超过 200 MB，请分次上传')
    expect(await why([{ name: 'a/', text: '' }])).toBe('压缩包中没有文件')
    const broken = await server.upload(uploadFormReturns, { roundId, mode: 'draft' }, { name: '回收.zip', bytes: Buffer.from('PK') }, staff)
    expect(broken.data).toMatchObject({ fields: [{ message: '压缩包无法读取，可能已损坏' }] })
    expect((await send(roundId, 'draft', [{ name: 'a.xlsx', text: '' }], filler)).returnCode).toBe(CODE.forbidden)
  })
})
