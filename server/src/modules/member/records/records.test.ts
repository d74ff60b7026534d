import { CODE, type FileItem } from '@assoc/contract'
import { dataItem } from '@assoc/contract/member/data-item'
import { indicator, industry } from '@assoc/contract/member/industry'
import { contactQrCode } from '@assoc/contract/member/qr-code'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { explainRows } from '../../../platform/resource/rows.repository'
import * as modules from '.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const faultsOf = (answer: { returnCode: string; data: unknown }) => [answer.returnCode, ((answer.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []).map((f) => `${f.path} ${f.message}`)]
const paper = { itemName: '验资报告', bizType: 'join', requiredFlag: true, fileExts: ['pdf'], maxSizeMb: 10, sortNo: 5, remark: null } as const

test('a paper is asked for once per business, in at least one format', async () => {
  const { dataItemId } = await server.ok(dataItem.insert, { ...paper, fileExts: ['pdf', 'jpg'] })
  expect(await server.ok(dataItem.read, { dataItemId })).toMatchObject({ fileExts: ['pdf', 'jpg'], maxSizeMb: 10 })
  expect(faultsOf(await server.call(dataItem.insert, { ...paper, fileExts: ['pdf'] }))).toEqual([CODE.input, ['itemName 该业务已有同名资料项']])
  await server.ok(dataItem.insert, { ...paper, bizType: 'merchant', fileExts: ['pdf'] })
  expect(faultsOf(await server.call(dataItem.insert, { ...paper, itemName: '另一份', fileExts: [] }))).toEqual([CODE.input, ['fileExts 请至少选择一种格式']])
})

test('industries: every installation has the sections; a code has the form of its scheme and its parent; what is used stays', async () => {
  expect((await server.ok(industry.list, { scheme: 'capco', keyword: '制造业' })).items.map((i) => i.industryCode)).toContain('C')
  const made = { scheme: 'capco', industryCode: 'c36', industryName: '汽车制造业', parentCode: 'C', remark: null } as const
  const { industryId } = await server.ok(industry.insert, made)
  expect(await server.ok(industry.read, { industryId })).toMatchObject({ industryCode: 'C36', companyCount: 0 })
  expect(faultsOf(await server.call(industry.insert, made))).toEqual([CODE.input, ['industryCode 该分类体系中已有此代码']])
  expect(faultsOf(await server.call(industry.insert, { ...made, industryCode: '360000' }))).toEqual([CODE.input, ['industryCode 行业代码形如 C 或 C39']])
  expect(faultsOf(await server.call(industry.insert, { ...made, industryCode: 'T01', parentCode: 'T' }))).toEqual([CODE.input, ['industryCode 行业代码形如 C 或 C39']])
  expect(faultsOf(await server.call(industry.insert, { ...made, scheme: 'csrc2012', industryCode: 'C37' }))).toEqual([CODE.input, ['parentCode 该分类体系中没有代码 C']])
  const section = (await server.ok(industry.list, { keyword: 'C' })).items.find((i) => i.industryCode === 'C')
  expect((await server.call(industry.remove, { industryId: section?.industryId ?? '', version: 1 })).returnMessage).toBe('该行业之下还有行业，不能删除')
  await sql`insert into company (company_name, short_name, company_type, csrc_industry) values ('子虚汽车股份有限公司', '子虚汽车', 'other', 'C36')`.execute(server.platform.db)
  expect((await server.call(industry.remove, { industryId, version: 1 })).returnMessage).toBe('已有公司属于该行业，不能删除')
  expect((await server.ok(industry.read, { industryId: section?.industryId ?? '' })).companyCount).toBe(1)
})

test('indicators: a parent comes first, and the weights beside each other are told', async () => {
  const figure = { indicatorCode: 'QA01', indicatorName: '总量', unit: null, valueType: 'number', weight: '100', remark: null } as const
  expect(faultsOf(await server.call(indicator.insert, { ...figure, indicatorCode: 'QA0101' }))).toEqual([CODE.input, ['indicatorCode 没有上级指标 QA01，请先新增上级']])
  await server.ok(indicator.insert, figure)
  const { indicatorId } = await server.ok(indicator.insert, { ...figure, indicatorCode: 'QA0101', indicatorName: '甲', weight: '40' })
  await server.ok(indicator.insert, { ...figure, indicatorCode: 'QA0102', indicatorName: '乙', weight: '59.5' })
  expect(await server.ok(indicator.read, { indicatorId })).toMatchObject({ weight: '40', siblingWeight: '99.5' })
  expect(faultsOf(await server.call(indicator.insert, { ...figure, indicatorCode: 'QA02', weight: '100.5' }))).toEqual([CODE.input, ['weight 权重须为 0 至 100，最多两位小数']])
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

test('one picture in use per scene, also when two are switched on at once', async () => {
  const picture = async () => (await server.upload(uploadFile, { purpose: 'contactQrCode.image' }, { name: '码.png', bytes: PNG })).data as FileItem
  const made = async (qrTitle: string) => (await server.ok(contactQrCode.insert, { qrTitle, qrScene: 'fee', image: [await picture()], remark: null })).qrCodeId
  expect(faultsOf(await server.call(contactQrCode.insert, { qrTitle: '无图', qrScene: 'fee', image: [], remark: null }))).toEqual([CODE.input, ['image 请上传二维码图片']])
  const ids = [await made('会费咨询一'), await made('会费咨询二')]
  const answers = await Promise.all(ids.map((qrCodeId) => server.call(contactQrCode.change, { qrCodeId, version: 1, verb: 'enable' })))
  expect(answers.filter((a) => a.returnCode === '000000')).toHaveLength(1)
  expect(answers.find((a) => a.returnCode !== '000000')?.returnMessage).toBe('该场景已有启用的二维码，请先停用它')
})

test('no searched or sorted path reads the tables through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into industry (scheme, industry_code, industry_name) select 'sw2021', lpad(n::text, 6, '0'), '申万行业' || n from generate_series(1, 6000) n`.execute(db)
  await sql`insert into indicator (indicator_code, indicator_name, value_type) select 'ZZ' || lpad(n::text, 6, '0'), '指标' || n, 'number' from generate_series(1, 6000) n`.execute(db)
  await sql`insert into data_item (item_name, biz_type, file_exts, max_size_mb) select '资料' || n, 'pool', array['pdf'], 1 from generate_series(1, 6000) n`.execute(db)
  await sql`insert into contact_qr_code (qr_title, qr_scene, image) select '码' || n, 'fee', '[]' from generate_series(1, 6000) n`.execute(db)
  await sql`analyze industry, indicator, data_item, contact_qr_code`.execute(db)
  const who = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [m, filters, sort] of [
    [modules.industry.mounted, { keyword: '业1999' }, undefined],
    [modules.industry.mounted, {}, { field: 'industryName', order: 'asc' }],
    [modules.industry.mounted, { scheme: 'capco', parentCode: 'C' }, undefined],
    [modules.indicator.mounted, { keyword: '标1999' }, { field: 'indicatorCode', order: 'desc' }],
    [modules.dataItem.mounted, { keyword: '料1999' }, { field: 'itemName', order: 'asc' }],
    [modules.qrCode.mounted, { keyword: '码1999' }, undefined],
  ] as const) {
    const plan = await explainRows(db, m, who, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on (industry|indicator|data_item|contact_qr_code) t/)
  }
})
