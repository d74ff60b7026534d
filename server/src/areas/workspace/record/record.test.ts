import { CODE } from '@assoc/contract'
import { joinApply } from '@assoc/contract/member/join-apply'
import { selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { insertRecordNote, NOTE_MAX, RETRACT_MINUTES, selectNoteReaders, selectRecordProcess, selectRecordRelated, selectRecordTimeline, selectRelatedRows, withdrawRecordNote } from '@assoc/contract/platform/record'
import { dict } from '@assoc/contract/rbac/dict'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
let deptId: string
let lead: Session
let clerk: Session
let stranger: Session
let applyId: string
let categoryId: string

const CLERK = ['member:apply:read', 'member:apply:insert', 'member:apply:first']
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  deptId = (await server.platform.db.insertInto('dept').values({ dept_name: '会员服务部' } as never).returning('dept_id').executeTakeFirstOrThrow()).dept_id
  lead = await server.person({ name: '贾主任', permits: [...CLERK, 'member:apply:second', 'member:contact:read', 'member:category:read'], scopes: { member: 'dept' }, deptId })
  clerk = await server.person({ name: '甄登记', permits: CLERK, scopes: { member: 'self' }, deptId })
  stranger = await server.person({ name: '外部门', permits: CLERK, scopes: { member: 'self' } })
  categoryId = (await sql<{ id: string }>`insert into member_category (category_name, category_level) values ('试验类别', 97) returning category_id::text as id`.execute(server.platform.db)).rows[0]?.id ?? ''
  const { rows } = await sql<{ id: string }>`
    insert into join_apply (apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, apply_status, verify_way, verified_time, dept_id, create_by)
    values ('RH20260301001', '子虚试验股份有限公司', '91110000600007346C', ${categoryId}, '甄样本', '19900000001', 'firstReview', 'call', now(), ${deptId}, ${clerk.userId}) returning apply_id::text as id`.execute(server.platform.db)
  applyId = rows[0]?.id ?? ''
})
afterAll(() => server.stop())

const apply = () => ({ recordType: 'joinApply', recordId: applyId })
const items = async (as: Session) => (await server.ok(selectRecordTimeline, apply(), { as })).items
const unread = async (as: Session) => (await server.ok(selectNotificationByPage, { unreadOnly: true }, { as })).items

test('a process tells who did what, when, with which opinion and how long it took, who is to act, and what is ahead', async () => {
  const waiting = await server.ok(selectRecordProcess, apply(), { as: clerk })
  expect(waiting?.now).toMatchObject({ status: { label: '待初审' }, open: true, mine: true })
  // The head of the department is known by name; another department's people are not named, and who does not see the row is not counted.
  expect(waiting?.now.names).toEqual(expect.arrayContaining(['贾主任', '甄登记']))
  expect([...(waiting?.now.names ?? []), ...(waiting?.now.roles ?? [])]).not.toContain('外部门')
  expect(waiting?.ahead).toEqual(['待复审', '待批准', '已批准'])

  await server.ok(joinApply.change, { applyId, version: 1, verb: 'passFirst', reason: '材料齐全，同意' }, { as: lead })
  const process = await server.ok(selectRecordProcess, apply(), { as: clerk })
  expect(process?.steps).toEqual([expect.objectContaining({ label: '初审通过', userName: '贾主任', reason: '材料齐全，同意', reasonLabel: '审核意见', to: { label: '待复审', tone: 'blue' } })])
  // Who passed the first review may not carry out the second.
  expect(process?.now).toMatchObject({ status: { label: '待复审' }, open: true, mine: false, since: process?.steps[0]?.time })
  expect(process?.now.names).not.toContain('贾主任')
  expect((await server.ok(selectRecordProcess, apply(), { as: lead }))?.now.mine).toBe(false)
})

