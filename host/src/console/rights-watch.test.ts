import { CODE } from '@assoc/contract'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { loginOutTheUser, queryMenuListByUserId, type MenuNode } from '@assoc/contract/rbac/own'
import { api } from '@assoc/http'
import { fakeServer } from '@assoc/http/testing'
import type { SessionStore } from '@assoc/session'
import { signedInAs } from '@assoc/session/testing'
import { REFRESH_GAP_MS, watchRights } from './rights-watch'

const leaf = (menuId: string): MenuNode => ({ menuId, parentId: '0', menuName: menuId, menuPath: `/${menuId}`, menuLink: 'member/Some', icon: null, sortNo: 1, children: [] })

let server: ReturnType<typeof fakeServer>
let session: SessionStore
let clock: number
let stop: () => void

beforeEach(() => {
  server = fakeServer()
  session = signedInAs(['member:company:read'])
  session.menuList = [leaf('1')]
  server.on(queryMenuListByUserId, () => [leaf('1'), leaf('2')])
  server.on(selectCurrUserPermits, () => ['meeting:room:read'])
  server.on(loginOutTheUser, () => ({}))
  clock = 1_000_000
  stop = watchRights(session, () => clock)
})
afterEach(() => {
  stop()
  server.restore()
})

const ask = () => api(selectPreferences, {}).catch((error: unknown) => error)
const menus = () => server.sent.filter((s) => s.path === queryMenuListByUserId.path).length
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a refused call has menu and permits read again', async () => {
  server.on(selectPreferences, { returnCode: CODE.forbidden })
  await ask()
  await settled()
  expect(session.menuList.map((m) => m.menuId)).toEqual(['1', '2'])
  expect([...session.permitList]).toEqual(['meeting:room:read'])
})

test('many refusals cause one reading in 30 seconds', async () => {
  server.on(selectPreferences, { returnCode: CODE.forbidden })
  for (let i = 0; i < 4; i++) await ask()
  await settled()
  expect(menus()).toBe(1)
  clock += REFRESH_GAP_MS
  await ask()
  await settled()
  expect(menus()).toBe(2)
})

test('other refusals and good answers cause none', async () => {
  server.on(selectPreferences, { returnCode: CODE.notFound })
  await ask()
  server.on(selectPreferences, () => ({}))
  await ask()
  await settled()
  expect(menus()).toBe(0)
})

test('a password that must be changed ends the session here: the login page has that step', async () => {
  server.on(selectPreferences, { returnCode: CODE.mustChangePassword })
  await ask()
  await settled()
  expect(session.signedIn).toBe(false)
})
