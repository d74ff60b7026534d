import { CODE, type RequestOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { companyResource, selectCompanyTimeline } from '@assoc/contract/member/company'
import { countCompanies } from '@assoc/contract/member/home'
import { searchRecords } from '@assoc/contract/platform/workspace'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { demoCreditCode } from './demo-rows'
import { companiesNamed } from './keyword.repository'
import { rewriteCompany } from './rewrite'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Given = RequestOf<typeof companyResource.insert>
let counter = 0
/** A company that nothing is wrong with; each has its own codes. */
function given(over: Partial<Given> = {}): Given {
  const n = ++counter
  return {
    companyName: `北京无何有${n}号股份有限公司`,
    shortName: `无何有${n}`,
    companyType: 'listed',
    stockCode: `605${String(n).padStart(3, '0')}`,
    board: 'shMain',
    creditCode: demoCreditCode(900_000 + n),
    listDate: '2020-05-06',
    totalShares: '80000.50',
    jurisdiction: '北京',
    ...over,
  }
}
const add = async (over: Partial<Given> = {}, as?: Session) =>
  (await server.ok(companyResource.insert, given(over), as ? { as } : undefined)).companyId
const PERMITS = ['read', 'insert', 'update', 'delete', 'export', 'import'].map((a) => `member:company:${a}`)

test('a company is written in the register’s form, read, changed and deleted', async () => {
  const input = given({ companyName: '北京无何有(集团)股份有限公司', shortName: '无 何 有Ａ', totalShares: '0080000.5000' })
  const { companyId } = await server.ok(companyResource.insert, input)
  const made = await server.ok(companyResource.read, { companyId })
  expect(made).toMatchObject({
    companyName: '北京无何有（集团）股份有限公司',
    shortName: '无何有A',
    exchange: 'sse',
    totalShares: '80000.5',
    listStatus: 'normal',
    version: 1,
    listDate: '2020-05-06',
  })
  expect(made.abilities).toEqual(['update', 'markWarned', 'suspend', 'startDelisting', 'delist', 'delete'])
  expect(await server.ok(companyResource.update, { ...input, companyId, version: 1, legalRep: '甄如幻' })).toEqual({ version: 2 })
  const timeline = await server.ok(selectCompanyTimeline, { companyId })
  expect(timeline.map((t) => t.title)).toEqual(['修改公司', '新增公司'])
  expect(timeline[0]?.changes).toEqual([{ field: '法定代表人', before: null, after: '甄如幻' }])
  expect(timeline[1]?.changes).toContainEqual({ field: '板块', before: null, after: '沪主板' })
  await server.ok(companyResource.remove, { companyId, version: 2 })
  expect((await server.call(companyResource.read, { companyId })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(companyResource.list, { keyword: String(input.stockCode) })).total).toBe(0)
  // Its codes are free again.
  await server.ok(companyResource.insert, input)
})

test('a phone number and a mail address are masked in the timeline', async () => {
  const companyId = await add({ companyPhone: '19900000001', companyEmail: 'office@example.com' })
  const [entry] = await server.ok(selectCompanyTimeline, { companyId })
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: '公司电话', after: '199****0001' }),
      expect.objectContaining({ field: '公司邮箱', after: 'o***@example.com' }),
    ]),
  )
})