test('a record in which nothing waits has no process of its own; one without statuses has none at all', async () => {
  const { dictId } = await server.ok(dict.insert, { dictCode: 'quiet', dictName: '不等人', remark: null })
  expect(await server.ok(selectRecordProcess, { recordType: 'dict', recordId: dictId })).toMatchObject({ steps: [{ label: '登记', seconds: null }], now: { open: false, names: [], roles: [] }, ahead: [] })
  await server.ok(dict.change, { dictId, version: 1, verb: 'disable' })
  const after = await server.ok(selectRecordProcess, { recordType: 'dict', recordId: dictId })
  expect(after?.steps.map((s) => [s.label, s.seconds === null])).toEqual([['登记', true], ['停用', false]])
})

test('who reads a record reads its changes in the contract’s words; who looked at personal data is told to readers of logs alone', async () => {
  await server.platform.db.insertInto('audit_log').values({ title: '查看明文', user_id: clerk.userId, user_name: '甄登记', record_type: 'joinApply', record_id: applyId, verb: 'viewPlain', reason: null, after: JSON.stringify({ fields: ['applicantMobile'] }) }).execute()
  await server.platform.db.insertInto('audit_log').values({ title: '修改', user_id: clerk.userId, user_name: '甄登记', record_type: 'joinApply', record_id: applyId, verb: 'update', reason: null, before: JSON.stringify({ companyName: '旧名', firstReviewerId: '1' }), after: JSON.stringify({ companyName: '子虚试验股份有限公司', firstReviewerId: '2' }) }).execute()
  const seen = await items(clerk)
  expect(seen.map((item) => item.title)).toEqual(['修改', '初审通过'])
  // A column that the page does not show stands in no timeline either.
  expect(seen[0]?.changes).toEqual([{ field: '申请单位', before: '旧名', after: '子虚试验股份有限公司' }])
  const auditor = await server.person({ permits: [...CLERK, 'rbac:audit:read'], scopes: { member: 'all' } })
  const all = await items(auditor)
  expect(all.map((item) => item.title)).toEqual(['修改', '查看明文', '初审通过'])
})

