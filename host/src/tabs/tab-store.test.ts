import type { ConsoleRoute } from '../routes/route-table'
import { HOME_KEY, MAX_ALIVE, TabStore } from './tab-store'

const route = (path: string, kind: ConsoleRoute['kind'] = 'shell'): ConsoleRoute => ({ name: path, path, title: `页面 ${path}`, menuLink: 'member/Some', kind, parents: [] })
const go = (store: TabStore, pathname: string, search = '', pattern = pathname, kind: ConsoleRoute['kind'] = 'shell') =>
  store.visit({ pathname, search, hash: '' }, route(pattern, kind))
const keys = (store: TabStore) => store.strip.map((t) => t.key)
const alive = (store: TabStore) => store.tabs.filter((t) => t.alive).map((t) => t.key)

let store: TabStore
beforeEach(() => {
  sessionStorage.clear()
  store = new TabStore('1')
})

test('two records of one page are two tabs; one record with another query is the same', () => {
  go(store, '/company/1', '', '/company/:id')
  go(store, '/company/2', '', '/company/:id')
  go(store, '/company/1', '?part=audit', '/company/:id')
  expect(keys(store)).toEqual(['/company/1', '/company/2'])
  expect(store.active).toMatchObject({ key: '/company/1', search: '?part=audit', pattern: '/company/:id' })
})

test('home stands first, whenever it is opened, and cannot be closed or unpinned', () => {
  go(store, '/a')
  go(store, HOME_KEY)
  expect(keys(store)).toEqual([HOME_KEY, '/a'])
  store.pin(HOME_KEY, false)
  expect(store.close([HOME_KEY])).toBeNull()
  expect(store.strip[0]).toMatchObject({ key: HOME_KEY, pinned: true })
})

test('a tab is dragged to the place of another one of its kind, and stays there after a reload; home and the pinned ones stand before', () => {
  for (const path of [HOME_KEY, '/a', '/b', '/c']) go(store, path)
  store.move('/a', '/c')
  expect(keys(store)).toEqual([HOME_KEY, '/b', '/c', '/a'])
  store.move('/a', '/b')
  expect(keys(store)).toEqual([HOME_KEY, '/a', '/b', '/c'])
  store.pin('/c', true)
  for (const [key, to] of [['/a', '/c'], ['/c', '/a'], ['/a', HOME_KEY], [HOME_KEY, '/a'], ['/gone', '/a']] as const) store.move(key, to)
  expect(keys(store)).toEqual([HOME_KEY, '/c', '/a', '/b'])
  expect(keys(new TabStore('1'))).toEqual([HOME_KEY, '/c', '/a', '/b'])
})

test('what was closed together is opened again where it stood, without what was typed; the last closing first', () => {
  for (const path of [HOME_KEY, '/a', '/b', '/c', '/d']) go(store, path)
  store.setDirty('/b', true)
  store.close(['/a'])
  store.close(store.keysFor('/d', 'left'))
  expect(keys(store)).toEqual([HOME_KEY, '/d'])
  expect(store.reopen()).toBe('/c')
  expect(keys(store)).toEqual([HOME_KEY, '/b', '/c', '/d'])
  expect(store.tabs.find((t) => t.key === '/b')).toMatchObject({ dirty: false, alive: false })
  expect([store.reopen(), store.reopen(), keys(store)]).toEqual(['/a', null, [HOME_KEY, '/a', '/b', '/c', '/d']])
})

test('pinned tabs of the person come to stand before the others, unloaded; one that is open is pinned', () => {
  for (const path of [HOME_KEY, '/a', '/b']) go(store, path)
  const pin = (key: string) => ({ key, search: '?x=1', pattern: key, menuLink: 'member/Some', title: key, ownTitle: null })
  store.takePins([pin('/far'), pin('/b')])
  expect(keys(store)).toEqual([HOME_KEY, '/b', '/far', '/a'])
  expect(alive(store)).not.toContain('/far')
  expect(store.pins.map((p) => p.key)).toEqual(['/b', '/far'])
  store.pin('/far', false)
  expect(store.pins.map((p) => p.key)).toEqual(['/b'])
})

