import '@testing-library/jest-dom'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { role } from '@assoc/contract/rbac/role'
import { queryDeptList } from '@assoc/contract/rbac/org'
import { adminResetPassword, batchUser, changeUserStatus, queryAllUsersBySystem, selectResetWays, selectUser, selectUserPlain, updateRoleAndMenuRelation, updateUser } from '@assoc/contract/rbac/user'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import UserList from './page'

// antd's table and dialogs take jsdom their time.

const person = (userId: string, realName: string, accountStatus: string, abilities: string[]) => ({
  userId, loginName: `login${userId}`, realName, mobile: '199****0001', email: null, typeId: 'staff', deptId: null, deptName: null, roles: [], conflictingRoles: [], accountStatus,
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

test('who may make accounts may import them', async () => {
  signedInAs(['rbac:user:read', 'rbac:user:insert'])
  renderUi(<UserList />)
  fireEvent.click(button(document.body, '导入'))
  expect(await screen.findByText('导入用户')).toBeInTheDocument()
  expect(await screen.findByText('下载模板')).toBeInTheDocument()
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

test('a reset goes to the person: a message where there is a way, else the letter; a way that is not there cannot be chosen', async () => {
  signedInAs(['rbac:user:read'])
  server.on(selectResetWays, () => ({ sms: null, mail: 'j**@example.com' }))
  server.on(adminResetPassword, () => ({ version: 5 }))
  renderUi(<UserList />)
  fireEvent.click(within(await rowOf('甲')).getByText('重置密码'))
  const dialog = await dialogShown()
  expect(await within(dialog).findByText('j**@example.com')).toBeInTheDocument()
  expect(within(dialog).getByRole('radio', { name: /短信通知本人/ })).toBeDisabled()
  expect(within(dialog).getByRole('radio', { name: /邮件通知本人/ })).toBeChecked()
  fireEvent.click(button(dialog, '重置密码'))
  await waitFor(() => expect(sentTo(adminResetPassword.path)).toEqual([{ userId: '1', version: 4, way: 'mail' }]))
})

test('many at once: only the actions that they have a permit for; a partial failure is told by name', async () => {
  signedInAs(['rbac:user:read', 'rbac:user:disable'])
  // The third was disabled by somebody else since the list was read.
  server.on(queryAllUsersBySystem, () => ({ items: [person('1', '甲', 'normal', ['disable']), person('3', '丙', 'normal', ['disable'])], total: 2 }))
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

test('the detail shows numbers masked; plain text comes by a click, for who may see it', async () => {
  const detail = () => document.querySelector<HTMLElement>('[role=dialog]') as HTMLElement
  server.on(selectUser, () => person('1', '甲', 'normal', []))
  server.on(selectUserPlain, () => ({ values: { mobile: '19900000001' } }))
  signedInAs(['rbac:user:read'])
  const { unmount } = renderUi(<UserList />)
  fireEvent.click(await screen.findByText('login1'))
  await dialogShown()
  expect(within(detail()).getByText('199****0001')).toBeInTheDocument()
  expect(within(detail()).queryByLabelText('查看手机号码')).toBeNull()
  unmount()
  signedInAs(['rbac:user:read', 'pi:plain:view'])
  renderUi(<UserList />)
  fireEvent.click(await screen.findByText('login1'))
  await dialogShown()
  expect(sentTo(selectUserPlain.path)).toEqual([])
  fireEvent.click(within(detail()).getByLabelText('查看手机号码'))
  expect(await within(detail()).findByText('19900000001')).toBeInTheDocument()
  expect(sentTo(selectUserPlain.path)).toEqual([{ userId: '1', fields: ['mobile'] }])
})

test('a change leaves out the number that was not touched', async () => {
  server.on(queryAllUsersBySystem, () => ({ items: [person('1', '甲甲', 'normal', ['update'])], total: 1 }))
  server.on(updateUser, () => ({ version: 5 }))
  signedInAs(['rbac:user:read', 'rbac:user:update'])
  renderUi(<UserList />)
  fireEvent.click(within(await rowOf('甲甲')).getByText('修改'))
  const dialog = await dialogShown()
  expect(await within(dialog).findByDisplayValue('199****0001')).toHaveAttribute('readonly')
  fireEvent.change(within(dialog).getByDisplayValue('甲甲'), { target: { value: '甲乙' } })
  fireEvent.click(within(dialog).getByText(/^保\s?存$/))
  await waitFor(() => expect(sentTo(updateUser.path)).toHaveLength(1))
  expect(sentTo(updateUser.path)[0]).toMatchObject({ userId: '1', version: 4, realName: '甲乙', typeId: 'staff' })
  expect(sentTo(updateUser.path)[0]).not.toHaveProperty('mobile')
})

test('a sensitive role is asked about once more before it is given; one that was held is not', async () => {
  const option = (roleId: string, roleName: string, sensitive: boolean) => ({ roleId, roleName, sensitive, roleCode: `R${roleId}`, roleStatus: 'enabled', builtIn: false, userCount: 0, permitCount: 0, remark: null, version: 1, abilities: [] })
  server.on(role.list, () => ({ items: [option('7', '系统管理员', true), option('8', '联络专员', false)], total: 2 }))
  server.on(queryAllUsersBySystem, () => ({ items: [{ ...person('1', '甲甲', 'normal', ['assignRole']), roles: [{ roleId: '8', roleName: '联络专员' }] }], total: 1 }))
  server.on(updateRoleAndMenuRelation, () => ({}))
  signedInAs(['rbac:user:read', 'rbac:user:assignRole', 'rbac:role:read'])
  renderUi(<UserList />)
  fireEvent.click(within(await rowOf('甲甲')).getByText('分配角色'))
  const dialog = await dialogShown()
  fireEvent.mouseDown(await within(dialog).findByRole('combobox'))
  fireEvent.click(await waitFor(() => document.querySelector('.ant-select-item-option[title="系统管理员"]') ?? Promise.reject(new Error('no option'))))
  fireEvent.click(within(dialog).getByText(/^保\s?存$/))
  const question = (await screen.findByText(/「系统管理员」可以管理用户、角色或权限/)).closest('[role=dialog]') as HTMLElement
  expect(sentTo(updateRoleAndMenuRelation.path)).toEqual([])
  fireEvent.click(button(question, '确认保存'))
  await waitFor(() => expect(sentTo(updateRoleAndMenuRelation.path)).toEqual([{ userId: '1', roleIds: ['8', '7'] }]))
})

test('roles that exclude each other are marked in the list and said in the detail', async () => {
  const both = { ...person('1', '甲甲', 'normal', []), roles: [{ roleId: '7', roleName: '系统管理员' }, { roleId: '9', roleName: '安全审计员' }], conflictingRoles: ['系统管理员', '安全审计员'] }
  server.on(queryAllUsersBySystem, () => ({ items: [both], total: 1 }))
  server.on(selectUser, () => both)
  signedInAs(['rbac:user:read'])
  renderUi(<UserList />)
  expect(within(await rowOf('甲甲')).getByText('职责互斥')).toBeInTheDocument()
  fireEvent.click(screen.getByText('login1'))
  expect(await within(await dialogShown()).findByText('「系统管理员」、「安全审计员」职责互斥，请分给不同的人，只保留一个')).toBeInTheDocument()
})
