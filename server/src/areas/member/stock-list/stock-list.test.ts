import { API_BASE, CODE } from '@assoc/contract'
import { companyResource, selectCompanyTimeline } from '@assoc/contract/member/company'
import { confirmStockList, downloadStockListErrors, downloadStockListTemplate, selectStockListBatch, uploadStockList } from '@assoc/contract/member/stock-list'
import { OWN_HEADERS, startTestServer, type TestServer } from '../../../../test/harness'
import { oldWorkbook, readSheet } from '../../../platform/excel/testing'
import { TITLES, book, good, newCode, stockLists } from './testing'

let server: TestServer
let lists: ReturnType<typeof stockLists>
beforeAll(async () => {
  server = await startTestServer()
  lists = stockLists(server)
})
afterAll(() => server.stop())

test('a list of the exchange, quirks and all, is compared with the register row by row', async () => {
  const same = newCode()
  const grown = newCode()
  const oldCode = newCode()
  const moved = newCode()
  await lists.register({ stockCode: same, shortName: '镜中甲' })
  await lists.register({ stockCode: grown, shortName: '镜中乙' })
  await lists.register({ stockCode: oldCode, shortName: '镜中丙' })
  await lists.register({ stockCode: newCode(), shortName: '镜中丁', listDate: '2001-01-01' })
  const answer = await lists.upload([
    ['主板', Number(same), '镜 中甲', '2020/5/6', '10,000,000', '1', 'C 制造业'],
    ['主板', grown, '镜中乙', '20200506', '19,405,918,198', '1', 'J 金融业'],
    good(moved, '镜中丙'),
    good(newCode(), '万  科Ａ'),
    good(newCode(), 'C肯特股份'),
    good(newCode(), '镜中丁'),
    ['创业板', '60599', '子虚电子', '2020-05-06', '1', '1', 'C 制造业'],
  ])
  expect(answer).toMatchObject({
    returnCode: CODE.ok,
    data: {
      batchStatus: 'checked',
      totalRows: 7,
      writtenRows: 0,
      counts: { same: 1, update: 1, codeChange: 1, insert: 2, conflict: 1, invalid: 1 },
    },
  })
  const rows = await lists.rowsOf(answer.data.batchId)
  expect(rows.map((r) => [r.rowNo, r.matchResult, r.shortName])).toEqual([
    [2, 'same', '镜中甲'],
    [3, 'update', '镜中乙'],
    [4, 'codeChange', '镜中丙'],
    [5, 'insert', '万科A'],
    [6, 'insert', '肯特股份'],
    [7, 'conflict', '镜中丁'],
    [8, 'invalid', '子虚电子'],
  ])
  expect(rows[2]?.errorMessage).toBe(`原代码 ${oldCode}`)
  expect(rows[6]?.errorMessage).toBe('证券代码须为 6 位且与板块一致')
  // Nothing is written before the second step.
  expect(await lists.companies('肯特')).toEqual([])

  const done = await server.ok(confirmStockList, { batchId: answer.data.batchId, goodOnly: true })
  expect(done).toMatchObject({ batchStatus: 'partly', writtenRows: 4, counts: { invalid: 1, conflict: 1 } })
  const [changed] = await lists.companies('镜中丙')
  expect(changed).toMatchObject({ stockCode: moved, version: 2 })
  const detail = await server.ok(companyResource.read, { companyId: changed?.companyId ?? '' })
  expect(detail.oldStockCode).toBe(oldCode)
  expect((await lists.companies(oldCode)).map((c) => c.shortName)).toEqual(['镜中丙'])
  expect(await lists.companies('镜中乙')).toMatchObject([{ totalShares: '1940591.8198', csrcIndustry: 'J' }])
  const [timeline] = await server.ok(selectCompanyTimeline, { companyId: changed?.companyId ?? '' })
  expect(timeline).toMatchObject({
    title: '写入证券列表',
    changes: expect.arrayContaining([{ field: '证券代码', before: oldCode, after: moved }]) as unknown,
  })
})

test('a list under a former code finds the company and leaves its present code', async () => {
  const code = newCode()
  const companyId = await lists.register({ stockCode: code, shortName: '换号甲' })
  await server.platform.db.updateTable('company').set({ old_stock_code: '830998' }).where('company_id', '=', companyId).execute()
  const { data } = await lists.upload([good('830998', '换号旧名', '20,000,000')])
  expect(await lists.rowsOf(data.batchId)).toMatchObject([{ matchResult: 'update', errorMessage: `按曾用代码匹配，现代码 ${code}` }])
  await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: false })
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ stockCode: code, shortName: '换号甲', totalShares: '2000' })
})

