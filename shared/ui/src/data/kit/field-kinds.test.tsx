import '@testing-library/jest-dom'
import { agrees, asksFor, body, call, choice, choiceField, computed, done, fallback, int, lines, offered, signedIn, sumOf, text, time, yuanFen } from '@assoc/contract'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderUi } from '../../testing'
import { deriveCells } from './derive'
import { FormDrawer } from './FormDrawer'

const way = choice('方式', { post: '邮寄', mail: '电子邮件' })
const proof = choice('凭证', { slip: '回执', letter: '信函' })
const fields = {
  way: choiceField(way),
  proof: offered(choiceField(proof), (values) => (values['way'] === 'mail' ? ['letter'] : ['slip', 'letter'])),
  title: fallback(text('标题', 10), (values) => (values['way'] === 'mail' ? '电子信函' : '邮寄单')),
  openFrom: time('开始', 30),
  openTo: agrees(time('结束', 30), (to, values) => (String(to) <= String(values['openFrom']) ? '结束须晚于开始' : null)),
  items: lines('明细', { name: text('品名', 10), count: int('数量', 1, 9), price: yuanFen('单价（元）'), amount: computed(yuanFen('金额（元）'), (row) => (Number(row['count']) || 0) * (Number(row['price']) || 0)) }, { least: 1, sum: ['amount'] }),
  total: computed(yuanFen('合计（元）', 1), sumOf('items', 'amount')),
}
const order = call({ path: '/example/order', title: '订购', access: signedIn, write: true, request: asksFor(body(fields)), response: done })

test('rules between fields hold while one types, a fault stands at its own cell, and nothing typed is lost', async () => {
  signedInAs([])
  const server = fakeServer()
  const answers: unknown[] = []
  server.on(order, () => answers.shift() ?? {})
  const initial = { way: 'post', proof: 'slip', openFrom: '09:00', openTo: '08:30', items: [{ name: '信封', count: 2, price: 150 }] }
  renderUi(<FormDrawer open title="订购" call={order} fields={deriveCells(order.request)} initial={initial} onClose={() => undefined} onDone={() => undefined} />)
  const save = () => fireEvent.click(screen.getByText('保存', { selector: 'button *' }))

  // Filled in and worked out before anybody has typed.
  expect(await screen.findByLabelText('标题')).toHaveValue('邮寄单')
  const table = await screen.findByRole('table', { name: '明细' })
  expect(within(table).getByLabelText('第 1 行金额（元）')).toHaveValue('3')
  fireEvent.change(within(table).getByLabelText('第 1 行数量'), { target: { value: '4' } })
  await waitFor(() => expect(within(table).getByLabelText('第 1 行金额（元）')).toHaveValue('6'))
  expect(screen.getByLabelText('合计（元）')).toHaveValue('6')
  await waitFor(() => expect(within(table).getByText(/合计/).closest('td')).toHaveTextContent('6.00'))

  // Enter in the last row makes another; its faults stand at its cells.
  fireEvent.keyDown(within(table).getByLabelText('第 1 行单价（元）'), { key: 'Enter' })
  fireEvent.change(await within(table).findByLabelText('第 2 行品名'), { target: { value: '邮票' } })
  save()
  expect(await screen.findByText('结束须晚于开始', { selector: '.ant-form-item-explain-error' })).toBeInTheDocument()
  await waitFor(() => expect(within(table).getByLabelText('第 2 行数量').closest('.ant-form-item')).toHaveTextContent(/请填写数量/))
  expect(screen.getByRole('alert')).toHaveTextContent(/明细：第 2 行，请填写数量/)
  expect(server.sent.filter((s) => s.path === order.path)).toHaveLength(0)

  // A choice that is gone is taken back, or becomes the only one there is; the filled title follows, what was typed stays.
  fireEvent.mouseDown(document.querySelector('.ant-select') as Element)
  fireEvent.click(await screen.findByTitle('电子邮件'))
  await waitFor(() => expect(screen.getByLabelText('标题')).toHaveValue('电子信函'))
  expect(document.querySelectorAll('.ant-select-content')[1]).toHaveTextContent('信函')
  expect(within(table).getByLabelText('第 2 行品名')).toHaveValue('邮票')

  fireEvent.click(within(table).getByLabelText('移除第 2 行'))
  const until = screen.getByLabelText('结束')
  fireEvent.mouseDown(until)
  fireEvent.change(until, { target: { value: '17:30' } })
  fireEvent.keyDown(until, { key: 'Enter' })
  save()
  await waitFor(() => expect(server.sent.filter((s) => s.path === order.path).map((s) => s.input)).toEqual([{ way: 'mail', proof: 'letter', title: '电子信函', openFrom: '09:00', openTo: '17:30', items: [{ name: '信封', count: 4, price: 150, amount: 600 }], total: 600 }]))
  server.restore()
})
