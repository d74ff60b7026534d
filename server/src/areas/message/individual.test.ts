import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { previewMail, previewSms } from '@assoc/contract/message/message'
import { richOf } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { buildPerson } from '../member/membership/testing'
import { addContact, buildAssociation, EVERYBODY, templateFor, WRITER, type Association } from './testing.repository'

// An individual member is written to themselves, at the address of their entry in the pool.

let server: TestServer
let at: Association
let writer: Session
const CONTENT = '${姓名}（${会员编号}）尚欠会费${欠费金额}元'
let templateId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  at = await buildAssociation(server)
  templateId = await templateFor(server, CONTENT)
  writer = await server.person({ permits: [...WRITER, 'member:member:read'], scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
})
afterAll(() => server.stop())

let no = 0
async function individual(given: { mobile: string; email?: string; deptId?: string; status?: string; owed?: number }): Promise<string> {
  const personId = await buildPerson(server, { name: `贾个人${++no}`, mobile: given.mobile, ...(given.email ? { email: given.email } : {}) })
  const { rows } = await sql<{ id: string }>`insert into member (member_no, member_kind, person_id, category_id, join_date, member_status, dept_id)
    values (${`GR${no}`}, 'person', ${personId}, ${at.categoryId}, '2020-01-01', ${given.status ?? 'normal'}, ${given.deptId ?? at.deptId}) returning member_id as id`.execute(server.platform.db)
  const memberId = rows[0]?.id ?? ''
  if (given.owed) await sql`insert into dues_bill (bill_no, member_id, bill_year, source, gross_amount, due_date) values (${`GRZD${no}`}, ${memberId}, 2026, 'imported', ${given.owed}, '2026-06-30')`.execute(server.platform.db)
  return memberId
}
const sms = (audience: object, more: object = {}) => server.ok(previewSms, { msgKind: 'notice', content: CONTENT, templateId, audience: { contacts: null, extra: [], ...audience }, ...more } as never, { as: writer })
const chosen = (memberIds: string[]) => ({ chosen: { contactIds: [], memberIds, filter: null, total: memberIds.length } })

test('marks, choice and a typed number find their within the data scope, each once; the ended one is told', async () => {
  const owing = await individual({ mobile: '19900300001', email: 'own1@example.com', owed: 50_000 })
  const ended = await individual({ mobile: '19900300002', status: 'left' })
  const elsewhere = await buildAssociation(server)
  const foreign = await individual({ mobile: '19900300003', deptId: elsewhere.deptId })
  const { contactId } = await addContact(server, at)
  expect(contactId).not.toBe('')
  expect(await sms({ contacts: EVERYBODY })).toMatchObject({ total: 2, willSend: 2 })
  const marked = await sms({ contacts: { ...EVERYBODY, inArrears: true, categoryIds: [at.categoryId] } })
  expect(marked).toMatchObject({ total: 1, samples: [{ content: '【示例协会】贾个人1（GR1）尚欠会费500.00元' }] })
  // Posts and offices are those of companies.
  expect((await sms({ contacts: { ...EVERYBODY, postTypes: ['liaison'] } })).total).toBe(1)
  const picked = await sms({ contacts: EVERYBODY, ...chosen([owing, ended]) })
  expect(picked).toMatchObject({ total: 3, willSend: 2, skippedList: [{ reason: '会籍已终止' }] })
  // Chosen members of another department are refused before anybody is looked for.
  expect((await server.call(previewSms, { msgKind: 'notice', content: CONTENT, templateId, audience: { contacts: null, extra: [], ...chosen([foreign]) } } as never, { as: writer })).returnCode).not.toBe('000000')
  expect(await sms({ extra: ['19900300001'] })).toMatchObject({ willSend: 1 })
  expect(await sms({ extra: ['19900300003'] })).toMatchObject({ willSend: 0, skippedList: [{ reason: '没有会员资料，无法填写变量' }] })
  const mail = await server.ok(previewMail, { msgKind: 'notice', subject: '会费', content: richOf(CONTENT), attachments: [], audience: { contacts: null, extra: [], ...chosen([owing]) } } as never, { as: writer })
  expect(mail).toMatchObject({ total: 1, willSend: 1 })
})

test('advertising does not reach them: they never agreed to any, and what they opted out of holds', async () => {
  const memberId = await individual({ mobile: '19900300011' })
  const advert = '培训班开始报名，拒收请回复R'
  const given = { msgKind: 'promotion', content: advert, templateId: await templateFor(server, advert), scheduleTime: instantOf(`${dayAfter(today(), 1)} 10:00`) }
  expect(await sms(chosen([memberId]), given)).toMatchObject({ willSend: 0, skippedList: [{ reason: '没有本人同意的记录' }] })
  await sql`insert into opt_out (channel, address, source) values ('sms', '19900300011', 'bounce')`.execute(server.platform.db)
  expect((await sms(chosen([memberId]))).skippedList).toMatchObject([{ reason: '多次退信，不再发送' }])
})
