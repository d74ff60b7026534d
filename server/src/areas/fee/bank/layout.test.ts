import type { CellValue } from '../../../platform/excel/excel'
import { parseStatement } from './parse'

/** What is read of a file: account, serial, instant, payer, 分 and purpose of each line, and what cannot be read. */
async function read(rows: CellValue[][]) {
  const statement = await parseStatement(rows)
  return { lines: statement?.lines.map((l) => [l.account, l.serialNo, l.tradeTime, l.payerName, l.amount, l.purpose]), problems: statement?.problems.map((p) => [p.row, p.message]), total: statement?.total }
}

const AT = '2026-03-05T01:30:12.000Z'
const DAY = '2026-03-04T16:00:00.000Z'
const PAYER = '空谷股份有限公司'

test.each<[bank: string, rows: CellValue[][], line: unknown[]]>([
  [
    'CCB: two columns of amounts with explanations, the account in a column',
    [
      ['中国某银行账户明细', null],
      ['账号', '账户名称', '交易时间', '借方发生额（支取）', '贷方发生额（收入）', '余额', '币种', '对方户名', '对方账号', '记账日期', '摘要', '备注', '账户明细编号-交易流水号'],
      ['3300 0111', '虚构协会', '20260305 09:30:12', '0.00', '40,000.00', '50,000.00', '人民币', PAYER, '1', '20260305', '会费', '会费', '15-33'],
      ['3300 0111', '虚构协会', '20260305 10:30:12', '12.00', '0.00', '49,988.00', '人民币', '某供应商', '1', '20260305', '货款', null, '16-33'],
      ['合计', null, null, '12.00', '40,000.00'],
    ],
    ['33000111', '15-33', AT, PAYER, 4_000_000, '会费'],
  ],
  [
    'ABC: the account above, income and expense, sums below',
    [
      ['账户明细查询'],
      ['账号：', '33-00 0222', '户名：虚构协会'],
      ['交易时间', '收入金额', '支出金额', '账户余额', '对方账号', '对方户名', '交易用途', '摘要', '日志号'],
      ['2026-03-05 09:30:12', '￥４０，０００.00', '', '1', '1', PAYER, '会费', '转账', 'R1'],
      ['2026-03-05 10:30:12', '', '5.00', '1', '1', '某供应商', '', '', 'R2'],
      ['收入合计：', '40,000.00', '支出合计：', '5.00'],
      ['打印时间：2026-03-06'],
    ],
    ['33000222', 'R1', AT, PAYER, 4_000_000, '会费；转账'],
  ],
  [
    'BOC: titles in two languages, day and clock in two columns, money that leaves is negative',
    [
      ['查询账号[ Inquirer account number ]', '33000333'],
      ['交易类型[ Transaction Type ]', '付款人名称[ Payer’s Name ]', '收款人账号[ Payee’s Account Number ]', '交易日期[ Transaction Date ]', '交易时间[ Transaction time ]', '交易金额[ Trade Amount ]', '交易流水号[ Transaction reference number ]', '用途[ Purpose ]'],
      ['来账', PAYER, '33000333', '20260305', '09:30:12', 40000, 'B1', '会费'],
      ['往账', '虚构协会', '999', '20260305', '09:40:12', -12.5, 'B2', ''],
    ],
    ['33000333', 'B1', AT, PAYER, 4_000_000, '会费'],
  ],
  [
    'CMB: the day in a column of its own, a clock without colons',
    [
      ['账号', '账号名称', '交易日', '交易时间', '借方金额', '贷方金额', '余额', '摘要', '流水号', '收/付方名称'],
      ['33000444', '虚构协会', '2026/3/5', '093012', null, '40000.00', '1', '会费', 'C1', PAYER],
      ['33000444', '虚构协会', '2026/3/5', '103012', '40000.00', null, '1', '付款', 'C2', '某供应商'],
    ],
    ['33000444', 'C1', AT, PAYER, 4_000_000, '会费'],
  ],
  [
    '农信: a merged head over two rows, days as text',
    [
      ['户名：虚构协会', '账号：33000555'],
      ['交易日期', '发生额', null, '余额', '对方户名', '流水号', '摘要'],
      [null, '借方', '贷方', null, null, null, null],
      ['2026.3.5', null, '40000', '1', PAYER, 'D1', '会费'],
      ['2026.3.5', '7', null, '1', '某供应商', 'D2', ''],
    ],
    ['33000555', 'D1', DAY, PAYER, 4_000_000, '会费'],
  ],
])('%s', async (_bank, rows, line) => expect(await read(rows)).toEqual({ lines: [line], problems: [], total: 1 }))

const ICBC = ['凭证号', '本方账号', '对方账号', '交易时间', '借/贷', '借方发生额', '贷方发生额', '摘要', '用途', '对方单位名称', '余额']
const icbc = (balance: string): CellValue[] => ['', '33000666', '1', '2026-03-05 09:30:12', '贷', '', '40,000.00', '会费', '', PAYER, balance]

test('ICBC has no serials: each line gets one of its own, the same in every file that holds it', async () => {
  const serials = async (rows: CellValue[][]) => (await parseStatement([ICBC, ...rows]))?.lines.map((l) => l.serialNo) ?? []
  const [first, second] = await serials([icbc('50,000.00'), icbc('90,000.00')])
  expect(first).toMatch(/^N[0-9a-f]{24}$/)
  expect(second).not.toBe(first)
  expect(await serials([['', '33000666', '1', '2026-03-05 09:00:00', '借', '1.00', '', '', '', '某供应商', '1'], icbc('90000.00')])).toEqual([second])
})

test('a line of income that cannot be read is told; a payer called as a sum is a line; a sheet of other things is no statement', async () => {
  const { lines, problems } = await read([ICBC, ['', '33000666', '1', '昨天', '贷', '', '1', '', '', PAYER, '1'], ['', '33000666', '1', '2026-03-05', '贷', '', '1', '', '', '', '1'], ['合计测试', '33000666', '1', '2026-03-05', '贷', '', '1', '', '', '合计纸业股份有限公司', '2']])
  expect(problems).toEqual([[2, '交易时间无法识别，例如 2026-03-05 09:30:00'], [3, '缺少付款户名']])
  expect(lines).toHaveLength(1)
  expect(await parseStatement([['姓名', '电话'], ['甲', '1']])).toBeNull()
})
