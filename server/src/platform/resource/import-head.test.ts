import type { ImportColumn } from './import-cells'
import { headOf } from './import-head'
import { z } from 'zod'

const column = (field: string, label: string, required: boolean, titles: string[] = [label], named: string[] = []): ImportColumn => ({ field, label, titles, further: [], named, required, schema: z.string(), options: undefined, several: false })
const COLUMNS = [column('code', '编码', true), column('amount', '金额（元）', true, ['金额（元）', '发生额']), column('phone', '电话', false), column('member', '会员', false, ['会员'], ['会员编号'])]
const head = (...rows: (string | null)[][]) => {
  const { header, missing, from } = headOf(COLUMNS, rows)
  return { header, missing: missing.map((c) => c.field), from }
}

test.each([
  ['as the template has it', [['编码', '金额（元）']], ['编码', '金额（元）'], 1],
  ['below title rows', [['某某一览表', null], [null, null], ['编码', '金额（元）']], ['编码', '金额（元）'], 3],
  ['without the unit, with blanks and marks', [['编 码＊', '金额']], ['编码', '金额（元）'], 1],
  ['by another title', [['编码：', '发生额(必填)']], ['编码', '金额（元）'], 1],
  ['in two rows with a merged head', [['编码', '费用', null], [null, '金额', '电话']], ['编码', '金额（元）', '电话'], 2],
])('titles are found %s', (_name, rows, header, from) => {
  expect(head(...rows)).toEqual({ header, missing: [], from })
})

test('titles that differ in their explanations are different columns, and what names a reference keeps its title', () => {
  expect(head(['编码', '金额（元）', '金额（美元）', '会员编号']).header).toEqual(['编码', '金额（元）', '金额（美元）', '会员编号'])
})

test('an amount in another unit is not taken for one in 元', () => {
  expect(head(['编码', '金额（万元）', '发生额（万元）'])).toMatchObject({ missing: ['amount'] })
})

test('where no row has all that is required, the row that has most says what is missing', () => {
  expect(head(['一览', null], ['编码', '电话'])).toMatchObject({ missing: ['amount'], from: 2 })
})
