import { buffer } from 'node:stream/consumers'
import { CODE } from '@assoc/contract'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import { reviewWork, uploadReviewWorks, WORKS_ZIP } from '@assoc/contract/expert/review/work'
import { uploadFile } from '@assoc/contract/platform/file'
import { PDFDocument } from '@cantoo/pdf-lib'
import { startTestServer, type Session, type TestServer } from '../../../../../test/harness'
import { writeWorkbook } from '../../../../platform/excel/excel'
import { zipOf } from '../../../../platform/excel/testing'
import { storedFiles } from '../../../../platform/files/stored'
import { reviewableOf } from '../../../../platform/review/reviewables'
import { newWork, STAFF, step, waitingBatch } from '../testing'

// Works as they are handed in: numbers of authors that nobody reads again, and copies of files that tell nothing of whose they are.

let server: TestServer
let staff: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person(STAFF)
})
afterAll(() => server.stop())

const ID = [...'0123456789X'].map((digit) => `11010119000101900${digit}`).find((one) => isIdCard(one)) ?? ''
const MOBILE = '19912345678'
const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)
const CANARY = '金丝雀甲'

const docx = (extra: { name: string; text: string | Buffer }[] = []) =>
  zipOf([
    { name: '[Content_Types].xml', text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    { name: '_rels/.rels', text: '<Relationships><Relationship Id="r9" Type="http://x/thumbnail" Target="docProps/thumbnail.jpeg"/><Relationship Id="r1" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>' },
    { name: 'docProps/core.xml', text: `<cp:coreProperties><dc:creator>${CANARY}</dc:creator></cp:coreProperties>` },
    { name: 'docProps/app.xml', text: `<Properties><Company>${CANARY}</Company></Properties>` },
    { name: 'docProps/thumbnail.jpeg', text: CANARY },
    { name: 'word/document.xml', text: `<w:document><w:ins w:id="1" w:author="${CANARY}" w:date="2026-01-01T00:00:00Z"><w:t>正文内容</w:t></w:ins></w:document>` },
    { name: 'word/comments.xml', text: `<w:comments><w:comment w:author="${CANARY}" w:initials="${CANARY}"/></w:comments>` },
    ...extra,
  ])
async function pdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  document.setAuthor(CANARY)
  document.setTitle(CANARY)
  return Buffer.from(await document.save())
}
const sent = async (name: string, bytes: Buffer) => {
  const answer = await server.upload(uploadFile, { purpose: 'reviewWork.files' }, { name, bytes }, staff)
  expect(answer.returnCode).toBe(CODE.ok)
  return answer.data as { fileId: string; fileName: string; fileSize: number }
}
/** All that an archive or a document says, unpacked. */
async function textOf(bytes: Buffer, isZip: boolean): Promise<string> {
  if (!isZip) return (await PDFDocument.load(bytes, { updateMetadata: false })).getAuthor() + bytes.toString('latin1') + bytes.toString('utf8')
  const { entriesOf, unpacked } = await import('../../../../platform/excel/archive')
  let text = ''
  for (const { name, method, packed } of entriesOf(bytes)) for await (const part of unpacked(method, packed)) text += `${name}${Buffer.from(part).toString('utf8')}`
  return text
}

test('numbers of authors are shown masked, found by their index and kept through a change; what is not whole is refused', async () => {
  const workId = await newWork(server, staff, { authors: [{ name: '虞构成', unit: '虚构大学', mobile: MOBILE, idCard: ID }] })
  const row = await server.ok(reviewWork.read, { workId }, { as: staff })
  expect(row.authors).toEqual([{ name: '虞构成', unit: '虚构大学', mobile: '199****5678', idCard: expect.stringMatching(/^110\*+/) }])
  const stored = () => server.platform.db.selectFrom('review_work_author').select(['mobile_print', 'id_card_print']).where('work_id', '=', workId).executeTakeFirstOrThrow()
  const prints = { mobile_print: server.platform.encryption.blindIndex(MOBILE), id_card_print: server.platform.encryption.blindIndex(ID) }
  expect(await stored()).toEqual(prints)
  const log = await server.platform.db.selectFrom('audit_log').selectAll().where('record_type', '=', 'reviewWork').where('record_id', '=', workId).execute()
  expect(JSON.stringify(log)).not.toContain(MOBILE)
  const { version } = await server.ok(reviewWork.read, { workId }, { as: staff })
  await server.ok(reviewWork.update, { workId, version, title: '改后的作品', summary: null, authors: row.authors ?? [], companyId: null, files: [], remark: null, authorsText: null }, { as: staff })
  expect(await stored()).toEqual(prints)
  const refused = await server.call(reviewWork.insert, { title: '另一件', summary: null, authors: [{ name: '他人', unit: null, mobile: '199****5678', idCard: null }], companyId: null, files: [], remark: null, authorsText: null }, { as: staff })
  expect(paths(refused)).toEqual(['authors.0.mobile'])
  const text = await newWork(server, staff, { authorsText: `虞构成，虚构大学，${MOBILE}，${ID}\n梅其实，虚构律师事务所` })
  expect((await server.ok(reviewWork.read, { workId: text }, { as: staff })).authorNames).toBe('虞构成、梅其实')
})

