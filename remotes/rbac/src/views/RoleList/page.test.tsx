import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { queryDeptList } from '@assoc/contract/rbac/org'
import { saveRmPermitBatch, selectPermit, selectRmPermit } from '@assoc/contract/rbac/permit'
import { queryExistsMenuList, queryRoleScopes, role, updateMenuAndRole, updateRoleScopes } from '@assoc/contract/rbac/role'
import { selectMenuTree } from '@assoc/contract/rbac/menu'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import RoleList from './page'

// antd's forms and trees take jsdom their time.

const ROLE = { roleId: '5', roleCode: 'MEMBER_OP', roleName: '会员经办', roleStatus: 'enabled', builtIn: false, userCount: 3, permitCount: 1, remark: null, version: 1, abilities: [] }
const menu = (menuId: string, menuName: string, children: object[] = []) => ({ menuId, parentId: '0', menuName, menuPath: `/${menuId}`, menuLink: children.length ? '' : 'rbac/X', icon: null, sortNo: 1, hidden: false, menuStatus: 'enabled', version: 1, children })
const permit = (permitId: string, permitName: string, sensitive = false) => ({ permitId, permitCode: `rbac:x:p${permitId}`, permitName, module: 'rbac', moduleName: '系统管理', systemId: 2, permitType: 'api', sensitive, builtIn: true, permitStatus: 'enabled', version: 1 })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(role.list, () => ({ items: [ROLE], total: 1 }))
  server.on(selectPreferences, () => ({}))
  server.on(selectMenuTree, () => [menu('1', '系统管理', [menu('11', '用户管理'), menu('12', '角色管理')]), menu('2', '首页看板')])
  server.on(queryExistsMenuList, () => ({ menuIds: ['1', '11'] }))
  server.on(selectPermit, () => [permit('21', '查看用户'), permit('22', '停用用户', true)])
  server.on(selectRmPermit, () => [{ roleId: '5', roleName: '会员经办', permitId: '21', permitCode: 'rbac:x:p21', permitName: '查看用户', expiresAt: null }])
  server.on(queryRoleScopes, () => [])
  server.on(queryDeptList, () => [])
})
afterEach(() => server.restore())

const sentTo = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)
async function openGrants(): Promise<HTMLElement> {
  signedInAs(['rbac:role:read', 'rbac:role:update', 'rbac:role:grantMenu', 'rbac:role:grantPermit'])
  renderUi(<RoleList />)
  fireEvent.click(await screen.findByText('授权'))
  return waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no drawer')))
}
const button = (inside: HTMLElement, text: string) => within(inside).getByText(text).closest('button') as HTMLElement

test('menus: the group follows its entries, and what is saved holds the groups above the chosen ones', async () => {
  const drawer = await openGrants()
  const row = (name: string) => within(drawer).getByText(name).closest('.ant-tree-treenode') as HTMLElement
  await within(drawer).findByText('用户管理')
  expect(row('系统管理').querySelector('.ant-tree-checkbox-indeterminate')).not.toBeNull()
  expect(button(drawer, '保存')).toBeDisabled()
  fireEvent.click(row('角色管理').querySelector('.ant-tree-checkbox') as HTMLElement)
  expect(row('系统管理').querySelector('.ant-tree-checkbox-checked')).not.toBeNull()
  server.on(updateMenuAndRole, () => ({}))
  fireEvent.click(button(drawer, '保存'))
  await waitFor(() => expect(sentTo(updateMenuAndRole.path)).toEqual([{ roleId: '5', menuIds: ['1', '11', '12'] }]))
})

test('menus: what a word hides keeps its mark', async () => {
  const drawer = await openGrants()
  await within(drawer).findByText('用户管理')
  fireEvent.change(within(drawer).getByLabelText('按名称查找菜单'), { target: { value: '看板' } })
  await waitFor(() => expect(within(drawer).queryByText('用户管理')).toBeNull())
  const row = within(drawer).getByText('首页看板').closest('.ant-tree-treenode') as HTMLElement
  fireEvent.click(row.querySelector('.ant-tree-checkbox') as HTMLElement)
  server.on(updateMenuAndRole, () => ({}))
  fireEvent.click(button(drawer, '保存'))
  await waitFor(() => expect(sentTo(updateMenuAndRole.path)).toEqual([{ roleId: '5', menuIds: ['1', '11', '2'] }]))
})

test('permits: sensitive ones are marked; a refusal leaves what was chosen, to be tried again or taken back', async () => {
  const drawer = await openGrants()
  fireEvent.click(within(drawer).getByRole('tab', { name: '权限' }))
  const sensitive = await within(drawer).findByLabelText(/停用用户/)
  expect(sensitive.closest('label')).toHaveTextContent('敏感')
  fireEvent.click(sensitive)
  server.on(saveRmPermitBatch, { returnCode: CODE.cannotGrant, returnMessage: '您自己没有以下权限，不能授予角色：停用用户' })
  const part = sensitive.closest('[role=tabpanel]') as HTMLElement
  fireEvent.click(button(part, '保存'))
  await waitFor(() => expect(sentTo(saveRmPermitBatch.path)).toEqual([{ roleId: '5', permitIds: ['21', '22'] }]))
  await waitFor(() => expect(button(part, '还原')).toBeEnabled())
  expect(sensitive).toBeChecked()
  fireEvent.click(button(part, '还原'))
  expect(sensitive).not.toBeChecked()
})

test('data: no scope is said in words, and refused places are told', async () => {
  const drawer = await openGrants()
  fireEvent.click(within(drawer).getByRole('tab', { name: '数据范围' }))
  const select = await within(drawer).findByLabelText('系统管理的数据范围')
  const part = select.closest('[role=tabpanel]') as HTMLElement
  expect(within(part).getByText('看不到该模块的任何数据')).toBeInTheDocument()
  fireEvent.mouseDown(select)
  fireEvent.click(await screen.findByText('指定部门'))
  server.on(updateRoleScopes, { returnCode: CODE.input, returnMessage: '请选择部门', data: { fields: [{ path: 'scopes.0.deptIds', message: '请选择部门' }] } })
  fireEvent.click(button(part, '保存'))
  expect(await within(part).findByRole('alert')).toHaveTextContent('请选择部门')
  expect(sentTo(updateRoleScopes.path)).toEqual([{ roleId: '5', scopes: [{ module: 'rbac', scope: 'depts', deptIds: [], jurisdictions: [] }] }])
})
