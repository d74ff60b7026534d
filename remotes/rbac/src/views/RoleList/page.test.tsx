import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { role } from '@assoc/contract/rbac/role'
import { saveRmPermitBatch, selectRoleGrants } from '@assoc/contract/rbac/role-grants'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import RoleList from './page'

// antd's trees take jsdom their time.

const ROLE = { roleId: '5', roleCode: 'MEMBER_OP', roleName: '会员经办', roleStatus: 'enabled', builtIn: false, userCount: 3, permitCount: 1, remark: null, version: 1, abilities: [] }
const menu = (menuId: string, parentId: string, menuName: string, menuLink = '') => ({ menuId, parentId, menuName, menuLink, hidden: false, menuStatus: 'enabled' })
const permit = (permitId: string, permitName: string, permitCode: string, sensitive = false) => ({ permitId, permitCode, permitName, module: 'rbac', moduleName: '系统管理', sensitive, permitStatus: 'enabled', grantable: true })
const GRANTS = {
  role: ROLE,
  menuIds: ['1', '11', '13'],
  permits: [{ permitId: '21', expiresAt: null }],
  scopes: [],
  menus: [menu('1', '0', '系统管理'), menu('11', '1', '用户管理', 'rbac/UserList'), menu('12', '1', '角色管理', 'rbac/RoleList'), menu('13', '1', '岗位管理', 'rbac/PostList'), menu('2', '0', '首页看板')],
  offered: [permit('21', '查看用户', 'rbac:user:read'), permit('22', '停用用户', 'rbac:user:disable', true), permit('23', '查看角色', 'rbac:role:read'), permit('24', '查看岗位', 'rbac:post:read'), permit('25', '查看日志', 'rbac:audit:read')],
}
const view = (menuLink: string, access: string) => ({ menuLink, title: menuLink, access })
const REGISTRY = { payload: JSON.stringify({ serial: 1, remotes: [{ name: 'rbac', views: [view('rbac/UserList', 'rbac:user:read'), view('rbac/RoleList', 'rbac:role:read'), view('rbac/PostList', 'rbac:post:read')] }] }), signature: '', keyId: '' }

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(role.list, () => ({ items: [ROLE], total: 1 }))
  server.on(selectPreferences, () => ({}))
  server.on(selectRoleGrants, () => GRANTS)
  globalThis.fetch = (async () => ({ ok: true, json: async () => REGISTRY })) as unknown as typeof fetch
})
afterEach(() => server.restore())

async function openGrants(): Promise<HTMLElement> {
  signedInAs(['rbac:role:read', 'rbac:role:grantMenu', 'rbac:role:grantPermit'])
  renderUi(<RoleList />)
  fireEvent.click(await screen.findByText('授权'))
  const drawer = await waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no drawer')))
  await within(drawer).findByText('用户管理')
  return drawer
}
const node = (drawer: HTMLElement, name: string) => within(drawer).getAllByText(name).map((el) => el.closest('.ant-tree-treenode')).find(Boolean) as HTMLElement
const tick = (drawer: HTMLElement, name: string) => fireEvent.click(node(drawer, name).querySelector('.ant-tree-checkbox') as HTMLElement)
const sent = () => server.sent.filter((s) => s.path === saveRmPermitBatch.path).map((s) => s.input)
const save = (drawer: HTMLElement) => fireEvent.click(within(drawer).getByRole('button', { name: /保\s?存/ }))

test('a ticked menu brings its permit and a scope, a menu without its permit is said, and all is saved at once', async () => {
  const drawer = await openGrants()
  expect(node(drawer, '系统管理').querySelector('.ant-tree-checkbox-indeterminate')).not.toBeNull()
  expect(node(drawer, '岗位管理')).toHaveTextContent('缺少查看权限')
  tick(drawer, '角色管理')
  const changes = within(drawer).getByRole('region', { name: '将要保存的变更' })
  for (const text of ['角色管理', '查看角色', '系统管理：无数据 → 本部门']) expect(within(changes).getByText(text)).toBeInTheDocument()
  fireEvent.click(within(drawer).getByRole('button', { name: '为岗位管理补上查看权限' }))
  expect(node(drawer, '岗位管理')).not.toHaveTextContent('缺少查看权限')
  server.on(saveRmPermitBatch, () => ({ roleId: '5', version: 2 }))
  save(drawer)
  await waitFor(() => expect(sent()).toEqual([{ roleId: '5', version: 1, permitIds: ['21', '23', '24'], menuIds: ['1', '11', '12', '13'], scopes: [{ module: 'rbac', scope: 'dept', deptIds: [], jurisdictions: [] }] }]))
})

test('somebody saved first: both changes are shown, and merged without losing either', async () => {
  const drawer = await openGrants()
  tick(drawer, '用户管理') // off, and its permit with it
  server.on(saveRmPermitBatch, { returnCode: CODE.conflict, returnMessage: '该记录已被他人修改', data: { current: { ...GRANTS, role: { ...ROLE, version: 4 }, permits: [...GRANTS.permits, { permitId: '25', expiresAt: null }] } } })
  save(drawer)
  const dialog = await screen.findByText('该角色已被他人修改')
  const modal = dialog.closest('.ant-modal') as HTMLElement
  expect(within(modal).getByText('＋ 权限 查看日志')).toBeInTheDocument()
  expect(within(modal).getByText('－ 菜单 用户管理')).toBeInTheDocument()
  server.on(saveRmPermitBatch, () => ({ roleId: '5', version: 5 }))
  fireEvent.click(within(modal).getByText('合并后保存'))
  await waitFor(() => expect(sent()[1]).toEqual({ roleId: '5', version: 4, permitIds: ['25'], menuIds: ['1', '13'], scopes: [] }))
})
