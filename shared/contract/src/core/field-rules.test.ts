import { body } from './call'
import { asksFor, onlyWhen, settled } from './conditions'
import { agrees, computed, fallback, following, offered, sumOf } from './field-rules'
import { choice, choiceField, int, pastInstant, text, yuanFen } from './fields'
import { lines, time } from './kinds'

const kind = choice('方式', { post: '邮寄', mail: '电子邮件' })
const paper = choice('凭证', { slip: '回执', letter: '信函' })
const fields = {
  kind: choiceField(kind),
  paper: offered(choiceField(paper), ({ kind: chosen }) => (chosen === 'mail' ? ['letter'] : ['slip', 'letter'])),
  title: fallback(text('标题', 10), ({ kind: chosen }) => (chosen === 'mail' ? '电子信函' : chosen === 'post' ? '邮寄单' : undefined)),
  openFrom: time('开始', 30),
  openTo: agrees(time('结束', 30), (to, { openFrom }) => (typeof openFrom === 'string' && String(to) <= openFrom ? '结束须晚于开始' : null)),
  items: lines('明细', { name: text('名称', 10), count: int('数量', 1, 9), price: yuanFen('单价（元）'), amount: computed(yuanFen('金额（元）'), ({ count, price }) => Number(count) * Number(price)) }, { least: 1, max: 3, sum: ['amount'] }),
  total: computed(yuanFen('合计（元）', 100), sumOf('items', 'amount')),
  note: onlyWhen(fallback(text('附言', 10), () => '无').nullish(), 'kind', ['post'], false),
}
const insert = asksFor(body(fields))
const sentences = (given: unknown) => (insert.safeParse(given).error?.issues ?? []).map((i) => [i.path.join('.'), i.message])
const good = { kind: 'mail', paper: 'letter', openFrom: '08:00', openTo: '09:30', items: [{ name: '信封', count: 2, price: 150, amount: 7 }] }

test('what follows from others is worked out whatever was sent, in rows as well, and what was left out is filled in', () => {
  expect(settled(fields, { ...good, total: 1, note: '走平信' })).toEqual({ ...good, items: [{ name: '信封', count: 2, price: 150, amount: 300 }], total: 300, title: '电子信函', note: null })
  expect(settled(fields, { ...good, title: '请柬' })['title']).toBe('请柬')
})

test('a rule that is broken says so at its field, also beside other faults and in the row where it is', () => {
  expect(sentences({ ...good, items: [{ name: '信封', count: 2, price: 150, amount: 300 }] })).toEqual([])
  expect(sentences({ ...good, paper: 'slip', openTo: '08:00' })).toEqual([['paper', '凭证与其他内容不相符，请重新选择'], ['openTo', '结束须晚于开始']])
  expect(sentences({ ...good, kind: 'fax' }).map(([path]) => path)).toEqual(['kind', 'title'])
  expect(sentences({ ...good, items: [good.items[0], { name: '', count: 10, price: 1 }] })).toEqual([['items.1.name', '请填写名称'], ['items.1.count', '数量不能大于 9']])
  expect(sentences({ ...good, items: [] }).map(([, message]) => message)).toEqual(['明细至少 1 行', '合计（元）须大于 0'])
})

test('in a form a filled value follows until it is typed over, and a choice that is gone is taken back', () => {
  const before = { kind: 'post', paper: 'slip', title: '邮寄单', items: [] }
  expect(following(fields, before, { ...before, kind: 'mail' })).toMatchObject({ paper: 'letter', title: '电子信函' })
  expect(following(fields, { ...before, title: '请柬' }, { ...before, title: '请柬', kind: 'mail' })).not.toHaveProperty('title')
  expect(following(fields, {}, { ...before, items: [{ count: 3, price: 5 }] })).toMatchObject({ items: [{ count: 3, price: 5, amount: 15 }], total: 15 })
})

test('clock times stand on their step, instants that lie behind on no later one', () => {
  expect(time('开始', 15).safeParse('08:45').success).toBe(true)
  expect(time('开始', 30).safeParse('08:45').error?.issues[0]?.message).toBe('开始须为整点或半点，例如 08:30')
  expect(pastInstant('同意时间').safeParse(new Date(Date.now() + 60_000).toISOString()).error?.issues[0]?.message).toBe('同意时间不能晚于现在')
})
