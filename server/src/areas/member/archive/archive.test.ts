import { CODE, type FileItem } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { memberArchive as contract, packArchives } from '@assoc/contract/member/archive'
import { uploadFile } from '@assoc/contract/platform/file'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { sql } from 'kysely'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
let memberId: string
let clerk: Session
let head: Session
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.platform
  const one = async (text: ReturnType<typeof sql<{ id: string }>>) => (await text.execute(db)).rows[0]?.id ?? ''
  const company = await one(sql`insert into company (company_name, short_name, company_type) values ('子虚乌有股份有限公司', '子虚乌有', 'other') returning company_id as id`)
  await sql`insert into company_gram (gram, company_id) values ('子虚', ${company})`.execute(db)
  const category = await one(sql`insert into member_category (category_name, category_level) values ('会员单位（试）', 50) returning category_id as id`)
  memberId = await one(sql`insert into member (member_no, company_id, category_id, join_date) values ('M202600001', ${company}, ${category}, '2026-01-10') returning member_id as id`)
  const permits = ['member:archive:read', 'member:archive:update', 'member:archive:destroy']
  clerk = await server.person({ permits, scopes: { member: 'all' } })
  head = await server.person({ permits, scopes: { member: 'all' } })
})
afterAll(() => server.stop())

const paper = async (name: string, text: string) => (await server.upload(uploadFile, { purpose: 'memberArchive.papers' }, { name, bytes: Buffer.from(`%PDF-1.7 ${text}`) }, clerk)).data as FileItem
const made = async (title: string, papers: FileItem[]) => (await server.ok(contract.insert, { memberId, archiveType: 'join', title, papers, retention: 'permanent', remark: null }, { as: clerk })).archiveId
const step = (archiveId: string, verb: string, version: number, as: Session, reason?: string) => server.call(contract.change, { archiveId, version, verb, ...(reason ? { reason } : {}) }, { as })
const read = (archiveId: string) => server.ok(contract.read, { archiveId }, { as: clerk })

test('an archive gets its number, is put away on the day, lent and given back; then nothing of it is changed', async () => {
  const archiveId = await made('入会材料', [await paper('申请书.pdf', '甲')])
  expect(await read(archiveId)).toMatchObject({ archiveNo: expect.stringMatching(/^DA\d{4}-0001$/), memberNo: 'M202600001', memberName: '子虚乌有', archiveDate: null })
  expect((await step(archiveId, 'archive', 1, clerk)).returnCode).toBe('000000')
  expect(await read(archiveId)).toMatchObject({ archiveStatus: 'archived', archiveDate: today(), abilities: ['lend', 'askDestroy'] })
  const { papers } = await read(archiveId)
  expect((await server.call(contract.update, { archiveId, version: 2, memberId, archiveType: 'join', title: '改', papers: papers ?? [], retention: 'ten', remark: null }, { as: clerk })).returnMessage).toContain('已归档的档案不能修改')
  await step(archiveId, 'lend', 2, clerk, '甄样本借阅，下周归还')
  expect((await step(archiveId, 'giveBack', 3, clerk)).returnCode).toBe('000000')
})

test('destroying takes two people; the files go, the row stays', async () => {
  const file = await paper('旧合同.pdf', '乙')
  const archiveId = await made('旧合同', [file])
  await step(archiveId, 'archive', 1, clerk)
  await step(archiveId, 'askDestroy', 2, clerk, '保管期限已满')
  expect((await read(archiveId)).abilities).toEqual(['keep'])
  expect(await step(archiveId, 'destroy', 3, clerk)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“批准销毁”须由其他人办理' })
  expect((await step(archiveId, 'destroy', 3, head)).returnCode).toBe('000000')
  expect(await read(archiveId)).toMatchObject({ archiveStatus: 'destroyed', papers: [] })
  expect(await server.platform.db.selectFrom('file_object').select('owner_type').where('file_id', '=', file.fileId).executeTakeFirst()).toEqual({ owner_type: 'removed' })
})

test('all documents of a member in one pack: a folder an archive, two of one name apart, with a list of contents', async () => {
  await made('会籍/变更', [await paper('说明.pdf', '丙'), await paper('说明.pdf', '丁')])
  const { workId } = await server.ok(packArchives, { memberId }, { as: clerk })
  for (let n = 0; (await server.ok(selectWork, { workId }, { as: clerk })).workStatus !== 'done'; n += 1) {
    if (n > 200) throw new Error('the pack was not made')
    await new Promise((done) => setTimeout(done, 50))
  }
  const answer = await server.raw(`/capcoapi${downloadWorkFile.path}`, { method: 'POST', as: clerk, body: JSON.stringify({ workId }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('M202600001子虚乌有档案.zip')
  const names = namesIn(Buffer.from(await answer.arrayBuffer()))
  expect(names.map((name) => name.replace(/^DA\d{4}-\d{4} /, ''))).toEqual(['入会材料/申请书.pdf', '会籍_变更/说明.pdf', '会籍_变更/说明（2）.pdf', '档案清单.xlsx'])
  const stranger = await server.person({ permits: ['member:archive:read'] })
  expect((await server.call(packArchives, { memberId }, { as: stranger })).returnCode).toBe(CODE.notFound)
})

/** Names of a zip's central directory, in its order. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 46, 'latin1')) names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString('utf8'))
  return names
}
