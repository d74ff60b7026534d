import { workerFile } from '../../../test/global-setup'
import { setExcelWorker } from './excel'
import { tableFormatOf, type TableFormat } from './format'
import { oldWorkbook, readBytes } from './testing'

beforeEach(() => setExcelWorker(workerFile(process.cwd())))

/** 证券代码 with tabs between, in GB 18030: what a text encoder of the platform does not write. */
const GBK = { 代码: [0xb4, 0xfa, 0xc2, 0xeb], 简称: [0xbc, 0xf2, 0xb3, 0xc6] }

test('an old workbook is read like a new one: days as days, codes as they stand, empty cells null', async () => {
  const bytes = oldWorkbook([
    ['A股代码', '证券简称', '上市日期', '股本'],
    ['600999', '子虚股份', new Date('2003-08-28T00:00:00Z'), 12.5],
    ['600998', null, '20030828', true],
  ])
  expect(tableFormatOf('GPLIST.xls', bytes.subarray(0, 32))).toBe('xls')
  expect(await readBytes('xls', bytes, 10)).toEqual([
    ['A股代码', '证券简称', '上市日期', '股本'],
    ['600999', '子虚股份', '2003-08-28', 12.5],
    ['600998', null, '20030828', true],
  ])
})

test('the caps of tables hold for old workbooks: rows, columns, and bytes that are none', async () => {
  await expect(readBytes('xls', oldWorkbook(Array.from({ length: 40 }, (_, i) => [i])), 20)).rejects.toMatchObject({ reason: 'tooManyRows' })
  await expect(readBytes('xls', oldWorkbook([Array.from({ length: 201 }, (_, i) => i)]), 20)).rejects.toMatchObject({ reason: 'tooWide' })
  const whole = oldWorkbook([['甲', '乙']])
  await expect(readBytes('xls', Buffer.concat([whole.subarray(0, 8), Buffer.alloc(600, 0xff)]), 20)).rejects.toMatchObject({ reason: 'unreadable' })
})

test('a page that is named as a workbook is read by its tables', async () => {
  const page = '<html><head><style>td{}</style><script>var a="<td>"</script></head><table><tr><th colspan=2>股票<br>列表</th><th>a&amp;b&#65;</th></tr><!-- <tr><td>no</td></tr> --><tr><td style="mso">000001</td><td/><td>&lt;b&gt;'
  expect(tableFormatOf('list.xls', Buffer.from(page).subarray(0, 32))).toBe('html')
  expect(await readBytes('html', Buffer.from(page), 10)).toEqual([
    ['股票\n列表', '', 'a&bA'],
    ['000001', '', '<b>'],
  ])
})

test('a text with tabs that is named as a workbook is read, in UTF-8 with a mark or in GB 18030; tabs that only keep digits divide nothing', async () => {
  const gbk = Buffer.from([...GBK.代码, 9, ...GBK.简称, 10, ...Buffer.from('="000001"\tA\n')])
  expect(tableFormatOf('list.xls', gbk)).toBe('csv')
  expect(await readBytes('csv', gbk, 10)).toEqual([['代码', '简称'], ['000001', 'A'], ['']])
  expect(await readBytes('csv', Buffer.from('\uFEFF代码,简称\n'), 10)).toEqual([['代码', '简称'], ['']])
  expect(await readBytes('csv', Buffer.from('\t62220001,\t62220002\n\t1,\t2'), 10)).toEqual([
    ['62220001', '62220002'],
    ['1', '2'],
  ])
})

test.each<[name: string, head: string | Buffer, format: TableFormat | null]>([
  ['a.xlsx', 'PK\u0003\u0004', 'xlsx'],
  ['a.xls', 'PK\u0003\u0004', 'xlsx'],
  ['a.xlsx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'xls'],
  ['a.csv', '\uFEFF代码', 'csv'],
  ['a.xlsx', '代码,简称', null],
  ['a.xls', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), null],
  ['a.pdf', '%PDF-', null],
])('%s that begins with %j is %s', (name, head, format) => expect(tableFormatOf(name, Buffer.from(head as string))).toBe(format))
