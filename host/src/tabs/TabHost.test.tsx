import '@testing-library/jest-dom'
import { reportClientError } from '@assoc/contract/platform/workspace'
import type { RemoteRelease } from '@assoc/federation'
import { FakeLoader } from '@assoc/federation/testing'
import { fakeServer } from '@assoc/http/testing'
import { Outlet, useLocation, useNavigate, useParams } from '@assoc/router'
import { signedInAs } from '@assoc/session/testing'
import { AppDrawer, AppModal, useTab, useTabHandle } from '@assoc/ui'
import { renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Kernel, KernelProvider } from '../console/kernel'
import type { ConsoleRoute } from '../routes/route-table'
import { TabHost } from './TabHost'
import { TabStore } from './tab-store'

const remote = (views: string[]): RemoteRelease => ({
  name: 'member', version: '1.0.0', entry: '/m.js', globalName: 'm', hostApi: '^1.0.0', base: '/remotes/x/', rule: { kind: 'all' }, calls: [], integrity: {},
  views: views.map((menuLink) => ({ menuLink, title: menuLink, access: 'signedIn' })),
})

let loader: FakeLoader
let store: TabStore
let errors: jest.SpyInstance
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  sessionStorage.clear()
  signedInAs([])
  loader = new FakeLoader()
  server = fakeServer()
  server.on(reportClientError, () => ({}))
  store = new TabStore('1')
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  errors.mockRestore()
  server.restore()
})

const route = (path: string, menuLink: string, kind: ConsoleRoute['kind'] = 'shell'): ConsoleRoute => ({ name: path, path, title: path, menuLink, kind, parents: [] })

/** Brings an address forward and waits until its view stands, for the switch goes in steps. */
async function go(pathname: string, menuLink: string, { search = '', pattern = pathname, kind = 'shell' as ConsoleRoute['kind'] } = {}) {
  act(() => store.visit({ pathname, search, hash: '' }, route(pattern, menuLink, kind)))
  await act(() => new Promise((resolve) => setTimeout(resolve, 40)))
}

async function show(pages: Record<string, ComponentType>) {
  for (const [menuLink, page] of Object.entries(pages)) loader.give(menuLink, page)
  const view = renderUi(
    <KernelProvider value={new Kernel([remote(Object.keys(pages))], loader)}>
      <TabHost store={store} />
    </KernelProvider>,
  )
  await act(async () => undefined)
  return view
}

const Other = () => <p>另一页</p>

/** A dialog with a field, opened by a button. */
function withDialog(Dialog: (props: { open: boolean; children: ReactNode }) => ReactNode) {
  return function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>打开</button>
        <Dialog open={open}>
          <label>
            备注
            <input />
          </label>
        </Dialog>
      </>
    )
  }
}

