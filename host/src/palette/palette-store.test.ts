import { searchRecords } from '@assoc/contract/platform/workspace'
import type { MenuNode } from '@assoc/contract/rbac/own'
import { fakeServer } from '@assoc/http/testing'
import type { SessionStore } from '@assoc/session'
import { signedInAs } from '@assoc/session/testing'
import { runInAction } from 'mobx'
import { PaletteStore, leaves } from './palette-store'

const node = (menuName: string, menuPath: string, children: MenuNode[] = []): MenuNode => ({
  menuId: menuPath, parentId: '0', menuName, menuPath, menuLink: children.length ? '' : 'a/B', icon: null, sortNo: 1, children,
})
const tree = [node('会员管理', '/member', [node('公司列表', '/member/companyList'), node('短信群发', '/member/text')]), node('会议室预约', '/meeting/rooms')]

const company = (label: string) => ({ group: '公司', label, hint: '000002', link: `/member/company/${label}` })

let session: SessionStore
let server: ReturnType<typeof fakeServer>
let workspace: { favourites: { path: string; title: string }[]; recent: { path: string; title: string }[] }

const open = (permits: string[] = []) => {
  session = signedInAs(permits)
  runInAction(() => (session.menuList = tree))
  return new PaletteStore(session, () => workspace)
}
const labels = (store: PaletteStore) => store.hits.map((h) => `${h.group}：${h.label}`)

beforeEach(() => {
  jest.useFakeTimers()
  server = fakeServer()
  workspace = { favourites: [], recent: [] }
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

test('leaves carry the names above them', () => {
  expect(leaves(tree).map((l) => [l.label, l.hint, l.path])).toEqual([
    ['公司列表', '会员管理', '/member/companyList'],
    ['短信群发', '会员管理', '/member/text'],
    ['会议室预约', '', '/meeting/rooms'],
  ])
})

test('before anything is typed: favourites, recent pages, menu; each address once', () => {
  workspace = { favourites: [{ path: '/member/text', title: '短信群发' }], recent: [{ path: '/meeting/rooms', title: '会议室预约' }, { path: '/member/text', title: '短信群发' }] }
  expect(labels(open())).toEqual(['收藏：短信群发', '最近：会议室预约', '菜单：公司列表'])
})

test.each([
  ['公司', '公司列表'],
  ['gongsi', '公司列表'],
  ['gslb', '公司列表'],
  ['HYSYY', '会议室预约'],
])('%s finds %s', async (keyword, label) => {
  const store = open()
  await store.learnPinyin()
  store.type(keyword)
  expect(labels(store)).toEqual([`菜单：${label}`])
})

test('Chinese is found before pinyin is there; nonsense finds nothing', async () => {
  const store = open()
  store.type(' 短信 ')
  expect(labels(store)).toEqual(['菜单：短信群发'])
  await store.learnPinyin()
  store.type('zzzz')
  expect(store.hits).toEqual([])
})

test('a favourite that matches stands before menu entries that match', async () => {
  workspace = { favourites: [{ path: '/member/company/7', title: '公司详情 万科' }], recent: [{ path: '/member/companyList', title: '公司列表' }] }
  const store = open()
  await store.learnPinyin()
  store.type('gs')
  expect(labels(store)).toEqual(['收藏：公司详情 万科', '最近：公司列表'])
})

test('records are asked for once typing rests, from two characters on', async () => {
  server.on(searchRecords, () => [company('万科A')])
  const store = open()
  store.type('万')
  await jest.advanceTimersByTimeAsync(2_000)
  expect(server.sent).toEqual([])
  store.type('万科')
  await jest.advanceTimersByTimeAsync(100)
  store.type('万科A ')
  await jest.advanceTimersByTimeAsync(2_000)
  expect(server.sent.map((s) => s.input)).toEqual([{ keyword: '万科A' }])
  expect(store.hits).toEqual([{ group: '公司', label: '万科A', hint: '000002', path: '/member/company/万科A' }])
  store.type('')
  expect(store.hits.map((h) => h.group)).not.toContain('公司')
})

test('records of a view that does not stand in the menu are not offered', async () => {
  server.on(searchRecords, () => [{ group: '会员', label: '乌有', hint: '', link: '/go/a/B?record=1' }, { group: '账单', label: 'HF1', hint: '', link: '/go/a/C?record=2' }])
  const store = open()
  store.type('乌有')
  await jest.advanceTimersByTimeAsync(2_000)
  expect(labels(store)).toEqual(['会员：乌有'])
})

test('the latest answer wins, however late an older one comes', async () => {
  const waiting: Record<string, (found: unknown) => void> = {}
  server.on(searchRecords, (input: { keyword: string }) => new Promise((resolve) => (waiting[input.keyword] = resolve)))
  const store = open()
  store.type('万科')
  await jest.advanceTimersByTimeAsync(300)
  store.type('平安')
  await jest.advanceTimersByTimeAsync(300)
  waiting['平安']?.([company('平安银行')])
  await jest.advanceTimersByTimeAsync(0)
  waiting['万科']?.([company('万科A')])
  await jest.advanceTimersByTimeAsync(0)
  expect(labels(store)).toEqual(['公司：平安银行'])
})

test('a search that fails leaves the menu usable', async () => {
  server.on(searchRecords, () => {
    throw new Error('away')
  })
  const store = open()
  store.type('公司')
  await jest.advanceTimersByTimeAsync(2_000)
  expect(labels(store)).toEqual(['菜单：公司列表'])
})

test('arrows go round; a new word begins at the top', () => {
  const store = open()
  store.move(-1)
  expect(store.active).toBe(2)
  store.move(1)
  expect(store.active).toBe(0)
  store.point(1)
  store.type('公司')
  expect(store.active).toBe(0)
  store.type('没有的东西')
  store.move(1)
  expect(store.active).toBe(0)
})