test('a note is read by those who read the record; a colleague it names is told, with the way to it', async () => {
  const { noteId } = await server.ok(insertRecordNote, { ...apply(), content: '请 @贾主任 核对承诺书', mentionIds: [lead.userId, lead.userId, clerk.userId] }, { as: clerk })
  expect((await items(lead))[0]).toMatchObject({ kind: 'note', userName: '甄登记', text: '请 @贾主任 核对承诺书', note: { noteId, mentioned: ['贾主任'], state: 'shown', mine: false } })
  const [notice, ...others] = await unread(lead)
  expect(others).toEqual([])
  expect(notice).toMatchObject({ title: '甄登记在备注中提醒您', content: '入会申请：子虚试验股份有限公司（RH20260301001）' })
  // Who writes is not told of their own note.
  expect(await unread(clerk)).toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log where record_type = 'joinApply' and record_id = ${applyId} and verb = 'note' and after->>'noteId' = ${noteId}`.execute(server.platform.db)
  expect(rows[0]?.n).toBe(1)
})

test('only colleagues who may read the record are found and can be named', async () => {
  const found = async (keyword: string) => (await server.ok(selectNoteReaders, { ...apply(), keyword }, { as: clerk })).map((p) => [p.realName, p.deptName])
  expect(await found('贾主')).toEqual([['贾主任', '会员服务部']])
  expect(await found('外部门')).toEqual([])
  expect(await found('甄登记')).toEqual([])
  const refused = await server.call(insertRecordNote, { ...apply(), content: '@外部门 看看', mentionIds: [stranger.userId] }, { as: clerk })
  expect(refused).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'mentionIds' }] } })
  expect(await unread(stranger)).toEqual([])
})

test('a note with numbers of people, too long, empty, or to too many is refused at its field', async () => {
  for (const content of ['电话 13912345678', '证件 11010119900101900X', '邮箱 jia@example.com', '账号 6222000000000000', ' ', '长'.repeat(NOTE_MAX + 1)]) {
    expect(await server.call(insertRecordNote, { ...apply(), content }, { as: clerk })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'content' }] } })
  }
  expect((await server.call(insertRecordNote, { ...apply(), content: '好', mentionIds: Array.from({ length: 11 }, (_, n) => String(n + 1)) }, { as: clerk })).returnCode).toBe(CODE.input)
  // What only looks like a number of a person is let through: amounts, days, business numbers.
  await server.ok(insertRecordNote, { ...apply(), content: '金额 12,000.00 元，见 RH20260301001，2026-03-01' }, { as: clerk })
})

test('an own note is taken back in time and read by nobody then; later it is only marked; nobody else’s is', async () => {
  const write = async (content: string) => (await server.ok(insertRecordNote, { ...apply(), content }, { as: clerk })).noteId
  const [early, late] = [await write('写错了'), await write('晚了一些')]
  expect((await server.call(withdrawRecordNote, { noteId: early }, { as: lead })).returnCode).toBe(CODE.notFound)
  await server.ok(withdrawRecordNote, { noteId: early }, { as: clerk })
  await sql`update record_note set create_time = now() - make_interval(mins => ${RETRACT_MINUTES + 1}) where note_id = ${late}`.execute(server.platform.db)
  await server.ok(withdrawRecordNote, { noteId: late }, { as: clerk })
  const of = (noteId: string, all: Awaited<ReturnType<typeof items>>) => all.find((item) => item.note?.noteId === noteId)
  const all = await items(lead)
  expect(of(early, all)).toMatchObject({ text: null, note: { state: 'retracted' } })
  expect(JSON.stringify(all)).not.toContain('写错了')
  expect(of(late, all)).toMatchObject({ text: '晚了一些', note: { state: 'withdrawn' } })
  expect((await server.call(withdrawRecordNote, { noteId: late }, { as: clerk })).returnCode).toBe(CODE.inUse)
})

test('a related list is counted and shown within the reader’s own permits and data scope', async () => {
  const { db } = server.platform
  const company = (await sql<{ id: string }>`insert into company (company_name, short_name, company_type) values ('子虚关联股份有限公司', '子虚关联', 'other') returning company_id::text as id`.execute(db)).rows[0]?.id ?? ''
  const member = (await sql<{ id: string }>`insert into member (member_no, company_id, category_id, join_date, dept_id) values ('M209900001', ${company}, ${categoryId}, '2020-01-01', ${deptId}) returning member_id::text as id`.execute(db)).rows[0]?.id ?? ''
  const of = { recordType: 'memberCategory', recordId: categoryId }
  const reads = ['member:category:read', 'member:member:read']
  const inside = await server.person({ permits: reads, scopes: { member: 'dept' }, deptId })
  const outside = await server.person({ permits: reads, scopes: { member: 'self' } })
  const totals = async (as: Session) => (await server.ok(selectRecordRelated, of, { as })).lists.filter((l) => l.key === 'member.categoryId').map((l) => l.total)
  expect(await totals(inside)).toEqual([1])
  expect(await totals(outside)).toEqual([0])
  expect(await totals(lead)).toEqual([])
  const shown = await server.ok(selectRelatedRows, { ...of, key: 'member.categoryId' }, { as: inside })
  expect(shown).toMatchObject({ total: 1, rows: [{ key: member, cells: expect.arrayContaining(['M209900001']), status: { label: '正常' } }] })
  // Without the list on their menu there is nothing to open; with it the links name the view, wherever the menu has it.
  expect([shown.link, shown.rows[0]?.link]).toEqual([null, null])
  await sql`insert into role_menu (role_id, menu_id) select ${inside.roleId}::bigint, menu_id from menu where menu_link = 'member/MemberList'`.execute(db)
  const open = await server.ok(selectRelatedRows, { ...of, key: 'member.categoryId' }, { as: inside })
  expect([open.link, open.rows[0]?.link]).toEqual([`/go/member/MemberList?categoryId=${categoryId}`, `/go/member/MemberList?record=${member}`])
  expect((await server.ok(selectRelatedRows, { ...of, key: 'member.categoryId' }, { as: outside })).rows).toEqual([])
  expect((await server.call(selectRelatedRows, { ...of, key: 'member.categoryId' }, { as: lead })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(selectRecordRelated, { recordType: 'member', recordId: member }, { as: inside })).up).toEqual([expect.objectContaining({ label: '会员类别' })])
})
