import '@testing-library/jest-dom'
import { queryMenuListByUserId, selectCurrUserPermits, type MenuNode } from '@assoc/contract/rbac/own'
import { FakeLoader } from '@assoc/federation/testing'
import { fakeServer } from '@assoc/http/testing'
import { openSession } from '@assoc/session'
import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { Kernel, KernelProvider } from '../console/kernel'
import { WorkspaceProvider } from '../workspace/workspace-context'
import { WorkspaceStore } from '../workspace/workspace-store'
import { Sider } from './Sider'

const node = (menuId: string, menuPath: string, children: MenuNode[] = []): MenuNode => ({ menuId, parentId: '0', menuName: `菜单${menuId}`, menuPath, menuLink: 'member/SomeList', icon: null, sortNo: 1, children })
const MENU = [node('1', '', [node('11', '/one')]), node('2', '', [node('21', '/two')])]

const server = fakeServer()
afterAll(() => {
  server.restore()
  localStorage.clear()
})

const groups = () => [...document.querySelectorAll('[aria-expanded=true]')].map((item) => item.textContent)

/** Notes which groups stand open in the same commit in which the address came, before any effect can open one. */
function Probe({ path, painted }: { path: string; painted: (string | null)[][] }) {
  useLayoutEffect(() => void painted.push(groups()), [path, painted])
  return null
}

// As newer browsers do.
beforeEach(() => void (Element.prototype.scrollIntoView = (() => Promise.resolve()) as unknown as Element['scrollIntoView']))

test('the group of a page stands open in the very frame in which the page comes, and stays open', async () => {
  localStorage.setItem('userInfo', JSON.stringify({ userId: '1', token: 'test' }))
  document.cookie = 'capcoMark=1; path=/'
  server.on(queryMenuListByUserId, () => MENU)
  server.on(selectCurrUserPermits, () => [])
  const session = openSession({ title: '会员信息平台', organisation: '协会', environments: [] }, () => undefined)
  await act(() => session.requestMenu())
  const kernel = new Kernel([], new FakeLoader())
  const workspace = new WorkspaceStore(session)
  const painted: (string | null)[][] = []
  const at = (path: string) => (
    <KernelProvider value={kernel}>
      <WorkspaceProvider value={workspace}>
        <Sider activePath={path} collapsed={false} onOpen={() => undefined} />
        <Probe path={path} painted={painted} />
      </WorkspaceProvider>
    </KernelProvider>
  )
  const { rerender } = render(at('/one'))
  rerender(at('/two'))
  expect(painted).toEqual([['菜单1'], ['菜单1', '菜单2']])
  expect(screen.getByRole('menuitem', { name: '菜单21' })).toHaveAttribute('aria-current', 'page')
})
