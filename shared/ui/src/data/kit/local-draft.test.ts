import { getDraftKey } from '@assoc/contract/platform/session'
import { fakeServer } from '@assoc/http/testing'
import { openSession, session } from '@assoc/session'
import { fakeBrowserStore } from '../../testing-store'
import { LocalDraft } from './local-draft'

const rest = fakeBrowserStore()
const config = { title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'] }] }
const drafts: LocalDraft<string>[] = []
const tab = (key = 'fill/1') => {
  const made = new LocalDraft<string>(key)
  drafts.push(made)
  return made
}
let server: ReturnType<typeof fakeServer>
// Encryption works in a thread of its own, so some real time goes by between the steps of the false clock.
const realTimeout = setTimeout
const later = async (ms = 0) => {
  await jest.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => realTimeout(resolve, 30))
  await jest.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  jest.useFakeTimers()
  rest.clear()
  localStorage.clear()
  openSession(config, () => undefined)
  session().signIn({ userId: '7', token: 'secret' })
  server = fakeServer()
  server.on(getDraftKey, () => ({ key: Buffer.alloc(32, 7).toString('base64') }))
})
afterEach(async () => {
  for (const draft of drafts.splice(0)) draft.close()
  await later()
  server.restore()
  jest.useRealTimers()
})

test('the first key rests at once and encrypted, and what follows within 300 ms', async () => {
  const draft = tab()
  draft.note(() => '机密一')
  await later()
  expect(rest.size).toBe(1)
  const [{ bytes }] = [...rest.values()] as [{ bytes: ArrayBuffer }]
  expect(Buffer.from(bytes).includes('机密一')).toBe(false)
  draft.note(() => '机密二')
  draft.note(() => '机密三')
  await later(200)
  expect(await tab().find()).toEqual(['机密一'])
  await later(100)
  expect(await tab().find()).toEqual(['机密三'])
})

test('a tab does not find its own, another of the same person does and takes it over, somebody else does not', async () => {
  const gone = tab()
  gone.note(() => '没有发出')
  await later()
  expect(await gone.find()).toEqual([])
  session().signIn({ userId: '8', token: 'other' })
  expect(await tab().find()).toEqual([])
  session().signIn({ userId: '7', token: 'secret' })
  expect(await tab('fill/2').find()).toEqual([])
  const next = tab()
  expect(await next.find()).toEqual(['没有发出'])
  await next.forgetOthers()
  expect(rest.size).toBe(0)
})

test('what arrived at the server rests nowhere, and the end of a session costs no key', async () => {
  const draft = tab()
  draft.note(() => '一')
  await later()
  draft.note(() => '二')
  await draft.flush()
  expect(await tab().find()).toEqual(['二'])
  draft.note(() => null)
  await later(400)
  expect(rest.size).toBe(0)
})
