import { CODE } from '@assoc/contract'
import { countUnread, savePreference, selectPreferences } from '@assoc/contract/platform/workspace'
import { queryUserCenterByUserId } from '@assoc/contract/rbac/own'
import { fakeServer } from '@assoc/http/testing'
import type { SessionStore } from '@assoc/session'
import { signedInAs } from '@assoc/session/testing'
import { appearance } from '@assoc/ui'
import { runInAction } from 'mobx'
import { TabStore } from '../tabs/tab-store'
import { WorkspaceStore } from './workspace-store'

const page = (path: string) => ({ path, title: `页面 ${path}` })

let server: ReturnType<typeof fakeServer>
let session: SessionStore
let preferences: Record<string, unknown>

const saved = (key: string) => server.sent.filter((s) => s.path === savePreference.path).map((s) => s.input as { key: string; value: unknown }).filter((i) => i.key === key)

beforeEach(() => {
  sessionStorage.clear()
  jest.useFakeTimers()
  session = signedInAs([], '7')
  server = fakeServer()
  preferences = {}
  server.on(queryUserCenterByUserId, () => ({ userId: '7', realName: '李会员' }))
  server.on(selectPreferences, () => preferences)
  server.on(savePreference, () => ({}))
  server.on(countUnread, () => ({ unread: 3 }))
})
afterEach(() => {
  jest.clearAllTimers()
  server.restore()
  jest.useRealTimers()
})

test('loading brings the person, their favourites, recent pages and appearance', async () => {
  preferences = { favourites: [page('/a')], home: [page('/b')], appearance: { theme: 'dark', fontSize: 16, compact: true } }
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  expect(workspace.person?.realName).toBe('李会员')
  expect([workspace.favourites, workspace.recent]).toEqual([[page('/a')], [page('/b')]])
  expect(appearance.settings).toEqual({ theme: 'dark', fontSize: 16, compact: true, weak: false })
  expect(server.sent.find((s) => s.path === queryUserCenterByUserId.path)?.input).toEqual({ userId: '7' })
})

test('settings of another shape are left out', async () => {
  preferences = { favourites: [page('/a'), { path: 7, title: 'x' }, null, 'x', { title: 'no path' }], home: 'x', appearance: 'x' }
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  expect([workspace.favourites, workspace.recent]).toEqual([[page('/a')], []])
})

test('one call that fails does not cost the other', async () => {
  server.on(queryUserCenterByUserId, { returnCode: CODE.fault, returnMessage: '系统出错了' })
  preferences = { favourites: [page('/a')] }
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  expect(workspace.person).toBeNull()
  expect(workspace.favourites).toEqual([page('/a')])
})

test('favourites are toggled and kept on the server, at most thirty', async () => {
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  workspace.toggleFavourite(page('/a'))
  expect(workspace.isFavourite('/a')).toBe(true)
  workspace.toggleFavourite(page('/b'))
  workspace.toggleFavourite(page('/a'))
  await jest.advanceTimersByTimeAsync(100)
  expect(workspace.favourites).toEqual([page('/b')])
  expect(saved('favourites').map((s) => s.value)).toEqual([[page('/a')], [page('/a'), page('/b')], [page('/b')]])
  for (let i = 0; i < 40; i++) workspace.toggleFavourite(page(`/p${i}`))
  expect(workspace.favourites).toHaveLength(30)
  expect(workspace.isFavourite('/p39')).toBe(true)
})

test('recent pages: the newest first, each once, eight at most, never home; sent once the person rests', async () => {
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  for (const path of ['/1', '/2', '/', '/1', '/3', '/4', '/5', '/6', '/7', '/8', '/9']) workspace.visited(page(path))
  expect(workspace.recent.map((r) => r.path)).toEqual(['/9', '/8', '/7', '/6', '/5', '/4', '/3', '/1'])
  await jest.advanceTimersByTimeAsync(9_900)
  expect(saved('home')).toEqual([])
  await jest.advanceTimersByTimeAsync(200)
  expect(saved('home')).toHaveLength(1)
})