const tomorrow = dayAfter(today(), 1)
test.each<[string, Record<string, unknown>, string, string]>([
  ['name too short', { companyName: '甲乙' }, 'companyName', '公司全称至少 4 个字'],
  ['no short name', { shortName: ' ' }, 'shortName', '请填写公司简称'],
  ['no type', { companyType: undefined }, 'companyType', '请选择'],
  ['code of five digits', { stockCode: '60599' }, 'stockCode', '证券代码须为 6 位数字'],
  ['code of another board', { stockCode: '301001' }, 'stockCode', '证券代码须为 6 位且与板块一致'],
  ['listed without a code', { stockCode: '' }, 'stockCode', '境内上市公司须填证券代码'],
  ['code of B shares', { stockCodeB: '901001' }, 'stockCodeB', 'B股代码须为 900 或 200 开头的 6 位数字'],
  ['listed without a board', { board: null }, 'board', '境内上市公司须选板块'],
  ['listed without a date', { listDate: '' }, 'listDate', '境内上市公司须填上市日期'],
  ['listed tomorrow', { listDate: tomorrow }, 'listDate', '上市日期不能晚于今天'],
  ['no such day', { listDate: '2020-02-30' }, 'listDate', '上市日期须为日期，例如 2026-01-31'],
  ['check digit', { creditCode: '91000000FCT0000146' }, 'creditCode', '统一社会信用代码不正确'],
  ['five decimals', { totalShares: '1.00001' }, 'totalShares', '总股本须为不超过 4 位小数的数字'],
  ['negative shares', { totalShares: '-1' }, 'totalShares', '总股本须为不超过 4 位小数的数字'],
  ['no such office', { jurisdiction: '火星' }, 'jurisdiction', '请选择'],
  ['industry', { csrcIndustry: 'Z99' }, 'csrcIndustry', '行业代码形如 C 或 C39'],
  ['industry of Shenwan', { swIndustry: '801080.SI' }, 'swIndustry', '申万行业代码须为 6 位数字'],
  ['an index instead of an industry', { swIndustry: '801080' }, 'swIndustry', '申万行业字典中没有这个代码'],
  ['phone', { companyPhone: '12' }, 'companyPhone', '办公电话格式不正确'],
  ['mail', { companyEmail: 'a@b' }, 'companyEmail', '邮箱格式不正确'],
  ['exchange of another code', { exchange: 'szse' }, 'exchange', '上市交易所与证券代码不一致'],
  ['a status nobody may set', { listStatus: 'delisted' }, 'listStatus', '不支持的字段：listStatus'],
])('a bad field has its sentence: %s', async (_name, over, path, message) => {
  const answer = await server.call(companyResource.insert, { ...given(), ...over } as Given)
  expect(answer.returnCode).toBe(CODE.input)
  expect((answer.data as unknown as { fields: unknown[] }).fields).toContainEqual({
    path,
    message: expect.stringMatching(`^${message}`) as string,
  })
})

test('a code that another company has is refused at its field, also under twenty at once', async () => {
  const first = given()
  await server.ok(companyResource.insert, first)
  expect(await server.call(companyResource.insert, { ...given(), stockCode: String(first.stockCode) })).toMatchObject({
    returnCode: CODE.input,
    data: { fields: [{ path: 'stockCode', message: '该证券代码已登记在另一家公司' }] },
  })
  expect(await server.call(companyResource.insert, given({ creditCode: first.creditCode }))).toMatchObject({
    data: { fields: [{ path: 'creditCode', message: '该统一社会信用代码已登记在另一家公司' }] },
  })
  const creditCode = demoCreditCode(950_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(companyResource.insert, given({ creditCode }))))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.filter((a) => a.returnCode === CODE.input)).toHaveLength(19)
})

test('the second editor gets the conflict with what stands there now', async () => {
  const input = given()
  const { companyId } = await server.ok(companyResource.insert, input)
  await server.ok(companyResource.update, { ...input, companyId, version: 1, remark: '先' })
  const second = await server.call(companyResource.update, { ...input, companyId, version: 1, remark: '后' })
  expect(second).toMatchObject({ returnCode: CODE.conflict, data: { current: { companyId, remark: '先', version: 2 } } })
  expect((await server.call(companyResource.remove, { companyId, version: 1 })).returnCode).toBe(CODE.conflict)
  expect((await server.call(companyResource.change, { companyId, version: 1, verb: 'suspend', reason: '重大事项' })).returnCode).toBe(
    CODE.conflict,
  )
})

