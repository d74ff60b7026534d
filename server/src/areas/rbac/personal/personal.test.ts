import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import * as calls from '@assoc/contract/rbac/personal'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { insertFile } from '../../../platform/files/store'
import { personalTables } from '../../../platform/personal/register'
import { reapplyErasures } from './ledger'
import { eraseRefusedDue } from './refused'

const [NAME, MOBILE, EMAIL, ID_CARD] = ['欧阳测拭', '19912340077', 'ouyang.ceshi@erase.example', '110101199003074514'] as const
const VALUES = [NAME, MOBILE, EMAIL, ID_CARD]

let server: TestServer
let security: Session
let clerk: Session
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  security = await server.person({ permits: ['rbac:personal:read', 'rbac:personal:erase'] })
  clerk = await server.person({ permits: ['rbac:personal:read', 'rbac:personal:request', 'rbac:personal:export', 'rbac:audit:read'] })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const text = (value: string) => Buffer.from(value, 'utf8')

/** Where a value stands: every column of every table that can hold text, whatever its type, and the bytes of every file. */
async function whereStands(values: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'bytea'::regtype) order by 1, 2`.execute(db())
  const found: string[] = []
  // Bytes show as hexadecimal digits.
  const wanted = values.flatMap((value) => [`%${value}%`, `%${text(value).toString('hex')}%`])
  for (const table of new Set(columns.map((c) => c.table))) {
    const names = columns.filter((c) => c.table === table).map((c) => c.column)
    const { rows } = await sql<Record<string, boolean | null>>`select ${sql.join(names.map((name) => sql`bool_or(${sql.ref(name)}::text like any(${wanted}::text[])) as ${sql.id(name)}`))} from ${sql.table(table)}`.execute(db())
    found.push(...names.filter((name) => rows[0]?.[name]).map((name) => `${table}.${name}`))
  }
  const folder = join(server.platform.config.dataDir, 'files')
  const walk = (path: string): string[] => readdirSync(path).flatMap((name) => (statSync(join(path, name)).isDirectory() ? walk(join(path, name)) : [join(path, name)]))
  for (const file of walk(folder)) if (values.some((value) => readFileSync(file).includes(text(value)))) found.push(`file ${createHash('sha256').update(file).digest('hex').slice(0, 6)}`)
  return [...new Set(found)].sort()
}

async function file(ownerType: string, ownerId: string | null, createBy: string): Promise<{ fileId: string; fileName: string; fileSize: number }> {
  const kept = await server.platform.files.put(text(`${NAME} ${MOBILE} ${ID_CARD}`))
  const fileName = `${NAME}简历.pdf`
  const fileId = await insertFile(db(), kept, { fileName, contentType: 'application/pdf', ownerType, ownerId, createBy })
  return { fileId, fileName, fileSize: kept.size }
}

// What the server writes beside the name, which no search for the name finds.
const [NAMED_BY_INITIALS, INITIALS] = [['director_user', 'contact'], 'zbczm']

/** Somebody who has left something in every corner: an account, a director, a contact, registrations, messages, notes, drafts, files, money and logs. */
async function somebody() {
  const person = await server.person({ name: NAME })
  const { userId } = person
  await db().updateTable('sys_user').set({ mobile: MOBILE, email: EMAIL, remark: `${NAME} 的备注`, login_name: `u${MOBILE}` }).where('user_id', '=', userId).execute()
  const company = (await db().selectFrom('company').select('company_id').limit(1).executeTakeFirstOrThrow()).company_id
  const { encryption } = server.platform
  const { rows: directors } = await sql<{ id: string }>`insert into director_user (name, id_card, id_card_sealed, id_card_print, mobile, email, current_unit, professions, experience_years, current_seats, is_accounting, punished36m, resume, consent_time, pool_status, create_by)
    values (${NAME}, '110***********4514', ${encryption.encrypt(ID_CARD)}, ${encryption.blindIndex(ID_CARD)}, ${MOBILE}, ${EMAIL}, '某某大学', '{law}', 10, 1, false, false, '[]', now(), 'removed', ${userId}) returning director_id::text as id`.execute(db())
  const directorId = directors[0]?.id as string
  const resume = await file('directorUser', directorId, userId)
  await sql`update director_user set resume = ${JSON.stringify([resume])}::jsonb where director_id = ${directorId}`.execute(db())
  await sql`insert into contact (company_id, name, post_type, mobile, email, contact_status) values (${company}, ${NAME}, 'other', ${MOBILE}, ${EMAIL}, 'left')`.execute(db())
  for (const table of NAMED_BY_INITIALS) await sql`update ${sql.table(table)} set name_initials = ${INITIALS} where mobile = ${MOBILE}`.execute(db())
  const { meet_id: meet, organizer_dept_id: dept } = await db().selectFrom('meeting').select(['meet_id', 'organizer_dept_id']).limit(1).executeTakeFirstOrThrow()
  await sql`insert into meeting_registration (register_no, meet_id, name, gender, post_name, mobile, email, need_stay, diet_note, need_pickup, reg_status, dept_id, unit_name)
    values ('BM-erase', ${meet}, ${NAME}, 'male', '董事', ${MOBILE}, ${EMAIL}, false, '清真', false, 'cancelled', ${dept}, '某某公司')`.execute(db())
  await sql`insert into record_note (record_type, record_id, content, create_by) values ('directorUser', ${directorId}, ${`与${NAME}通话，号码 ${MOBILE}，证件 ${ID_CARD}`}, ${server.admin.userId})`.execute(db())
  await sql`insert into draft (user_id, key, content) values (${server.admin.userId}, 'member/ContactList/new', ${JSON.stringify({ name: NAME, mobile: MOBILE })}::jsonb)`.execute(db())
  await sql`insert into notification (user_id, title, content) values (${server.admin.userId}, '待审核', ${`${NAME} 提交了申请`}), (${userId}, '您好', ${NAME})`.execute(db())
  await sql`insert into outbox (channel, recipient, subject, content) values ('mail', ${EMAIL}, '通知', ${`${NAME}您好`}), ('sms', ${MOBILE}, '', ${`${NAME}您好`})`.execute(db())
  await sql`update outbox set outbox_status = 'kept' where recipient in (${EMAIL}, ${MOBILE})`.execute(db())
  await sql`insert into opt_out (channel, address) values ('sms', ${MOBILE})`.execute(db())
  await sql`insert into resource_import (user_id, resource, file_name, header) values (${server.admin.userId}, 'contact', ${`${NAME}.xlsx`}, '[]')`.execute(db())
  await sql`insert into resource_import_row (import_id, position, row_no, cells) select max(import_id), 0, 2, ${JSON.stringify([NAME, MOBILE])}::jsonb from resource_import`.execute(db())
  await sql`insert into throttle (key, count, window_start) values (${`sms:${MOBILE}`}, 1, now())`.execute(db())
  const exported = await file('work', null, server.admin.userId)
  await sql`insert into work (user_id, kind, title, input, work_status, file_id) values (${server.admin.userId}, 'resource:export', '导出联系人', ${JSON.stringify({ filters: { keyword: NAME } })}::jsonb, 'done', ${exported.fileId})`.execute(db())
  // What the law has kept: a payment, and what the logs say.
  await sql`update payment set payer_name = ${NAME} where payment_id = (select min(payment_id) from payment)`.execute(db())
  await sql`insert into audit_log (title, record_type, record_id, user_id, user_name, after) values ('修改用户', 'user', ${userId}, ${userId}, ${NAME}, ${JSON.stringify({ realName: NAME })}::jsonb)`.execute(db())
  await sql`insert into login_log (user_id, login_name, login_way, login_result, ip, device) values (${userId}, ${`u${MOBILE}`}, 'password', 'success', '192.0.2.7', 'Chrome')`.execute(db())
  return { person, userId, directorId }
}

let erased: Awaited<ReturnType<typeof somebody>>
let requestId: string

test('a record is found by the whole number, mail address, ID number or name, and by no part of one', async () => {
  erased = await somebody()
  for (const keyword of [NAME, MOBILE, EMAIL, ID_CARD]) expect((await server.ok(calls.findPersonalRecords, { keyword }, { as: clerk })).map((r) => r.recordType)).toContain('directorUser')
  for (const keyword of [MOBILE.slice(0, 8), NAME.slice(0, 2), ID_CARD.slice(0, 12)]) expect(await server.ok(calls.findPersonalRecords, { keyword }, { as: clerk })).toEqual([])
})

test('the export of one person holds what every area knows, and is for them or who has the permit', async () => {
  const { workId } = await server.ok(calls.exportOwnPersonal, {}, { as: erased.person })
  const file = await finished(workId)
  const { rows } = await sql<{ name: string }>`select f.file_name as name from work w join file_object f on f.file_id = w.file_id where w.work_id = ${workId}`.execute(db())
  expect(rows[0]?.name).toMatch(/^个人信息_.*\.zip$/)
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes(text('个人信息.xlsx'))).toBe(true)
  expect(file.includes(text('简历.pdf'))).toBe(true)
  expect((await server.call(calls.exportPersonal, { recordType: 'directorUser', recordId: erased.directorId, reason: '当事人书面要求' }, { as: security })).returnCode).toBe(CODE.forbidden)
  await server.ok(calls.exportPersonal, { recordType: 'directorUser', recordId: erased.directorId, reason: '当事人书面要求' }, { as: clerk })
  expect(await db().selectFrom('audit_log').select('reason').where('verb', '=', 'exportPersonal').orderBy('audit_id').execute()).toEqual([{ reason: null }, { reason: '当事人书面要求' }])
})

async function finished(workId: string): Promise<Buffer> {
  for (let i = 0; i < 600; i++) {
    const row = await db().selectFrom('work').leftJoin('file_object', 'file_object.file_id', 'work.file_id').select(['work_status', 'store_key', 'error_message']).where('work_id', '=', workId).executeTakeFirstOrThrow()
    if (row.store_key) {
      const parts: Buffer[] = []
      for await (const part of server.platform.files.read(row.store_key)) parts.push(part as Buffer)
      return Buffer.concat(parts)
    }
    if (row.work_status === 'failed') throw new Error(row.error_message ?? 'failed')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the export has not ended')
}

test('the preview lists every table, changes nothing, and open matters stop it; who asked does not carry it out', async () => {
  const before = await whereStands(VALUES)
  // Without this the search below would prove nothing.
  expect(
    ['sys_user.real_name', 'director_user.name', 'contact.mobile', 'meeting_registration.email', 'record_note.content', 'draft.content', 'notification.content', 'outbox.content', 'resource_import_row.cells', 'work.input', 'throttle.key', 'file_object.file_name'].filter((one) => !before.includes(one)),
  ).toEqual([])
  expect(before.filter((one) => one.startsWith('file '))).not.toEqual([])
  await server.ok(calls.requestOwnErasure, { reason: '不再使用本系统' }, { as: erased.person })
  expect((await server.call(calls.requestOwnErasure, { reason: '不再使用本系统' }, { as: erased.person })).returnCode).toBe(CODE.inUse)
  await server.ok(calls.withdrawOwnErasure, {}, { as: erased.person })
  const both = await server.person({ permits: ['rbac:personal:read', 'rbac:personal:request', 'rbac:personal:erase'] })
  const made = await server.ok(calls.personalRequest.insert, { recordType: 'directorUser', recordId: erased.directorId, reason: '当事人来函要求删除' }, { as: both })
  requestId = made.requestId
  const change = (verb: string, as: Session) => server.call(calls.personalRequest.change, { requestId, version: 1, verb }, { as })
  expect((await change('carryOut', both)).returnCode).toBe(CODE.forbidden)
  const { lines, blocks } = await server.ok(calls.previewErasure, { requestId }, { as: security })
  expect(blocks).toEqual([])
  expect(lines.map((l) => [l.label, l.fate, l.rows])).toEqual(expect.arrayContaining([['账号', 'erase', 1], ['独立董事', 'erase', 1], ['联系人', 'erase', 1], ['会议报名', 'erase', 1], ['缴费记录', 'keep', 1]]))
  expect(lines.find((l) => l.label === '缴费记录')?.basis).toContain('会计档案')
  await db().updateTable('director_user').set({ pool_status: 'listed' }).where('director_id', '=', erased.directorId).execute()
  expect(await change('carryOut', security)).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('独立董事') })
  await db().updateTable('director_user').set({ pool_status: 'removed' }).where('director_id', '=', erased.directorId).execute()
})

test('carried out, nothing of the person stands anywhere but where the register says that it is kept', async () => {
  await server.ok(calls.personalRequest.change, { requestId, version: 1, verb: 'carryOut' }, { as: security })
  const kept = new Set(personalTables().flatMap((one) => Object.entries(one.columns).filter(([, [, erasing]]) => one.fate === 'keep' || erasing === 'keep').map(([column]) => `${one.table}.${column}`)))
  await jobsDone()
  const left = await whereStands(VALUES)
  expect(left.filter((one) => !kept.has(one))).toEqual([])
  for (const table of NAMED_BY_INITIALS) expect((await sql`select 1 from ${sql.table(table)} where name_initials = ${INITIALS}`.execute(db())).rows).toEqual([])
  // The control: the search does find what is kept.
  expect(left).toEqual(expect.arrayContaining(['audit_log.user_name', 'login_log.login_name', 'payment.payer_name']))
  expect(await db().selectFrom('sys_user').select(['account_status', 'real_name', 'mobile', 'password_hash']).where('user_id', '=', erased.userId).executeTakeFirstOrThrow()).toEqual({ account_status: 'cancelled', real_name: '已注销用户', mobile: null, password_hash: null })
  expect((await server.call(queryMenuListByUserId, { userId: erased.userId }, { as: erased.person })).returnCode).not.toBe(CODE.ok)
  const record = (await server.ok(calls.erasure.list, {}, { as: security })).items[0]
  expect(record).toMatchObject({ cause: 'request', records: expect.stringContaining('独立董事') })
  expect((await server.ok(calls.selectErasureLines, { erasureId: record?.erasureId as string }, { as: security })).lines.length).toBeGreaterThan(8)
  expect((await server.ok(calls.personalRequest.read, { requestId }, { as: security }))).toMatchObject({ requestStatus: 'done', subject: '已注销用户' })
  // The log's chain still holds, and its row about the erasure names nobody.
  const rows = await db().selectFrom('audit_log').select(['after', 'before', 'reason']).where('verb', '=', 'erase').execute()
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(VALUES.join('|')))
})

async function jobsDone(): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs where task_identifier in ('personal:drop-bytes', 'personal:ledger')`.execute(db())
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the bytes have not been taken away')
}