test('ten views are kept; the longest unused goes, and lives again when it is visited', () => {
  for (let i = 1; i <= MAX_ALIVE; i++) go(store, `/p${i}`)
  go(store, '/p1')
  go(store, '/p11')
  expect(MAX_ALIVE).toBe(10)
  expect(alive(store)).toHaveLength(10)
  expect(alive(store)).not.toContain('/p2')
  expect(alive(store)).toContain('/p1')
  expect(keys(store)).toHaveLength(11)
  go(store, '/p2')
  expect(alive(store)).toContain('/p2')
  expect(alive(store)).not.toContain('/p3')
})

test('dirty and pinned views are never let go, even above the limit', () => {
  for (let i = 1; i <= 3; i++) go(store, `/p${i}`)
  store.setDirty('/p1', true)
  store.pin('/p2', true)
  for (let i = 4; i <= 14; i++) go(store, `/p${i}`)
  expect(alive(store)).toEqual(expect.arrayContaining(['/p1', '/p2', '/p14']))
  expect(alive(store)).not.toContain('/p3')
  expect(alive(store)).toHaveLength(10)
  for (const key of alive(store)) store.setDirty(key, true)
  go(store, '/p15')
  expect(alive(store)).toHaveLength(11)
})

test('closing answers the neighbour: to the right, else to the left, else home', () => {
  go(store, '/a', '?q=1')
  go(store, '/b')
  go(store, '/c', '?q=3')
  go(store, '/b')
  expect(store.close(['/b'])).toBe('/c?q=3')
  go(store, '/c', '?q=3')
  expect(store.close(['/c'])).toBe('/a?q=1')
  go(store, '/a', '?q=1')
  expect(store.close(['/a'])).toBe(HOME_KEY)
  expect(keys(store)).toEqual([])
})

test('closing another tab leaves the active one; closing several skips those that go with it', () => {
  for (const path of ['/a', '/b', '/c', '/d']) go(store, path)
  go(store, '/b')
  expect(store.close(['/d'])).toBeNull()
  expect(store.close(['/b', '/c'])).toBe('/a')
})

test('keysFor: others, left, right and all spare pinned tabs; self does not', () => {
  go(store, HOME_KEY)
  for (const path of ['/a', '/b', '/c', '/d']) go(store, path)
  store.pin('/a', true)
  expect(keys(store)).toEqual([HOME_KEY, '/a', '/b', '/c', '/d'])
  expect(store.keysFor('/c', 'self')).toEqual(['/c'])
  expect(store.keysFor('/a', 'self')).toEqual(['/a'])
  expect(store.keysFor('/c', 'others')).toEqual(['/b', '/d'])
  expect(store.keysFor('/c', 'left')).toEqual(['/b'])
  expect(store.keysFor('/c', 'right')).toEqual(['/d'])
  expect(store.keysFor('/c', 'all')).toEqual(['/b', '/c', '/d'])
})

test('pinned tabs stand before the others', () => {
  for (const path of ['/a', '/b', '/c']) go(store, path)
  store.pin('/c', true)
  expect(keys(store)).toEqual(['/c', '/a', '/b'])
})

test('a refresh mounts afresh and forgets that something was typed', () => {
  go(store, '/a')
  store.setDirty('/a', true)
  expect(store.anyDirty).toBe(true)
  store.refresh('/a')
  expect(store.active).toMatchObject({ round: 1, dirty: false })
  expect(store.anyDirty).toBe(false)
})

test('a reload of the window finds its tabs, asleep, with query, own title and pin', () => {
  go(store, HOME_KEY)
  go(store, '/company/1', '?part=audit', '/company/:id')
  store.setTitle('/company/1', '万科A')
  store.pin('/company/1', true)
  store.setDirty('/company/1', true)
  const again = new TabStore('1')
  expect(keys(again)).toEqual([HOME_KEY, '/company/1'])
  expect(alive(again)).toEqual([])
  expect(again.tabs[1]).toMatchObject({ search: '?part=audit', pattern: '/company/:id', ownTitle: '万科A', pinned: true, dirty: false })
  go(again, '/company/1', '?part=audit', '/company/:id')
  expect(alive(again)).toEqual(['/company/1'])
  expect(keys(again)).toHaveLength(2)
})

