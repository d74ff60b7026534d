import { CODE, type FileItem } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { companyReport } from '@assoc/contract/member/company-report'
import { findReportAccounts, reportUser as contract } from '@assoc/contract/member/report-user'
import { downloadFile, uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { gramsOf } from '../../../platform/search/grams'

let server: TestServer
let person: Session
let free: Session
let companies: string[]
const reports = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.platform
  const { rows } = await sql<{ id: string }>`insert into company (company_name, short_name, company_type) select '子虚' || n || '股份有限公司', '子虚' || n, 'other' from generate_series(1, 3) n returning company_id as id`.execute(db)
  companies = rows.map((r) => r.id)
  await sql`insert into company_gram (gram, company_id) values ('子虚', ${companies[0]}), ('子虚', ${companies[1]})`.execute(db)
  const rights = { permits: ['report:report:read', 'report:report:insert'], scopes: { report: 'all' as const, member: 'all' as const } }
  person = await server.person({ ...rights, name: '贾报送' })
  free = await server.person({ ...rights, name: '甄自由' })
  for (const [session, name] of [[person, '贾报送'], [free, '甄自由']] as const) await sql`update sys_user set search_grams = ${gramsOf([name])} where user_id = ${session.userId}`.execute(db)
  for (const companyId of companies.slice(0, 2)) for (const reportType of ['annual', 'control'] as const) reports.set(`${companies.indexOf(companyId)} ${reportType}`, await made(companyId, reportType))
})
afterAll(() => server.stop())

const paper = async (as: Session) => [(await server.upload(uploadFile, { purpose: 'companyReport.paper' }, { name: '报告.pdf', bytes: Buffer.from('%PDF-1.7') }, as)).data as FileItem]
const wish = async (companyId: string, reportType: string, reportYear: number, as: Session) => ({ companyId, reportYear, reportType: reportType as 'annual', title: `${reportYear} 年报告`, paper: await paper(as), publishDate: null, remark: null })
const made = async (companyId: string, reportType: string, year = 2024) => (await server.ok(companyReport.insert, await wish(companyId, reportType, year, server.admin))).reportId
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []).map((f) => `${f.path} ${f.message}`)
const seen = async (as: Session) => (await server.ok(companyReport.list, {}, { as })).items.map((i) => i.reportId).sort()
const given = (more: object = {}) => ({ userId: person.userId, reportTypes: ['annual' as const], companyIds: [companies[0] as string], validTo: null, remark: null, ...more })

test('who stands here sees, by list, id, file and export, only reports of their types and companies; others see as ever', async () => {
  expect(await seen(person)).toHaveLength(4)
  await server.ok(contract.insert, given())
  const own = reports.get('0 annual') as string
  expect(await seen(person)).toEqual([own])
  expect(await seen(free)).toHaveLength(4)
  expect(await server.ok(companyReport.read, { reportId: own }, { as: person })).toMatchObject({ reportId: own })
  const other = reports.get('1 annual') as string
  expect((await server.call(companyReport.read, { reportId: other }, { as: person })).returnCode).toBe(CODE.notFound)
  expect((await server.call(companyReport.change, { reportId: other, version: 1, verb: 'submit' }, { as: person })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(companyReport.list, { keyword: '子虚' }, { as: person })).total).toBe(1)
  const { paper: [file] } = await server.ok(companyReport.read, { reportId: other })
  const download = async (as: Session) => (await server.call(downloadFile, { fileId: file?.fileId ?? '' }, { as }).catch(() => ({ returnCode: 'file' }))).returnCode
  expect([await download(free), await download(person)]).toEqual(['file', CODE.notFound])
})

test('outside of their scope they hand nothing in, whatever the body says', async () => {
  const said = async (companyId: string, type: string) => fields(await server.call(companyReport.insert, await wish(companyId, type, 2023, person), { as: person }))
  expect(await said(companies[1] as string, 'annual')).toEqual(['companyId 该公司不在您的报送范围内'])
  expect(await said(companies[0] as string, 'control')).toEqual(['reportType 您只能报送：年度报告'])
  const { reportId } = await server.ok(companyReport.insert, await wish(companies[0] as string, 'annual', 2023, person), { as: person })
  expect(fields(await server.call(companyReport.update, { reportId, version: 1, ...(await wish(companies[0] as string, 'control', 2023, person)) }, { as: person }))).toEqual(['reportType 您只能报送：年度报告'])
  expect((await server.call(companyReport.insert, await wish(companies[1] as string, 'annual', 2023, free), { as: free })).returnCode).toBe(CODE.ok)
})

test('after the day they see and hands in nothing; on the day they still do', async () => {
  const row = (await server.ok(contract.list, { keyword: '贾报送' })).items[0]
  const until = async (validTo: string, version: number) => (await server.ok(contract.update, { reportUserId: row?.reportUserId ?? '', version, ...given({ validTo }) })).version
  const version = await until(today(), row?.version ?? 0)
  expect(await seen(person)).toHaveLength(2)
  const past = await until('2020-01-31', version)
  expect(await seen(person)).toEqual([])
  expect((await server.call(companyReport.read, { reportId: reports.get('0 annual') as string }, { as: person })).returnCode).toBe(CODE.notFound)
  expect((await server.call(companyReport.insert, await wish(companies[0] as string, 'annual', 2022, person), { as: person })).returnMessage).toBe('您的报告授权已于 2020-01-31 截止')
  expect((await server.ok(contract.list, { inForce: 'no' })).items).toMatchObject([{ realName: '贾报送', inForce: false, companyNames: '子虚1' }])
  expect((await server.call(contract.remove, { reportUserId: row?.reportUserId ?? '', version: past })).returnCode).toBe(CODE.ok)
  expect((await seen(person)).length).toBeGreaterThan(2)
})

test('one account stands here once, and only one that can sign in', async () => {
  const refused = async (more: object) => fields(await server.call(contract.insert, given(more)))
  expect(await refused({ userId: '999999' })).toEqual(['userId 没有这个用户，或账号已停用'])
  expect(await refused({ companyIds: [] })).toEqual(['companyIds 请至少选择一家公司'])
  expect(await refused({ reportTypes: [] })).toEqual(['reportTypes 请至少选择一种报告'])
  const answers = await Promise.all([server.call(contract.insert, given()), server.call(contract.insert, given())])
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.input].sort())
  expect(answers.flatMap(fields)).toEqual(['userId 该用户已有报告授权，请修改原有授权'])
  const { db } = server.platform
  await asOwner(db, sql`alter table report_user drop constraint report_user_unique`)
  expect((await Promise.all([server.call(contract.insert, given()), server.call(contract.insert, given())])).map((a) => a.returnCode)).toEqual([CODE.ok, CODE.ok])
  await sql`delete from report_user`.execute(db)
  await asOwner(db, sql`alter table report_user add constraint report_user_unique unique (user_id)`)
  expect(await server.ok(findReportAccounts, { keyword: '自由' })).toMatchObject([{ userId: free.userId, realName: '甄自由' }])
})