test('a field that the body leaves out keeps its value', async () => {
  const input = given({ remark: '留着' })
  const { companyId } = await server.ok(companyResource.insert, input)
  const { remark: _remark, ...rest } = input
  await server.ok(companyResource.update, { ...rest, companyId, version: 1, officeAddress: '北京虚构路 1 号' })
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ remark: '留着', officeAddress: '北京虚构路 1 号' })
})

test('the listing status goes only the ways of the machine, with a reason where one is needed', async () => {
  const companyId = await add()
  const step = (verb: string, version: number, reason?: string) =>
    server.call(companyResource.change, { companyId, version, verb, ...(reason ? { reason } : {}) } as RequestOf<typeof companyResource.change>)
  expect(await step('suspend', 1)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason', message: '请填写原因' }] } })
  expect((await step('markUnlisted', 1, '无')).returnCode).toBe(CODE.badTransition)
  expect(await step('suspend', 1, '重大事项')).toMatchObject({ data: { listStatus: 'suspended', version: 2 } })
  expect((await step('delist', 2, '跳过')).returnCode).toBe(CODE.badTransition)
  expect(await step('markNormal', 2)).toMatchObject({ data: { listStatus: 'normal', version: 3 } })
  const [back, stopped] = await server.ok(selectCompanyTimeline, { companyId })
  expect(back).toMatchObject({ title: '变更公司状态', reason: null, changes: [{ field: '上市状态', before: '停牌', after: '正常上市' }] })
  expect(stopped?.reason).toBe('重大事项')
  // Two at once: one status, one step.
  const both = await Promise.all([step('delist', 3, '一'), step('startDelisting', 3, '二')])
  expect(both.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.conflict].sort())
})

test('what is no listed company comes to have no listing: neither offered nor done', async () => {
  const agency = await add({ companyType: 'intermediary', stockCode: '', board: null, listDate: '' })
  expect(await server.ok(companyResource.read, { companyId: agency })).toMatchObject({ listStatus: 'unlisted', abilities: ['update', 'delete'] })
  expect(await server.call(companyResource.change, { companyId: agency, version: 1, verb: 'markNormal' })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringMatching(/^公司类型不是/) as string })
  const abroad = await add({ companyType: 'overseas', stockCode: '', board: null, listDate: '' })
  expect((await server.call(companyResource.change, { companyId: abroad, version: 1, verb: 'markNormal' })).returnCode).toBe(CODE.ok)
})

test('a company whose shares stand on a list keeps a type that has shares until it is taken off', async () => {
  const input = given()
  const { companyId } = await server.ok(companyResource.insert, input)
  const agency = { ...input, companyId, companyType: 'intermediary' as const, stockCode: '', board: null, listDate: '' }
  expect(await server.call(companyResource.update, { ...agency, version: 1 })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'companyType', message: expect.stringContaining('“正常上市”') as string }] } })
  await server.ok(companyResource.change, { companyId, version: 1, verb: 'delist', reason: '转为代办' })
  expect((await server.call(companyResource.update, { ...agency, version: 2 })).returnCode).toBe(CODE.ok)
})