test('a list that brings another short name leaves the one before, and the code of B shares, to be found', async () => {
  const code = newCode()
  const companyId = await lists.register({ stockCode: code, shortName: '名单前名', stockCodeB: '900998' })
  const { data } = await lists.upload([good(code, '名单后名', '20,000,000')])
  await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: false })
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ shortName: '名单后名', formerNames: '名单前名', stockCodeB: '900998' })
  for (const word of ['名单前名', '名单后名', '900998']) expect([word, (await lists.companies(word)).map((c) => c.companyId)]).toEqual([word, [companyId]])
})

test('a newly listed company has no credit code yet, and is found by name and initials', async () => {
  const code = newCode()
  const { data } = await lists.upload([good(code, '新来乍到')])
  await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: false })
  expect(await lists.companies('xlzd')).toMatchObject([
    { stockCode: code, board: 'szMain', listStatus: 'normal', jurisdiction: null, totalShares: '1000', companyType: 'listed' },
  ])
  expect(await lists.rowsOf(data.batchId)).toMatchObject([{ rowStatus: 'written', companyId: expect.stringMatching(/^\d+$/) as unknown }])
})

describe('fifty rows with three bad ones', () => {
  const fifty = () => {
    const rows = Array.from({ length: 50 }, (_, i) => {
      const code = newCode()
      return good(code, `半百${code.slice(3)}`, i === 20 ? '很多' : '10000')
    })
    rows[10] = good('12345', '半百短码')
    rows[30] = ['主板', newCode(), '半百未来', '2099-01-01', '1', '1', 'C']
    return rows
  }

  test('all or nothing: nothing is written, and the sentence says both numbers', async () => {
    const { data } = await lists.upload(fifty())
    expect(data.counts).toEqual({ insert: 47, invalid: 3 })
    const refused = await server.call(confirmStockList, { batchId: data.batchId, goodOnly: false })
    expect(refused).toMatchObject({
      returnCode: CODE.input,
      data: { fields: [{ path: 'goodOnly', message: '有 3 行不能写入，整份文件均未写入；可改为只写入其余 47 行' }] },
    })
    expect(await server.ok(selectStockListBatch, { batchId: data.batchId })).toMatchObject({ batchStatus: 'checked', writtenRows: 0 })
    expect(await lists.companies('半百')).toHaveLength(0)
  })

  test('good rows only: 47 are written, the file of the three says why and can be corrected', async () => {
    const { data } = await lists.upload(fifty())
    const done = await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: true })
    expect(done).toMatchObject({ batchStatus: 'partly', writtenRows: 47, totalRows: 50 })
    expect((await server.ok(companyResource.list, { keyword: '半百' })).total).toBe(47)
    const response = await server.raw(`${API_BASE}${downloadStockListErrors.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...OWN_HEADERS },
      body: JSON.stringify({ batchId: data.batchId }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const [header, ...rows] = await readSheet(bytes, 1000)
    expect(header).toEqual([...TITLES, '错误说明'])
    expect(rows.map((r) => [r[1], r.at(-1)])).toEqual([
      ['12345', '证券代码须为 6 位且与板块一致'],
      [rows[1]?.[1], '总股本须为数字'],
      [rows[2]?.[1], '上市日期不能晚于今天'],
    ])
    // The corrected file goes in as it is, its last column ignored.
    const corrected = rows.map((r, i) => (i === 1 ? ['主板', r[1] ?? null, '半百更正', '2020-05-06', '1', '1', 'C', '改好了'] : r))
    const again = await lists.upload(corrected, undefined, [...TITLES, '错误说明'])
    expect(again.data.counts).toEqual({ insert: 1, invalid: 2 })
  })
})

test.each<[string, () => Promise<{ name: string; bytes: Buffer }>, string]>([
  ['another extension', async () => ({ name: 'a.pdf', bytes: Buffer.from('a,b') }), '请上传 xlsx、xls 或 csv 文件；文件可能已损坏，或内容与扩展名不符'],
  [
    'a program called xlsx',
    async () => ({ name: 'a.xlsx', bytes: Buffer.from('MZ program') }),
    '请上传 xlsx、xls 或 csv 文件；文件可能已损坏，或内容与扩展名不符',
  ],
  [
    'a broken archive',
    async () => ({ name: 'a.xlsx', bytes: Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(200)]) }),
    '文件无法读取，可能已损坏或有密码',
  ],
  [
    'other titles',
    async () => ({ name: 'a.xlsx', bytes: await book([['甲', '乙']], ['姓名', '电话']) }),
    '没有找到表头：首行须有「证券代码」和「证券简称」，或「A股代码」和「A股简称」',
  ],
  ['no rows', async () => ({ name: 'a.xlsx', bytes: await book([]) }), '文件中没有数据行'],
])('a wrong file is refused at its field: %s', async (_name, file, message) => {
  const answer = await server.upload(uploadStockList, {}, await file())
  expect(answer).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'file', message }] } })
})

test('an old workbook of an exchange without full names: its new companies are told and flagged, until a list brings the name', async () => {
  const [code, sparse] = [newCode(), newCode()]
  const bytes = oldWorkbook([
    ['A股代码', 'B股代码', '证券简称', '公司英文全称', '上市日期'],
    [code, '-', '无名股份', 'Nameless', '20200506'],
  ])
  const { data } = await server.upload(uploadStockList, {}, { name: 'GPLIST.xls', bytes })
  expect(data).toMatchObject({ counts: { insert: 1 }, namelessRows: 1 })
  expect(await lists.rowsOf(data.batchId)).toMatchObject([{ matchResult: 'insert', errorMessage: '全称待补' }])
  await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: false })
  const flagged = async () => (await server.ok(companyResource.list, { keyword: code, nameState: 'pending' })).items.map((c) => c.companyName)
  expect(await flagged()).toEqual(['无名股份'])

  // A new short name alone leaves it flagged; a cell that holds no full name is none.
  const list = async (shortName: string, companyName: string | null) => {
    const rows = [[code, shortName, '2020-05-06', companyName]]
    const read = await lists.upload(rows, undefined, ['证券代码', '证券简称', '上市日期', '公司全称'])
    await server.ok(confirmStockList, { batchId: read.data.batchId, goodOnly: false })
  }
  await list('有名股份', '有名股份')
  expect(await flagged()).toEqual(['有名股份'])
  await list('有名股份', '深圳有名科技股份有限公司')
  expect(await flagged()).toEqual([])
  expect(await lists.companies(code)).toMatchObject([{ companyName: '深圳有名科技股份有限公司', nameState: 'full' }])

  const csv = await server.upload(uploadStockList, {}, { name: '列表.csv', bytes: Buffer.from(`\uFEFF证券代码,证券简称,上市日期,公司全称\n${sparse},乌有纸,2020-05-06,乌有纸业股份有限公司\n`) })
  expect(csv.data).toMatchObject({ totalRows: 1, counts: { insert: 1 }, namelessRows: 0 })
})

test('the template reads as a list', async () => {
  const response = await server.raw(`${API_BASE}${downloadStockListTemplate.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_HEADERS },
    body: '{}',
  })
  const [header] = await readSheet(Buffer.from(await response.arrayBuffer()), 10)
  expect(header?.slice(0, 2)).toEqual(['证券代码', '证券简称'])
})

test('a list may say the industry by Shenwan; a code that is in no dictionary is named and left out, and the nearer one stays', async () => {
  const [fresh, known] = [newCode(), newCode()]
  const companyId = await lists.register({ stockCode: known, shortName: '镜中申万', csrcIndustry: 'C26', swIndustry: '220000' })
  const { data } = await lists.upload([[...good(fresh, '新申万股'), '270000 电子'], [...good(known, '镜中申万').slice(0, 6), 'A99', '801080']], undefined, [...TITLES, '申万行业'])
  expect(await lists.rowsOf(data.batchId)).toMatchObject([
    { matchResult: 'insert', swText: '270000 电子', errorMessage: '全称待补' },
    { matchResult: 'same', errorMessage: '行业字典中没有代码 A99，不写入；行业字典中没有代码 801080，不写入' },
  ])
  await server.ok(confirmStockList, { batchId: data.batchId, goodOnly: false })
  expect(await lists.companies('新申万股')).toMatchObject([{ csrcIndustry: 'C', swIndustry: '270000', swIndustryName: '电子' }])
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ csrcIndustry: 'C26', swIndustry: '220000', version: 1 })
})
