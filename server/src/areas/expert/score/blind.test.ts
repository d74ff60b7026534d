import { API_BASE, CODE, type Call } from '@assoc/contract'
import { sendReviewInvitations, acceptOwnReviews, declareOwnConflict, placeReviewExpert, selectOwnReviewAssignments, selectReviewMatrix } from '@assoc/contract/expert/review/assign'
import { readScoreSheet, returnScoreSheet, saveScoreSheet, selectScoreQueue, submitScoreSheet } from '@assoc/contract/expert/review/score'
import { uploadFile } from '@assoc/contract/platform/file'
import { PDFDocument } from '@cantoo/pdf-lib'
import { bodyOf } from '../../../../test/generated/sample'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { modules } from '../..'
import { zipOf } from '../../../platform/excel/testing'
import { buildCompanies } from '../../member/membership/testing'
import { newExpert, newWork, STAFF, step, waitingBatch } from '../review/testing'
import { becomeExpert, fileIdsOf, makeCompanyNamed, sheetOf } from './scene.testing.repository'

// Blindness is proven: names, units, file names, properties of documents and texts bear a mark, and whatever an expert may ask is asked for it.

/** In names, units, file names, properties and texts: each tells where it was found. */
const MARK = '金丝雀'
const NAME = `${MARK}甲`
const [UNIT, COMPANY] = [`${MARK}研究院`, `${MARK}股份`]

let server: TestServer
let staff: Session
let companyId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person({ permits: [...STAFF.permits, 'review:sheet:return'], scopes: STAFF.scopes })
  await buildCompanies(server, 1)
  companyId = await makeCompanyNamed(server.platform.db, COMPANY)
})
afterAll(() => server.stop())

const docx = () =>
  zipOf([
    { name: '[Content_Types].xml', text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    { name: '_rels/.rels', text: '<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>' },
    { name: 'docProps/core.xml', text: `<cp:coreProperties><dc:creator>${NAME}</dc:creator></cp:coreProperties>` },
    { name: 'word/document.xml', text: `<w:document><w:ins w:id="1" w:author="${NAME}"><w:t>正文内容</w:t></w:ins></w:document>` },
  ])
async function pdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  document.setAuthor(NAME)
  return Buffer.from(await document.save())
}
const sent = async (name: string, bytes: Buffer) => (await server.upload(uploadFile, { purpose: 'reviewWork.files' }, { name, bytes }, staff)).data as { fileId: string; fileName: string; fileSize: number }

/** All that an answer says: an archive unpacked, a document with its properties. */
async function textOf(bytes: Buffer): Promise<string> {
  let text = bytes.toString('utf8')
  if (bytes.subarray(0, 4).toString() === '%PDF') text += (await PDFDocument.load(bytes, { updateMetadata: false })).getAuthor() ?? ''
  if (bytes.subarray(0, 2).toString() !== 'PK') return text
  const { entriesOf, unpacked } = await import('../../../platform/excel/archive')
  for (const { name, method, packed } of entriesOf(bytes)) for await (const part of unpacked(method, packed)) text += `${name}${Buffer.from(part).toString('utf8')}`
  return text
}

interface Scene {
  expert: Session & { expertId: string }
  batchId: string
  workIds: string[]
}

/** A batch with works that bear the mark everywhere, accepted by three experts; the first has the rights of the role alone. */
async function scene(blindFlag: boolean): Promise<Scene> {
  const files = async () => [await sent(`${NAME}的作品.docx`, docx()), await sent(`${NAME}.pdf`, await pdf())]
  const work = async (n: number) => newWork(server, staff, { title: `论${NAME}的治理${n}`, summary: `${NAME}任职于${UNIT}，讨论治理。`, authors: [{ name: NAME, unit: UNIT, mobile: '19912345678', idCard: null }], companyId, files: await files() })
  const workIds = [await work(1), await work(2)]
  const batchId = await waitingBatch(server, staff, workIds, { blindFlag, seeOthers: 'afterMine' })
  const experts = [await newExpert(server), await newExpert(server), await newExpert(server)]
  const [expert] = experts
  if (!expert) throw new Error('no expert')
  await becomeExpert(server.platform.db, expert.userId)
  const { items } = await server.ok(selectReviewMatrix, { batchId }, { as: staff })
  for (const { itemId } of items) for (const { expertId } of experts) await server.ok(placeReviewExpert, { batchId, itemId, expertId }, { as: staff })
  await server.ok(sendReviewInvitations, { batchId }, { as: staff })
  for (const one of experts) {
    const own = (await server.ok(selectOwnReviewAssignments, { page: 1 }, { as: one })).items
    await server.ok(acceptOwnReviews, { assignmentIds: own.map(({ assignmentId }) => assignmentId) }, { as: one })
  }
  expect((await step(server, staff, batchId, 'begin')).returnCode).toBe(CODE.ok)
  return { expert, batchId, workIds }
}

/** What stands in the fields of a body by their names, so that each call asks for what it could betray. */
function aimed(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((one) => aimed(one, ids))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, ids[key] ?? (key === 'assignmentIds' ? [ids['assignmentId']] : aimed(inner, ids))]))
}

