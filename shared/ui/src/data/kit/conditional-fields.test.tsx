import '@testing-library/jest-dom'
import { asksFor, body, call, choice, choiceField, done, needed, onlyWhen, optionalText, signedIn } from '@assoc/contract'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { renderUi } from '../../testing'
import { FormDrawer } from './FormDrawer'
import type { FormField } from './FormFields'

const kind = choice('方式', { post: '邮寄', mail: '电子邮件' })
const order = call({
  path: '/example/order',
  title: '订购',
  access: signedIn,
  write: true,
  request: asksFor(body({ kind: choiceField(kind), address: onlyWhen(optionalText('地址', 50), 'kind', ['post'], true) })),
  response: done,
})
const FIELDS: FormField[] = [
  { kind: 'select', name: 'kind', options: kind.options },
  { kind: 'text', name: 'address' },
]

test('a field that matters only beside a choice comes with it, is asked for there, and is sent empty when the choice falls elsewhere', async () => {
  signedInAs([])
  const server = fakeServer()
  server.on(order, () => ({}))
  renderUi(<FormDrawer open title="订购" call={order} fields={FIELDS} initial={{ kind: 'mail' }} onClose={() => undefined} onDone={() => undefined} />)
  await act(async () => undefined)
  const save = () => fireEvent.click(screen.getByText('保存', { selector: 'button *' }))
  const choose = async (label: string) => {
    fireEvent.mouseDown(document.querySelector('.ant-select') as Element)
    fireEvent.click(await screen.findByTitle(label))
  }
  expect(screen.queryByLabelText('地址')).not.toBeInTheDocument()
  await choose('邮寄')
  const address = await screen.findByLabelText('地址')
  expect(address).toHaveAttribute('aria-required', 'true')
  save()
  expect(await screen.findByText('请填写地址', { selector: '.ant-form-item-explain-error' })).toBeInTheDocument()
  expect(server.sent).toHaveLength(0)
  fireEvent.change(address, { target: { value: '示例路 1 号' } })
  await choose('电子邮件')
  await waitFor(() => expect(screen.queryByLabelText('地址')).not.toBeInTheDocument())
  save()
  await waitFor(() => expect(server.sent.map((s) => s.input)).toEqual([{ kind: 'mail', address: null }]))
  server.restore()
})

const visit = call({
  path: '/example/visit',
  title: '拜访',
  access: signedIn,
  write: true,
  request: asksFor(
    body({
      day: needed(optionalText('日期', 10), ({ day }) => (day ? null : '请填写日期')),
      place: needed(optionalText('地点', 50), ({ url }) => (url ? null : '请填写地点或网址')),
      url: optionalText('网址', 50),
    }),
  ),
  response: done,
})

test('a field that the contract asks for beside others is marked while they ask for it, whatever it holds itself', async () => {
  signedInAs([])
  renderUi(<FormDrawer open title="拜访" call={visit} fields={['day', 'place', 'url'].map((name): FormField => ({ kind: 'text', name }))} initial={{}} onClose={() => undefined} onDone={() => undefined} />)
  await act(async () => undefined)
  const marked = () => ['日期', '地点', '网址'].filter((label) => screen.getByLabelText(label).getAttribute('aria-required') === 'true')
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  expect(marked()).toEqual(['日期', '地点'])
  type('日期', '明天')
  type('地点', '一层')
  expect(marked()).toEqual(['日期', '地点'])
  type('网址', 'https://example.com')
  await waitFor(() => expect(marked()).toEqual(['日期']))
})
