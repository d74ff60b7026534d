import { API_BASE, CODE, type RequestOf } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { retryWork } from '@assoc/contract/rbac/work'
import { readSheet } from '../../../platform/excel/testing'
import { demoCompany } from './demo-rows'
import { insertMany } from './seed.repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.platform
  await insertMany(db, [{ ...demoCompany(0), short_name: '=1+1', remark: 'x' }, demoCompany(1), demoCompany(2)])
})
afterAll(() => server.stop())

const fetchBlob = (path: string, body: unknown, as?: Session) =>
  server.raw(`${API_BASE}${path}`, {
    method: 'POST',
    ...(as ? { as } : {}),
    headers: { 'content-type': 'application/json', ...OWN_HEADERS },
    body: JSON.stringify(body),
  })
const run = (input: RequestOf<typeof companyResource.exportRows>, as?: Session) => fetchBlob(companyResource.exportRows.path, input, as)
const sheetOf = async (response: Response) => readSheet(Buffer.from(await response.arrayBuffer()), 200_000)

test('the file has the contract’s titles and labels; what looks like a formula stays text', async () => {
  const response = await run({ sort: { field: 'stockCode', order: 'asc' } })
  expect(response.headers.get('x-return-code')).toBe(CODE.ok)
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(/filename\*=UTF-8''公司_\d{14}\.xlsx/)
  const [header, ...rows] = await sheetOf(response)
  expect(header).toEqual([
    '公司全称',
    '公司简称',
    '公司类型',
    '证券代码',
    '板块',
    '上市交易所',
    'B股代码',
    '上市日期',
    '统一社会信用代码',
    '辖区证监局',
    '总股本（万股）',
    '所属行业（中上协）',
    '申万行业',
    '实际控制人性质',
    '法定代表人',
    '公司电话',
    '公司邮箱',
    '注册地址',
    '办公地址',
    '经办部门',
    '备注',
    '全称状态',
    '行业名称（中上协）',
    '申万行业名称',
    '曾用证券代码',
    '曾用名称',
    '创建时间',
    '更新时间',
    '上市状态',
  ])
  expect(rows).toHaveLength(3)
  const formula = rows.find((r) => r[1] === '=1+1')
  expect([formula?.[2], formula?.[4]]).toEqual(['境内上市公司', '沪主板'])
  expect(rows.map((r) => r[3])).toEqual(rows.map((r) => r[3]).sort())
})

test('only the chosen columns and rows, and each export leaves its filter and number in the audit log', async () => {
  const { company_id } = await server.platform.db
    .selectFrom('company')
    .select('company_id')
    .where('short_name', '=', '=1+1')
    .executeTakeFirstOrThrow()
  const rows = await sheetOf(await run({ ids: [company_id], columns: ['shortName', 'board'], keyword: '' }))
  expect(rows).toEqual([
    ['公司简称', '板块'],
    ['=1+1', '沪主板'],
  ])
  const audit = await server.platform.db
    .selectFrom('audit_log')
    .select(['title', 'verb', 'after'])
    .where('verb', '=', 'export')
    .orderBy('audit_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(audit).toEqual({ title: '导出公司', verb: 'export', after: { columns: ['shortName', 'board'], filters: { keyword: null }, chosen: 1, rowCount: 1 } })
})

test('the export is bound to permit and data scope', async () => {
  const without = await server.person({ permits: ['member:company:read'], scopes: { member: 'all' } })
  expect((await run({}, without)).headers.get('x-return-code')).toBe(CODE.forbidden)
  const own = await server.person({ permits: ['member:company:export'], scopes: { member: 'self' } })
  expect(await sheetOf(await run({}, own))).toHaveLength(1)
})

test('above 5,000 rows it becomes a job; the file, a notice and the audit row are the person’s', async () => {
  const { db } = server.platform
  await insertMany(
    db,
    Array.from({ length: 5000 }, (_, n) => demoCompany(n + 10)),
  )
  const anna = await server.person({ permits: ['member:company:read', 'member:company:export'], scopes: { member: 'all' } })
  const answer = (await (await run({}, anna)).json()) as { returnCode: string; data: { workId: string } }
  expect(answer.returnCode).toBe(CODE.silent)
  const { workId } = answer.data
  let work = await server.ok(selectWork, { workId }, { as: anna })
  for (let i = 0; i < 100 && work.workStatus !== 'done'; i++) {
    await new Promise((r) => setTimeout(r, 100))
    work = await server.ok(selectWork, { workId }, { as: anna })
  }
  expect(work).toMatchObject({ workStatus: 'done', doneRows: 5003, totalRows: 5003 })
  expect(await sheetOf(await fetchBlob(downloadWorkFile.path, { workId }, anna))).toHaveLength(5004)
  expect((await server.ok(selectNotificationByPage, {}, { as: anna })).items[0]).toMatchObject({ title: '导出完成', link: `/go/rbac/ExportJob?record=${workId}` })
  expect((await (await fetchBlob(downloadWorkFile.path, { workId })).json()) as unknown).toMatchObject({ returnCode: CODE.notFound })
  const audit = await db
    .selectFrom('audit_log')
    .select('after')
    .where('user_id', '=', anna.userId)
    .where('verb', '=', 'export')
    .executeTakeFirstOrThrow()
  expect(audit.after).toMatchObject({ filters: {}, rowCount: 5003 })
})

test('an export that failed is done again by its own job', async () => {
  const { work_id: workId } = await server.platform.db
    .insertInto('work')
    .values({ user_id: server.admin.userId, kind: 'export', title: '导出公司', work_status: 'failed', input: '{"columns": ["shortName"]}', total_rows: 5003 })
    .returning('work_id')
    .executeTakeFirstOrThrow()
  await server.ok(retryWork, { workId })
  let work = await server.ok(selectWork, { workId })
  for (let i = 0; i < 100 && work.workStatus !== 'done'; i++) {
    await new Promise((r) => setTimeout(r, 100))
    work = await server.ok(selectWork, { workId })
  }
  expect(work).toMatchObject({ workStatus: 'done', errorMessage: null })
  expect((await sheetOf(await fetchBlob(downloadWorkFile.path, { workId })))[0]).toEqual(['公司简称'])
})

test('a person who has lost the permit meanwhile gets no file', async () => {
  const berta = await server.person({ permits: ['member:company:export'], scopes: { member: 'all' } })
  const { work_id } = await server.platform.db
    .insertInto('work')
    .values({ user_id: berta.userId, kind: 'resource:export', title: '导出公司', input: '{"resource": "company", "filters": {}}' })
    .returning('work_id')
    .executeTakeFirstOrThrow()
  await server.platform.db.deleteFrom('role_permit').where('role_id', '=', berta.roleId).execute()
  const { runExport } = await import('../../../platform/resource/export')
  await runExport({ workId: work_id }, server.platform)
  expect(await server.ok(selectWork, { workId: work_id }, { as: berta })).toMatchObject({
    workStatus: 'failed',
    errorMessage: '您已没有导出的权限',
  })
})
