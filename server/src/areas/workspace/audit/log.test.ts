import { createHash } from 'node:crypto'
import { API_BASE, CODE } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { auditLog, selectAuditChanges, selectAuditOptions, selectAuditSeal, verifyAuditSeal } from '@assoc/contract/rbac/log'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { retryWork } from '@assoc/contract/rbac/work'
import { dict } from '@assoc/contract/rbac/dict'
import { feeStandard } from '@assoc/contract/fee/standard'
import { memberCategory } from '@assoc/contract/member/category'
import { sql } from 'kysely'
import { asOwner, OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { writeAudit } from '../../../platform/audit/audit'
import { lineOf, sealAudit, sealFits } from '../../../platform/audit/seal'
import { readSheet } from '../../../platform/excel/testing'
import { failWork } from '../../../platform/work/work'
import { runExport } from '../../../platform/resource/export'
import { withoutPersonal, formatValue } from '../../../platform/audit/labels'

let server: TestServer
let auditor: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  auditor = await server.person({ permits: ['rbac:audit:read', 'rbac:audit:export'] })
})
afterAll(() => server.stop())

const list = (filters: Record<string, unknown>) => server.ok(auditLog.list, filters as never, { as: auditor })
const frame = { userId: null, userName: '', ip: '10.0.0.1', requestId: 'r1', path: '/x', title: '试验' }

test('every action is found by time, person, title or path, record, result, code and verb, in words', async () => {
  const { dictId } = await server.ok(dict.insert, { dictCode: 'logged', dictName: '被记', remark: null })
  await server.ok(dict.update, { dictId, version: 1, dictCode: 'logged', dictName: '改后', remark: null })
  const stranger = await server.person({ name: '史无权' })
  await server.call(dict.insert, { dictCode: 'no', dictName: '无' }, { as: stranger })

  const found = await list({ recordType: 'dict', recordId: dictId, userName: 'admin', timeFrom: today(), timeTo: today() })
  expect(found.items.map((r) => [r.title, r.recordType, r.verb, r.result, r.userName])).toEqual([
    ['修改字典', '字典', '修改', 'ok', '系统管理员'],
    ['新增字典', '字典', '新增', 'ok', '系统管理员'],
  ])
  expect(found.items[0]).toMatchObject({ module: '系统管理', durationMs: expect.any(Number), ip: '127.0.0.1', path: dict.update.path, requestId: expect.stringMatching(/.{8}/) })
  const changes = await server.ok(selectAuditChanges, { auditId: String(found.items[0]?.auditId) }, { as: auditor })
  expect(changes.changes).toEqual([{ field: '字典名称', before: '被记', after: '改后' }])
  expect((await list({ title: '改字' })).total).toBe(1)
  expect((await list({ title: '/user/dict/updateDict' })).total).toBe(1)
  expect((await list({ verb: 'update', recordType: 'dict' })).total).toBe(1)
  expect((await list({ result: 'failed' })).items[0]).toMatchObject({ code: CODE.forbidden, verb: '无权限被拒', recordType: '访问控制', reason: 'rbac:dict:update' })
  expect((await list({ code: CODE.forbidden })).total).toBe((await list({ result: 'failed' })).total)
  expect((await list({ userName: '没有这个人' })).total).toBe(0)
  const options = await server.ok(selectAuditOptions, {}, { as: auditor })
  expect(options.recordTypes).toContainEqual({ value: 'dict', label: '字典' })
  expect(options.verbs).toContainEqual({ value: 'refused', label: '无权限被拒' })
})

