/** @own-modules: a resource that the product does not have. */
import { CODE, EXPORT_REASON_ABOVE, open, optionalText, personal, type PermitCode, resource, signedIn, text } from '@assoc/contract'
import { mobile, orEmpty } from '@assoc/contract/rules/identifiers'
import { sql } from 'kysely'
import { z } from 'zod'
import { asOwner, startTestServer, type TestServer } from '../../../test/harness'
import type { AuditEntry } from '../audit/audit'
import type { Principal } from '../access/principal'
import type { Refusal } from '../errors'
import { readSheet } from '../excel/testing'
import type { FileAnswer } from '../http/context'
import * as actions from './actions'
import type { Action, Row } from './definition'
import { exportRows } from './export'
import { mountResource } from './mount'

// A table of this test's own: people with mobile numbers, some of them struck out.
const contact = resource({
  name: 'testContact',
  label: '联系人',
  base: '/test/contact',
  id: 'contactId',
  fields: { realName: text('姓名', 20), mobile: personal(orEmpty(mobile()), 'mobile'), tag: optionalText('标签', 10) },
  filters: { tag: z.array(z.string().max(10)).max(100).optional() },
  sortable: ['realName'],
  access: { read: { kind: 'permit', code: 'test:contact:read' as PermitCode }, insert: signedIn, update: signedIn, remove: signedIn, export: signedIn },
})
const { runtime } = mountResource(contact, {
  table: 'test_contact',
  deleted: sql`struck`,
  order: { field: 'realName', direction: 'asc' },
  may: (_who, row, verb) => verb !== 'delete' || row.realName !== '甲自己' || '不能删除自己',
})

let server: TestServer
const noted: AuditEntry[] = []
const principal = { userId: '1', realName: '审阅人', loginName: 'reader', permits: new Set(['test:contact:read']), scopes: {}, deptId: null } as unknown as Principal
const action = (input: Row, by: Principal = principal) =>
  ({ db: server.platform.db, platform: server.platform, principal: by, input, request: { id: 'test', ip: '127.0.0.1' }, audit: (entry: AuditEntry) => void noted.push(entry) }) as unknown as Action
const refusal = (work: Promise<unknown>) => work.then(() => undefined, (error: Refusal) => ({ code: error.code, message: error.message, data: error.data }))

beforeAll(async () => {
  server = await startTestServer()
  await asOwner(server.platform.db, sql`create table test_contact (contact_id bigint generated always as identity primary key, real_name text not null, mobile text, tag text,
    struck boolean not null default false, version int not null default 1)`)
})
afterAll(() => server.stop())
beforeEach(async () => {
  noted.length = 0
  await asOwner(server.platform.db, sql`truncate test_contact restart identity`)
  await sql`insert into test_contact (real_name, mobile, tag, struck) values ('甲自己', '19900000001', 'a', false), ('乙其他', '19900000002', 'b', false), ('丙没有', null, 'c', false), ('丁划去', '19900000004', 'a', true)`.execute(server.platform.db)
})

const list = async (filters: Row = {}) => (await actions.listRows(runtime, action({ page: 1, pageSize: 20, ...filters }))).items as Row[]

test('lists and details hold personal data masked; rows that are gone are not there', async () => {
  expect((await list()).map((r) => [r['realName'], r['mobile']])).toEqual([
    ['丙没有', null],
    ['乙其他', '199****0002'],
    ['甲自己', '199****0001'],
  ])
  expect(await actions.readRow(runtime, action({ contactId: '2' }))).toMatchObject({ mobile: '199****0002' })
  expect(await refusal(actions.readRow(runtime, action({ contactId: '4' })))).toMatchObject({ code: CODE.notFound })
})

test('a filter of several values finds any of them', async () => {
  expect((await list({ tag: ['b', 'c', 'x'] })).map((r) => r['realName'])).toEqual(['丙没有', '乙其他'])
  expect(await list({ tag: [] })).toHaveLength(3)
})

