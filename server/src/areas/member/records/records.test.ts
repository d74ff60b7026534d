import { CODE, type FileItem } from '@assoc/contract'
import { dataItem } from '@assoc/contract/member/data-item'
import { companyResource } from '@assoc/contract/member/company'
import { indicator, industry, selectIndustries } from '@assoc/contract/member/industry'
import { contactQrCode } from '@assoc/contract/member/qr-code'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { writeWorkbook } from '../../../platform/excel/excel'
import { explainRows } from '../../../platform/resource/rows.repository'
import { demoCompany } from '../company/demo-rows'
import * as modules from '.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const faultsOf = (answer: { returnCode: string; data: unknown }) => [answer.returnCode, ((answer.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []).map((f) => `${f.path} ${f.message}`)]
const paper = { itemName: '验资报告', bizType: 'join', requiredFlag: true, fileExts: ['pdf'], maxSizeMb: 10, sortNo: 5, remark: null } as const

test('a document is asked for once per business, in at least one format', async () => {
  const { dataItemId } = await server.ok(dataItem.insert, { ...paper, fileExts: ['pdf', 'jpg'] })
  expect(await server.ok(dataItem.read, { dataItemId })).toMatchObject({ fileExts: ['pdf', 'jpg'], maxSizeMb: 10 })
  expect(faultsOf(await server.call(dataItem.insert, { ...paper, fileExts: ['pdf'] }))).toEqual([CODE.input, ['itemName 该业务已有同名资料项']])
  await server.ok(dataItem.insert, { ...paper, bizType: 'merchant', fileExts: ['pdf'] })
  expect(faultsOf(await server.call(dataItem.insert, { ...paper, itemName: '另一份', fileExts: [] }))).toEqual([CODE.input, ['fileExts 请至少选择一种格式']])
})

test('industries: every installation has the sections; a code has the form of its scheme and its parent; what is used stays', async () => {
  expect((await server.ok(industry.list, { scheme: 'capco', keyword: '制造业' })).items.map((i) => i.industryCode)).toContain('C')
  const classes = await server.ok(selectIndustries, { scheme: 'capco' })
  expect([classes.length, classes.find((c) => c.industryCode === 'A01')?.industryName, classes.find((c) => c.industryCode === 'R90')?.industryName, classes.find((c) => c.industryCode === 'S91')?.industryName]).toEqual([19 + 91, '农业', '娱乐业', '综合'])
  const made = { scheme: 'capco', industryCode: 'c93', industryName: '虚构制造业', parentCode: 'C', remark: null } as const
  const { industryId } = await server.ok(industry.insert, made)
  expect(await server.ok(industry.read, { industryId })).toMatchObject({ industryCode: 'C93', companyCount: 0 })
  expect(faultsOf(await server.call(industry.insert, { ...made, industryCode: 'C94', parentCode: 'A' }))).toEqual([CODE.input, ['parentCode 大类的上级须为其门类 C']])
  expect(faultsOf(await server.call(industry.insert, made))).toEqual([CODE.input, ['industryCode 该分类体系中已有此代码']])
  expect(faultsOf(await server.call(industry.insert, { ...made, industryCode: '360000' }))).toEqual([CODE.input, ['industryCode 行业代码形如 C 或 C39']])
  expect(faultsOf(await server.call(industry.insert, { ...made, industryCode: 'T01', parentCode: 'T' }))).toEqual([CODE.input, ['industryCode 行业代码形如 C 或 C39']])
  expect(faultsOf(await server.call(industry.insert, { ...made, scheme: 'csrc2012', industryCode: 'C37' }))).toEqual([CODE.input, ['parentCode 该分类体系中没有代码 C']])
  const section = (await server.ok(industry.list, { keyword: 'C' })).items.find((i) => i.industryCode === 'C')
  expect((await server.call(industry.remove, { industryId: section?.industryId ?? '', version: 1 })).returnMessage).toBe('该行业之下还有行业，不能删除')
  await sql`insert into company (company_name, short_name, company_type, csrc_industry) values ('子虚汽车股份有限公司', '子虚汽车', 'other', 'C93')`.execute(server.platform.db)
  expect((await server.call(industry.remove, { industryId, version: 1 })).returnMessage).toBe('已有公司属于该行业，不能删除')
  expect((await server.ok(industry.read, { industryId: section?.industryId ?? '' })).companyCount).toBe(1)
  expect(faultsOf(await server.call(industry.update, { industryId, version: 1, ...made, industryCode: 'C95' }))).toEqual([CODE.input, ['industryCode 已有公司属于该行业，代码不能修改']])
})

