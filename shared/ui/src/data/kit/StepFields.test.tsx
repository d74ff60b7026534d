import '@testing-library/jest-dom'
import { choice, choiceField, CODE, onlyWhen, text } from '@assoc/contract'
import { ApiError } from '@assoc/http'
import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../../testing'
import { ReasonDialog } from './ReasonDialog'
import type { StepAsk } from './StepFields'

configure({ defaultHidden: true })

const way = choice('方式', { call: '电话', code: '验证码' })
const input = { meeting: text('会议', 20), way: choiceField(way).nullish(), code: onlyWhen(text('验证码', 6).nullish(), 'way', ['code'], true) }
function show(ask: Partial<StepAsk> = {}, onConfirm = jest.fn<Promise<void>, [string, object?]>(async () => undefined)) {
  renderUi(<ReasonDialog title="批准" text="批准后生效。" confirmText="批准" reason="required" ask={{ name: 'apply', input, ...ask }} onConfirm={onConfirm} onClose={() => undefined} />)
  return { user: userEvent.setup(), onConfirm }
}
const confirm = () => screen.getByRole('button', { name: '批准' })

test('what a step asks for is checked beside its reason, all at once, and sent with it', async () => {
  const { user, onConfirm } = show({ own: { way: false, code: false } })
  await screen.findByLabelText('会议')
  await user.click(confirm())
  expect(await screen.findByText('请填写会议')).toBeVisible()
  expect(screen.getByText('请填写原因')).toBeVisible()
  await user.type(screen.getByLabelText('会议'), '第一次会议')
  await user.type(screen.getByRole('textbox', { name: /原因/ }), '同意')
  await user.click(confirm())
  await waitFor(() => expect(onConfirm.mock.calls).toEqual([['同意', { meeting: '第一次会议' }]]))
})

test('it begins with what the record holds; what matters only beside another choice is asked then; refusals stand at their fields', async () => {
  const refusal = new ApiError(CODE.input, '数据有误', { fields: [{ path: 'input.code', message: '验证码不正确' }] })
  const { user, onConfirm } = show({ row: { meeting: '第二次会议', way: 'call' } }, jest.fn<Promise<void>, [string, object?]>(() => Promise.reject(refusal)))
  expect(await screen.findByLabelText('会议')).toHaveValue('第二次会议')
  expect(screen.queryByRole('textbox', { name: '验证码' })).toBeNull()
  // Two choices, each one press away.
  await user.click(screen.getByRole('radio', { name: '验证码' }))
  await user.type(await screen.findByRole('textbox', { name: '验证码' }), '123456')
  await user.type(screen.getByRole('textbox', { name: /原因/ }), '同意')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('验证码不正确')).toBeVisible()
  expect(onConfirm).toHaveBeenCalledWith('同意', { meeting: '第二次会议', way: 'code', code: '123456' })
})
