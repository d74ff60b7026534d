import { API_BASE, CODE } from '@assoc/contract'
import { auditLog, selectAuditChanges, selectAuditOptions, selectAuditSeal, verifyAuditSeal } from '@assoc/contract/rbac/log'
import { dict } from '@assoc/contract/rbac/dict'
import { sql } from 'kysely'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { writeAudit } from '../../../platform/audit/audit'
import { sealAudit } from '../../../platform/audit/seal'
import { explainRows } from '../../../platform/resource/rows.repository'
import { withoutPersonal, worded } from './labels'
import { log } from '.'

let server: TestServer
let auditor: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  auditor = await server.person({ permits: ['rbac:audit:read', 'rbac:audit:export'] })
})
afterAll(() => server.stop())

const list = (filters: Record<string, unknown>) => server.ok(auditLog.list, filters as never, { as: auditor })
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const frame = { userId: null, userName: '', ip: '10.0.0.1', requestId: 'r1', path: '/x', title: '试验' }

test('every deed is found by time, person, title or path, record, result, code and verb, in words', async () => {
  const { dictId } = await server.ok(dict.insert, { dictCode: 'logged', dictName: '被记', remark: null })
  await server.ok(dict.update, { dictId, version: 1, dictCode: 'logged', dictName: '改后', remark: null })
  const stranger = await server.person({ name: '史无权' })
  await server.call(dict.insert, { dictCode: 'no', dictName: '无' }, { as: stranger })

  const found = await list({ recordType: 'dict', recordId: dictId, userName: 'admin', timeFrom: today(), timeTo: today() })
  expect(found.items.map((r) => [r.title, r.recordType, r.verb, r.result, r.userName])).toEqual([
    ['修改字典', '字典', '修改', 'ok', '系统管理员'],
    ['新增字典', '字典', '新增', 'ok', '系统管理员'],
  ])
  expect(found.items[0]).toMatchObject({ ip: '127.0.0.1', path: dict.update.path, requestId: expect.stringMatching(/.{8}/) })
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

test('personal data is masked wherever it stands', async () => {
  const { db } = server.platform
  await writeAudit(db, { ...frame, title: '含隐私' }, [{ recordType: 'user', recordId: '7', reason: '电话 13912345678，邮箱 jia@example.com', after: { mobile: '13912345678', keyword: '13912345678', contact: { phone: '13912345678' } } }])
  const row = (await list({ title: '含隐私' })).items[0]
  const { changes } = await server.ok(selectAuditChanges, { auditId: String(row?.auditId) }, { as: auditor })
  expect(row?.reason).toBe('电话 139****5678，邮箱 j***@example.com')
  expect(JSON.stringify(changes)).not.toContain('13912345678')
  expect(worded('filter', { mobile: '13912345678', n: 1 })).toBe('mobile: 139****5678，n: 1')
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
  await expect(sql`delete from audit_log`.execute(server.platform.db)).rejects.toThrow('append-only')
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
  expect(await server.ok(verifyAuditSeal, {}, { as: auditor })).toMatchObject({ seals: 2, rows: state.sealedRows, broken: null, next: null })
  expect(await server.ok(verifyAuditSeal, { dateFrom: '2001-01-01', dateTo: '2001-01-02' }, { as: auditor })).toMatchObject({ seals: 0, broken: null })
  expect(await server.ok(verifyAuditSeal, { dateFrom: today(), dateTo: today() }, { as: auditor })).toMatchObject({ seals: 2, broken: null })
  expect((await list({ recordType: 'auditSeal' })).items[0]).toMatchObject({ verb: '校验', recordType: '日志封存' })

  const target = (await list({ recordType: 'x' })).items.at(-1)?.auditId ?? ''
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(db)
  await sql`update audit_log set ip = '6.6.6.6' where audit_id = ${target}`.execute(db)
  const broken = await server.ok(verifyAuditSeal, {}, { as: auditor })
  expect(broken.broken).toMatchObject({ sealId: expect.any(String), firstAuditId: expect.any(String) })
  expect(broken.seals).toBe(1)
  // Control: what was there before fits again, and a missing row is found too.
  await sql`update audit_log set ip = '10.0.0.1' where audit_id = ${target}`.execute(db)
  expect((await server.ok(verifyAuditSeal, {}, { as: auditor })).broken).toBeNull()
  await sql`delete from audit_log where audit_id = ${target}`.execute(db)
  expect((await server.ok(verifyAuditSeal, {}, { as: auditor })).broken).not.toBeNull()
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(db)
})

test('no searched or sorted path reads the log through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into audit_log (time, user_id, user_name, title, record_type, record_id, verb, code)
    select now() - n * interval '1 minute', n % 400, 'x', '操作' || n % 300, (array['dict','role','user','company','room'])[n % 5 + 1], n % 2000, (array['insert','update','delete','export','read','save'])[n % 6 + 1], case when n % 200 = 0 then 'P00001' else '000000' end
    from generate_series(1, 60000) n`.execute(db)
  await sql`vacuum analyze audit_log`.execute(db)
  const who = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [filters, sort] of [
    [{}, undefined],
    [{}, { field: 'time', order: 'asc' }],
    [{ title: '操作17' }, undefined],
    [{ userName: '系统' }, undefined],
    [{ recordType: 'dict', recordId: '15' }, undefined],
    [{ code: 'P00001' }, undefined],
    [{ result: 'failed' }, undefined],
    [{ timeFrom: '2001-01-01', timeTo: '2001-02-01' }, undefined],
  ] as const) {
    const plan = await explainRows(db, log.mounted, who, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on audit_log t/)
  }
})