test('the page with which the console was opened is a recent one, although it is visited before the settings are read', async () => {
  preferences = { home: [page('/old')] }
  const workspace = new WorkspaceStore(session)
  const loading = workspace.load()
  workspace.visited(page('/first'))
  await loading
  expect(workspace.recent.map((r) => r.path)).toEqual(['/first', '/old'])
})

test('favourites that could not be read are not overwritten by the next one', async () => {
  preferences = { favourites: [page('/a'), page('/b')] }
  server.on(savePreference, ({ key, value }: { key: string; value: unknown }) => {
    preferences = { ...preferences, [key]: value }
    return {}
  })
  server.on(selectPreferences, { returnCode: CODE.fault, returnMessage: '系统出错了' })
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  server.on(selectPreferences, () => preferences)
  workspace.toggleFavourite(page('/c'))
  await jest.advanceTimersByTimeAsync(1_000)
  expect(preferences['favourites']).toEqual(expect.arrayContaining([page('/a'), page('/b')]))
})

test('the number on the bell comes after the first rows, then every minute, and not for a session that has ended', async () => {
  const asked = () => server.sent.filter((s) => s.path === countUnread.path)
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  await jest.advanceTimersByTimeAsync(3_000)
  expect(asked()).toHaveLength(0)
  await jest.advanceTimersByTimeAsync(1_500)
  expect([asked().length, workspace.unread]).toEqual([1, 3])
  await jest.advanceTimersByTimeAsync(60_000)
  expect(asked()).toHaveLength(2)
  runInAction(() => (session.userInfo = null))
  await jest.advanceTimersByTimeAsync(180_000)
  expect(asked()).toHaveLength(2)
})

test('loading again starts no second round of polling; nobody signed in is asked nothing', async () => {
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  await workspace.load()
  await jest.advanceTimersByTimeAsync(10_000)
  const before = server.sent.length
  await jest.advanceTimersByTimeAsync(60_000)
  expect(server.sent.length - before).toBe(1)
  runInAction(() => (session.userInfo = null))
  const count = server.sent.length
  await new WorkspaceStore(session).load()
  expect(server.sent).toHaveLength(count)
})

test('appearance is applied at once and kept; a value that is none falls back', async () => {
  const workspace = new WorkspaceStore(session)
  workspace.setAppearance({ theme: 'auto', fontSize: 99 as never })
  await jest.advanceTimersByTimeAsync(10)
  expect(appearance.settings).toMatchObject({ theme: 'auto', fontSize: 14 })
  expect(saved('appearance').at(-1)?.value).toMatchObject({ theme: 'auto', fontSize: 14 })
})

test('recent pages survive a reload before they are saved, for the same person alone', () => {
  const first = new WorkspaceStore(signedInAs([], '1'))
  first.visited(page('/just-now'))
  expect(new WorkspaceStore(signedInAs([], '1')).recent).toEqual([page('/just-now')])
  expect(new WorkspaceStore(signedInAs([], '2')).recent).toEqual([])
})

test('pinned tabs are the person’s: those that are kept come into the strip, and what becomes of them is kept once they rest', async () => {
  const pin = { key: '/far', search: '', pattern: '/far', menuLink: 'member/Some', title: '远处', ownTitle: null }
  preferences = { tabs: [pin, { key: 'no path', menuLink: 'x' }, null] }
  const workspace = new WorkspaceStore(session)
  const tabs = new TabStore('7')
  const stop = workspace.keepPins(tabs)
  await workspace.load()
  expect(tabs.pins).toEqual([pin])
  await jest.advanceTimersByTimeAsync(2_000)
  expect(saved('tabs')).toEqual([])
  tabs.pin('/far', false)
  await jest.advanceTimersByTimeAsync(2_000)
  expect(saved('tabs').map((s) => s.value)).toEqual([[]])
  stop()
})

test('the tour is offered until it was gone through or put away, which is kept', async () => {
  const workspace = new WorkspaceStore(session)
  await workspace.load()
  expect(workspace.toured).toBe(false)
  workspace.startTour()
  workspace.endTour()
  await jest.advanceTimersByTimeAsync(10)
  expect([workspace.toured, workspace.touring, saved('tour').map((s) => s.value)]).toEqual([true, false, [true]])
  const again = new WorkspaceStore(session)
  preferences = { tour: true }
  await again.load()
  expect(again.toured).toBe(true)
})
