import { API_BASE, CODE } from '@assoc/contract'
import { mailRecipient, smsRecipient } from '@assoc/contract/message/list'
import { sql } from 'kysely'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { buildAssociation, WRITER } from './testing.repository'

// Whom a message went to: searched, exported, and shown whole to who may see it.

let server: TestServer
let reader: Session
let messageId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const { db } = server.platform
  const { deptId } = await buildAssociation(server)
  reader = await server.person({ permits: WRITER, scopes: { message: 'dept' }, deptId })
  const { rows } = await sql<{ id: string }>`insert into message (channel, msg_no, msg_kind, content, audience, msg_status, dept_id) values ('sms', 'R1', 'notice', '内容', '{}', 'partly', ${deptId}) returning message_id as id`.execute(db)
  messageId = rows[0]?.id ?? ''
  await sql`insert into message_recipient (message_id, target, name, company_name, recipient_status, fail_code, reason)
    values (${messageId}, '19900000001', '甄一', '子虚一号', 'submitted', null, null), (${messageId}, '19900000002', '贾二', '乌有二号', 'failed', 'MK:0001', '空号'), (${messageId}, '19900000003', '惠三', '子虚三号', 'failed', 'DB:0141', '停机')`.execute(db)
})
afterAll(() => server.stop())

const found = async (filters: object) => (await server.ok(smsRecipient.list, { messageId, ...filters }, { as: reader })).items.map((r) => r.name)

test('recipients are searched by name, company, result and code', async () => {
  expect(await found({})).toEqual(['甄一', '贾二', '惠三'])
  expect(await found({ keyword: '子虚' })).toEqual(['甄一', '惠三'])
  expect(await found({ keyword: '贾' })).toEqual(['贾二'])
  expect(await found({ recipientStatus: 'failed' })).toEqual(['贾二', '惠三'])
  expect(await found({ failCode: 'MK:0001' })).toEqual(['贾二'])
})

test('outside of the data scope, or by the other channel, nobody is found', async () => {
  const stranger = await server.person({ permits: WRITER, scopes: { message: 'self' }, deptId: (await buildAssociation(server)).deptId })
  expect((await server.call(smsRecipient.list, { messageId }, { as: stranger })).returnCode).toBe(CODE.notFound)
  const { recipientId } = (await server.ok(smsRecipient.list, { messageId }, { as: reader })).items[0] as { recipientId: string }
  expect((await server.call(smsRecipient.read, { recipientId }, { as: stranger })).returnCode).toBe(CODE.notFound)
  expect((await server.call(mailRecipient.read, { recipientId }, { as: reader })).returnCode).toBe(CODE.notFound)
})

test('numbers are masked, in the export as well, which is logged; whole for who may see them, each look logged', async () => {
  const [row] = (await server.ok(smsRecipient.list, { messageId }, { as: reader })).items
  expect(row?.target).toBe('199****0001')
  const file = await server.raw(`${API_BASE}${smsRecipient.exportRows.path}`, { method: 'POST', body: JSON.stringify({ messageId, recipientStatus: 'failed' }), headers: { 'content-type': 'application/json', ...OWN_HEADERS }, as: reader })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet')])
  const log = await server.platform.db.selectFrom('audit_log').select(['verb', 'after']).where('record_type', '=', 'smsRecipient').execute()
  expect(log).toEqual([{ verb: 'export', after: expect.objectContaining({ rowCount: 2 }) }])
  const ask = (as: Session) => server.call(smsRecipient.plain as never, { recipientId: row?.recipientId, fields: ['target'] } as never, { as })
  expect((await ask(reader)).returnCode).toBe(CODE.forbidden)
  const trusted = await server.person({ permits: [...WRITER, 'pi:plain:view'], scopes: { message: 'all' } })
  expect(await ask(trusted)).toMatchObject({ data: { values: { target: '19900000001' } } })
  expect(await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'smsRecipient').where('user_id', '=', trusted.userId).execute()).toEqual([{ verb: 'viewPlain' }])
})
