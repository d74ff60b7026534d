import { readFileSync } from 'node:fs'
import { richOf } from '@assoc/contract/core/rich-text'
import { CODE } from '@assoc/contract'
import { messageTemplate } from '@assoc/contract/message/template'
import { optOut } from '@assoc/contract/message/opt-out'
import { smsQuota } from '@assoc/contract/message/quota'
import { CompiledQuery, sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../test/harness'
import { buildAssociation } from './testing.repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const template = { channel: 'sms', templateName: '会费提醒', subject: null, templateContent: '${姓名}您好，${公司简称}尚欠会费${欠费金额}元。', providerCode: 'T-0001', remark: null } as const

test('a template is made, found by its channel, switched off, and its text is checked', async () => {
  const { templateId } = await server.ok(messageTemplate.insert, template)
  expect(await server.ok(messageTemplate.list, { channel: 'sms', keyword: '会费', templateStatus: 'enabled' })).toMatchObject({ total: 1, items: [{ templateName: '会费提醒', providerCode: 'T-0001' }] })
  expect((await server.ok(messageTemplate.list, { channel: 'mail' })).total).toBe(0)
  expect(await server.ok(messageTemplate.change, { templateId, version: 1, verb: 'disable' })).toMatchObject({ templateStatus: 'disabled' })
  const refused = async (fields: object) => ((await server.call(messageTemplate.insert, { ...template, templateName: '别的', ...fields } as never)).data as unknown as { fields: { path: string; message: string }[] }).fields
  expect(await refused({ templateName: '会费提醒' })).toMatchObject([{ path: 'templateName', message: '已有同名的模板' }])
  expect(await refused({ templateContent: '【协会】您好' })).toMatchObject([{ path: 'templateContent' }])
  expect((await refused({ templateContent: '您好${昵称}' }))[0]?.message).toContain('不认识的变量 ${昵称}')
  expect(await refused({ templateContent: '长'.repeat(501) })).toMatchObject([{ path: 'templateContent' }])
  expect(await refused({ channel: 'mail' })).toMatchObject([{ path: 'subject', message: '请填写邮件主题' }])
  const changed = await server.call(messageTemplate.update, { templateId, version: 2, ...template, channel: 'mail', subject: '主题' })
  expect(changed).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'channel' }] } })
})

test('a department has one quota; what its messages of this month took is told, what was refused is not', async () => {
  const { deptId } = await buildAssociation(server, 1000)
  const again = await server.call(smsQuota.insert, { deptId, signName: '示例协会', monthlyParts: 5, remark: null })
  expect(again).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'deptId' }] } })
  expect((await server.call(smsQuota.insert, { deptId, signName: '【协会】', monthlyParts: 5, remark: null })).data).toMatchObject({ fields: [{ path: 'signName' }] })
  await sql`insert into message (channel, msg_no, msg_kind, content, audience, dept_id, quota_month, part_count, msg_status)
    select 'sms', 'Q' || s, 'notice', '内容', '{}', ${deptId}, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM'), 100, s from unnest(array['approval', 'done', 'refused']) s`.execute(server.platform.db)
  const dept = await server.platform.db.selectFrom('dept').select('dept_name').where('dept_id', '=', deptId).executeTakeFirstOrThrow()
  expect(await server.ok(smsQuota.list, { keyword: dept.dept_name })).toMatchObject({ total: 1, items: [{ monthlyParts: 1000, usedParts: 200, leftParts: 800, deptName: dept.dept_name }] })
})

test('an opted-out address is kept in its plain form once, masked in the list, found only whole', async () => {
  const { optOutId } = await server.ok(optOut.insert, { channel: 'sms', address: '+86 199 0000 0099', remark: null })
  await server.ok(optOut.insert, { channel: 'mail', address: 'Jia.Tuiding@Example.com', remark: null })
  expect(await server.call(optOut.insert, { channel: 'sms', address: '19900000099', remark: null })).toMatchObject({ data: { fields: [{ path: 'address', message: '该号码或邮箱已在退订名单中' }] } })
  expect(await server.call(optOut.insert, { channel: 'sms', address: 'jia@example.com', remark: null })).toMatchObject({ data: { fields: [{ path: 'address', message: '手机号码格式不正确' }] } })
  expect(await server.ok(optOut.list, { address: '19900000099' })).toMatchObject({ total: 1, items: [{ address: null, mobile: '199****0099', email: null, source: 'staff' }] })
  expect((await server.ok(optOut.list, { address: '1990000' })).total).toBe(0)
  expect((await server.ok(optOut.list, { address: 'JIA.tuiding@example.com' })).items[0]).toMatchObject({ address: null, mobile: null, email: 'j**@example.com' })
  await server.ok(optOut.remove, { optOutId, version: 1 })
  expect((await server.ok(optOut.list, { channel: 'sms' })).total).toBe(0)
})

test('templates of mails of before structure get it line by line', async () => {
  const { db } = server.platform
  const content = '${姓名}您好：\n\n请于月底前缴纳。\n会员服务部'
  const { rows } = await sql<{ id: string }>`insert into message_template (channel, template_name, subject, template_content) values ('mail', '旧模板', '旧', ${content}) returning template_id as id`.execute(db)
  const text = readFileSync('server/migrations/0395_mailing.sql', 'utf8')
  await db.executeQuery(CompiledQuery.raw(/update message_template[^;]+;/.exec(text)?.[0] ?? ''))
  expect((await server.ok(messageTemplate.read, { templateId: rows[0]?.id ?? '' })).richContent).toEqual(richOf(content))
})

test('results of before are carried over: what was in hand, taken, or only kept; what was taken back costs nothing', async () => {
  const { db } = server.platform
  const { rows } = await sql<{ id: string }>`insert into message (channel, msg_no, msg_kind, content, audience, msg_status, part_count)
    values ('sms', 'M1', 'notice', '内容', '{}', 'done', 2), ('sms', 'M2', 'notice', '内容', '{}', 'done', 1), ('sms', 'M3', 'notice', '内容', '{}', 'cancelled', 3) returning message_id as id`.execute(db)
  const [one, kept, cancelled] = rows.map((r) => r.id)
  await sql`insert into message_recipient (message_id, target, recipient_status, reason, parts) values (${one}, '1', 'submitted', null, 1), (${one}, '2', 'delivered', null, 1),
    (${kept}, '3', 'delivered', '尚未接入短信服务，内容已留存', 1), (${cancelled}, '4', 'queued', null, 3)`.execute(db)
  const text = readFileSync('server/migrations/0415_message_results.sql', 'utf8').replace(/--.*$/gm, '')
  for (const [statement] of text.matchAll(/^update [^;]+;/gm)) await db.executeQuery(CompiledQuery.raw(statement))
  const recipients = await db.selectFrom('message_recipient').select(['target', 'recipient_status', 'reason']).where('message_id', 'in', [one ?? '', kept ?? '', cancelled ?? '']).orderBy('target').execute()
  expect(recipients.map((r) => r.recipient_status)).toEqual(['sending', 'submitted', 'kept', 'skipped'])
  expect(await db.selectFrom('message').select(['msg_status', 'part_count']).where('message_id', 'in', [one ?? '', kept ?? '', cancelled ?? '']).orderBy('message_id').execute()).toEqual([{ msg_status: 'done', part_count: 2 }, { msg_status: 'kept', part_count: 1 }, { msg_status: 'cancelled', part_count: 0 }])
})
