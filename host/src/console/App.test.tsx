import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { countUnread, selectPreferences } from '@assoc/contract/platform/workspace'
import { selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { queryMenuListByUserId, queryUserCenterByUserId, type MenuNode } from '@assoc/contract/rbac/own'
import { FakeLoader } from '@assoc/federation/testing'
import { fakeServer } from '@assoc/http/testing'
import { openSession, type SessionStore } from '@assoc/session'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { App } from './App'
import { Kernel } from './kernel'

const leaf = (menuId: string, menuPath: string, menuLink: string): MenuNode => ({ menuId, parentId: '0', menuName: `菜单${menuId}`, menuPath, menuLink, icon: null, sortNo: 1, children: [] })
const list = leaf('1', '/someList', 'member/SomeList')

let server: ReturnType<typeof fakeServer>
let session: SessionStore
const menus = () => server.sent.filter((s) => s.path === queryMenuListByUserId.path).length

beforeEach(() => {
  localStorage.setItem('userInfo', JSON.stringify({ userId: '1', token: 'test' }))
  document.cookie = 'capcoMark=1; path=/'
  sessionStorage.clear()
  server = fakeServer()
  server.on(selectCurrUserPermits, () => [])
  server.on(selectPreferences, () => ({}))
  server.on(queryUserCenterByUserId, { returnCode: CODE.silent })
  server.on(countUnread, () => ({ unread: 0 }))
})
afterEach(() => {
  server.restore()
  localStorage.clear()
})

let openedAt = 0
async function open(path: string): Promise<void> {
  window.history.replaceState(null, '', path)
  openedAt = window.history.length
  session = openSession({ title: '会员信息平台', organisation: '协会', environments: [] }, () => undefined)
  const loader = new FakeLoader()
  loader.give('member/SomeList', () => <p>一张列表</p>)
  const remote = { name: 'member', version: '1.0.0', entry: '/e.js', globalName: 'm', hostApi: '^1.0.0', base: '/remotes/x/', rule: { kind: 'all' as const }, calls: [], integrity: {}, views: [{ menuLink: 'member/SomeList', title: '列表', access: 'signedIn' }] }
  render(<App kernel={new Kernel([remote], loader)} menuRead={session.requestMenu()} />)
  await act(async () => undefined)
}

test('a page of the menu opens in its tab, under its title', async () => {
  server.on(queryMenuListByUserId, () => [list])
  await open('/someList?page=2')
  expect(await screen.findByText('一张列表')).toBeVisible()
  expect(screen.getByRole('tab', { name: /菜单1/ })).toHaveAttribute('aria-selected', 'true')
  expect(document.title).toBe('菜单1 - 会员信息平台')
})

test('a menu entry whose page is open brings it back with its query', async () => {
  server.on(queryMenuListByUserId, () => [list])
  await open('/someList?page=2')
  await screen.findByText('一张列表')
  fireEvent.click(screen.getByRole('menuitem', { name: /首页/ }))
  expect(window.location.pathname).toBe('/')
  fireEvent.click(screen.getByRole('menuitem', { name: /菜单1/ }))
  expect(window.location.pathname + window.location.search).toBe('/someList?page=2')
})

test('a link that names a view opens it where the menu has it, in place of the address', async () => {
  server.on(queryMenuListByUserId, () => [list])
  await open('/go/member/SomeList?record=7')
  expect(await screen.findByText('一张列表')).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe('/someList?record=7')
  expect(document.title).toBe('菜单1 - 会员信息平台')
  expect(window.history.length).toBe(openedAt)
})

test('a link to a view that the menu of this person lacks says so', async () => {
  server.on(queryMenuListByUserId, () => [list])
  await open('/go/member/OtherList')
  expect(await screen.findByText('您的菜单中没有此功能')).toBeVisible()
  expect(window.location.pathname).toBe('/go/member/OtherList')
})

test('somebody without a role has an empty menu, and still their home page', async () => {
  server.on(queryMenuListByUserId, () => [])
  await open('/')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/好|夜深了/)
  expect(menus()).toBe(1)
})

test('a menu that cannot be read: one request, a retry, a way out', async () => {
  server.on(queryMenuListByUserId, { returnCode: CODE.fault, returnMessage: '系统繁忙' })
  await open('/someList')
  expect(await screen.findByText('系统繁忙')).toBeInTheDocument()
  expect(document.title).toBe('菜单没有加载成功 - 会员信息平台')
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(menus()).toBe(1)
  expect(screen.getByRole('button', { name: '退出登录' })).toBeInTheDocument()
  server.on(queryMenuListByUserId, () => [list])
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('一张列表')).toBeVisible()
  expect(menus()).toBe(2)
})

test('a menu that is not heard of is told in Chinese', async () => {
  server.on(queryMenuListByUserId, () => {
    throw Object.assign(new Error('Network Error'), { isAxiosError: true })
  })
  await open('/someList')
  expect(await screen.findByText('网络连接失败，请检查网络后重试。')).toBeInTheDocument()
  expect(screen.queryByText(/Network/)).toBeNull()
})

test('a public page needs no menu', async () => {
  server.on(queryMenuListByUserId, { returnCode: CODE.fault, returnMessage: '系统繁忙' })
  await open('/success?of=registration&text=请致电领奖')
  expect(await screen.findByRole('heading', { name: '操作成功' })).toBeVisible()
  expect(screen.getByText('您的报名已提交，结果将以短信通知。')).toBeVisible()
  expect(screen.queryByText(/领奖/)).toBeNull()
  expect(screen.queryByText('菜单没有加载成功')).toBeNull()
})

test('the end of the session covers the console and takes it out of reach', async () => {
  server.on(queryMenuListByUserId, () => [list])
  await open('/someList')
  await screen.findByText('一张列表')
  act(() => session.invalidate('登录已过期'))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('登录已失效，3 秒后跳转')
  expect(document.querySelector('[data-console]')).toHaveAttribute('inert')
  expect(screen.getByRole('button', { name: '立即前往' })).toHaveFocus()
})

test('a sign-on that has sent the page back twice: a screen instead of a third time, with a way to try again', async () => {
  localStorage.clear()
  const now = Date.now()
  sessionStorage.setItem('signOnRounds', JSON.stringify([now, now]))
  await open('/someList')
  expect(screen.getByText('登录没有完成')).toBeVisible()
  expect(document.title).toBe('登录没有完成 - 会员信息平台')
  expect(menus()).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: '重新登录' }))
  expect(screen.queryByText('登录没有完成')).toBeNull()
  expect(session.leaving).toBe(true)
})