test('Shenwan: the first level is there, what is below bears its code, and companies of all levels are counted at the top', async () => {
  expect((await server.ok(selectIndustries, { scheme: 'sw2021' })).map((i) => i.industryCode)).toHaveLength(31)
  const below = (industryCode: string, parentCode: string | null) => server.call(industry.insert, { scheme: 'sw2021', industryCode, industryName: `虚构${industryCode}`, parentCode, remark: null })
  expect(faultsOf(await below('110901', '110000'))).toEqual([CODE.input, ['parentCode 该行业的上级须为 110900']])
  expect(faultsOf(await below('110901', '110900'))).toEqual([CODE.input, ['parentCode 该分类体系中没有代码 110900']])
  expect(faultsOf(await below('990000', '110000'))).toEqual([CODE.input, ['parentCode 一级行业没有上级']])
  expect([(await below('110900', '110000')).returnCode, (await below('110901', null)).returnCode]).toEqual([CODE.ok, CODE.ok])
  await sql`insert into company (company_name, short_name, company_type, sw_industry) values ('子虚种子股份有限公司', '子虚种子', 'other', '110901'), ('子虚农业股份有限公司', '子虚农业', 'other', '110000')`.execute(server.platform.db)
  const counts = (await server.ok(industry.list, { scheme: 'sw2021', keyword: '11' })).items.filter((i) => i.industryCode.startsWith('11')).map((i) => [i.industryCode, i.companyCount])
  expect(counts).toEqual([['110000', 2], ['110900', 1], ['110901', 1]])
  expect((await server.ok(industry.list, { scheme: 'sw2021', parentCode: '110900' })).items.map((i) => i.industryCode)).toEqual(['110901'])
  const { industryId = '' } = (await server.ok(industry.list, { keyword: '110901' })).items[0] ?? {}
  expect((await server.call(industry.remove, { industryId, version: 1 })).returnMessage).toBe('已有公司属于该行业，不能删除')
  await sql`delete from company where sw_industry is not null`.execute(server.platform.db)
  await sql`delete from industry where industry_code in ('110900', '110901')`.execute(server.platform.db)
})

test('a file of industries may stand in any order: what is above is written first', async () => {
  const rows = [['申万2021', '279904', '丙'], ['申万2021', '279900', '乙'], ['申万2021', '268804', '没有上级']]
  const bytes = await writeWorkbook([{ name: '行业', header: ['分类体系', '行业代码', '行业名称'], rows }])
  const { data } = await server.upload(industry.importCheck, {}, { name: '行业.xlsx', bytes })
  expect(data).toMatchObject({ good: 2, bad: 1, problems: [{ row: 4, messages: ['该分类体系中没有代码 268800'] }] })
  expect(await server.ok(industry.importWrite, { importId: data?.importId ?? '', mode: 'good' })).toMatchObject({ written: 2 })
})