test.each([
  ['AppModal', withDialog(({ open, children }) => <AppModal open={open} title="弹窗">{children}</AppModal>)],
  ['AppDrawer', withDialog(({ open, children }) => <AppDrawer open={open} title="抽屉">{children}</AppDrawer>)],
])('text typed in an open %s survives other tabs, again and again, and nothing breaks', async (_name, Page) => {
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/page', 'member/Page')
  fireEvent.click(await screen.findByRole('button', { name: '打开' }))
  fireEvent.change(await screen.findByLabelText('备注'), { target: { value: '写了一半' } })
  for (let i = 0; i < 3; i++) {
    await go('/other', 'member/Other')
    expect(await screen.findByText('另一页')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await go('/page', 'member/Page')
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    expect(screen.getByLabelText('备注')).toHaveValue('写了一半')
  }
  expect(screen.queryByText('内容没有加载成功')).toBeNull()
  fireEvent.change(screen.getByLabelText('备注'), { target: { value: '写完了' } })
  expect(screen.getByLabelText('备注')).toHaveValue('写完了')
})

test('quick switches there and back leave the last one shown', async () => {
  const Page = withDialog(({ open, children }) => <AppModal open={open}>{children}</AppModal>)
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/page', 'member/Page')
  fireEvent.click(await screen.findByRole('button', { name: '打开' }))
  fireEvent.change(await screen.findByLabelText('备注'), { target: { value: '写了一半' } })
  await go('/other', 'member/Other')
  act(() => {
    store.visit({ pathname: '/page', search: '', hash: '' }, route('/page', 'member/Page'))
    store.visit({ pathname: '/other', search: '', hash: '' }, route('/other', 'member/Other'))
    store.visit({ pathname: '/page', search: '', hash: '' }, route('/page', 'member/Page'))
  })
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
  expect(screen.getByLabelText('备注')).toHaveValue('写了一半')
  expect(screen.getByText('另一页')).not.toBeVisible()
})

test('a hidden view keeps its state, its effects rest, and they run again when it is shown', async () => {
  const log: string[] = []
  const Page = () => {
    const [count, setCount] = useState(0)
    useEffect(() => {
      log.push('run')
      return () => void log.push('rest')
    }, [])
    return <button onClick={() => setCount(count + 1)}>数 {count}</button>
  }
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/page', 'member/Page')
  fireEvent.click(await screen.findByRole('button', { name: '数 0' }))
  await go('/other', 'member/Other')
  expect(screen.getByText('数 1')).not.toBeVisible()
  expect(log).toEqual(['run', 'rest'])
  await go('/page', 'member/Page')
  expect(screen.getByRole('button', { name: '数 1' })).toBeVisible()
  expect(log).toEqual(['run', 'rest', 'run'])
  expect(loader.asked.filter((l) => l === 'member/Page')).toHaveLength(1)
})

test('each tab sees its own address, whatever tab is in front', async () => {
  const Page = () => {
    const { id } = useParams()
    const { pathname, search } = useLocation()
    return <p>{`记录 ${id} 位于 ${pathname}${search}`}</p>
  }
  await show({ 'member/Page': Page })
  await go('/company/1', 'member/Page', { pattern: '/company/:id', search: '?part=a' })
  await go('/company/2', 'member/Page', { pattern: '/company/:id' })
  expect(screen.getByText('记录 1 位于 /company/1?part=a')).not.toBeVisible()
  expect(await screen.findByText('记录 2 位于 /company/2')).toBeVisible()
})

test('closing removes the view with its state', async () => {
  const unmounted = jest.fn()
  const Page = () => {
    const [count, setCount] = useState(0)
    useEffect(() => unmounted, [])
    return <button onClick={() => setCount(count + 1)}>数 {count}</button>
  }
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/other', 'member/Other')
  await go('/page', 'member/Page')
  fireEvent.click(await screen.findByRole('button', { name: '数 0' }))
  act(() => void store.close(['/page']))
  await go('/other', 'member/Other')
  expect(screen.queryByText(/^数/)).toBeNull()
  expect(unmounted).toHaveBeenCalled()
  await go('/page', 'member/Page')
  expect(await screen.findByRole('button', { name: '数 0' })).toBeVisible()
})

test('a refresh mounts the view afresh', async () => {
  const Page = () => {
    const [count, setCount] = useState(0)
    return <button onClick={() => setCount(count + 1)}>数 {count}</button>
  }
  await show({ 'member/Page': Page })
  await go('/page', 'member/Page')
  fireEvent.click(await screen.findByRole('button', { name: '数 0' }))
  act(() => store.refresh('/page'))
  expect(await screen.findByRole('button', { name: '数 0' })).toBeVisible()
})

test('a view that breaks does not take the others with it', async () => {
  const Broken = () => {
    const [broken, setBroken] = useState(false)
    if (broken) throw new Error('坏了')
    return <button onClick={() => setBroken(true)}>弄坏</button>
  }
  await show({ 'member/Broken': Broken, 'member/Other': Other })
  await go('/broken', 'member/Broken')
  fireEvent.click(await screen.findByRole('button', { name: '弄坏' }))
  expect(await screen.findByText('此页面出错了，其他页面不受影响。')).toBeVisible()
  await go('/other', 'member/Other')
  expect(await screen.findByText('另一页')).toBeVisible()
  await go('/broken', 'member/Broken')
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByRole('button', { name: '弄坏' })).toBeVisible()
})