test('values stand as their fields show them, references and records by name, a step by the word of its own machine', async () => {
  const { db } = server.platform
  const reader = await server.person({ permits: ['rbac:audit:read', 'fee:standard:read', 'member:category:read'], scopes: { fee: 'all', member: 'all' } })
  const { categoryId } = await server.ok(memberCategory.insert, { categoryName: '试验类别', categoryLevel: 9, councilRole: 'none', voteRight: true, quota: 0, remark: null })
  const form = { standardName: '试验标准', categoryId, shareFrom: null, shareTo: null, amount: 17_000_000, effectiveYear: 2026, resolutionNo: '决议 1 号', resolutionDate: '2025-11-10', totalDelegates: 90, presentDelegates: 60, agreeVotes: 30, publishDate: null, remark: null }
  const { standardId } = await server.ok(feeStandard.insert, form)
  await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
  const rows = (await server.ok(auditLog.list, { recordType: 'feeStandard' }, { as: reader })).items
  expect(rows.map((r) => [r.verb, r.recordName])).toEqual([['提交', '试验标准'], ['新增', '试验标准']])
  const { changes } = await server.ok(selectAuditChanges, { auditId: String(rows[1]?.auditId) }, { as: reader })
  expect(changes).toContainEqual({ field: '年会费（元）', before: null, after: '170,000.00' })
  expect(changes).toContainEqual({ field: '会员类别', before: null, after: '试验类别' })
  expect(changes.map((c) => c.field)).not.toContain('备注')
  // One verb, two machines.
  await writeAudit(db, { ...frame, title: '确认导入' }, [{ recordType: 'stockListBatch', recordId: '7', verb: 'confirm' }])
  expect((await list({ recordType: 'stockListBatch' })).items[0]).toMatchObject({ verb: '确认导入', recordName: null })
})

test('personal data is masked wherever it stands', async () => {
  const { db } = server.platform
  await writeAudit(db, { ...frame, title: '含隐私' }, [{ recordType: 'user', recordId: '7', reason: '电话 13912345678，邮箱 jia@example.com', after: { mobile: '13912345678', keyword: '13912345678', contact: { phone: '13912345678' } } }])
  const row = (await list({ title: '含隐私' })).items[0]
  const { changes } = await server.ok(selectAuditChanges, { auditId: String(row?.auditId) }, { as: auditor })
  expect(row?.reason).toBe('电话 139****5678，邮箱 j***@example.com')
  expect(JSON.stringify(changes)).not.toContain('13912345678')
  expect(formatValue('filter', { mobile: '13912345678', n: 1 })).toBe('mobile: 139****5678，n: 1')
  expect(withoutPersonal('订单 913912345678000')).toBe('订单 913912345678000')
})

