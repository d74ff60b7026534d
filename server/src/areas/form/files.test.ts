import { CODE } from '@assoc/contract'
import { formAnswer, selectAnswerContent } from '@assoc/contract/form/answer'
import type { Answer } from '@assoc/contract/form/engine/answers'
import type { FormDoc, Question } from '@assoc/contract/form/engine/document'
import { diff } from '@assoc/contract/form/engine/patch'
import { openFormTask, saveFormAnswers, submitFormAnswer, uploadAnswerFile, withdrawFormAnswer } from '@assoc/contract/form/fill'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { downloadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { buildCompanies } from '../member/membership/testing'
import { stepRounds } from './round'

let server: TestServer
let designer: Session
let reviewer: Session
let filler: Session
let other: Session
const db = () => server.platform.db
const HOUR = 3_600_000
const text = (label: string, more: Partial<Question> & Pick<Question, 'type'>): Question => ({ code: `c_${label.length}${more.type}`, label, ...more })
const DOC: FormDoc = {
  format: 1,
  title: '材料报送',
  pages: ['pg1aaa'],
  blocks: { pg1aaa: { kind: 'page', title: '', items: ['sc1aaa'] }, sc1aaa: { kind: 'section', title: '', items: ['kpaper', 'kphoto', 'ksigna', 'kwords'] } },
  questions: {
    kpaper: text('报告', { type: 'file', max: '2', exts: ['pdf'], fileMb: 1 }),
    kphoto: text('现场照片', { type: 'image' }),
    ksigna: text('负责人签名', { type: 'signature', required: true }),
    kwords: text('说明文字', { type: 'text' }),
  },
}
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
const PDF = Buffer.from('%PDF-1.7 invented')

/** Tasks of the two companies of one round. */
let tasks: string[]
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const FORM = ['template:read', 'template:update', 'template:publish', 'round:read', 'round:update', 'round:run', 'answer:read', 'answer:audit'].map((code) => `form:${code}`)
  designer = await server.person({ permits: FORM, scopes: { form: 'all', member: 'all' } })
  reviewer = await server.person({ permits: ['form:answer:read', 'form:answer:audit'], scopes: { form: 'all', member: 'all' } })
  ;[filler, other] = [await server.person({ name: '甄签名' }), await server.person()]
  const companies = await buildCompanies(server, 2)
  for (const [i, one] of [filler, other].entries())
    await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${one.userId}, 'company', ${companies[i]}, 'liaison', 'COMPANY_USER', 'enterpriseUser', ${one.userId}, false)`.execute(db())
  const { templateId } = await server.ok(formTemplate.insert, { formName: '材料报送', formKind: 'normal' }, { as: designer })
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as: designer })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, DOC) }, { as: designer })
  const { version } = await server.ok(formTemplate.read, { templateId }, { as: designer })
  await server.ok(formTemplate.change, { templateId, version, verb: 'publish' }, { as: designer })
  const { roundId } = await server.ok(
    formRound.insert,
    { ...NEW_ROUND, roundName: '材料报送', templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'companies', companyIds: companies, userIds: [], certifyFlag: true },
    { as: designer },
  )
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: designer })
  await stepRounds(server.platform)
  tasks = (await sql<{ id: string }>`select task_id as id from form_task where round_id = ${roundId} order by array_position(${companies}::bigint[], company_id)`.execute(db())).rows.map(({ id }) => id)
})
afterAll(() => server.stop())

const task = () => tasks[0] ?? ''
const send = (path: string, name: string, bytes: Buffer, as = filler, taskId = task()) => server.upload(uploadAnswerFile, { taskId, path }, { name, bytes }, as)
const kept = async (path: string, name: string, bytes: Buffer) => {
  const { returnCode, data } = await send(path, name, bytes)
  expect(returnCode).toBe(CODE.ok)
  return data
}
const revision = async () => (await server.ok(openFormTask, { taskId: task() }, { as: filler })).revision
const save = async (values: Record<string, Answer | undefined>, as = filler, taskId = task()) => {
  const base = taskId === task() ? await revision() : 0
  return server.call(saveFormAnswers, { taskId, since: base, changes: Object.entries(values).map(([path, value]) => ({ path, base, ...(value === undefined ? {} : { value }) })) }, { as })
}
const ownerOf = async (fileId: string) => (await db().selectFrom('file_object').select('owner_type').where('file_id', '=', fileId).executeTakeFirst())?.owner_type

test('a file belongs to the answer at once, is read by fillers and reviewers alone, and stands in nobody else’s answer', async () => {
  const paper = await kept('kpaper', '年度报告.pdf', PDF)
  expect(await ownerOf(paper.fileId)).toBe('formAnswer')
  expect((await save({ kpaper: [{ fileId: paper.fileId, name: '别的名字.pdf' }] })).returnCode).toBe(CODE.ok)
  const { answers } = await server.ok(openFormTask, { taskId: task() }, { as: filler })
  expect(answers['kpaper']).toEqual([{ fileId: paper.fileId, name: '年度报告.pdf' }])
  for (const as of [filler, reviewer]) expect((await server.file(downloadFile, { fileId: paper.fileId }, { as })).toString()).toBe(PDF.toString())
  const elsewhere = await server.person({ permits: ['form:answer:read'] })
  for (const as of [other, elsewhere]) expect((await server.call(downloadFile, { fileId: paper.fileId }, { as })).returnCode).toBe(CODE.notFound)
  // Another company's answer does not take it, and whoever has no task sends none.
  expect((await save({ kpaper: [{ fileId: paper.fileId, name: '年度报告.pdf' }] }, other, tasks[1] ?? '')).data).toMatchObject({ fields: [{ path: 'kpaper', message: '文件已失效，请重新上传' }] })
  expect((await send('kpaper', '报告.pdf', PDF, other)).returnCode).toBe(CODE.notFound)
})

test.each([
  ['kpaper', '报告.docx', Buffer.from('PK\u0003\u0004'), '只能上传 pdf 格式的文件'],
  ['kpaper', '报告.pdf', Buffer.from('MZ invented'), '文件内容与扩展名不符'],
  ['kpaper', '报告.pdf', Buffer.concat([PDF, Buffer.alloc(1024 * 1024)]), '文件不能超过 1 MB'],
  ['kwords', '报告.pdf', PDF, '这道题不能上传文件'],
  ['nokey1', '报告.pdf', PDF, '这道题不能上传文件'],
])('what a question does not take is refused: %s %s', async (path, name, bytes, message) => {
  expect(await send(path, name, bytes)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ message }] } })
})

test('what is replaced is let go of, unless it was handed in; a signature says who and when by the server', async () => {
  const [first, second, third] = [await kept('kpaper', 'a.pdf', PDF), await kept('kpaper', 'b.pdf', PDF), await kept('kpaper', 'c.pdf', PDF)]
  const list = (...files: { fileId: string; name: string }[]) => files.map(({ fileId, name }) => ({ fileId, name }))
  expect((await save({ kpaper: list(first, second, third) })).data).toMatchObject({ fields: [{ message: '最多 2 个文件' }] })
  await save({ kpaper: list(first, second) })
  await save({ kpaper: list(second) })
  expect([await ownerOf(first.fileId), await ownerOf(second.fileId)]).toEqual(['removed', 'formAnswer'])
  const signed = await kept('ksigna', '签名.png', PNG)
  expect(signed).toMatchObject({ by: '甄签名', at: expect.any(String) as string })
  await save({ ksigna: [{ ...signed, by: '别人', at: '2020-01-01T00:00:00Z' }] })
  await server.ok(submitFormAnswer, { taskId: task(), revision: await revision() }, { as: filler })
  // It was sent, and stood in nothing that was saved.
  expect(await ownerOf(third.fileId)).toBe('removed')
  const { rows } = await sql<{ id: string; version: number }>`select answer_id as id, version from form_answer where task_id = ${task()}`.execute(db())
  const { id: answerId } = rows[0] ?? { id: '' }
  expect((await server.ok(selectAnswerContent, { answerId }, { as: reviewer })).answers).toMatchObject({ kpaper: [{ name: 'b.pdf' }], ksigna: [{ by: '甄签名', at: signed.at }] })
  await server.ok(withdrawFormAnswer, { taskId: task() }, { as: filler })
  await save({ kpaper: undefined })
  expect(await ownerOf(second.fileId)).toBe('formAnswer')
  const { version } = await server.ok(formAnswer.read, { answerId }, { as: reviewer })
  await server.ok(formAnswer.change, { answerId, version, verb: 'cancel', reason: '重复' }, { as: reviewer })
  expect(await ownerOf(second.fileId)).toBe('removed')
})

test('an answer holds a hundred files; those that no save has named for an hour give way', async () => {
  const [taskId = '', as] = [tasks[1], other]
  const { rows } = await sql<{ id: string }>`select answer_id as id from form_answer where task_id = ${taskId}`.execute(db())
  await sql`insert into file_object (store_key, file_name, content_type, file_size, sha256, owner_type, owner_id) select md5(n::text), 'x.pdf', 'application/pdf', 1, '', 'formAnswer', ${rows[0]?.id} from generate_series(1, 100) n`.execute(db())
  expect(await send('kpaper', 'd.pdf', PDF, as, taskId)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ message: '一份填报最多 100 个文件' }] } })
  await sql`update file_object set create_time = now() - interval '2 hours' where owner_type = 'formAnswer' and owner_id = ${rows[0]?.id} and create_by is null`.execute(db())
  expect((await send('kpaper', 'd.pdf', PDF, as, taskId)).returnCode).toBe(CODE.ok)
})
