import '@testing-library/jest-dom'
import { choice, choiceField, date, fen, flag, instant, int, text, withMeta } from '@assoc/contract'
import { listStatus } from '@assoc/contract/member/company'
import { render, screen } from '@testing-library/react'
import { z } from 'zod'
import { alignOf, cellOf, textOf, titleOf } from './columns'

const kind = choice('类型', { a: '甲类', b: '乙类' })
const schema = z.object({
  fee: fen('会费'),
  people: int('人数', 0, 99_999_999),
  signDate: date('签约日期').nullable(),
  changedAt: instant('更新时间'),
  active: flag('启用'),
  kind: choiceField(kind).nullable().optional(),
  name: text('名称', 50),
  bare: z.string(),
  kinds: z.array(choiceField(kind)),
  marks: withMeta(z.array(z.string()), { options: kind.labels }),
})

test.each([
  ['fee', 123_456_700, '123.46万'],
  ['fee', 0, '0.00万'],
  ['people', 1_234_567, '1,234,567'],
  ['people', 0, '0'],
  ['signDate', '2026-01-31', '2026-01-31'],
  ['active', true, '是'],
  ['active', false, '否'],
  ['kind', 'a', '甲类'],
  ['kind', 'gone', 'gone'],
  ['name', '万科', '万科'],
  ['bare', 'x', 'x'],
  ['unknown', 7, '7'],
  ['kinds', ['a', 'b'], '甲类、乙类'],
  ['marks', ['b', 'gone'], '乙类、gone'],
  ['kinds', [], '—'],
])('%s %j is shown as %s', (field, value, shown) => {
  expect(textOf(schema, field, value)).toBe(shown)
})

test.each(['fee', 'people', 'signDate', 'changedAt', 'active', 'kind', 'name', 'unknown'])('nothing in %s is a dash', (field) => {
  for (const value of [null, undefined, '']) expect(textOf(schema, field, value)).toBe('—')
})

test('an instant is shown to the minute, on the clock of Asia/Shanghai', () => {
  expect(textOf(schema, 'changedAt', '2026-01-30T17:05:59.000Z')).toBe('2026-01-31 01:05')
})

test('titles come from the contract unless the column has its own', () => {
  expect(titleOf(schema, { field: 'fee' })).toBe('会费')
  expect(titleOf(schema, { field: 'kind' })).toBe('类型')
  expect(titleOf(schema, { field: 'fee', title: '金额' })).toBe('金额')
  expect(titleOf(schema, { field: 'bare' })).toBe('bare')
})

test('money and counts stand right, unless the column says otherwise', () => {
  expect(['fee', 'people', 'name', 'signDate', 'unknown'].map((field) => alignOf<Record<string, unknown>>(schema, { field }))).toEqual(['right', 'right', 'left', 'left', 'left'])
  expect(alignOf(schema, { field: 'fee', align: 'center' })).toBe('center')
})

test('a cell is what the column draws, a tag of a status, or the text', () => {
  const row = { name: '万科', listStatus: 'warned', fee: 1_000_000 }
  expect(cellOf(schema, { field: 'name', render: (r) => `《${r.name}》` }, row)).toBe('《万科》')
  expect(cellOf(schema, { field: 'fee' }, row)).toBe('1.00万')
  render(<>{cellOf(schema, { field: 'listStatus', tag: listStatus }, row)}</>)
  expect(screen.getByText('风险警示')).toBeInTheDocument()
})
