import { CODE } from '@assoc/contract'
import { changeAudience, countMail, countSms, createAudience, messageAudience, readSmsRecipients, selectAudience } from '@assoc/contract/message/audience'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../test/harness'
import { writeWorkbook, type CellValue } from '../../platform/excel/excel'
import { mentions, namingOf, nobody } from '../../platform/personal/person.repository'
import { addContact, buildAssociation, EVERYBODY, WRITER, type Association } from './testing.repository'

const KEEPER = [...WRITER, 'message:audience:read', 'message:audience:update']
let server: TestServer
let at: Association
let writer: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await asOwner(server.platform.db, sql`truncate contact, member, dues_bill, message_audience, usergroup_member restart identity cascade`)
  at = await buildAssociation(server)
  writer = await server.person({ permits: KEEPER, scopes: { message: 'dept', member: 'dept' }, deptId: at.deptId })
})

const count = async (marks: object) => (await server.ok(countSms, { msgKind: 'notice', audience: { contacts: { ...EVERYBODY, ...marks }, extra: [] } }, { as: writer })).willSend
const mark = (company: string, fields: Record<string, string>) => {
  const sets = Object.entries(fields).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return sql`update company set ${sql.join(sets)} where short_name = ${company}`.execute(server.platform.db)
}

test('companies are meant by type, board, industry and listing status, members and others', async () => {
  const star = await addContact(server, at)
  const main = await addContact(server, at, { owed: 500 })
  const other = await addContact(server, at)
  await mark(star.company, { company_type: 'listed', board: 'star', list_status: 'normal', csrc_industry: 'C39', stock_code: '688001' })
  await mark(main.company, { company_type: 'listed', board: 'shMain', list_status: 'warned', csrc_industry: 'C26', stock_code: '600001' })
  await mark(other.company, { company_type: 'preListed' })
  await sql`update member set deleted = true where company_id = (select company_id from company where short_name = ${other.company})`.execute(server.platform.db)
  expect(await count({})).toBe(2)
  expect(await count({ boards: ['star'] })).toBe(1)
  expect(await count({ boards: ['star', 'shMain'], listStatuses: ['warned'] })).toBe(1)
  expect(await count({ csrcIndustries: ['C'] })).toBe(2)
  expect(await count({ csrcIndustries: ['C26', 'D'] })).toBe(1)
  expect(await count({ companyTypes: ['preListed'] })).toBe(0)
  expect(await count({ companyTypes: ['preListed'], range: 'other' })).toBe(1)
  expect(await count({ range: 'any' })).toBe(3)
  expect([await count({ feeYear: 2026 }), await count({ feeYear: 2025 }), await count({ range: 'any', inArrears: true })]).toEqual([1, 0, 1])
})

test('a user group is written to by its accounts in use, once beside the same number typed', async () => {
  const { db } = server.platform
  const { rows } = await sql<{ id: string }>`insert into usergroup (group_name) values ('筹备组' || floor(random() * 1e9)) returning usergroup_id as id`.execute(db)
  const userGroupIds = [rows[0]?.id ?? '']
  const people = await Promise.all([1, 2, 3].map(() => server.person({ permits: [], scopes: {}, deptId: at.deptId })))
  await db.insertInto('usergroup_member').values(people.map(({ userId }) => ({ usergroup_id: userGroupIds[0] ?? '', user_id: userId }))).execute()
  await sql`update sys_user set mobile = '1991000000' || (user_id % 10), email = 'u' || user_id || '@example.com' where user_id = any(${people.map((p) => p.userId)}::bigint[])`.execute(db)
  await sql`update sys_user set account_status = 'disabled' where user_id = ${people[2]?.userId ?? ''}`.execute(db)
  const { rows: [first] } = await sql<{ mobile: string }>`select mobile from sys_user where user_id = ${people[0]?.userId ?? ''}`.execute(db)
  const audience = { contacts: null, userGroupIds, extra: [first?.mobile ?? ''] }
  expect(await server.ok(countSms, { msgKind: 'notice', audience }, { as: writer })).toEqual({ total: 4, willSend: 2, skippedReasons: expect.arrayContaining([{ reason: '账号已停用', count: 1 }, { reason: '与前面的收件人重复', count: 1 }]) })
  // Nobody of a group has agreed to promotion.
  expect(await server.ok(countMail, { msgKind: 'promotion', audience: { ...audience, extra: [] } }, { as: writer })).toMatchObject({ willSend: 0 })
  expect((await server.call(countSms, { msgKind: 'notice', audience: { ...audience, userGroupIds: ['99999999'] } }, { as: writer })).returnCode).toBe(CODE.notFound)
})

const readFile = async (rows: CellValue[][], header: string[]) => server.upload(readSmsRecipients, {}, { name: '名单.xlsx', bytes: await writeWorkbook([{ name: '名单', header, rows }]) }, writer)