test('each data scope sees its own rows, and no others by any call', async () => {
  const dept = async (name: string, parent: string | null = null) =>
    (
      await server.platform.db
        .insertInto('dept')
        .values({ dept_name: name, parent_id: parent })
        .returning('dept_id')
        .executeTakeFirstOrThrow()
    ).dept_id
  const [north, south] = [await dept('北方部'), await dept('南方部')]
  const team = await dept('北方一组', north)
  const lead = await server.person({ permits: PERMITS, scopes: { member: 'deptTree' }, deptId: north })
  const clerk = await server.person({ permits: PERMITS, scopes: { member: 'self' }, deptId: team })
  const other = await server.person({ permits: PERMITS, scopes: { member: 'dept' }, deptId: south })
  const nobody = await server.person({ permits: PERMITS })
  const regional = await server.person({ permits: PERMITS })
  await server.platform.db
    .insertInto('role_scope')
    .values({ role_id: regional.roleId, module: 'member', scope: 'jurisdiction', jurisdictions: ['西藏'] })
    .execute()
  const refreshed = await server.sessionOf(regional.userId)
  const ours = await add({ jurisdiction: '西藏', shortName: '辖内甲' }, clerk)
  const theirs = await add({ shortName: '辖内乙' }, other)
  const seen = async (as: Session) =>
    (await server.ok(companyResource.list, { keyword: '辖内' }, { as })).items.map((c) => c.companyId).sort()
  expect(await seen(clerk)).toEqual([ours])
  expect(await seen(lead)).toEqual([ours])
  expect(await seen(other)).toEqual([theirs])
  expect(await seen(nobody)).toEqual([])
  expect(await seen(refreshed)).toEqual([ours])
  expect((await server.ok(countCompanies, {}, { as: clerk })).find((c) => c.link.endsWith('normal'))?.value).toBe(1)
  expect(await server.ok(searchRecords, { keyword: '辖内' }, { as: nobody })).toEqual([])
  for (const answer of [
    await server.call(companyResource.read, { companyId: theirs }, { as: clerk }),
    await server.call(selectCompanyTimeline, { companyId: theirs }, { as: lead }),
    await server.call(companyResource.remove, { companyId: theirs, version: 1 }, { as: lead }),
    await server.call(companyResource.update, { ...given(), companyId: theirs, version: 1 }, { as: nobody }),
    await server.call(companyResource.change, { companyId: theirs, version: 1, verb: 'suspend', reason: '无' }, { as: refreshed }),
  ]) {
    expect(answer.returnCode).toBe(CODE.notFound)
  }
  expect((await server.ok(companyResource.read, { companyId: theirs }, { as: other })).version).toBe(1)
})

test('abilities follow the permits', async () => {
  const reader = await server.person({ permits: ['member:company:read'], scopes: { member: 'all' } })
  const companyId = await add()
  expect((await server.ok(companyResource.read, { companyId }, { as: reader })).abilities).toEqual([])
  expect((await server.call(companyResource.remove, { companyId, version: 1 }, { as: reader })).returnCode).toBe(CODE.forbidden)
})

test('a company is found by code, former code, name, any two characters of it, one character and pinyin initials', async () => {
  const companyId = await add({ shortName: '镜湖量子', companyName: '深圳镜湖量子通信股份有限公司', stockCode: '605901' })
  await server.platform.db.updateTable('company').set({ old_stock_code: '830999' }).where('company_id', '=', companyId).execute()
  await server.platform.db
    .insertInto('company_gram')
    .values(['83', '30', '09', '99'].map((gram) => ({ gram, company_id: companyId })))
    .onConflict((c) => c.doNothing())
    .execute()
  await server.platform.db
    .updateTable('company')
    .set({ search_text: '605901\n830999\n镜湖量子\n深圳镜湖量子通信\njhlz' })
    .where('company_id', '=', companyId)
    .execute()
  const found = async (keyword: string) => (await server.ok(companyResource.list, { keyword })).items.some((c) => c.companyId === companyId)
  for (const keyword of [
    '605901',
    '5901',
    '830999',
    '镜湖',
    '湖量',
    '量子通信',
    '深圳镜湖',
    '湖',
    'jhlz',
    'JHL',
    ' 镜 湖 ',
    '６０５９０１',
  ])
    expect([keyword, await found(keyword)]).toEqual([keyword, true])
  for (const keyword of ['湖镜', '镜量', '子深', '60590199', '%', '镜_量'])
    expect([keyword, await found(keyword)]).toEqual([keyword, false])
  expect(await server.ok(searchRecords, { keyword: 'jhlz' })).toEqual([
    {
      group: '公司',
      label: '镜湖量子',
      hint: '605901 · 深圳镜湖量子通信股份有限公司',
      link: `/go/member/CompanyList?record=${companyId}`,
    },
  ])
})