test('where somebody else bears the name, texts keep it and lose the numbers', async () => {
  const [one, other] = [await server.person({ name: '同名同姓' }), await server.person({ name: '同名同姓' })]
  await db().updateTable('sys_user').set({ mobile: '19912340088' }).where('user_id', '=', one.userId).execute()
  await sql`insert into record_note (record_type, record_id, content, create_by) values ('user', ${one.userId}, '同名同姓 19912340088 来电', ${other.userId})`.execute(db())
  const { requestId: id } = await server.ok(calls.personalRequest.insert, { recordType: 'user', recordId: one.userId, reason: '当事人来函要求删除' }, { as: clerk })
  expect((await server.ok(calls.previewErasure, { requestId: id }, { as: security })).namesakes).toBe(1)
  await server.ok(calls.personalRequest.change, { requestId: id, version: 1, verb: 'carryOut' }, { as: security })
  const { content } = await db().selectFrom('record_note').select('content').where('record_id', '=', one.userId).where('record_type', '=', 'user').executeTakeFirstOrThrow()
  expect(content).toBe('同名同姓 ＊＊ 来电')
  expect((await db().selectFrom('sys_user').select('real_name').where('user_id', '=', other.userId).executeTakeFirstOrThrow()).real_name).toBe('同名同姓')
})

