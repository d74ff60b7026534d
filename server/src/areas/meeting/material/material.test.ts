import { CODE, type FileItem } from '@assoc/contract'
import { meetingMaterial, openMaterial, selectMaterialsOfMeeting } from '@assoc/contract/meeting/material'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { pdfText } from '../../../../../scripts/jest/pdf-text.mjs'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'

const PREPARES = ['meeting:meeting:read', 'meeting:meeting:update', 'meeting:registration:read', 'meeting:registration:update', 'meeting:material:read', 'meeting:material:update']

let server: TestServer
let clerk: Session
let meetId: string
let pdf: Buffer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const deptId = (await server.platform.db.insertInto('dept').values({ parent_id: null, dept_name: '会务部', sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()).dept_id
  clerk = await server.person({ permits: PREPARES, scopes: { meeting: 'all', member: 'all' } })
  const startTime = new Date(Date.now() + 3 * 86_400_000).toISOString()
  meetId = (await server.ok(meetingResource.insert, { ...NEW_MEETING, needAudit: false, meetingName: '资料会议', meetingType: 'seminar', organizerDeptId: deptId, startTime, endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(), address: '一层' }, { as: clerk })).meetId
  const blank = await PDFDocument.create()
  blank.addPage()
  blank.addPage()
  pdf = Buffer.from(await blank.save())
})
afterAll(() => server.stop())

const upload = async (name: string, bytes: Buffer, as = clerk) => (await server.upload(uploadFile, { purpose: 'meetingMaterial.file' }, { name, bytes }, as)).data as FileItem
const add = async (materialName: string, openScope: 'open' | 'member' | 'attendee' | 'internal', file?: FileItem) =>
  (await server.ok(meetingMaterial.insert, { meetId, materialName, openScope, file: [file ?? (await upload('手册.docx', Buffer.from('PK\u0003\u0004 as it is')))] }, { as: clerk })).materialId
const names = async (as: Session) => (await server.ok(selectMaterialsOfMeeting, { meetId }, { as })).map((row) => row.materialName).sort()
const publish = async () => {
  await server.ok(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as: clerk })
  await server.ok(meetingResource.change, { meetId, version: 2, verb: 'approve' })
  await server.ok(meetingResource.change, { meetId, version: 3, verb: 'open' }, { as: clerk })
}

test('who may open a material goes by its range: everybody, members, those who take part with their company, staff', async () => {
  for (const [name, range] of [['公开', 'open'], ['会员', 'member'], ['参会', 'attendee'], ['内部', 'internal']] as const) await add(name, range)
  const [company = '', strange = ''] = await buildCompanies(server, 2)
  const somebody = await server.person({ permits: [] })
  expect(await names(somebody)).toEqual([])
  await publish()
  expect(await names(somebody)).toEqual(['公开'])

  const [attendee, member, colleague] = [await server.person({ permits: [] }), await server.person({ permits: [] }), await server.person({ permits: [] })]
  await sql`update sys_user set mobile = '19900000011' where user_id = ${attendee.userId}`.execute(server.platform.db)
  for (const [person, id] of [[member, strange], [colleague, company]] as const) await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, 'company', ${id}, '联络人', 'COMPANY_USER', 'test', ${person.userId}, false)`.execute(server.platform.db)
  await sql`insert into member_category (category_name, category_level) values ('会员单位（料）', 60)`.execute(server.platform.db)
  await sql`insert into member (member_no, company_id, category_id, join_date) select 'M202600901', ${strange}, max(category_id), '2026-01-10' from member_category`.execute(server.platform.db)
  const { registerId } = await server.ok(registration.insert, { meetId, companyId: company, unitName: null, name: '甄参会', gender: 'unknown', postName: '董事', mobile: '19900000011', needStay: false, needPickup: false }, { as: clerk })
  expect(await names(attendee)).toEqual(['会员', '公开', '参会'].sort())
  expect(await names(colleague)).toEqual(['会员', '公开', '参会'].sort())
  expect(await names(member)).toEqual(['会员', '公开'].sort())
  await server.ok(registration.change, { registerId, version: 1, verb: 'cancel' }, { as: clerk })
  expect(await names(attendee)).toEqual(['公开'])
  expect((await server.call(openMaterial, { materialId: await add('内部二', 'internal') }, { as: attendee })).returnCode).toBe(CODE.notFound)
})

test('a PDF bears who opened it and when on its pages, each opening is counted and logged; who only reads gets no original', async () => {
  const file = await upload('手册.pdf', pdf)
  const materialId = await add('水印', 'internal', file)
  const reader = await server.person({ name: '甄阅读', permits: ['meeting:material:read'], scopes: { meeting: 'all' } })
  const answer = await server.file(openMaterial, { materialId }, { as: reader })
  const text = pdfText(answer)
  expect(text).toMatch(/甄阅读（person\w+）\n\d{4}-\d\d-\d\d \d\d:\d\d 仅供本人参阅/)
  expect((await PDFDocument.load(answer)).getPageCount()).toBe(2)
  expect((await server.call(downloadFile, { fileId: file.fileId }, { as: reader })).returnCode).toBe(CODE.notFound)
  expect((await server.file(downloadFile, { fileId: file.fileId }, { as: clerk })).equals(pdf)).toBe(true)
  expect(await server.ok(meetingMaterial.read, { materialId }, { as: reader })).toMatchObject({ opened: 1 })
  expect(await server.platform.db.selectFrom('audit_log').select('user_id').where('record_type', '=', 'meetingMaterial').where('record_id', '=', materialId).where('verb', '=', 'open').execute()).toEqual([{ user_id: reader.userId }])
})

test('a PDF that cannot be stamped is refused when it is uploaded, at its field; a second of one name too', async () => {
  const refused = await server.call(meetingMaterial.insert, { meetId, materialName: '坏', openScope: 'open', file: [await upload('坏.pdf', Buffer.from('%PDF-1.7 nothing follows'))] }, { as: clerk })
  expect(refused).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'file', message: '该 PDF 已损坏，无法打开，请重新导出后上传' }] } })
  const twice = await server.call(meetingMaterial.insert, { meetId, materialName: '水印', openScope: 'open', file: [await upload('又.pdf', pdf)] }, { as: clerk })
  expect(twice).toMatchObject({ data: { fields: [{ path: 'materialName', message: '该会议已有同名资料' }] } })
})