test('a new name and code are found, and what they replaced still is; a name taken up again is no former one', async () => {
  const input = given({ shortName: '旧名甲乙', companyName: '北京旧名甲乙股份有限公司' })
  const { companyId } = await server.ok(companyResource.insert, input)
  const renamed = { ...input, companyId, shortName: '新名丙丁', companyName: '北京新名丙丁股份有限公司', stockCode: '605990' }
  await server.ok(companyResource.update, { ...renamed, version: 1 })
  const found = async (keyword: string) => (await server.ok(companyResource.list, { keyword })).items.map((c) => c.companyId)
  for (const keyword of ['旧名甲', '丙丁', String(input.stockCode), '605990', '北京旧名甲乙股份有限公司', '北京新名丙丁股份有限公司']) expect([keyword, await found(keyword)]).toEqual([keyword, [companyId]])
  expect((await server.ok(companyResource.list, { stockCodes: [String(input.stockCode)] })).items.map((c) => c.companyId)).toEqual([companyId])
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ oldStockCode: input.stockCode, formerNames: '北京旧名甲乙股份有限公司\n旧名甲乙' })
  await server.ok(companyResource.update, { ...renamed, shortName: '旧名甲乙', version: 2, stockCode: input.stockCode ?? null })
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ oldStockCode: '605990', formerNames: '新名丙丁\n北京旧名甲乙股份有限公司' })
})

test('an action of another part, such as a change that was asked for and passed, keeps the old name as well', async () => {
  const companyId = await add({ shortName: '申请前名' })
  const { db, sessions } = server.platform
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  await db.transaction().execute((tx) => rewriteCompany({ db: tx, principal, audit: () => undefined }, companyId, { shortName: '申请后名' }))
  expect((await server.ok(companyResource.list, { keyword: '申请前名' })).items.map((c) => [c.companyId, c.shortName])).toEqual([[companyId, '申请后名']])
})

test('a company is found by the code of its B shares, which one company has', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  const companyId = await add({ stockCodeB: '900957' })
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ stockCodeB: '900957' })
  expect((await server.ok(companyResource.list, { keyword: '900957' })).items.map((c) => c.companyId)).toEqual([companyId])
  expect((await server.ok(companyResource.list, { stockCodes: ['900957'] })).items.map((c) => c.companyId)).toEqual([companyId])
  expect((await companiesNamed(db, principal, '900957')).map((c) => c.id)).toEqual([companyId])
  expect(await server.call(companyResource.insert, given({ stockCodeB: '900957' }))).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'stockCodeB', message: '该B股代码已登记在另一家公司' }] } })
})

test('an import finds a company by what it was called and listed by, unless that tells two companies', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  const input = given({ companyName: '北京曾叫此名股份有限公司' })
  const companyId = await add(input)
  await server.ok(companyResource.update, { ...input, companyId, version: 1, companyName: '北京现叫彼名股份有限公司', stockCode: '605991' })
  for (const text of ['605991', String(input.stockCode), '北京现叫彼名股份有限公司', ' 北京曾叫此名股份有限公司 ']) expect([text, ...(await companiesNamed(db, principal, text)).map((c) => c.id)]).toEqual([text, companyId])
  const other = given({ companyName: '北京曾叫此名股份有限公司' })
  const secondId = await add(other)
  expect((await companiesNamed(db, principal, '北京曾叫此名股份有限公司')).map((c) => c.id)).toEqual([secondId])
  await server.ok(companyResource.update, { ...other, companyId: secondId, version: 1, companyName: '北京又改他名股份有限公司' })
  expect(await companiesNamed(db, principal, '北京曾叫此名股份有限公司')).toEqual([
    { id: companyId, label: '605991 北京现叫彼名股份有限公司' },
    { id: secondId, label: expect.stringContaining('北京又改他名股份有限公司') as string },
  ])
  const { shortName } = await server.ok(companyResource.read, { companyId })
  expect((await companiesNamed(db, principal, ` ${shortName} `)).map((c) => c.id)).toContain(companyId)
})