test('a view names its tab, says that it holds typed text, and closes itself', async () => {
  const Page = () => {
    const tab = useTab()
    return (
      <>
        <button onClick={() => tab.setTitle('万科A')}>命名</button>
        <button onClick={() => tab.setDirty(true)}>输入</button>
        <button onClick={() => tab.close()}>关闭</button>
      </>
    )
  }
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/other', 'member/Other')
  await go('/page', 'member/Page')
  fireEvent.click(await screen.findByRole('button', { name: '命名' }))
  fireEvent.click(screen.getByRole('button', { name: '输入' }))
  expect(store.active).toMatchObject({ key: '/page', ownTitle: '万科A', dirty: true })
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(store.strip.map((t) => t.key)).toEqual(['/other'])
})

test('a tab stays marked while it is hidden, so that typed text is neither let go nor closed without a question', async () => {
  // As forms do it: the mark follows the form and goes with it.
  const Page = () => {
    const { setDirty } = useTab()
    const [text, setText] = useState('')
    useEffect(() => {
      setDirty(text !== '')
      return () => setDirty(false)
    }, [setDirty, text])
    return <input aria-label="备注" value={text} onChange={(e) => setText(e.target.value)} />
  }
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/page', 'member/Page')
  fireEvent.change(await screen.findByLabelText('备注'), { target: { value: '写了一半' } })
  expect(store.anyDirty).toBe(true)
  await go('/other', 'member/Other')
  expect(store.tabs.find((t) => t.key === '/page')?.dirty).toBe(true)
  for (let i = 0; i < 11; i++) await go(`/other/${i}`, 'member/Other')
  await go('/page', 'member/Page')
  expect(await screen.findByLabelText('备注')).toHaveValue('写了一半')
})

test('a frame keeps its state while its children, whose paths are absolute, change inside it', async () => {
  const Frame = () => {
    const [count, setCount] = useState(0)
    return (
      <>
        <button onClick={() => setCount(count + 1)}>数 {count}</button>
        <Outlet />
      </>
    )
  }
  await show({ 'member/MallHome': Frame, 'member/Shop': () => <p>店铺</p>, 'member/Orders': () => <p>订单</p> })
  const visit = async (path: string, menuLink: string) => {
    act(() => store.visit({ pathname: path, search: '', hash: '' }, { ...route(path, menuLink, 'bare'), layout: { path: '/mall', menuLink: 'member/MallHome' } }))
    await act(() => new Promise((resolve) => setTimeout(resolve, 40)))
  }
  await visit('/mall', 'member/MallHome')
  fireEvent.click(await screen.findByRole('button', { name: '数 0' }))
  await visit('/shop', 'member/Shop')
  expect(await screen.findByText('店铺')).toBeVisible()
  await visit('/orders', 'member/Orders')
  expect(await screen.findByText('订单')).toBeVisible()
  expect(screen.queryByText('店铺')).toBeNull()
  expect(screen.getByRole('button', { name: '数 1' })).toBeVisible()
})

test('a view that looks at its address and its tab is not drawn for what other tabs do, and once it is back not again', async () => {
  const drawn: string[] = []
  const Page = () => {
    const { pathname } = useLocation()
    useNavigate()
    useTabHandle()
    drawn.push(pathname)
    return <p>这一页</p>
  }
  await show({ 'member/Page': Page, 'member/Other': Other })
  await go('/page', 'member/Page')
  await screen.findByText('这一页')
  drawn.length = 0
  await go('/other', 'member/Other')
  await go('/other', 'member/Other', { search: '?page=2' })
  await go('/page', 'member/Page')
  expect(await screen.findByText('这一页')).toBeVisible()
  expect(drawn).toEqual([])
})
