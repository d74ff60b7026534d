import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { endCanary, selectReleases, startCanary, switchRelease } from '@assoc/contract/rbac/release'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import ReleaseList from './page'
import { byModule, actionsOf, isOlder, type Release } from './releases'

// antd's table and dialogs take jsdom their time.

const version = (given: Partial<Release>): Release => ({
  name: 'member', moduleName: '会员管理', version: '1.0.0', state: 'kept', audience: '', releaseTime: '2026-01-01T00:00:00.000Z', releasedBy: null, hostApi: '^1.0.0', fits: true, viewCount: 2,
  sessions: 0, share: 0, failures: 0, lastFailure: null, ...given,
})
const live = version({ version: '1.1.0', state: 'live', audience: '全员', releaseTime: '2026-01-02T00:00:00.000Z', releasedBy: '甄', sessions: 1234, share: 90 })
const canary = version({ version: '1.2.0', state: 'canary', audience: '10% 人员', releaseTime: '2026-01-03T00:00:00.000Z', failures: 2, lastFailure: 'Loading chunk 7 failed' })
const items = [version({ version: '9.0.0', releaseTime: '2026-01-04T00:00:00.000Z', hostApi: '^9.0.0', fits: false }), canary, live, version({})]
const answer = (given: object = {}) => ({ serial: 7, issuedTime: '2026-01-03T00:00:00.000Z', signs: true, groups: ['试用组'], items, refused: [], ...given })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectReleases, () => answer())
  signedInAs(['rbac:release:read', 'rbac:release:switch'])
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

const sentTo = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)
const rowOf = async (name: string) => waitFor(() => [...document.querySelectorAll<HTMLElement>('tbody tr')].find((r) => r.querySelector('td')?.textContent === name) ?? Promise.reject(new Error(name)))
const wordsOf = async (name: string) => [...(await rowOf(name)).querySelectorAll('td:last-child button')].map((b) => b.textContent)
const dialogShown = () => waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no dialog')))
const press = (inside: HTMLElement, text: string) => fireEvent.click(within(inside).getByText(text).closest('button') as HTMLElement)
const fill = (inside: HTMLElement, reason: string) => fireEvent.change(inside.querySelector('textarea') as HTMLElement, { target: { value: reason } })

test('what people get comes first, then the newest; actions follow from state, age and fit', () => {
  const [module] = byModule(items)
  expect(module?.rows.map((r) => r.version)).toEqual(['1.1.0', '1.2.0', '9.0.0', '1.0.0'])
  expect(module?.rows.map((r) => actionsOf(r, live))).toEqual([[], ['switch', 'canary'], [], ['switch', 'canary']])
  expect(actionsOf(version({}), undefined)).toEqual(['switch'])
  expect([isOlder(version({}), live), isOlder(canary, live), isOlder(canary, undefined)]).toEqual([true, false, false])
  expect(byModule([canary, version({ name: 'rbac', moduleName: '系统管理' })]).map((m) => m.title)).toEqual(['会员管理', '系统管理'])
})

test('a module shows its versions with shares, failures and the buttons that may be pressed', async () => {
  renderUi(<ReleaseList />)
  expect(await wordsOf('1.1.0')).toEqual([])
  expect(await wordsOf('1.2.0')).toEqual(['设为全员', '调整灰度'])
  expect(await wordsOf('1.0.0')).toEqual(['回退到此版本', '灰度'])
  expect(await wordsOf('9.0.0')).toEqual([])
  expect(await rowOf('9.0.0')).toHaveTextContent('与控制台不匹配')
  expect(await rowOf('1.1.0')).toHaveTextContent('1,234（90%）')
  expect(within(await rowOf('1.2.0')).getByRole('button', { name: '最近一次失败：Loading chunk 7 failed' })).toBeInTheDocument()
  expect(screen.getByText('结束灰度')).toBeInTheDocument()
})

test('taking back asks for the reason and sends it with the serial that was looked at', async () => {
  server.on(switchRelease, () => ({ serial: 8 }))
  renderUi(<ReleaseList />)
  press(await rowOf('1.0.0'), '回退到此版本')
  const dialog = await dialogShown()
  expect(dialog).toHaveTextContent('取代 1.1.0；该模块的灰度同时结束')
  press(dialog, '回退')
  expect(await within(dialog).findByText('请填写原因')).toBeInTheDocument()
  fill(dialog, '列表打不开')
  server.on(selectReleases, () => answer({ serial: 8 }))
  press(dialog, '回退')
  await waitFor(() => expect(sentTo(switchRelease.path)).toEqual([{ name: 'member', version: '1.0.0', serial: 7, reason: '列表打不开' }]))
  expect(await screen.findByText(/发布清单第 8 号/)).toBeInTheDocument()
})