test('only who may reads; the export is noted; nothing changes or deletes a row', async () => {
  const anna = await server.person()
  for (const call of [auditLog.list, selectAuditOptions, selectAuditSeal, verifyAuditSeal] as const) expect((await server.call(call, {}, { as: anna })).returnCode).toBe(CODE.forbidden)
  const reader = await server.person({ permits: ['rbac:audit:read'] })
  expect((await server.call(auditLog.exportRows, {}, { as: reader })).returnCode).toBe(CODE.forbidden)
  const file = await server.raw(`${API_BASE}${auditLog.exportRows.path}`, { method: 'POST', as: auditor, body: JSON.stringify({ recordType: 'dict' }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  expect(Buffer.from(await file.arrayBuffer()).subarray(0, 2).toString()).toBe('PK')
  expect((await list({ recordType: 'auditLog', verb: 'export' })).items[0]?.title).toBe('导出操作日志')
  await expect(sql`delete from audit_log`.execute(server.platform.db)).rejects.toThrow('permission denied for table audit_log')
  await expect(asOwner(server.platform.db, sql`delete from audit_log`)).rejects.toThrow('append-only')
})

test('the menu is the auditor’s, not the system administrator’s', async () => {
  const { rows } = await sql<{ role_code: string }>`select role_code from role join role_menu using (role_id) where menu_id = 7013`.execute(server.platform.db)
  expect(rows).toEqual([{ role_code: 'AUDITOR' }])
})

test('the seal: counted, verified by parts and by days; a row that was changed behind the back of the server is found', async () => {
  const { db } = server.platform
  await writeAudit(db, frame, Array.from({ length: 30 }, (_, i) => ({ recordType: 'x', recordId: String(i) })))
  while ((await sealAudit(db)) > 0);
  await writeAudit(db, frame, [{ recordType: 'x', recordId: '99' }])
  while ((await sealAudit(db)) > 0);
  const state = await server.ok(selectAuditSeal, {}, { as: auditor })
  expect(state).toMatchObject({ seals: 2, openRows: 0, lastSealTime: expect.any(String) })
  expect(await server.ok(verifyAuditSeal, {}, { as: auditor })).toMatchObject({ seals: 2, rows: state.encryptedRows, broken: null, next: null })
  expect(await server.ok(verifyAuditSeal, { dateFrom: '2001-01-01', dateTo: '2001-01-02' }, { as: auditor })).toMatchObject({ seals: 0, broken: null })
  expect(await server.ok(verifyAuditSeal, { dateFrom: today(), dateTo: today() }, { as: auditor })).toMatchObject({ seals: 2, broken: null })
  expect((await list({ recordType: 'auditSeal' })).items[0]).toMatchObject({ verb: '校验', recordType: '日志封存' })

  const target = (await list({ recordType: 'x' })).items.at(-1)?.auditId ?? ''
  await asOwner(db, sql`alter table audit_log disable trigger audit_log_append_only`)
  await asOwner(db, sql`update audit_log set ip = '6.6.6.6' where audit_id = ${target}`)
  const broken = await server.ok(verifyAuditSeal, {}, { as: auditor })
  expect(broken.broken).toMatchObject({ sealId: expect.any(String), firstAuditId: expect.any(String) })
  expect(broken.seals).toBe(1)
  // Control: what was there before fits again, and a missing row is found too.
  await asOwner(db, sql`update audit_log set ip = '10.0.0.1' where audit_id = ${target}`)
  expect((await server.ok(verifyAuditSeal, {}, { as: auditor })).broken).toBeNull()
  await asOwner(db, sql`delete from audit_log where audit_id = ${target}`)
  expect((await server.ok(verifyAuditSeal, {}, { as: auditor })).broken).not.toBeNull()
  await asOwner(db, sql`alter table audit_log enable trigger audit_log_append_only`)
})

test('found by module; a row that was sealed before there were modules and durations fits its seal, one whose duration was changed does not', async () => {
  const { db } = server.platform
  await writeAudit(db, frame, [{ recordType: 'company', recordId: '1', verb: 'insert' }])
  const [entry] = (await list({ module: 'member' })).items
  expect(entry).toMatchObject({ module: '会员管理', verb: '新增', durationMs: null })
  expect(await list({ module: 'meeting' })).toMatchObject({ total: 0 })
  expect((await server.ok(selectAuditOptions, {}, { as: auditor })).modules).toContainEqual({ value: 'member', label: '会员管理' })
  // The line of the first format: the row as JSON with the columns that it had then.
  const old = { audit_id: '900000001', line: '{"audit_id":900000001,"time":"2026-01-05T08:00:00+00:00","user_id":null,"user_name":"史早期","ip":"","request_id":"","path":"","title":"早期","record_type":null,"record_id":null,"verb":null,"reason":null,"before":null,"after":{"a": 1},"code":"000000"}' }
  await db.transaction().execute(async (tx) => {
    await sql`set local time zone 'UTC'`.execute(tx)
    await sql`insert into audit_log (audit_id, time, user_name, title, after) overriding system value values (900000001, '2026-01-05T08:00:00Z', '史早期', '早期', '{"a": 1}')`.execute(tx)
    const previous = Buffer.alloc(32)
    const hash = createHash('sha256').update(previous).update(`${old.audit_id}\n${old.line}\n`).digest()
    expect(await sealFits(tx, { ids: [old.audit_id], previous_hash: previous, hash }, previous)).toBe(true)
    await sql`insert into audit_log (audit_id, title, module, duration_ms) overriding system value values (900000002, 'x', 'rbac', 5), (900000003, 'x', 'rbac', 6)`.execute(tx)
    const lines = await Promise.all([2, 3].map((n) => lineOf(tx, `90000000${n}`)))
    expect(lines[0]?.endsWith('["rbac", 5]')).toBe(true)
    expect(lines[1]?.endsWith('["rbac", 6]')).toBe(true)
  })
})

const exported = async (input: Record<string, unknown>) => {
  const file = await server.raw(`${API_BASE}${auditLog.exportRows.path}`, { method: 'POST', as: auditor, body: JSON.stringify(input), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  return { file, bytes: async () => Buffer.from(await file.arrayBuffer()) }
}

test('the export tells in one cell what each entry changed, word for word as the entry’s screen', async () => {
  const { db } = server.platform
  await writeAudit(db, { ...frame, title: '可导出' }, [
    { recordType: 'dict', recordId: '1', before: { dictName: '旧', dictStatus: 'enabled', version: 1 }, after: { dictName: '新\n行', dictStatus: 'disabled', version: 2 } },
    { recordType: 'user', recordId: '2', after: { mobile: '13912345678', remark: null, email: 'jia@example.com' } },
    { recordType: 'call', recordId: null },
    { recordType: 'dict', recordId: '3', after: { remark: '长'.repeat(40_000) } },
  ])
  const [header, ...cells] = await readSheet(await (await exported({ title: '可导出', columns: ['recordType', 'time'], sort: { field: 'time', order: 'asc' } })).bytes(), 100)
  expect(header).toEqual(['记录类型', '时间', '变更内容'])
  expect(cells.map((c) => c[2] ?? null).slice(0, 3)).toEqual(['字典名称：旧 → 新 行\n状态：启用 → 停用', '电子邮箱：— → j***@example.com\n手机号码：— → 139****5678', null])
  expect(String(cells[3]?.[2])).toMatch(/^.{32740,}……（内容过长，其余见操作日志）$/)
  expect(String(cells[3]?.[2])).toHaveLength(32_767)
  const entries = (await list({ title: '可导出', sort: { field: 'time', order: 'asc' } })).items
  for (const [i, entry] of entries.slice(1, 3).entries()) {
    const { changes } = await server.ok(selectAuditChanges, { auditId: entry.auditId }, { as: auditor })
    expect(cells[i + 1]?.[2] ?? null).toBe(changes.map((c) => `${c.field}：${c.before ?? '—'} → ${c.after ?? '—'}`).join('\n') || null)
  }
  expect((await list({ recordType: 'auditLog', verb: 'export' })).items).not.toHaveLength(0)
  expect((await exported({ columns: ['before'] })).file.headers.get('x-return-code')).not.toBe(CODE.ok)
})

test('above 5,000 rows the export is a job that can be retried, and whoever lost the permit gets nothing', async () => {
  const { db } = server.platform
  await sql`insert into audit_log (user_name, title, record_type, record_id, verb, before, after) select 'x', '大批', 'dict', n, 'update', '{"dictName":"旧"}', jsonb_build_object('dictName', '新' || n) from generate_series(1, 5001) n`.execute(db)
  const large = await server.call(auditLog.exportRows, { title: '大批' }, { as: auditor })
  expect(large.returnCode).toBe(CODE.silent)
  const { workId } = large.data as unknown as { workId: string }
  await failWork(db, workId, '导出失败')
  await server.ok(retryWork, { workId }, { as: auditor })
  const queued = await sql<{ task: string }>`select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where payload ->> 'workId' = ${workId}`.execute(db)
  expect(new Set(queued.rows.map((r) => r.task))).toEqual(new Set(['resource:export']))
  await runExport({ workId }, server.platform)
  expect(await server.ok(selectWork, { workId }, { as: auditor })).toMatchObject({ workStatus: 'done', doneRows: 5001 })
  const file = await server.raw(`${API_BASE}${downloadWorkFile.path}`, { method: 'POST', as: auditor, body: JSON.stringify({ workId }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  const cells = await readSheet(Buffer.from(await file.arrayBuffer()), 6000)
  expect(cells).toHaveLength(5002)
  expect(cells.slice(1).every((c) => /^字典名称：旧 → 新\d+$/.test(String(c.at(-1))))).toBe(true)
  expect((await db.selectFrom('notification').select('link').where('user_id', '=', auditor.userId).executeTakeFirstOrThrow()).link).toBe(`/go/rbac/ExportJob?record=${workId}`)

  const leaving = await server.person({ permits: ['rbac:audit:read', 'rbac:audit:export'] })
  const lost = (await server.call(auditLog.exportRows, { title: '大批' }, { as: leaving })).data as unknown as { workId: string }
  await db.deleteFrom('role_permit').where('role_id', '=', leaving.roleId).execute()
  await runExport(lost, server.platform)
  expect(await server.ok(selectWork, lost, { as: leaving })).toMatchObject({ workStatus: 'failed', errorMessage: '您已没有导出的权限' })
})
