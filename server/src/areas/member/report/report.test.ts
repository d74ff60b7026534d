import { CODE, type FileItem } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { companyReport as contract } from '@assoc/contract/member/company-report'
import { indicator, selectIndicatorsInUse } from '@assoc/contract/member/industry'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { uploadFile } from '@assoc/contract/platform/file'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
let companyId: string
/** Checks what the administrator has handed in. */
let auditor: Session
beforeAll(async () => {
  server = await startTestServer()
  companyId = (await sql<{ id: string }>`insert into company (company_name, short_name, company_type) values ('子虚乌有股份有限公司', '子虚乌有', 'other') returning company_id as id`.execute(server.platform.db)).rows[0]?.id ?? ''
  auditor = await server.person({ permits: ['report:report:read', 'report:report:audit'], scopes: { report: 'all' } })
  await sql`insert into company_gram (gram, company_id) values ('子虚', ${companyId})`.execute(server.platform.db)
})
afterAll(() => server.stop())

const paper = async () => [(await server.upload(uploadFile, { purpose: 'companyReport.paper' }, { name: '报告.pdf', bytes: Buffer.from('%PDF-1.7') })).data as FileItem]
const wish = async (given: object = {}) => ({ companyId, reportYear: 2025, reportType: 'annual' as const, title: '2025 年年度报告', paper: await paper(), publishDate: null, remark: null, ...given })
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] }).fields ?? []).map((f) => `${f.path} ${f.message}`)
const step = (reportId: string, verb: string, version: number, reason?: string, as = verb === 'publish' ? auditor : server.admin) => server.call(contract.change, { reportId, version, verb, ...(reason ? { reason } : {}) }, { as })

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

test('figures are checked by the type of their indicator, kept with its name, told in words, and stay when it is switched off', async () => {
  const of = (indicatorCode: string, valueType: 'number' | 'percent' | 'text' | 'flag', unit: string | null = null) => server.ok(indicator.insert, { indicatorCode, indicatorName: `指标${indicatorCode}`, unit, valueType, weight: null, remark: null })
  await of('GS01', 'text')
  const { indicatorId } = await of('GS0101', 'number', '次')
  for (const [code, type] of [['GS0102', 'percent'], ['GS0103', 'flag'], ['GS0104', 'text']] as const) await of(code, type)
  expect((await server.ok(selectIndicatorsInUse, {})).filter((i) => i.heading).map((i) => i.indicatorCode)).toEqual(['GS01'])
  const values = (...given: [string, string][]) => ({ reportYear: 2020, indicatorValues: given.map(([indicatorCode, value]) => ({ indicatorCode, value })) })
  expect(fields(await server.call(contract.insert, await wish(values(['GS0101', '很多'], ['GS0102', '101'], ['GS0103', '也许'], ['GS01', 'x'], ['GS0199', '1'], ['GS0101', '2']))))).toEqual([
    'indicatorValues.0 指标GS0101须为数字，最多四位小数', 'indicatorValues.1 指标GS0102须为 0 至 100 的百分数，最多两位小数', 'indicatorValues.2 指标GS0103须为是或否',
    'indicatorValues.3 没有启用的指标 GS01', 'indicatorValues.4 没有启用的指标 GS0199', 'indicatorValues.5 指标 GS0101 重复',
  ])
  const { reportId } = await server.ok(contract.insert, await wish(values(['GS0104', '详见附件'], ['GS0101', '8'], ['GS0102', '99.5'], ['GS0103', 'no'])))
  const text = '指标GS0101：8 次；指标GS0102：99.5 %；指标GS0103：否；指标GS0104：详见附件'
  expect(await server.ok(contract.read, { reportId })).toMatchObject({ indicatorText: text, indicatorValues: [{ indicatorCode: 'GS0101', value: '8', indicatorName: '指标GS0101', unit: '次', valueType: 'number' }, {}, {}, {}] })
  await server.ok(indicator.change, { indicatorId, version: 1, verb: 'disable' })
  const change = async (...given: [string, string][]) => server.call(contract.update, { reportId, version: (await server.ok(contract.read, { reportId })).version, ...(await wish(values(...given))) })
  expect(fields(await change(['GS0101', '9']))).toEqual(['indicatorValues.0 「指标GS0101」已停用，不能再改'])
  expect((await change(['GS0101', '8'], ['GS0103', 'yes'])).returnCode).toBe('000000')
  expect(await server.ok(contract.read, { reportId })).toMatchObject({ indicatorText: '指标GS0101：8 次；指标GS0103：是' })
  const noted = await server.platform.db.selectFrom('audit_log').select('after').where('record_type', '=', 'companyReport').where('record_id', '=', reportId).where('verb', '=', 'update').executeTakeFirst()
  expect(noted?.after).toMatchObject({ indicatorText: '指标GS0101：8 次；指标GS0103：是' })
  // A call that knows of no figures leaves them.
  await server.ok(contract.update, { reportId, version: 2, ...(await wish({ reportYear: 2020 })) })
  expect(await server.ok(contract.read, { reportId })).toMatchObject({ indicatorText: '指标GS0101：8 次；指标GS0103：是' })
})

test('who hands in does not check; who wrote it neither, nor puts back what somebody else took down', async () => {
  const { reportId } = await server.ok(contract.insert, await wish({ reportYear: 2024 }))
  const clerk = await server.person({ permits: ['report:report:read', 'report:report:insert'], scopes: { report: 'all' } })
  expect((await server.call(contract.change, { reportId, version: 1, verb: 'submit' }, { as: clerk })).returnCode).toBe('000000')
  expect((await server.call(contract.change, { reportId, version: 2, verb: 'publish' }, { as: clerk })).returnCode).toBe(CODE.forbidden)
  expect((await step(reportId, 'publish', 2, undefined, server.admin)).returnMessage).toBe('您登记或修改过此记录，“通过并发布”须由其他人办理')
  await step(reportId, 'publish', 2)
  await step(reportId, 'withdraw', 3, '内容有误', auditor)
  expect((await step(reportId, 'republish', 4, undefined, server.admin)).returnCode).toBe(CODE.forbidden)
  expect((await step(reportId, 'republish', 4, undefined, auditor)).returnCode).toBe(CODE.ok)
  // The next test counts what waits.
  const next = await server.ok(contract.insert, await wish({ reportYear: 2023 }))
  await step(next.reportId, 'submit', 1)
})

test('what waits for a decision stands on the home page of who may check it', async () => {
  const todos = async (permit: string) => (await server.ok(selectTodos, {}, { as: await server.person({ permits: ['report:report:read', permit], scopes: { report: 'all' } }) })).filter((t) => t.link.startsWith('/go/member/Report'))
  expect(await todos('report:report:audit')).toEqual([{ label: '待审核公司报告', value: 1, link: expect.stringMatching(/^\/go\/member\/ReportAudit\?reportStatus=pending&record=\d+$/) }])
  expect(await todos('report:report:insert')).toEqual([])
})