test('a conflict closes the dialog and reads again', async () => {
  server.on(endCanary, { returnCode: CODE.conflict, returnMessage: '发布清单刚被他人更改', data: { current: { serial: 9 } } })
  renderUi(<ReleaseList />)
  fireEvent.click((await screen.findByText('结束灰度')).closest('button') as HTMLElement)
  const dialog = await dialogShown()
  fill(dialog, '够了')
  server.on(selectReleases, () => answer({ serial: 9 }))
  press(dialog, '结束灰度')
  expect(await screen.findByText(/发布清单第 9 号/)).toBeInTheDocument()
  expect(sentTo(endCanary.path)).toEqual([{ name: 'member', serial: 7, reason: '够了' }])
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

test('a canary is checked by the contract before it is sent, and by the server at the field', async () => {
  server.on(startCanary, { returnCode: CODE.input, returnMessage: '没有这个用户组', data: { fields: [{ path: 'percent', message: '比例已满' }] } })
  renderUi(<ReleaseList />)
  press(await rowOf('1.0.0'), '灰度')
  const dialog = await dialogShown()
  press(dialog, '开始灰度')
  expect(await within(dialog).findByText('请填写比例或选择用户组，二者选一')).toBeInTheDocument()
  expect(within(dialog).getByText('请填写原因')).toBeInTheDocument()
  const percent = dialog.querySelector('input[role=spinbutton]') as HTMLElement
  fireEvent.change(percent, { target: { value: '100' } })
  fill(dialog, '试')
  press(dialog, '开始灰度')
  expect(await within(dialog).findByText('比例须在 1 到 99 之间')).toBeInTheDocument()
  expect(sentTo(startCanary.path)).toEqual([])
  fireEvent.change(percent, { target: { value: '20' } })
  press(dialog, '开始灰度')
  expect(await within(dialog).findByText('比例已满')).toBeInTheDocument()
  expect(sentTo(startCanary.path)).toEqual([{ name: 'member', version: '1.0.0', serial: 7, percent: 20, group: null, reason: '试' }])
})

test('without the permit there are no buttons; without a key there is the command line', async () => {
  signedInAs(['rbac:release:read'])
  const { unmount } = renderUi(<ReleaseList />)
  await rowOf('1.0.0')
  expect(screen.queryByText('回退到此版本')).toBeNull()
  expect(screen.getByText('您没有切换发布版本的权限，仅供查看。')).toBeInTheDocument()
  unmount()
  signedInAs(['rbac:release:read', 'rbac:release:switch'])
  server.on(selectReleases, () => answer({ signs: false }))
  renderUi(<ReleaseList />)
  await rowOf('1.0.0')
  expect(screen.queryByText('回退到此版本')).toBeNull()
  expect(screen.queryByText('结束灰度')).toBeNull()
  expect(screen.getByText('pnpm release member --to <版本>')).toBeInTheDocument()
})

test('versions without a signature are named, and offered to nobody', async () => {
  server.on(selectReleases, () => answer({ refused: [{ name: 'member', moduleName: '会员管理', version: '0.9.0' }] }))
  renderUi(<ReleaseList />)
  // A toast of the test before may still be announced.
  const alert = (await screen.findByText('有版本没有可信的发布签名，不能启用', { exact: false })).closest('[role=alert]')
  expect(alert).toHaveTextContent('会员管理 0.9.0')
})

test('nothing released and nothing read have screens of their own', async () => {
  server.on(selectReleases, { returnCode: CODE.fault, returnMessage: '系统出错了' })
  renderUi(<ReleaseList />)
  fireEvent.click((await screen.findByText(/重\s?试/)).closest('button') as HTMLElement)
  server.on(selectReleases, () => answer({ items: [] }))
  fireEvent.click((await screen.findByText(/重\s?试/)).closest('button') as HTMLElement)
  expect(await screen.findByText('还没有发布过模块')).toBeInTheDocument()
})

test('the figures are read again every fifteen seconds, but not below an open dialog nor in a hidden window', async () => {
  jest.useFakeTimers()
  renderUi(<ReleaseList />)
  const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)))
  await pass(100)
  const read = () => sentTo(selectReleases.path).length
  expect(read()).toBe(1)
  await pass(15_000)
  expect(read()).toBe(2)
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(30_000)
  expect(read()).toBe(2)
  hidden.mockRestore()
  fireEvent(document, new Event('visibilitychange'))
  await pass(100)
  expect(read()).toBe(3)
  fireEvent.click(screen.getByText('回退到此版本').closest('button') as HTMLElement)
  await pass(60_000)
  expect(read()).toBe(3)
})