test('plain text is given for the fields that are asked for, to whoever may read the rows, and noted', async () => {
  expect(contact.plain?.access).toEqual({ kind: 'permit', code: 'pi:plain:view' })
  expect(await actions.plainRow(runtime, action({ contactId: '2', fields: ['mobile'] }))).toEqual({ values: { mobile: '19900000002' } })
  expect(noted).toEqual([{ recordType: 'testContact', recordId: '2', verb: 'viewPlain', after: { fields: ['mobile'] } }])
  const stranger = { ...principal, permits: new Set<string>() } as Principal
  expect(await refusal(actions.plainRow(runtime, action({ contactId: '2', fields: ['mobile'] }, stranger)))).toMatchObject({ code: CODE.forbidden })
  expect(await refusal(actions.plainRow(runtime, action({ contactId: '4', fields: ['mobile'] })))).toMatchObject({ code: CODE.notFound })
})

test('what a form leaves untouched stays; what it empties is emptied; the log holds masks', async () => {
  await actions.updateRow(runtime, action({ contactId: '1', version: 1, realName: '甲自己', tag: 'z' }))
  expect(await actions.plainRow(runtime, action({ contactId: '1', fields: ['mobile'] }))).toEqual({ values: { mobile: '19900000001' } })
  noted.length = 0
  await actions.updateRow(runtime, action({ contactId: '1', version: 2, realName: '甲自己', mobile: '19900000009', tag: 'z' }))
  expect(noted).toEqual([{ recordType: 'testContact', recordId: '1', verb: 'update', before: { mobile: '199****0001' }, after: { mobile: '199****0009' } }])
  await actions.updateRow(runtime, action({ contactId: '1', version: 3, realName: '甲自己', mobile: null, tag: 'z' }))
  expect(await actions.plainRow(runtime, action({ contactId: '1', fields: ['mobile'] }))).toEqual({ values: { mobile: null } })
  const conflict = await refusal(actions.updateRow(runtime, action({ contactId: '2', version: 7, realName: '乙' })))
  expect(conflict).toMatchObject({ code: CODE.conflict, data: { current: { mobile: '199****0002' } } })
})

test('a rule that takes an action away says why', async () => {
  expect((await list()).map((r) => [r['realName'], (r['abilities'] as string[]).includes('delete')])).toEqual([['丙没有', true], ['乙其他', true], ['甲自己', false]])
  expect(await refusal(actions.removeRow(runtime, action({ contactId: '1', version: 1 })))).toMatchObject({ code: CODE.forbidden, message: '不能删除自己' })
})

test('an export holds masks; above 1,000 rows of personal data it asks why, and keeps the answer', async () => {
  const file = (await exportRows(runtime, action({}))) as FileAnswer
  expect((await readSheet(file.body as Buffer, 10)).flat()).toEqual(expect.arrayContaining(['199****0002']))
  expect(JSON.stringify(await readSheet(file.body as Buffer, 10))).not.toContain('19900000002')
  await sql`insert into test_contact (real_name, mobile) select '众' || n, '19900000003' from generate_series(1, ${EXPORT_REASON_ABOVE}::int) n`.execute(server.platform.db)
  expect(await refusal(exportRows(runtime, action({})))).toMatchObject({ code: CODE.input, data: { fields: [{ path: 'reason', message: '共 1003 行个人信息，请填写导出原因' }] } })
  await exportRows(runtime, action({ columns: ['realName'] }))
  noted.length = 0
  await exportRows(runtime, action({ reason: '年度核对' }))
  expect(noted).toMatchObject([{ verb: 'export', reason: '年度核对' }])
})

test('an open resource is none: personal data needs a session', () => {
  expect(open('x').kind).toBe('open')
  expect(contact.update?.request.safeParse({ contactId: '1', version: 1, realName: '甲', mobile: '123' }).success).toBe(false)
  expect(contact.insert?.request.safeParse({ realName: '甲', mobile: '19900000001' }).success).toBe(true)
})
