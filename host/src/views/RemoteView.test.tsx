import '@testing-library/jest-dom'
import { RemoteLoadError, type RemoteRelease } from '@assoc/federation'
import { FakeLoader } from '@assoc/federation/testing'
import { reportClientError } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { Kernel, KernelProvider, type ViewLoader } from '../console/kernel'
import { ViewSlot } from './ViewSlot'

const release: RemoteRelease = {
  name: 'member', version: '2.3.4', entry: '/m.js', globalName: 'm', hostApi: '^1.0.0', base: '/remotes/x/', rule: { kind: 'all' }, calls: [], integrity: {},
  views: [
    { menuLink: 'member/List', title: '列表', access: 'member:company:read' },
    { menuLink: 'member/Detail', title: '详情', access: 'signedIn' },
    { menuLink: 'member/Open', title: '公开', access: 'public' },
  ],
}
const old: RemoteRelease = { ...release, name: 'mall', version: '0.9.0', hostApi: '^2.0.0', views: [{ menuLink: 'mall/Shop', title: '店', access: 'signedIn' }] }

let server: ReturnType<typeof fakeServer>
let loader: FakeLoader

beforeEach(() => {
  signedInAs(['member:company:read'])
  loader = new FakeLoader()
  loader.give('member/List', () => <p>公司列表在此</p>)
  loader.give('member/Open', () => <p>公开页在此</p>)
  server = fakeServer()
  server.on(reportClientError, () => ({}))
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

async function show(menuLink: string, { path = '/some', with: given = loader as ViewLoader } = {}) {
  const kernel = new Kernel([release, old], given)
  const view = renderUi(
    <KernelProvider value={kernel}>
      <ViewSlot menuLink={menuLink} />
    </KernelProvider>,
    { path },
  )
  await act(async () => undefined)
  return view
}

test('a published view that they may see is loaded and shown', async () => {
  await show('member/List')
  expect(await screen.findByText('公司列表在此')).toBeVisible()
})

test('first screen: a view that no remote has is not published, with its name for the helper and a way home', async () => {
  await show('oa/TaskManage')
  expect(screen.getByText('此功能尚未发布')).toBeVisible()
  expect(screen.getByText('oa/TaskManage')).toBeVisible()
  expect(screen.getByRole('button', { name: '返回首页' })).toBeEnabled()
  expect(loader.asked).toEqual([])
})

test('a visitor of a public page that no remote has is told so, and not sent to anybody about a menu', async () => {
  await show('meeting/MeetingDetails', { path: '/meetingDetails' })
  expect(screen.getByText('此页面尚未开放')).toBeVisible()
  expect(screen.queryByText(/管理员|菜单|meeting\/MeetingDetails/)).toBeNull()
})

test('second screen: a release built for another console is not loaded, and both versions are named', async () => {
  await show('mall/Shop')
  expect(screen.getByText('功能模块与控制台版本不匹配')).toBeVisible()
  expect(screen.getByText(/mall 0\.9\.0，需要 \^2\.0\.0，当前 1\.\d+\.\d+/)).toBeVisible()
  expect(loader.asked).toEqual([])
})

test('third screen: without the permit nothing is loaded', async () => {
  signedInAs(['member:company:export'])
  await show('member/List')
  expect(screen.getByText('您没有此页面的权限')).toBeVisible()
  expect(loader.asked).toEqual([])
})

test('public views, and any view on a public path, need no permit', async () => {
  signedInAs([])
  const { unmount } = await show('member/Open')
  expect(await screen.findByText('公开页在此')).toBeVisible()
  unmount()
  await show('member/List', { path: '/meetingDetails' })
  expect(await screen.findByText('公司列表在此')).toBeVisible()
})

test('fourth screen: a view that does not load says which, and the retry really loads again', async () => {
  loader.fail('member/List')
  await show('member/List')
  expect(await screen.findByText('此功能所在的模块没有加载成功，其他功能不受影响。')).toBeVisible()
  expect(screen.getByText(/member\/List 2\.3\.4/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  expect(loader.asked).toEqual(['member/List', 'member/List'])
  loader.give('member/List', () => <p>公司列表在此</p>)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('公司列表在此')).toBeVisible()
  expect(loader.asked).toHaveLength(3)
})

test('the failure is told to the server once, with view and version', async () => {
  const failing: ViewLoader = {
    preload: () => undefined,
    know: (remotes) => remotes,
    load: () => Promise.reject(new RemoteLoadError(release, new Error('entry answers 404'))),
  }
  await show('member/Detail', { with: failing })
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  await screen.findByRole('button', { name: '重试' })
  const told = server.sent.filter((s) => s.path === reportClientError.path).map((s) => s.input)
  expect(told).toEqual([{ kind: 'remote', menuLink: 'member/Detail', version: '2.3.4', message: expect.stringContaining('entry answers 404') as string }])
})

test('a slow view says so after eight seconds, not before, and the notice goes when it comes', async () => {
  jest.useFakeTimers()
  let arrive = (_page: { default: () => React.JSX.Element }) => undefined as void
  const slow: ViewLoader = { preload: () => undefined, know: (remotes) => remotes, load: () => new Promise((resolve) => (arrive = resolve)) }
  const { container } = await show('member/Detail', { with: slow })
  const notice = '网络较慢，仍在加载此页面；您可以先使用其他功能。'
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(7_900))
  expect(screen.queryByText(notice)).toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(200))
  expect(screen.getByText(notice)).toBeVisible()
  await act(async () => arrive({ default: () => <p>详情在此</p> }))
  expect(screen.getByText('详情在此')).toBeVisible()
  expect(screen.queryByText(notice)).toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText('详情在此')).toBeVisible()
})

test('after a failed first try the retry counts its own eight seconds', async () => {
  jest.useFakeTimers()
  let tries = 0
  const late: ViewLoader = { preload: () => undefined, know: (remotes) => remotes, load: () => (++tries === 1 ? new Promise((_resolve, reject) => setTimeout(() => reject(new Error('x')), 7_000)) : new Promise(() => undefined)) }
  await show('member/Detail', { with: late })
  await act(() => jest.advanceTimersByTimeAsync(7_100))
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await act(() => jest.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByText(/网络较慢/)).toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(6_100))
  expect(screen.getByText(/网络较慢/)).toBeVisible()
})

test("the host's own pages need no remote", async () => {
  await show('host/NotFound', { path: '/no/such' })
  expect(screen.getByText('页面不存在')).toBeVisible()
  expect(screen.getByText('/no/such')).toBeVisible()
  expect(loader.asked).toEqual([])
})
