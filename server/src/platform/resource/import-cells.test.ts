import { choice, choiceField, date, fen, flag, instant, int, text, time, typeOf } from '@assoc/contract'
import { richText } from '@assoc/contract/core/rich-text'
import { z } from 'zod'
import { textOfCell, unreadable, valueOfCell, type ImportColumn } from './import-cells'

const kind = choice('类型', { a: '甲类', b: '乙类' })
const column = (schema: ImportColumn['schema'], options?: Record<string, string>): ImportColumn => ({ field: 'x', label: '列', schema, titles: [], further: [], named: [], required: true, options, several: typeOf(schema) === 'array' })

test.each([
  ['a serial day number', column(date('日期')), 46053, '2026-01-31'],
  ['a written day', column(date('日期')), '2026/1/31', '2026-01-31'],
  ['a Chinese day', column(date('日期')), '2026年1月31日', '2026-01-31'],
  ['a day that is none', column(date('日期')), '明天', '明天'],
  ['a label of a choice', column(choiceField(kind), kind.labels), '乙类', 'b'],
  ['a key of a choice', column(choiceField(kind), kind.labels), 'a', 'a'],
  ['no choice', column(choiceField(kind), kind.labels), '丙类', '丙类'],
  ['yes', column(flag('启用')), '是', true],
  ['no', column(flag('启用')), '否', false],
  ['neither', column(flag('启用')), '也许', '也许'],
  ['a tick', column(flag('启用')), '√', true],
  ['none', column(flag('启用')), '无', false],
  ['money in 元', column(fen('会费')), '1,234.5', 123450],
  ['a whole number with separators', column(int('数量', 0, 99999)), '1,200', 1200],
  ['a number as text', column(text('编码', 20)), 600000, '600000'],
  ['several choices', column(z.array(choiceField(kind)), kind.labels), '甲类、 乙类', ['a', 'b']],
  ['several choices, one of them none', column(z.array(choiceField(kind)), kind.labels), '甲类，丙类', ['a', '丙类']],
  ['several texts', column(z.array(text('编码', 20))), '600000;000001', ['600000', '000001']],
  ['a clock time as a part of a day', column(time('时间', 30)), 0.354166666666667, '08:30'],
  ['a written clock time', column(time('时间', 30)), '8：30', '08:30'],
  ['an instant as a serial number', column(instant('时间')), 46053.5, '2026-01-31T04:00:00.000Z'],
  ['a written instant', column(instant('时间')), '2026年1月31日 12:05', '2026-01-31T04:05:00.000Z'],
  ['an instant with its zone', column(instant('时间')), '2026-01-31T04:05:00Z', '2026-01-31T04:05:00Z'],
  ['an instant that is none', column(instant('时间')), '2026-02-30x 12:05', '2026-02-30x 12:05'],
  ['a structured text', column(richText('正文', 50)), '第一行', { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '第一行' }] }] }],
  ['money with the sign of the currency and full-width digits', column(fen('会费')), '￥１,２３４.5元', 123450],
  ['money in another unit', column(fen('会费')), '5万元', '5万元'],
  ['a year', column(int('年度', 2000, 2100)), '２０１７年', 2017],
  ['full-width digits of a count', column(int('数量', 0, 99999)), '１２', 12],
  ['a day without dividers', column(date('日期')), '20260131', '2026-01-31'],
  ['a day without dividers as a number', column(date('日期')), 20260131, '2026-01-31'],
  ['a day in full-width digits', column(date('日期')), '２０２６．１．３１', '2026-01-31'],
  ['a day with an empty clock', column(date('日期')), '2026-01-31 00:00:00', '2026-01-31'],
  ['a day with a clock', column(date('日期')), '2026-01-31 14:05:09', '2026-01-31'],
  ['a day with blanks and a weekday', column(date('日期')), '2026年 1月 3日 （星期六）', '2026-01-03'],
  ['a day whose year has two digits', column(date('日期')), '26年1月31日', '2026-01-31'],
  ['two digits that may be a year or a day', column(date('日期')), '01/02/26', '01/02/26'],
  ['a day in Chinese numerals', column(date('日期')), '二〇二六年十一月二十三日', '2026-11-23'],
  ['a tenth day in Chinese numerals', column(date('日期')), '二零二六年十月十日', '2026-10-10'],
  ['a month without a day', column(date('日期')), '2017年6月', '2017-06-01'],
  ['a month of a year of two digits', column(date('日期')), '17年12月', '2017-12-01'],
  ['a month with a stroke', column(date('日期')), '2017-06', '2017-06-01'],
  ['a number that is no day', column(date('日期')), 99999999, '99999999'],
  ['an apostrophe that marks a text', column(text('编码', 20)), "'000001", '000001'],
  ['a name with full-width brackets', column(text('名称', 20)), '虚构（集团）', '虚构（集团）'],
  ['an empty cell', column(text('编码', 20)), '  ', undefined],
])('%s', (_name, given, cell, value) => {
  expect(valueOfCell(given, cell)).toEqual(value)
})

test('large numbers are not written with an exponent', () => {
  expect(textOfCell(91310000000000000000)).toBe('91310000000000000000')
})

test('of a cell that is filled in and not read it is said what stands there and what is expected', () => {
  expect(unreadable(column(int('数量', 0, 9)), '若干')).toBe('列「若干」无法识别，应为数字')
  expect(unreadable(column(choiceField(kind), kind.labels), '丙类')).toBe('列「丙类」无法识别，可填：甲类、乙类')
})