test('nobody erases the last administrator, an employee, or themselves', async () => {
  const ask = async (recordId: string) => (await server.ok(calls.personalRequest.insert, { recordType: 'user', recordId, reason: '当事人来函要求删除' }, { as: clerk })).requestId
  const about = await ask(security.userId)
  expect((await server.call(calls.personalRequest.change, { requestId: about, version: 1, verb: 'carryOut' }, { as: security })).returnCode).toBe(CODE.forbidden)
  const employee = await db().selectFrom('employee').select('user_id').where('employee_status', '=', 'active').limit(1).executeTakeFirstOrThrow()
  expect(await server.call(calls.personalRequest.change, { requestId: await ask(employee.user_id), version: 1, verb: 'carryOut' }, { as: security })).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('离职') })
  expect((await server.call(calls.personalRequest.change, { requestId: await ask(server.admin.userId), version: 1, verb: 'carryOut' }, { as: security })).returnCode).not.toBe(CODE.ok)
})

test('who was not taken is erased after six months by the night, with a record; before, and once more, nothing happens', async () => {
  const { rows: [category] } = await sql<{ id: string }>`select category_id as id from member_category limit 1`.execute(db())
  const { rows } = await sql<{ id: string }>`insert into join_apply (apply_no, company_name, credit_code, apply_category_id, applicant_name, applicant_mobile, apply_status, update_time)
    values ('RH-old', '某某公司', '91350100M000100Y43', ${category?.id}, '未获批准', '19912340066', 'rejected', now() - interval '7 months'), ('RH-new', '某某公司', '91350100M000100Y43', ${category?.id}, '刚被驳回', '19912340055', 'rejected', now() - interval '5 months') returning apply_id::text as id`.execute(db())
  const before = await count()
  expect(await eraseRefusedDue(server.platform)).toBeGreaterThan(0)
  const { rows: states } = await sql`select applicant_name, apply_status from join_apply where apply_id = any(${rows.map((r) => r.id)}::bigint[]) order by apply_id`.execute(db())
  expect(states).toEqual([{ applicant_name: '已注销用户', apply_status: 'rejected' }, { applicant_name: '刚被驳回', apply_status: 'rejected' }])
  expect(await whereStands(['19912340066'])).toEqual([])
  expect(await count()).toBeGreaterThan(before)
  expect(await eraseRefusedDue(server.platform)).toBe(0)
})