test('a workbook brings numbers under whatever title, and members where it names them', async () => {
  const known = await addContact(server, at)
  const twin = await addContact(server, at)
  const { data } = await readFile(
    [['张三', '１９９００００００７１', ''], ['李四', '199 0000 0072', ''], ['', '', known.company], ['', '', '没有这家'], ['王五', '12', ''], ['', '19900000071', '']],
    ['姓名', '联系电话（必填）', '公司名称'],
  )
  expect(data?.addresses).toEqual(['19900000071', '19900000072'])
  expect(data?.unread).toEqual([{ row: 5, text: '没有这家', reason: '没有找到会员' }, { row: 6, text: '12', reason: '手机号码格式不正确' }])
  expect(data?.memberIds).toHaveLength(1)
  // Without any title that is known all numbers in it are meant.
  expect((await readFile([['19900000081', twin.mobile], ['甲', 3]], ['19900000080', '乙'])).data?.addresses).toEqual(['19900000080', '19900000081', twin.mobile])
  const empty = await readFile([['甲', '乙']], ['丙', '丁'])
  expect(empty.returnCode).toBe(CODE.input)
})

test('an audience with a name finds anew, is changed by its department alone and seen by those it is shared with', async () => {
  await addContact(server, at, { postType: 'secretary' })
  const audience = { contacts: { ...EVERYBODY, categoryIds: [at.categoryId], postTypes: ['secretary' as const], boards: ['star' as const], feeYear: 2026 }, extra: ['19900000001'] }
  const make = (audienceName: string, sharing: 'self' | 'dept' | 'all') => server.ok(createAudience, { audienceName, sharing, audience }, { as: writer })
  const { audienceId: own } = await make('自用', 'self')
  const { audienceId: shared } = await make('部门用', 'dept')
  const { audienceId: open } = await make('大家用', 'all')
  expect((await server.call(createAudience, { audienceName: '自用', sharing: 'self', audience }, { as: writer })).returnCode).toBe(CODE.input)
  expect((await server.call(createAudience, { audienceName: '空', sharing: 'self', audience: { contacts: null, extra: [] } }, { as: writer })).returnCode).toBe(CODE.input)
  const [row] = (await server.ok(messageAudience.list, { keyword: '自用' }, { as: writer })).items
  expect(row?.summary).toMatch(/^会员的在任联系人（会员类别：测试类别\d+；板块：科创板；职务：董事会秘书；会费：欠 2026 年度会费）；另外填写 1 个$/)
  const colleague = await server.person({ permits: KEEPER, scopes: {}, deptId: at.deptId })
  const stranger = await server.person({ permits: KEEPER, scopes: {}, deptId: (await buildAssociation(server)).deptId })
  const seenBy = async (as: Session) => (await server.ok(messageAudience.list, {}, { as })).items.map((r) => [r.audienceName, r.abilities.includes('update')]).sort()
  expect(await seenBy(colleague)).toEqual([['大家用', true], ['部门用', true]])
  expect(await seenBy(stranger)).toEqual([['大家用', false]])
  expect((await server.call(selectAudience, { audienceId: own }, { as: colleague })).returnCode).toBe(CODE.notFound)
  expect((await server.call(selectAudience, { audienceId: shared }, { as: stranger })).returnCode).toBe(CODE.notFound)
  const loaded = await server.ok(selectAudience, { audienceId: open }, { as: stranger })
  expect([loaded.audience, loaded.abilities]).toEqual([audience, []])
  const change = (as: Session, version: number) => server.call(changeAudience, { audienceId: open, version, audience: { contacts: null, extra: ['19900000009'] } }, { as })
  expect((await change(stranger, 1)).returnCode).toBe(CODE.forbidden)
  expect((await change(colleague, 1)).returnCode).toBe(CODE.ok)
  expect((await change(writer, 1)).returnCode).toBe(CODE.conflict)
  expect((await server.ok(messageAudience.read, { audienceId: open }, { as: writer })).summary).toBe('另外填写 1 个')
})

test('a typed number of somebody who is erased leaves an audience that can still be used, without it', async () => {
  const { db } = server.platform
  const { audienceId } = await server.ok(createAudience, { audienceName: '另外填写的', sharing: 'self', audience: { contacts: null, extra: ['19912345678', '19987654321'] } }, { as: writer })
  const naming = namingOf({ ...nobody(), mobiles: new Set(['19912345678']) }, false)
  await db.transaction().execute(async (tx) => naming && void (await mentions(tx, naming, true)))
  expect((await sql<{ text: string }>`select audience::text as text from message_audience where audience_id = ${audienceId}::bigint`.execute(db)).rows[0]?.text).not.toContain('19912345678')
  const { audience } = await server.ok(selectAudience, { audienceId }, { as: writer })
  expect(audience.extra).toEqual(['19987654321'])
})
