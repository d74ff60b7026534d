import { CODE } from '@assoc/contract'
import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { loginOutTheUser } from '@assoc/contract/rbac/own'
import { fakeServer } from '@assoc/http/testing'
import { openSession, session } from '@assoc/session'
import { fakeBrowserStore } from '../../testing-store'
import { DraftKeeper } from './draft-store'

const rest = fakeBrowserStore()

const KEY = 'rbac/DeptForm'
const config = { title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }

const keepers: DraftKeeper[] = []
const keep = (key: string) => {
  const keeper = new DraftKeeper(key)
  keepers.push(keeper)
  return keeper
}

let server: ReturnType<typeof fakeServer>
let remote: { content: unknown; savedTime: string } | null

// Encryption works in a thread of its own, so some real time goes by between the steps of the false clock.
const realTimeout = setTimeout
const later = async (ms = 0) => {
  await jest.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => realTimeout(resolve, 30))
  await jest.advanceTimersByTimeAsync(0)
}
const sent = (call: { path: string }) => server.sent.filter((s) => s.path === call.path).map((s) => s.input)
const away = () => {
  throw new Error('away')
}

beforeEach(() => {
  jest.useFakeTimers()
  jest.setSystemTime(new Date('2026-03-01T08:00:00Z'))
  rest.clear()
  remote = null
  localStorage.clear()
  openSession(config, () => undefined)
  session().signIn({ userId: '7', token: 'secret' })
  server = fakeServer()
  server.on(getDraftKey, () => ({ key: Buffer.alloc(32, 7).toString('base64') }))
  server.on(selectDraft, () => remote)
  server.on(saveDraft, ({ content }: { content: unknown }) => {
    remote = { content, savedTime: new Date().toISOString() }
    return { savedTime: remote.savedTime }
  })
  server.on(deleteDraft, () => {
    remote = null
    return {}
  })
})
afterEach(async () => {
  server.on(saveDraft, () => ({ savedTime: '' }))
  for (const keeper of keepers.splice(0)) keeper.close()
  await later(0)
  server.restore()
  jest.useRealTimers()
})

test('typing is sent to the server once it rests for two seconds, with the last content', async () => {
  const keeper = keep(KEY)
  keeper.note({ name: '会' })
  await later(1_500)
  keeper.note({ name: '会员部' })
  await later(1_900)
  expect(sent(saveDraft)).toEqual([])
  await later(200)
  expect(sent(saveDraft)).toEqual([{ key: KEY, content: { name: '会员部' } }])
  expect(rest.size).toBe(0)
  await later(10_000)
  expect(sent(saveDraft)).toHaveLength(1)
  expect((await keep(KEY).find())?.content).toEqual({ name: '会员部' })
})

test('what cannot be sent rests in this browser, encrypted, and is found again', async () => {
  server.on(saveDraft, away)
  const keeper = keep(KEY)
  keeper.note({ name: '机密名称' })
  await later(2_100)
  expect([...rest.keys()]).toEqual([`7/${KEY}`])
  const { bytes, iv } = rest.get(`7/${KEY}`) as { bytes: ArrayBuffer; iv: Uint8Array }
  expect(iv).toHaveLength(12)
  expect(Buffer.from(bytes).includes('机密名称')).toBe(false)
  expect(await keep(KEY).find()).toEqual({ content: { name: '机密名称' }, savedTime: expect.stringMatching(/^2026-03-01T08:00:02/) as string })
})

test('of two drafts the newer one is found, wherever it rests', async () => {
  server.on(saveDraft, away)
  keep(KEY).note({ name: '本机' })
  await later(2_100)
  remote = { content: { name: '服务器' }, savedTime: '2026-03-01T07:00:00.000Z' }
  expect((await keep(KEY).find())?.content).toEqual({ name: '本机' })
  remote = { content: { name: '服务器' }, savedTime: '2026-03-01T09:00:00.000Z' }
  expect((await keep(KEY).find())?.content).toEqual({ name: '服务器' })
})

test('no draft is none, also when the server is away', async () => {
  expect(await keep(KEY).find()).toBeNull()
  server.on(selectDraft, away)
  expect(await keep(KEY).find()).toBeNull()
})

test('somebody else at the same machine does not find it; neither does another form', async () => {
  server.on(saveDraft, away)
  keep(KEY).note({ name: '机密名称' })
  await later(2_100)
  expect(await keep('rbac/PostForm').find()).toBeNull()
  session().signIn({ userId: '8', token: 'other' })
  expect(await keep(KEY).find()).toBeNull()
})