test('a company has an industry of the dictionary, whichever way it is written; without the constraint anything of the form', async () => {
  const { db } = server.platform
  const write = (csrcIndustry: string, n: number) => server.call(companyResource.insert, { companyName: `子虚行业${n}有限公司`, shortName: `行业${n}`, companyType: 'other', creditCode: demoCompany(700 + n).credit_code ?? '', jurisdiction: '北京', csrcIndustry })
  expect(faultsOf(await write('A99', 1))).toEqual([CODE.input, ['csrcIndustry 行业字典中没有这个代码']])
  expect((await write('A05', 2)).returnCode).toBe(CODE.ok)
  await asOwner(db, sql`alter table company drop constraint company_industry_known`)
  expect((await write('A99', 3)).returnCode).toBe(CODE.ok)
  // What an installation had written down before stays, and its other fields can be changed.
  await asOwner(db, sql`alter table company add constraint company_industry_known foreign key (industry_scheme, csrc_industry) references industry (scheme, industry_code) not valid`)
  await sql`update company set remark = '不变' where csrc_industry = 'A99'`.execute(db)
})

test('indicators: a parent comes first, and the weights beside each other are told', async () => {
  const figure = { indicatorCode: 'QA01', indicatorName: '总量', unit: null, valueType: 'number', weight: '100', remark: null } as const
  expect(faultsOf(await server.call(indicator.insert, { ...figure, indicatorCode: 'QA0101' }))).toEqual([CODE.input, ['indicatorCode 没有上级指标 QA01，请先新增上级']])
  await server.ok(indicator.insert, figure)
  const { indicatorId } = await server.ok(indicator.insert, { ...figure, indicatorCode: 'QA0101', indicatorName: '甲', weight: '40' })
  await server.ok(indicator.insert, { ...figure, indicatorCode: 'QA0102', indicatorName: '乙', weight: '59.5' })
  expect(await server.ok(indicator.read, { indicatorId })).toMatchObject({ weight: '40', siblingWeight: '99.5' })
  const parent = (await server.ok(indicator.list, { keyword: 'QA01' })).items.find((i) => i.indicatorCode === 'QA01')
  expect((await server.call(indicator.remove, { indicatorId: parent?.indicatorId ?? '', version: 1 })).returnMessage).toBe('该指标之下还有指标，不能删除')
  expect(faultsOf(await server.call(indicator.update, { indicatorId: parent?.indicatorId ?? '', version: 1, ...figure, indicatorCode: 'QA09' }))).toEqual([CODE.input, ['indicatorCode 该指标之下还有指标，代码不能修改']])
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
  await sql`insert into industry (scheme, industry_code, industry_name) select 'sw2021', lpad(n::text, 6, '0'), '申万行业' || n from generate_series(1, 20000) n`.execute(db)
  await sql`insert into indicator (indicator_code, indicator_name, value_type) select 'ZZ' || lpad(n::text, 6, '0'), '指标' || n, 'number' from generate_series(1, 20000) n`.execute(db)
  await sql`insert into data_item (item_name, biz_type, file_exts, max_size_mb) select '资料' || n, 'pool', array['pdf'], 1 from generate_series(1, 20000) n`.execute(db)
  await sql`insert into contact_qr_code (qr_title, qr_scene, image) select '码' || n, 'fee', '[]' from generate_series(1, 20000) n`.execute(db)
  await sql`analyze industry, indicator, data_item, contact_qr_code`.execute(db)
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const [m, filters, sort] of [
    [modules.industry.runtime, { keyword: '业1999' }, undefined],
    [modules.industry.runtime, {}, { field: 'industryName', order: 'asc' }],
    [modules.industry.runtime, { scheme: 'capco', parentCode: 'C' }, undefined],
    [modules.indicator.runtime, { keyword: '标1999' }, { field: 'indicatorCode', order: 'desc' }],
    [modules.dataItem.runtime, { keyword: '料1999' }, { field: 'itemName', order: 'asc' }],
    [modules.qrCode.runtime, { keyword: '码1999' }, undefined],
  ] as const) {
    const plan = await explainRows(db, m, principal, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on (industry|indicator|data_item|contact_qr_code) t/)
  }
})
