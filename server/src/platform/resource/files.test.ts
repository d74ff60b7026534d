/** @own-modules: a resource that the product does not have. */
import { CODE, files, resource, text, type FileItem } from '@assoc/contract'
import { rbac } from '@assoc/contract/rbac/permits'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../test/harness'
import type { AuditEntry } from '../audit/audit'
import { insertFields, readRow, updateRow } from './actions'
import type { Action } from './definition'
import { dropLeftFiles } from './files.repository'
import { mountResource } from './mount'

// A resource with files on a table of its own: who may hold, read and lose which bytes.

const probe = resource({
  name: 'probeFiles',
  label: '试验',
  base: '/probe/files',
  id: 'probeId',
  fields: { title: text('题名', 20), papers: files('材料', { exts: ['pdf', 'png'], maxMb: 1, max: 2, least: 1 }) },
  sortable: ['title'],
  access: { read: rbac('dict:read'), insert: rbac('dict:update'), update: rbac('dict:update') },
})
const { runtime } = mountResource(probe, { table: 'probe_files', columns: { probeId: 'probe_id' }, order: { field: 'title', direction: 'asc' } })

let server: TestServer
let writer: Session
let other: Session
let reader: Session
beforeAll(async () => {
  server = await startTestServer()
  await asOwner(server.platform.db, sql`create table probe_files (probe_id bigint generated always as identity primary key, title text not null, papers jsonb not null, version int not null default 1)`)
  writer = await server.person({ permits: ['rbac:dict:read', 'rbac:dict:update'] })
  other = await server.person({ permits: ['rbac:dict:read', 'rbac:dict:update'] })
  reader = await server.person({ permits: ['rbac:dict:read'] })
})
afterAll(() => server.stop())

const PDF = Buffer.from('%PDF-1.7\n内容')
const upload = (as: Session, name = '申请书.pdf', bytes = PDF, purpose = 'probeFiles.papers') => server.upload(uploadFile, { purpose }, { name, bytes }, as)
const uploaded = async (as: Session, name?: string) => (await upload(as, name)).data as FileItem
const audits: AuditEntry[] = []
const action = async (as: Session, input: object = {}) =>
  ({ db: server.platform.db, platform: server.platform, principal: await server.platform.sessions.identify(as.token, as.cookie), input, audit: (entry: AuditEntry) => void audits.push(entry) }) as unknown as Action
const insert = async (as: Session, papers: FileItem[]) => insertFields(runtime, await action(as), { title: '甲', papers })
const load = (as: Session, fileId: string) => server.raw(`/capcoapi${downloadFile.path}`, { method: 'POST', as, body: JSON.stringify({ fileId }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
const given = async (as: Session, fileId: string) => (await load(as, fileId)).headers.get('x-return-code') === '000000'

test('an upload is checked by the rule of its field: ending, size, first bytes, and who may write there', async () => {
  expect((await upload(writer)).data).toEqual({ fileId: expect.stringMatching(/^\d+$/), fileName: '申请书.pdf', fileSize: PDF.length })
  const refused = async (...of: Parameters<typeof upload>) => JSON.stringify((await upload(...of)).data ?? (await upload(...of)).returnMessage)
  expect(await refused(writer, '程序.exe')).toContain('只能上传 pdf、png 格式的文件')
  expect(await refused(writer, '图.png')).toContain('文件内容与扩展名不符')
  expect(await refused(writer, '空.pdf', Buffer.alloc(0))).toContain('文件是空的')
  expect(await refused(writer, '大.pdf', Buffer.concat([PDF, Buffer.alloc(1024 * 1024)]))).toContain('文件不能超过 1 MB')
  for (const [as, purpose] of [[reader, 'probeFiles.papers'], [writer, 'probeFiles.title'], [writer, 'nothing.papers']] as const) expect((await upload(as, undefined, undefined, purpose)).returnCode).toBe(CODE.forbidden)
})

test('a file is its uploader\'s until a record takes it, then of whoever may read the record', async () => {
  const file = await uploaded(writer)
  expect([await given(writer, file.fileId), await given(other, file.fileId), await given(reader, file.fileId)]).toEqual([true, false, false])
  await expect(insert(other, [file])).rejects.toMatchObject({ data: { fields: [{ path: 'papers', message: '文件已失效，请重新上传' }] } })
  // Name and size are read from the file, whatever a body says of them.
  const id = await insert(writer, [{ ...file, fileName: '<img>', fileSize: 7 }])
  const row = (await readRow(runtime, await action(reader, { probeId: id }))) as unknown as { papers: FileItem[]; version: number }
  expect(row.papers).toEqual([file])
  expect(await given(reader, file.fileId)).toBe(true)
  expect(await (await load(reader, file.fileId)).text()).toBe(PDF.toString())
  expect(audits.at(-1)?.after).toEqual({ title: '甲', papers: ['申请书.pdf'] })
  // It belongs to this record: another one cannot take it.
  await expect(insert(writer, [file])).rejects.toMatchObject({ data: { fields: [{ path: 'papers' }] } })

  const second = await uploaded(writer, '补充.pdf')
  await updateRow(runtime, await action(writer, { probeId: id, version: row.version, title: '甲', papers: [second] }))
  expect([await given(reader, second.fileId), await given(reader, file.fileId)]).toEqual([true, false])
  expect(audits.at(-1)).toMatchObject({ before: { papers: ['申请书.pdf'] }, after: { papers: ['补充.pdf'] } })
})

test('what no record took goes after two days, what one let go of after thirty; held files stay', async () => {
  const [draft, held] = [await uploaded(writer), await uploaded(writer)]
  await insert(writer, [held])
  const { db } = server.platform
  await sql`update file_object set create_time = now() - interval '3 days'`.execute(db)
  await sql`update file_object set update_time = now() - interval '29 days' where owner_type = 'removed'`.execute(db)
  const keyOf = async (fileId: string) => (await db.selectFrom('file_object').select('store_key').where('file_id', '=', fileId).executeTakeFirst())?.store_key
  const key = await keyOf(draft.fileId)
  expect(await dropLeftFiles(db)).toContain(key)
  expect([await keyOf(draft.fileId), await keyOf(held.fileId)]).toEqual([undefined, expect.any(String)])
  expect(Number((await sql<{ n: string }>`select count(*) as n from file_object where owner_type = 'removed'`.execute(db)).rows[0]?.n)).toBe(1)
  await sql`update file_object set update_time = now() - interval '31 days' where owner_type = 'removed'`.execute(db)
  expect(await dropLeftFiles(db)).toHaveLength(1)
})