test('a text that this key does not open is no draft', async () => {
  rest.set(`7/${KEY}`, { iv: new Uint8Array(12), bytes: new Uint8Array(40).buffer, savedTime: '2026-03-01T09:00:00.000Z' })
  remote = { content: { name: '服务器' }, savedTime: '2026-03-01T07:00:00.000Z' }
  expect((await keep(KEY).find())?.content).toEqual({ name: '服务器' })
})

test('a session that ends before the pause is over does not cost the text', async () => {
  const keeper = keep(KEY)
  keeper.note({ name: '写了一半' })
  await later(500)
  session().invalidate('登录已过期')
  await later(0)
  await later(5_000)
  expect([...rest.keys()]).toEqual([`7/${KEY}`])
  expect(sent(saveDraft)).toEqual([])
  openSession(config, () => undefined)
  session().signIn({ userId: '7', token: 'again' })
  expect((await keep(KEY).find())?.content).toEqual({ name: '写了一半' })
})

test('a session that has ended while the draft was sent keeps it here', async () => {
  server.on(saveDraft, { returnCode: CODE.sessionExpired, returnMessage: '登录已过期' })
  const keeper = keep(KEY)
  keeper.note({ name: '写了一半' })
  await later(2_100)
  expect([...rest.keys()]).toEqual([`7/${KEY}`])
})

test('nothing is kept at the end of a session when all has been sent, or nothing was typed', async () => {
  const keeper = keep(KEY)
  keeper.note({ name: '会员部' })
  await later(2_100)
  keep('rbac/PostForm')
  session().invalidate('登录已过期')
  await later(4_000)
  expect(rest.size).toBe(0)
})

test('dropping forgets it in both places and sends nothing more', async () => {
  server.on(saveDraft, away)
  const keeper = keep(KEY)
  keeper.note({ name: '一' })
  await later(2_100)
  keeper.note({ name: '二' })
  await keeper.drop()
  await later(5_000)
  expect([rest.size, remote]).toEqual([0, null])
  expect(sent(deleteDraft)).toEqual([{ key: KEY }])
  expect(sent(saveDraft)).toHaveLength(1)
})

test('dropping while the server is away still forgets it here', async () => {
  server.on(saveDraft, away)
  server.on(deleteDraft, away)
  const keeper = keep(KEY)
  keeper.note({ name: '一' })
  await later(2_100)
  await keeper.drop()
  expect(rest.size).toBe(0)
})

test('closing sends at once what was noted, and only that', async () => {
  const keeper = keep(KEY)
  keeper.note({ name: '会员部' })
  keeper.close()
  await later(0)
  expect(sent(saveDraft)).toEqual([{ key: KEY, content: { name: '会员部' } }])
  keep(KEY).close()
  await later(5_000)
  expect(sent(saveDraft)).toHaveLength(1)
})

test('a keeper that rested with its tab and is used again has kept its text when the person signs out', async () => {
  const left: string[][] = []
  openSession(config, () => void left.push([...rest.keys()]))
  server.on(loginOutTheUser, () => ({}))
  const keeper = keep(KEY)
  keeper.note({ name: '一' })
  keeper.close()
  await later(0)
  keeper.note({ name: '二' })
  await later(500)
  void session().logout()
  await later(0)
  await later(0)
  expect(left).toEqual([[`7/${KEY}`]])
})

test('a browser without a database loses nothing else', async () => {
  const { open } = globalThis.indexedDB
  globalThis.indexedDB.open = () => {
    throw new Error('not allowed')
  }
  server.on(saveDraft, away)
  const keeper = keep(KEY)
  keeper.note({ name: '一' })
  await later(2_100)
  remote = { content: { name: '服务器' }, savedTime: '2026-03-01T07:00:00.000Z' }
  expect((await keeper.find())?.content).toEqual({ name: '服务器' })
  await expect(keeper.drop()).resolves.toBeUndefined()
  globalThis.indexedDB.open = open
})

test('a draft that is on its way while its record is saved is gone afterwards', async () => {
  let arrive = () => undefined as void
  const slow = new Promise<void>((resolve) => (arrive = resolve))
  server.on(saveDraft, async ({ content }: { content: unknown }) => {
    await slow
    remote = { content, savedTime: new Date().toISOString() }
    return { savedTime: remote.savedTime }
  })
  const keeper = keep(KEY)
  keeper.note({ deptName: '会员部' })
  await later(2000)
  expect(sent(saveDraft)).toHaveLength(1)
  const dropped = keeper.drop()
  await later()
  expect(sent(deleteDraft)).toEqual([])
  arrive()
  await later()
  await dropped
  expect([sent(deleteDraft).length, remote]).toEqual([1, null])
})
