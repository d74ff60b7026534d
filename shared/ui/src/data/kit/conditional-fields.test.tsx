import '@testing-library/jest-dom'
import { asksFor, body, call, choice, choiceField, done, onlyWhen, optionalText, signedIn } from '@assoc/contract'
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