test('a blind expert is given copies without properties, names or file names; the office keeps what was handed in', async () => {
  const files = [await sent(`${CANARY}.docx`, docx()), await sent(`${CANARY}.pdf`, await pdf())]
  const workId = await newWork(server, staff, { title: `论${CANARY}的治理`, summary: `${CANARY}任职于金丝雀研究院。`, authors: [{ name: CANARY, unit: '金丝雀研究院', mobile: null, idCard: null }], files })
  const { db } = server.platform
  const read = async (all: readonly { fileId: string }[]) => {
    let text = ''
    for (const { key, fileName } of await storedFiles(db, all.map(({ fileId }) => fileId))) text += await textOf(await buffer(server.platform.files.read(key)), fileName.endsWith('docx'))
    return text
  }
  const work = reviewableOf('work')
  const blind = await work.blind(db, workId)
  expect(JSON.stringify(blind) + (await read(blind.files))).not.toContain('金丝雀')
  expect(blind.files.map(({ fileName }) => fileName)).toEqual(['材料1.docx', '材料2.pdf'])
  expect(await read(blind.files)).toContain('正文内容')
  // The control: with blindness off all of it is found.
  const open = await work.open(db, workId)
  expect(JSON.stringify(open)).toContain(CANARY)
  expect(await read(open.files)).toContain(CANARY)
  const embedded = await sent('嵌入.docx', docx([{ name: 'word/embeddings/a.xlsx', text: 'PK' }]))
  const refused = await server.call(reviewWork.insert, { title: '嵌入', summary: null, authors: [], companyId: null, files: [embedded], remark: null, authorsText: null }, { as: staff })
  expect([refused.returnCode, paths(refused)]).toEqual([CODE.input, ['files']])
})

test('a zip makes a work of each folder and of each file; paths that lead out, bombs and other kinds are refused as a whole', async () => {
  const send = (entries: Parameters<typeof zipOf>[0]) => server.upload(uploadReviewWorks, {}, { name: '作品.zip', bytes: zipOf(entries) }, staff)
  const good = await pdf()
  const made = await send([{ name: '送审/甲/正文.pdf', text: good }, { name: '送审/甲/附件.docx', text: docx() }, { name: '送审/乙.pdf', text: good }])
  expect(made.returnCode).toBe(CODE.ok)
  const { workIds } = made.data as { workIds: string[] }
  const rows = await Promise.all(workIds.map((workId) => server.ok(reviewWork.read, { workId }, { as: staff })))
  expect(rows.map(({ title, files }) => [title, files?.length])).toEqual([['甲', 2], ['乙', 1]])
  const count = async () => Number((await server.platform.db.selectFrom('review_work').select((e) => e.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
  const before = await count()
  for (const [entries, sentence] of [
    [[{ name: '../外面.pdf', text: good }], '文件夹之外'],
    [[{ name: '甲/../../外面.pdf', text: good }], '文件夹之外'],
    [[{ name: 'C:\\外面.pdf', text: good }], '文件夹之外'],
    [[{ name: '甲.exe', text: 'MZ' }], '格式的文件'],
    [[{ name: '甲.pdf', text: 'no pdf' }], '扩展名不符'],
    [[{ name: '好.pdf', text: good }, { name: '炸.pdf', text: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc((WORKS_ZIP.fileMegabytes + 1) * 1024 * 1024)]), claims: 10 }], '超过'],
  ] as const) {
    const answer = await send(entries)
    expect([answer.returnCode, JSON.stringify(answer.data)]).toEqual([CODE.input, expect.stringContaining(sentence)])
  }
  expect(await count()).toBe(before)
})

test('works come from a workbook with their authors in one cell; a number that is none is told at its row', async () => {
  const bytes = await writeWorkbook([{ name: '送审件', header: ['作品名称', '作者'], rows: [['表中一', `虞构成，虚构大学，${MOBILE}`], ['表中二', null], ['表中三', '梅其实，虚构律师事务所，19912345']] }])
  const { data } = await server.upload(reviewWork.importCheck, {}, { name: '送审件.xlsx', bytes }, staff)
  expect([data?.total, data?.good, data?.problems.map(({ row, messages }) => [row, messages[0]])]).toEqual([3, 2, [[4, '作者“梅其实”的手机号码或身份证号不正确']]])
  await server.ok(reviewWork.importWrite, { importId: data?.importId ?? '', mode: 'good' }, { as: staff })
  const [row] = (await server.ok(reviewWork.list, { keyword: '表中一' }, { as: staff })).items
  expect(row?.authors).toEqual([{ name: '虞构成', unit: '虚构大学', mobile: '199****5678', idCard: null }])
})

test('a work that is being scored stays as it is, and one of a batch is not deleted', async () => {
  const workId = await newWork(server, staff)
  const batchId = await waitingBatch(server, staff, [workId])
  const { version } = await server.ok(reviewWork.read, { workId }, { as: staff })
  expect((await server.call(reviewWork.remove, { workId, version }, { as: staff })).returnCode).toBe(CODE.inUse)
  await server.platform.db.updateTable('review_batch').set({ frozen_time: new Date().toISOString() }).where('batch_id', '=', batchId).execute()
  expect((await server.call(reviewWork.update, { workId, version, title: '改', summary: null, authors: [], companyId: null, files: [], remark: null, authorsText: null }, { as: staff })).returnCode).toBe(CODE.inUse)
  expect((await step(server, staff, batchId, 'takeBack')).returnCode).toBe(CODE.ok)
})
