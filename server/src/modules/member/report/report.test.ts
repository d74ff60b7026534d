import { CODE, type FileItem } from '@assoc/contract'
import { companyReport as contract } from '@assoc/contract/member/company-report'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { today } from '../../../platform/numbers/numbers'
import { explainRows } from '../../../platform/resource/rows.repository'
import { report } from '.'

let server: TestServer
let companyId: string
beforeAll(async () => {
  server = await startTestServer()
  companyId = (await sql<{ id: string }>`insert into company (company_name, short_name, company_type) values ('子虚乌有股份有限公司', '子虚乌有', 'other') returning company_id as id`.execute(server.platform.db)).rows[0]?.id ?? ''
  await sql`insert into company_gram (gram, company_id) values ('子虚', ${companyId})`.execute(server.platform.db)
})
afterAll(() => server.stop())

const paper = async () => [(await server.upload(uploadFile, { purpose: 'companyReport.paper' }, { name: '报告.pdf', bytes: Buffer.from('%PDF-1.7') })).data as FileItem]
const wish = async (given: object = {}) => ({ companyId, reportYear: 2025, reportType: 'annual' as const, title: '2025 年年度报告', paper: await paper(), publishDate: null, remark: null, ...given })
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] }).fields ?? []).map((f) => `${f.path} ${f.message}`)
const step = (reportId: string, verb: string, version: number, reason?: string) => server.call(contract.change, { reportId, version, verb, ...(reason ? { reason } : {}) })

test('a report is handed in with its file, sent back, published on the day, and shown on the page of its company', async () => {
  const { reportId } = await server.ok(contract.insert, await wish())
  expect(fields(await server.call(contract.insert, await wish()))).toEqual(['reportType 该公司同一年度已有此类报告'])
  expect(fields(await server.call(contract.insert, await wish({ reportType: 'control', paper: [] })))).toEqual(['paper 请上传报告文件'])
  expect(fields(await server.call(contract.insert, await wish({ reportType: 'control', reportYear: 2099 })))[0]).toMatch(/^reportYear 报告年度不能晚于/)
  await step(reportId, 'submit', 1)
  expect((await server.call(contract.update, { reportId, version: 2, ...(await wish()) })).returnMessage).toBe('已提交的报告不能修改，请先由审核人退回')
  expect((await step(reportId, 'sendBack', 2, '缺少签字页')).returnCode).toBe('000000')
  await server.ok(contract.update, { reportId, version: 3, ...(await wish({ title: '2025 年年度报告（修订）' })) })
  await step(reportId, 'submit', 4)
  expect((await step(reportId, 'publish', 5)).returnCode).toBe('000000')
  expect(await server.ok(contract.read, { reportId })).toMatchObject({ reportStatus: 'published', publishDate: today(), title: '2025 年年度报告（修订）' })
  expect((await server.ok(selectCompanyParts, { companyId })).find((p) => p.key === 'reports')?.rows).toEqual([['2025 年年度报告（修订）', '2025', '年度报告', '已发布']])
})

test('who hands in does not judge', async () => {
  const { reportId } = await server.ok(contract.insert, await wish({ reportYear: 2024 }))
  const clerk = await server.person({ permits: ['report:report:read', 'report:report:insert'], scopes: { report: 'all' } })
  expect((await server.call(contract.change, { reportId, version: 1, verb: 'submit' }, { as: clerk })).returnCode).toBe('000000')
  expect((await server.call(contract.change, { reportId, version: 2, verb: 'publish' }, { as: clerk })).returnCode).toBe(CODE.forbidden)
})

test('no searched or sorted path reads the table through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into company (company_name, short_name, company_type) select '公司' || n, '公司' || n, 'other' from generate_series(1, 4000) n`.execute(db)
  await sql`insert into company_report (company_id, report_year, report_type, title, paper) select ${companyId}::bigint + 1 + (n % 4000), 2000 + n / 4000, 'control', '内控报告' || n, '[]' from generate_series(0, 19999) n`.execute(db)
  await sql`analyze company_report, company, company_gram`.execute(db)
  const who = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [filters, sort] of [
    [{ keyword: '子虚' }, undefined],
    [{ keyword: '告1999' }, undefined],
    [{}, { field: 'publishDate', order: 'desc' }],
    [{}, { field: 'reportYear', order: 'asc' }],
    [{ reportStatus: ['pending'] }, undefined],
  ] as const) {
    const plan = await explainRows(db, report.mounted, who, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on company_report t/)
  }
})
