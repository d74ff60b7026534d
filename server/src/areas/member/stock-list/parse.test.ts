import type { CellValue } from '../../../platform/excel/excel'
import { layoutOf } from './headers'
import { tenThousands } from './match'
import { cleanCode, cleanDate, cleanListName, cleanShares, industryOf, parseRows, swIndustryOf } from './parse'

test.each<[CellValue, string | null]>([
  ['600000', '600000'],
  [1, '000001'],
  ['1.0', '000001'],
  ['000002.0', '000002'],
  ['６００００１', '600001'],
  ['600000.SH', '600000'],
  [' 300 001 ', '300001'],
  [null, null],
  ['-', null],
  ['ABC', 'ABC'],
])('a code: %j', (given, code) => expect(cleanCode(given)).toBe(code))

test.each<[CellValue, string | null]>([
  ['万  科Ａ', '万科A'],
  ['C肯特股份', '肯特股份'],
  ['N乌有', '乌有'],
  ['*ST水月', '*ST水月'],
  ['NO1', 'NO1'],
  ['　', null],
])('a short name: %j', (given, name) => expect(cleanListName(given)).toBe(name))

test.each<[CellValue, string | null | undefined]>([
  ['1991-01-29', '1991-01-29'],
  ['1991/1/29', '1991-01-29'],
  ['19910129', '1991-01-29'],
  [19910129, '1991-01-29'],
  [33267, '1991-01-29'],
  ['1991年1月29日', '1991-01-29'],
  ['1991-01-29 00:00:00', '1991-01-29'],
  ['1991-02-30', undefined],
  ['昨天', undefined],
  ['199101', undefined],
  [null, null],
])('a date: %j', (given, date) => expect(cleanDate(given)).toBe(date))

test('shares keep every digit, and become ten-thousands without losing one', () => {
  expect(cleanShares('19,405,918,198', 1)).toBe('19405918198')
  expect(cleanShares('8.5', 10_000)).toBe('85000')
  expect(cleanShares(1000, 1)).toBe('1000')
  expect(cleanShares('-5', 1)).toBeUndefined()
  expect(cleanShares('约三亿', 1)).toBeUndefined()
  expect(tenThousands('19405918198')).toBe('1940591.8198')
  expect(tenThousands('800000000')).toBe('80000')
  expect(tenThousands('5')).toBe('0.0005')
})

test('an industry begins with its section', () => {
  expect(industryOf('J 金融业')).toBe('J')
  expect(industryOf('C39')).toBe('C39')
  expect(industryOf('制造业')).toBeNull()
  expect(industryOf('CEO')).toBeNull()
  expect([swIndustryOf('270000 电子'), swIndustryOf('801080.SI'), swIndustryOf('2701'), swIndustryOf('电子')]).toEqual(['270000', '801080', null, null])
})

test.each<[exchange: string, header: string[]]>([
  ['深交所', ['板块', '公司全称', 'A股代码', 'A股简称', 'A股上市日期', 'A股总股本', 'A股流通股本', 'B股代码', '所属行业']],
  ['上交所', ['证券代码', '证券简称', '扩位证券简称', '公司英文全称', '上市日期', '公司全称']],
  ['北交所', ['证券代码', '证券简称', '总股本', '流通股本', '上市日期', '所属行业', '地区']],
])('the titles of %s are known wherever they stand, and other columns do no harm', (_name, header) => {
  const shuffled = [...header].reverse()
  const layout = layoutOf([['某交易所股票列表'], [], shuffled])
  expect(layout?.headerAt).toBe(2)
  expect(shuffled[layout?.columns.stockCode ?? -1]).toMatch(/^(A股|证券)代码$/)
  expect(shuffled[layout?.columns.shortName ?? -1]).toMatch(/^(A股|证券)简称$/)
  expect(shuffled[layout?.columns.listDate ?? -1]).toMatch(/上市日期$/)
})

test('a sheet without the titles has no layout; a unit in a title counts', () => {
  expect(layoutOf([['姓名', '电话']])).toBeNull()
  expect(layoutOf([['证券代码', '证券简称', '总股本（万股）']])).toMatchObject({ columns: { totalShares: 2 }, sharesUnit: 10_000 })
})

test('each bad row says why, and a code that stands twice is wrong both times', async () => {
  const layout = layoutOf([['板块', 'A股代码', 'A股简称', 'A股上市日期', 'A股总股本']])
  if (!layout) throw new Error('the titles are known')
  const rows = await parseRows(
    [
      [],
      ['创业板', '60599', '子虚电子', '2020-01-01', '1'],
      ['创业板', '600001', '甲', '2020-01-01', '1'],
      ['主板', null, '乙', '2020-01-01', '1'],
      ['主板', '600002', null, '2020-13-01', '多'],
      ['主板', '600003', '丙', '2099-01-01', '1'],
      ['主板', '600004', '丁', '2020-01-01', '1'],
      [null, null, null, null, null],
      ['主板', '600004', '戊', '2020-01-01', '1'],
    ],
    layout,
    '2026-01-01',
  )
  expect(rows.map((r) => [r.rowNo, r.errors.join('；')])).toEqual([
    [2, '证券代码须为 6 位且与板块一致'],
    [3, '证券代码须为 6 位且与板块一致'],
    [4, '缺少证券代码'],
    [5, '缺少证券简称；上市日期无法识别；总股本须为数字'],
    [6, '上市日期不能晚于今天'],
    [7, '证券代码与第 9 行重复'],
    [9, '证券代码与第 7 行重复'],
  ])
})
