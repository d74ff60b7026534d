import { makePdf } from './pdf'

const pagesOf = (pdf: Buffer): number => Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

test('a document holds Chinese type, only the glyphs it uses, and is small', async () => {
  const pdf = await makePdf('会费对账单', (document) => document.facts([['会员', '子虚电子股份有限公司'], ['会员编号', 'M202000001']]))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1')).toMatch(/[A-Z]{6}\+NotoSansSC/)
  expect(pdf.length).toBeLessThan(60_000)
})

test('a long table goes on over pages, with its head on each', async () => {
  const columns = [{ title: '账单', width: 2 }, { title: '金额', width: 1, align: 'right' as const }]
  const short = await makePdf('表', (document) => document.table(columns, [['一', '1.00']], ['合计', '1.00']))
  const long = await makePdf('表', (document) => document.table(columns, Array.from({ length: 120 }, (_, i) => [`第 ${i} 行`, '1.00']), ['合计', '120.00']), { compress: false })
  expect(pagesOf(short)).toBe(1)
  expect(pagesOf(long)).toBe(4)
  // The filled band of the head once a page, and of the totals, as wide as the page allows.
  expect(long.toString('latin1').match(/^48 [\d.]+ 499\.28 [\d.]+ re$/gm)).toHaveLength(5)
})