/** Asks every call that this person may make, reads first, each with the ids of the work; answers where the mark was found. */
async function walk({ expert, batchId, workIds }: Scene): Promise<{ asked: number; found: string[]; read: string[] }> {
  const { platform } = server
  const sheet = await sheetOf(platform.db, batchId, expert.expertId)
  const files = await fileIdsOf(platform.db, workIds[0] ?? '')
  const permits = (await platform.sessions.identify(expert.token, expert.cookie)).permits
  const mayAsk = ({ access }: Call) => access.kind === 'signedIn' || access.kind === 'open' || (access.kind === 'permit' && permits.has(access.code))
  const calls = modules.flatMap(({ bindings }) => bindings.map(({ call }) => call)).filter(mayAsk).toSorted((a, b) => Number(a.write ?? false) - Number(b.write ?? false))
  const ids = { batchId, sheetId: sheet.sheetId, itemId: sheet.itemId, assignmentId: sheet.assignmentId, expertId: expert.expertId, workId: workIds[0] ?? '', objectId: workIds[0] ?? '', recordId: workIds[0] ?? '', companyId, keyword: '治理', preset: 'first', entity: 'reviewWork', recordType: 'reviewWork' }
  const found = new Set<string>()
  /** Calls that have given the work itself out, so that there was something to betray. */
  const read = new Set<string>()
  let asked = 0
  for (const call of calls) {
    for (const fileId of call.blob ? files : files.slice(0, 1)) {
      const { token, cookie } = await server.sessionOf(expert.userId)
      const body = JSON.stringify(aimed(bodyOf(call, { ref: () => batchId, self: expert.userId }), { ...ids, fileId }))
      const form = new FormData()
      form.append('fields', body)
      const response = await fetch(`${server.url}${API_BASE}${call.path}`, { method: 'POST', headers: { ...OWN_HEADERS, authorization: token, cookie: `sid=${cookie}`, ...(call.multipart ? {} : { 'content-type': 'application/json' }) }, body: call.multipart ? form : body })
      asked += 1
      const headers = decodeURIComponent([...response.headers].join(' ').replace(/%(?![0-9a-f]{2})/gi, '%25'))
      const text = headers + (await textOf(Buffer.from(await response.arrayBuffer())))
      if (text.includes('正文内容') || text.includes('讨论治理')) read.add(call.path)
      for (const mark of [NAME, UNIT, COMPANY, MARK]) if (text.includes(mark)) found.add(`${call.path} ${mark}`)
    }
  }
  return { asked, found: [...found], read: [...read].sort() }
}

test('nothing that an expert may ask tells whose a blind work is; with blindness off all of it is found', async () => {
  const blind = await scene(true)
  const { expert, batchId } = blind
  // Notices, returns and the sheets of others are there to be read.
  const { items } = await server.ok(selectScoreQueue, { preset: 'first', batchId }, { as: expert })
  expect(items.map(({ title }) => title)).toEqual([null, null])
  const last = items[1]?.sheetId ?? ''
  const { batch } = await server.ok(readScoreSheet, { sheetId: last }, { as: expert })
  const { current } = await server.ok(saveScoreSheet, { sheetId: last, version: 1, dimScores: Object.fromEntries(batch.dimensions.map(({ dimName }) => [dimName, 70])), comment: null }, { as: expert })
  const { version } = await server.ok(submitScoreSheet, { sheetId: last, version: current.version }, { as: expert })
  await server.ok(returnScoreSheet, { sheetId: last, version, reason: '请补充意见' }, { as: staff })
  const first = await walk(blind)
  expect(first.found).toEqual([])
  expect(first.asked).toBeGreaterThan(100)
  expect(first.read).toEqual(['/expert/score/readScoreFile', '/expert/score/readScoreSheet'])

  const open = await walk(await scene(false))
  expect(open.asked).toBe(first.asked)
  for (const [path, mark] of [['readScoreSheet', NAME], ['readScoreSheet', UNIT], ['readScoreSheet', COMPANY], ['readScoreFile', NAME], ['selectScoreQueue', NAME], ['selectOwnReviewAssignments', NAME]]) expect([path, mark, open.found.some((one) => one.includes(`/${path} ${mark}`))]).toEqual([path, mark, true])
})

test('after recusal and after the end nothing of the work is read any more', async () => {
  const { expert, batchId } = await scene(false)
  const [{ sheetId } = { sheetId: '' }, { sheetId: other } = { sheetId: '' }] = (await server.ok(selectScoreQueue, { preset: 'first', batchId }, { as: expert })).items
  const { assignmentId, work } = await server.ok(readScoreSheet, { sheetId }, { as: expert })
  const fileId = work?.files[0]?.fileId ?? ''
  const fetched = (id: string) => server.raw(`${API_BASE}/expert/score/readScoreFile`, { method: 'POST', as: expert, headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify({ sheetId: id, fileId }) }).then(async (answer) => Buffer.from(await answer.arrayBuffer()))
  expect((await fetched(sheetId)).subarray(0, 2).toString()).toBe('PK')
  await server.ok(declareOwnConflict, { assignmentId, recuseType: 'unit', detail: null }, { as: expert })
  expect((await server.call(readScoreSheet, { sheetId }, { as: expert })).returnCode).toBe(CODE.notFound)
  expect(JSON.parse((await fetched(sheetId)).toString())).toMatchObject({ returnCode: CODE.notFound })
  await step(server, staff, batchId, 'end')
  const ended = await server.ok(readScoreSheet, { sheetId: other }, { as: expert })
  expect([ended.work, ended.closed]).toEqual([null, '评分已截止'])
  expect(JSON.parse((await fetched(other)).toString())).toMatchObject({ returnCode: CODE.notFound })
})
