import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { ApiError } from '@assoc/http'
import { act, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../../testing'
import { ReasonDialog, type ReasonDialogProps } from './ReasonDialog'

// Whether a role is hidden is not asked: it costs a second per query with the style sheets of antd.
configure({ defaultHidden: true })

function show(part: Partial<ReasonDialogProps> = {}) {
  const onConfirm = jest.fn<Promise<void>, [string]>(async () => undefined)
  const onClose = jest.fn()
  renderUi(<ReasonDialog title="停用账号" text="停用后该账号立即下线。" confirmText="停用" reason="required" onConfirm={onConfirm} onClose={onClose} {...part} />)
  return { onConfirm: (part.onConfirm as jest.Mock | undefined) ?? onConfirm, onClose, user: userEvent.setup() }
}
const confirm = () => screen.getByRole('button', { name: '停用' })
const field = () => screen.getByRole('textbox')

test('a required reason is required: blanks are none, and it is said at the field', async () => {
  const { user, onConfirm, onClose } = show()
  await user.type(field(), '   ')
  await user.click(confirm())
  expect(screen.getByRole('alert')).toHaveTextContent('请填写原因')
  expect(field()).toBeInvalid()
  expect(onConfirm).not.toHaveBeenCalled()
  await user.type(field(), '离职')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(confirm())
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(onConfirm.mock.calls).toEqual([['离职']])
})

test('an optional reason may be left out', async () => {
  const { user, onConfirm } = show({ reason: 'optional' })
  await user.click(confirm())
  await waitFor(() => expect(onConfirm).toHaveBeenCalledWith(''))
})

test('where none is asked there is no field', async () => {
  const { user, onConfirm } = show({ reason: 'none' })
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(confirm())
  await waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(1))
})

test('a refusal leaves the dialog open with what was typed, and says why for as long as it is open', async () => {
  const refusal = new ApiError(CODE.forbidden, '账号还有未办结的审批', null)
  const { user, onConfirm, onClose } = show({ onConfirm: jest.fn(() => Promise.reject(refusal)) })
  await user.type(field(), '离职')
  await user.click(confirm())
  await waitFor(() => expect(onConfirm).toHaveBeenCalled())
  expect(onClose).not.toHaveBeenCalled()
  expect(field()).toHaveValue('离职')
  await waitFor(() => expect(confirm()).not.toHaveClass('ant-btn-loading'))
  expect(screen.getByRole('alert')).toHaveTextContent('账号还有未办结的审批')
  expect(field()).toBeValid()
})

test('a refusal of the reason itself is said at the field until it is changed', async () => {
  const refusal = new ApiError(CODE.input, '数据有误', { fields: [{ path: 'reason', message: '审核意见至少 5 个字' }] })
  const { user } = show({ onConfirm: jest.fn(() => Promise.reject(refusal)) })
  await user.type(field(), '不全')
  await user.click(confirm())
  expect(await screen.findByRole('alert')).toHaveTextContent('审核意见至少 5 个字')
  expect(field()).toBeInvalid()
  await user.type(field(), '，请补交')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a record that is not ready for the step: what it lacks is said, where there is no field for a reason either', async () => {
  const refusal = new ApiError(CODE.input, '数据有误', { fields: [{ path: 'basis', message: '请上传减免依据' }, { path: 'decisionBy', message: '超过审批层级的上限' }] })
  const { user } = show({ reason: 'none', onConfirm: jest.fn(() => Promise.reject(refusal)) })
  await user.click(confirm())
  expect(await screen.findByRole('alert')).toHaveTextContent('请上传减免依据；超过审批层级的上限')
})

test('a double click does the action once', async () => {
  let finish = () => undefined as void
  const onConfirm = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const { user } = show({ reason: 'none', onConfirm })
  await user.dblClick(confirm())
  expect(onConfirm).toHaveBeenCalledTimes(1)
  await act(async () => finish())
})

test('cancelling does nothing', async () => {
  const { user, onConfirm, onClose } = show()
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0])
})

test('Ctrl+Enter in the text decides, once; Enter alone is a new line', async () => {
  let finish: () => void = () => undefined
  const { user, onConfirm, onClose } = show({ onConfirm: jest.fn(() => new Promise<void>((resolve) => (finish = resolve))) })
  await user.type(field(), '离职{Enter}已交接')
  expect(onConfirm).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
  expect(onConfirm.mock.calls).toEqual([['离职\n已交接']])
  await act(async () => finish())
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