test('empty values stand last in both directions, names by their pinyin', async () => {
  const reader = await server.person({ permits: PERMITS, scopes: { member: 'self' } })
  for (const [shortName, listDate] of [
    ['中甲', '2001-01-01'],
    ['阿乙', '2009-01-01'],
    ['波丙', null],
  ] as const) {
    await add(
      { shortName, companyType: listDate ? 'listed' : 'other', listDate, ...(listDate ? {} : { stockCode: null, board: null }) },
      reader,
    )
  }
  const order = async (field: 'listDate' | 'shortName' | 'stockCode' | 'updateTime', direction: 'asc' | 'desc') =>
    (await server.ok(companyResource.list, { sort: { field, order: direction } }, { as: reader })).items.map((c) => c.shortName)
  expect(await order('listDate', 'asc')).toEqual(['中甲', '阿乙', '波丙'])
  expect(await order('listDate', 'desc')).toEqual(['阿乙', '中甲', '波丙'])
  expect(await order('shortName', 'asc')).toEqual(['阿乙', '波丙', '中甲'])
  expect(await order('shortName', 'desc')).toEqual(['中甲', '波丙', '阿乙'])
  expect((await order('stockCode', 'desc')).at(-1)).toBe('波丙')
  expect(await order('updateTime', 'desc')).toEqual(['波丙', '阿乙', '中甲'])
})

test('industries stand with their names; a section finds its classes, a first level all below it', async () => {
  const { db } = server.platform
  await db.insertInto('industry').values([{ scheme: 'sw2021', industry_code: '110100', industry_name: '种植业', parent_code: '110000', remark: null }, { scheme: 'sw2021', industry_code: '110101', industry_name: '种子生产', parent_code: '110100', remark: null }]).execute()
  const seeds = await add({ shortName: '行业甲', csrcIndustry: 'A01', swIndustry: '110101' })
  const farm = await add({ shortName: '行业乙', csrcIndustry: 'A', swIndustry: '110000' })
  const chips = await add({ shortName: '行业丙', csrcIndustry: 'C39', swIndustry: '270000' })
  expect(await server.ok(companyResource.read, { companyId: seeds })).toMatchObject({ csrcIndustry: 'A01', csrcIndustryName: '农业', swIndustry: '110101', swIndustryName: '种子生产' })
  const found = async (filter: RequestOf<typeof companyResource.list>) => (await server.ok(companyResource.list, { ...filter, sort: { field: 'shortName', order: 'asc' } })).items.map((c) => [c.companyId, c.csrcIndustryName, c.swIndustryName])
  expect(await found({ csrcIndustry: 'A' })).toEqual([[seeds, '农业', '种子生产'], [farm, '农、林、牧、渔业', '农林牧渔']])
  expect(await found({ csrcIndustry: 'A01' })).toEqual([[seeds, '农业', '种子生产']])
  for (const swIndustry of ['110100', '110101']) expect((await found({ swIndustry })).map(([id]) => id)).toEqual([seeds])
  expect((await found({ swIndustry: '110000' })).map(([id]) => id)).toEqual([seeds, farm])
  expect((await found({ csrcIndustry: 'C', swIndustry: '270000', keyword: '行业' })).map(([id]) => id)).toEqual([chips])
  const read = await server.ok(companyResource.read, { companyId: seeds })
  await server.ok(companyResource.update, { ...given({ stockCode: String(read.stockCode), creditCode: String(read.creditCode) }), companyId: seeds, version: 1, swIndustry: null })
  expect(await server.ok(companyResource.read, { companyId: seeds })).toMatchObject({ csrcIndustry: 'A01', swIndustry: null, swIndustryName: null })
})