test("another person's tabs are not theirs, and a stored text that is none costs nothing", () => {
  go(store, '/a')
  expect(keys(new TabStore('2'))).toEqual([])
  for (const text of ['{', 'null', '7', '[null]', '[{"key":7}]', '{"key":"/a"}']) {
    sessionStorage.setItem('tabs/3', text)
    expect(keys(new TabStore('3'))).toEqual([])
  }
})

test('a page outside the shell has no tab in the strip and ends when it is left; a kept one stays, and is found after a reload', () => {
  go(store, '/a')
  go(store, '/editForm', '', '/editForm', 'keepAlive')
  go(store, '/preview', '', '/preview', 'bare')
  expect(keys(store)).toEqual(['/a', '/editForm'])
  expect(alive(store)).toEqual(['/a', '/editForm', '/preview'])
  go(store, '/a')
  expect(alive(store)).toEqual(['/a', '/editForm'])
  expect(store.tabs.map((t) => t.key)).not.toContain('/preview')
  expect(keys(new TabStore('1'))).toEqual(['/a', '/editForm'])
})

test('two forms are two editors, each with its query; they are never let go and never pinned', () => {
  const edit = (search: string) => store.visit({ pathname: '/editForm', search, hash: '' }, { ...route('/editForm', 'keepAlive'), keyParams: ['formId'] })
  edit('?formId=1')
  edit('?formId=2&part=list')
  edit('?formId=1&question=q3')
  expect(keys(store)).toEqual(['/editForm?formId=1', '/editForm?formId=2'])
  expect(store.active).toMatchObject({ pathname: '/editForm', search: '?formId=1&question=q3' })
  expect(store.addressOf('/editForm?formId=2')).toBe('/editForm?formId=2&part=list')
  for (let i = 1; i <= MAX_ALIVE + 2; i++) go(store, `/p${i}`)
  expect(alive(store)).toEqual(expect.arrayContaining(['/editForm?formId=1', '/editForm?formId=2']))
  store.pin('/editForm?formId=1', true)
  expect(store.pins).toEqual([])
  const again = new TabStore('1')
  expect(again.tabs.find((t) => t.key === '/editForm?formId=2')).toMatchObject({ pathname: '/editForm', search: '?formId=2&part=list', kind: 'keepAlive' })
  expect(store.close(keys(store).filter((key) => key.startsWith('/p')))).toBe('/editForm?formId=2&part=list')
})

test('pages of one frame share its tab; the frame stays while the page in it changes', () => {
  const frame = { path: '/memberMall/homePage', menuLink: 'mall/MallHome' }
  const framed = (path: string, menuLink: string): ConsoleRoute => ({ ...route(path, 'bare'), menuLink, layout: frame })
  store.visit({ pathname: '/memberMall/homePage', search: '', hash: '' }, framed('/memberMall/homePage', 'mall/MallHome'))
  store.visit({ pathname: '/myShop', search: '?a=1', hash: '' }, framed('/myShop', 'mall/MyShop'))
  expect(store.tabs).toHaveLength(1)
  expect(store.active).toMatchObject({ key: '/memberMall/homePage', pathname: '/myShop', search: '?a=1', pattern: '/myShop', menuLink: 'mall/MyShop', frame: 'mall/MallHome' })
})

test('the address of an open page has its query; of any other it is the path', () => {
  go(store, '/a', '?page=2')
  expect(store.addressOf('/a')).toBe('/a?page=2')
  expect(store.addressOf('/b')).toBe('/b')
})

test('a page that the menu keeps no state of is let go when it is left, unless text was typed there', () => {
  const anew = (pathname: string) => store.visit({ pathname, search: '', hash: '' }, { ...route(pathname), anew: true })
  anew('/board')
  expect(alive(store)).toEqual(['/board'])
  go(store, '/a')
  expect([keys(store), alive(store)]).toEqual([['/board', '/a'], ['/a']])
  anew('/board')
  store.setDirty('/board', true)
  go(store, '/a')
  expect(alive(store)).toEqual(['/board', '/a'])
  // The menu was changed: from now on it is kept.
  store.setDirty('/board', false)
  go(store, '/board')
  go(store, '/a')
  expect(alive(store)).toEqual(['/board', '/a'])
})