const count = async () => Number((await db().selectFrom('erasure').select(sql<string>`count(*)`.as('n')).where('cause', '=', 'refused').executeTakeFirstOrThrow()).n)


test('after a backup from before is restored, the file beside the database has the person erased again', async () => {
  const { userId, loginName } = { userId: (await server.person({ name: '恢复回来' })).userId, loginName: 'back' }
  const back = { login_name: loginName, real_name: '恢复回来', mobile: '19912340044', account_status: 'normal' as const }
  await db().updateTable('sys_user').set(back).where('user_id', '=', userId).execute()
  const { requestId: id } = await server.ok(calls.personalRequest.insert, { recordType: 'user', recordId: userId, reason: '当事人来函要求删除' }, { as: clerk })
  await server.ok(calls.personalRequest.change, { requestId: id, version: 1, verb: 'carryOut' }, { as: security })
  await jobsDone()
  expect(await reapplyErasures(server.platform)).toBe(0)
  // As the backup has it: the person, and no record of their erasure.
  await db().deleteFrom('erasure').where('request_id', '=', id).execute()
  await db().updateTable('sys_user').set(back).where('user_id', '=', userId).execute()
  expect(await reapplyErasures(server.platform)).toBe(1)
  expect(await whereStands(['19912340044', '恢复回来'])).toEqual(expect.not.arrayContaining(['sys_user.real_name', 'sys_user.mobile']))
  expect((await db().selectFrom('sys_user').select('account_status').where('user_id', '=', userId).executeTakeFirstOrThrow()).account_status).toBe('cancelled')
  expect(await reapplyErasures(server.platform)).toBe(0)
})
