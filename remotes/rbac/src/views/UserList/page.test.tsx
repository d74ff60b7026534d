import '@testing-library/jest-dom'
import { selectPreferences } from '@assoc/contract/platform/desk'
import { queryDeptList } from '@assoc/contract/rbac/org'
import { adminResetPassword, batchUser, changeUserStatus, queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import UserList from './page'

// antd's table and dialogs take jsdom their time.
jest.setTimeout(40_000)

const person = (userId: string, realName: string, accountStatus: string, abilities: string[]) => ({
  userId, loginName: `login${userId}`, realName, mobile: '199****0001', email: null, typeId: 'staff', deptId: null, deptName: null, roles: [], accountStatus,
  lastLoginTime: null, createTime: '2026-01-01T00:00:00.000Z', remark: null, version: 4, abilities,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(queryDeptList, () => [])
  server.on(selectPreferences, () => ({}))
  server.on(queryAllUsersBySystem, () => ({
    items: [person('1', '甲', 'normal', ['resetPassword', 'disable']), person('2', '乙', 'locked', ['unlock']), person('3', '丙', 'disabled', [])],
    total: 3,
  }))
})
afterEach(() => server.restore())

const sentTo = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const dialogShown = () => waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no dialog')))
const button = (inside: HTMLElement, text: string) => within(inside).getByText(text).closest('button') as HTMLElement

test('a row offers exactly what its abilities list', async () => {
  signedInAs(['rbac:user:read'])
  renderUi(<UserList />)
  const words = async (name: string) => [...(await rowOf(name)).querySelectorAll('td:last-child button')].map((b) => b.textContent)
  expect(await words('甲')).toEqual(['重置密码', '停用'])
  expect(await words('乙')).toEqual(['解锁'])
  expect(await words('丙')).toEqual([])
  expect(screen.queryByText('新增用户')).toBeNull()
})

test('disabling asks for the reason and sends it with the version', async () => {
  signedInAs(['rbac:user:read'])
  server.on(changeUserStatus, () => ({ accountStatus: 'disabled', version: 5 }))
  renderUi(<UserList />)
  fireEvent.click(within(await rowOf('甲')).getByText('停用'))
  const dialog = await dialogShown()
  fireEvent.click(button(dialog, '停用'))
  expect(await within(dialog).findByText('请填写原因')).toBeInTheDocument()
  expect(sentTo(changeUserStatus.path)).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '离职' } })
  fireEvent.click(button(dialog, '停用'))
  await waitFor(() => expect(sentTo(changeUserStatus.path)).toEqual([{ userId: '1', version: 4, verb: 'disable', reason: '离职' }]))
})

test('a new first password is shown once, until it is closed by hand', async () => {
  signedInAs(['rbac:user:read'])
  server.on(adminResetPassword, () => ({ initialPassword: 'Abcd2345efgh6789', version: 5 }))
  renderUi(<UserList />)
  fireEvent.click(within(await rowOf('甲')).getByText('重置密码'))
  fireEvent.click(button(await dialogShown(), '重置密码'))
  expect(await screen.findByText('Abcd2345efgh6789')).toBeInTheDocument()
  fireEvent.keyDown(screen.getByText('Abcd2345efgh6789'), { key: 'Escape' })
  expect(screen.getByText('Abcd2345efgh6789')).toBeInTheDocument()
  fireEvent.click(screen.getByText('我已记下，关闭'))
  await waitFor(() => expect(screen.queryByText('Abcd2345efgh6789')).toBeNull())
})

test('many at once: only the deeds that she has a permit for; a partial failure is told by name', async () => {
  signedInAs(['rbac:user:read', 'rbac:user:disable'])
  server.on(batchUser, () => ({ done: 1, failed: [{ id: '3', name: '丙', message: '当前状态不允许此操作' }], next: null }))
  renderUi(<UserList />)
  for (const name of ['login1', 'login3']) fireEvent.click(await screen.findByLabelText(`选择${name}`))
  const bar = screen.getByText(/^已选/).closest('[role=status]') as HTMLElement
  expect(within(bar).queryByText('解锁')).toBeNull()
  expect(within(bar).getByText('恢复')).toBeInTheDocument()
  fireEvent.click(within(bar).getByText('停用'))
  const dialog = await dialogShown()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '离职' } })
  fireEvent.click(button(dialog, '停用 2 条'))
  expect(await within(dialog).findByText('丙：当前状态不允许此操作')).toBeInTheDocument()
  expect(sentTo(batchUser.path)).toEqual([{ verb: 'disable', reason: '离职', ids: ['1', '3'] }])
})
