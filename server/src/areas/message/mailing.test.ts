import { randomBytes } from 'node:crypto'
import { CODE, type FileItem } from '@assoc/contract'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { richOf, type RichDoc } from '@assoc/contract/core/rich-text'
import { createMail, previewMail, selectMailContent, selectMailDraft, testMail, updateMail } from '@assoc/contract/message/message'
import { mailMessage } from '@assoc/contract/message/list'
import { messageTemplate } from '@assoc/contract/message/template'
import { uploadFile } from '@assoc/contract/platform/file'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { runSending } from './message/sending'
import { addContact, buildAssociation, EVERYBODY, WRITER, type Association } from './testing.repository'
import { unsubscribeRoutes } from './unsubscribe'
import { openToken, unsubscribeLink } from './unsubscribe/token'

// What a mail carries: structure, files, and the way off the list. A real SMTP server takes them.

const taken: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, callback) {
    let text = ''
    stream.on('data', (piece: Buffer) => (text += piece.toString()))
    stream.on('end', () => {
      taken.push(text)
      callback()
    })
  },
})
smtp.on('error', () => undefined)

let server: TestServer
let pages: FastifyInstance
let at: Association
let writer: Session
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  server = await startTestServer({ env: { SERVER_ROLE: 'api', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@association.example', PUBLIC_URL: 'https://console.example/' } })
  pages = Fastify({ genReqId: () => randomBytes(8).toString('hex') })
  unsubscribeRoutes(pages, server.platform)
})
afterAll(async () => {
  await pages.close()
  await server.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate contact, member, message, message_recipient, opt_out, outbox restart identity cascade`)
  taken.length = 0
  at = await buildAssociation(server)
  writer = await server.person({ permits: [...WRITER, 'message:template:read', 'message:template:update'], scopes: { message: 'self', member: 'dept' }, deptId: at.deptId })
})

const PDF = Buffer.from('%PDF-1.7\n会议材料')
const upload = async (name = '会议材料.pdf', bytes = PDF, as = writer) => server.upload(uploadFile, { purpose: 'mailMessage.attachments' }, { name, bytes }, as)
const uploaded = async (name?: string, bytes = PDF) => (await upload(name, bytes)).data as FileItem
const letter: RichDoc = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '致${姓名}' }] },
    { type: 'paragraph', content: [{ type: 'text', text: '请', marks: [{ type: 'bold' }] }, { type: 'text', text: '${公司简称}<缴费>' }] },
  ],
}
const notice = { msgKind: 'notice' as const, subject: '致${姓名}', content: letter, attachments: [] as FileItem[], audience: { contacts: EVERYBODY, extra: [] as string[] } }
const tomorrow = instantOf(`${dayAfter(today(), 1)} 10:00`)
const promotion = { ...notice, msgKind: 'promotion' as const, subject: '（广告）培训', scheduleTime: tomorrow }
const make = async (given: object = {}) => (await server.ok(createMail, { ...notice, send: true, ...given }, { as: writer })).messageId
const run = (messageId: string, now = new Date()) => runSending({ messageId }, server.platform, { mailsAMinute: 0, now })
const plain = (raw: string, type: 'plain' | 'html') => {
  const part = raw.split(/\r\n--/).find((p) => p.includes(`text/${type}`)) ?? ''
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  if (/base64/i.test(part)) return Buffer.from(body, 'base64').toString()
  return Buffer.from(body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))), 'latin1').toString()
}

test('a structured mail goes out as words and as HTML, filled and escaped; it is previewed as it will look', async () => {
  const person = await addContact(server, at)
  const preview = await server.ok(previewMail, notice, { as: writer })
  expect(preview.samples[0]).toMatchObject({ subject: `致${person.name}`, rich: { content: [{ content: [{ text: `致${person.name}` }] }, { content: [{ text: '请' }, { text: `${person.company}<缴费>` }] }] } })
  expect(preview.noWayOut).toBeNull()
  const messageId = await make()
  await run(messageId)
  expect(plain(taken[0] ?? '', 'plain')).toContain(`致${person.name}\n请${person.company}<缴费>`.replace(/\n/g, taken[0]?.includes('base64') ? '\n' : '\r\n'))
  expect(plain(taken[0] ?? '', 'html')).toContain(`<h2>致${person.name}</h2><p><strong>请</strong>${person.company}&lt;缴费&gt;</p>`)
  expect(await server.ok(selectMailContent, { messageId }, { as: writer })).toEqual({ rich: letter })
  expect((await server.ok(mailMessage.read, { messageId }, { as: writer })).content).toBe('致${姓名}\n请${公司简称}<缴费>')
})

test('variables are checked in each piece of text, at the field', async () => {
  await addContact(server, at)
  const wrong = async (content: RichDoc) => (await server.call(previewMail, { ...notice, content }, { as: writer })).data as unknown as { fields: { path: string; message: string }[] }
  expect((await wrong(richOf('您好${昵称}'))).fields).toMatchObject([{ path: 'content', message: expect.stringContaining('${昵称}') }])
  // Half of a variable is bold: nothing could fill it.
  expect((await wrong({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '${姓', marks: [{ type: 'bold' }] }, { type: 'text', text: '名}' }] }] })).fields).toMatchObject([{ path: 'content' }])
  expect((await wrong(richOf('  '))).fields).toMatchObject([{ path: 'content', message: '请填写邮件内容' }])
})

test('a mail of before, with plain words alone, is sent as it was', async () => {
  const person = await addContact(server, at)
  const messageId = await make({ scheduleTime: tomorrow })
  await sql`update message set rich = null, content = '旧邮件致\${姓名}', schedule_time = null where message_id = ${messageId}`.execute(server.platform.db)
  await run(messageId)
  expect(taken).toHaveLength(1)
  expect(taken[0]).not.toContain('text/html')
  expect(plain(`\r\n--${taken[0]}`, 'plain')).toContain(`旧邮件致${person.name}`)
  expect(await server.ok(selectMailContent, { messageId }, { as: writer })).toEqual({ rich: null })
})

test('files arrive under their names, are read once a run, and stay with the mail', async () => {
  for (let n = 0; n < 3; n++) await addContact(server, at)
  const [one, two] = [await uploaded('会议 材料（终稿）.pdf'), await uploaded('名单.pdf', Buffer.from('%PDF-1.4\n名单'))]
  const messageId = await make({ attachments: [one, two] })
  const { files } = server.platform
  const read = files.read.bind(files)
  let reads = 0
  files.read = (key: string) => ((reads += 1), read(key))
  await run(messageId)
  files.read = read
  expect([taken.length, reads]).toEqual([3, 2])
  for (const raw of taken) {
    expect(decodeURIComponent(raw.replace(/\r\n[ \t]+/g, '').replace(/filename\*\d+\*=(?:utf-8'')?([^;\r]+);?\s*/g, '$1'))).toContain('会议 材料（终稿）.pdf')
    expect(raw.replace(/\r\n/g, '')).toContain(PDF.toString('base64'))
  }
  expect(await server.platform.db.selectFrom('file_object').select(['owner_type', 'owner_id']).where('file_id', 'in', [one.fileId, two.fileId]).execute()).toEqual([1, 2].map(() => ({ owner_type: 'mailMessage', owner_id: messageId })))
  expect((await server.ok(mailMessage.read, { messageId }, { as: writer })).attachments).toEqual([one, two])
})

test('files of somebody else, too many and too heavy ones are refused at the field; a draft lets go of what is taken out', async () => {
  const other = await server.person({ permits: WRITER, scopes: { message: 'self', member: 'dept' }, deptId: at.deptId })
  const hers = (await upload('别人的.pdf', PDF, other)).data as FileItem
  const refused = async (attachments: FileItem[]) => (await server.call(createMail, { ...notice, attachments, send: false }, { as: writer })).data as unknown as { fields: { path: string; message: string }[] }
  expect((await refused([hers])).fields).toMatchObject([{ path: 'attachments', message: '文件已失效，请重新上传' }])
  const many = await Promise.all(Array.from({ length: 6 }, (_, n) => uploaded(`${n}.pdf`)))
  expect((await refused(many)).fields).toMatchObject([{ path: 'attachments', message: '附件最多 5 个文件' }])
  const heavy = [many[0], many[1]] as FileItem[]
  await sql`update file_object set file_size = ${11 * 1024 * 1024} where file_id = any(${heavy.map((f) => f.fileId)}::bigint[])`.execute(server.platform.db)
  expect((await refused(heavy)).fields).toMatchObject([{ path: 'attachments', message: '附件合计不能超过 20 MB，现在是 22.0 MB' }])

  const kept = [many[2], many[3]] as FileItem[]
  const { messageId } = await server.ok(createMail, { ...notice, attachments: kept, send: false }, { as: writer })
  await server.ok(updateMail, { messageId, version: 1, ...notice, attachments: kept.slice(1), send: false }, { as: writer })
  expect((await server.ok(selectMailDraft, { messageId }, { as: writer })).attachments).toEqual(kept.slice(1))
  expect((await server.platform.db.selectFrom('file_object').select('owner_type').where('file_id', '=', kept[0]?.fileId ?? '').executeTakeFirst())?.owner_type).toBe('removed')
  // The kit's own change of a mail is not for people: a mail is changed where it is written.
  expect(await server.call(mailMessage.update, { messageId, version: 2, attachments: [] }, { as: writer })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '邮件请在“写邮件”中修改' })
})

test('a promotion has the link at its end and in its header; pressing the button takes its recipient off the list, once', async () => {
  const [leaving, staying] = [await addContact(server, at, { consent: true }), await addContact(server, at, { consent: true })]
  const messageId = await make(promotion)
  await server.ok(mailMessage.change, { messageId, version: (await server.ok(mailMessage.read, { messageId })).version, verb: 'approve' })
  await run(messageId, new Date(new Date(tomorrow).getTime() + 60_000))
  expect(taken).toHaveLength(2)
  const raw = taken.find((t) => t.includes(leaving.email)) ?? ''
  const link = /List-Unsubscribe: <([^>]+)>/i.exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? ''
  expect(link).toMatch(/^https:\/\/console\.example\/unsubscribe\/\d+\.\d+\.[\w-]{43}$/)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(plain(raw, 'plain')).toContain(link)
  expect(plain(raw, 'html')).toContain(`<a href="${link}">退订</a>`)

  const path = new URL(link).pathname
  const looked = await pages.inject({ method: 'GET', url: path })
  expect([looked.statusCode, looked.body.includes('确认退订'), looked.body.includes('<script')]).toEqual([200, true, false])
  expect(looked.headers['content-security-policy']).toContain("default-src 'none'")
  // Looking is not leaving: programs follow links.
  const list = () => server.platform.db.selectFrom('opt_out').select(['channel', 'address', 'source']).execute()
  expect(await list()).toEqual([])
  const press = () => pages.inject({ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  expect((await press()).body).toContain('已退订')
  expect((await press()).body).toContain('已退订')
  expect(await list()).toEqual([{ channel: 'mail', address: leaving.email, source: 'link' }])
  expect(await server.platform.db.selectFrom('audit_log').select(['verb', 'user_name']).where('title', '=', '邮件退订').execute()).toEqual([{ verb: 'optOut', user_name: '收件人' }])

  const again = await server.ok(previewMail, promotion, { as: writer })
  expect([again.willSend, again.skippedList.map((s) => s.reason), again.samples[0]?.name]).toEqual([1, ['已退订'], staying.name])
  // What is no promotion still reaches them.
  expect((await server.ok(previewMail, notice, { as: writer })).willSend).toBe(2)
})

test('a link that is not ours is told kindly and changes nothing', async () => {
  await addContact(server, at)
  const messageId = await make()
  const { recipient_id } = await server.platform.db.selectFrom('message_recipient').select('recipient_id').executeTakeFirstOrThrow()
  const good = unsubscribeLink(server.platform, messageId, recipient_id)?.split('/').at(-1) ?? ''
  expect(openToken(server.platform.secret, good)).toEqual({ messageId, recipientId: recipient_id })
  const [m, r, seal] = good.split('.')
  for (const token of [`${m}.${Number(r) + 1}.${seal}`, `${m}.${r}.${'A'.repeat(43)}`, `${m}.${r}`, 'abc', `${good}x`]) {
    expect(openToken(server.platform.secret, token)).toBeNull()
    for (const method of ['GET', 'POST'] as const) expect(await pages.inject({ method, url: `/unsubscribe/${token}` })).toMatchObject({ statusCode: 404, body: expect.stringContaining('链接无效') })
  }
  expect(await server.platform.db.selectFrom('opt_out').select('address').execute()).toEqual([])
})

test('a trial is the mail as it will be: structure, files and a link that takes nobody off the list', async () => {
  const file = await uploaded('会议材料.pdf')
  await server.ok(testMail, { ...promotion, attachments: [file], target: 'tongshi@example.com' }, { as: writer })
  const row = await server.platform.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ recipient: 'tongshi@example.com', subject: '[试发] （广告）培训', file_ids: [file.fileId] })
  expect(row.html).toContain('<h2>致示例</h2><p><strong>请</strong>示例公司&lt;缴费&gt;</p>')
  const link = /https:\/\/console\.example(\/unsubscribe\/0\.0\.[\w-]+)/.exec(row.html ?? '')?.[1] ?? ''
  expect((await pages.inject({ method: 'GET', url: link })).body).toContain('试发邮件的退订链接')
  await pages.inject({ method: 'POST', url: link, payload: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  expect(await server.platform.db.selectFrom('opt_out').selectAll().execute()).toEqual([])
  // Files of a draft go along by its id; those of somebody else do not.
  const { messageId } = await server.ok(createMail, { ...notice, attachments: [file], send: false }, { as: writer })
  await server.ok(testMail, { ...notice, attachments: [file], messageId, target: 'tongshi@example.com' }, { as: writer })
  expect((await server.call(testMail, { ...notice, attachments: [file], target: 'tongshi@example.com' }, { as: writer })).returnCode).toBe(CODE.input)
})

test('without an address of its own the server takes no promotion, and the preview says so', async () => {
  const { config } = server.platform
  const { publicUrl } = config
  config.publicUrl = ''
  await addContact(server, at, { consent: true })
  const preview = await server.ok(previewMail, promotion, { as: writer })
  const refused = await server.call(createMail, { ...promotion, send: true }, { as: writer })
  const kept = await server.call(createMail, { ...promotion, send: false }, { as: writer })
  config.publicUrl = publicUrl
  expect(refused.data).toMatchObject({ fields: [{ path: 'msgKind', message: expect.stringContaining('PUBLIC_URL') }] })
  expect(kept.returnCode).toBe(CODE.ok)
  expect(preview.noWayOut).toContain('PUBLIC_URL')
  expect(preview.samples[0]?.content).toContain('请直接回复“退订”')
})

test('a template of a mail keeps its structure, and its plain words for lists and searches', async () => {
  const { templateId } = await server.ok(messageTemplate.insert, { channel: 'mail', templateName: `信函${Date.now()}`, subject: '致函', richContent: letter }, { as: writer })
  expect(await server.ok(messageTemplate.read, { templateId })).toMatchObject({ richContent: letter, templateContent: '致${姓名}\n请${公司简称}<缴费>' })
  const wrong = (fields: object) => server.call(messageTemplate.insert, { channel: 'mail', templateName: `信函2${Date.now()}`, subject: '致函', ...fields }, { as: writer })
  expect(await wrong({ richContent: richOf('${昵称}') })).toMatchObject({ data: { fields: [{ path: 'richContent' }] } })
  expect(await wrong({})).toMatchObject({ data: { fields: [{ path: 'richContent', message: '请填写模板内容' }] } })
  expect((await wrong({ templateContent: '旧式正文' })).returnCode).toBe(CODE.ok)
})
