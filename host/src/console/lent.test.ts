import { LENT_KEY } from './arrival'
import { LentRemotes } from './lent'

const HERE = 'http://127.0.0.1:8200'
const release = { name: 'member', version: '1-a', entry: 'e.js', integrity: {}, views: [], globalName: 'g', hostApi: '^1.0.0', calls: [] }
const released = [{ ...release, version: '0', base: '/remotes/member/0/', rule: { kind: 'all' as const } }]
let answer: unknown = release

beforeEach(() => {
  localStorage.clear()
  answer = release
  AbortSignal.timeout ??= () => new AbortController().signal
  globalThis.fetch = (async () => ({ ok: answer !== null, json: async () => answer })) as unknown as typeof fetch
})

test('only what the environment lists is taken from the address, and it stays until it is reset', async () => {
  const lent = new LentRemotes([HERE])
  expect(lent.begin(`https://t.example/a?x=1&remote=member@${HERE}&remote=mall@http://127.0.0.1:9999&remote=nonsense#h`)).toBe('/a?x=1#h')
  expect(lent.refused).toEqual(['mall@http://127.0.0.1:9999', 'nonsense'])
  expect(await lent.instead(released)).toEqual([{ ...release, base: `${HERE}/`, rule: { kind: 'all' } }])
  expect(lent.used).toEqual({ member: HERE })
  expect(localStorage.getItem(LENT_KEY)).toBe(`{"member":"${HERE}"}`)
  expect(new LentRemotes([HERE]).begin('https://t.example/a?x=1')).toBeNull()
  // History refuses an address of another host, and the page would stay blank.
  expect(new LentRemotes([HERE]).begin(`https://t.example//a?remote=member@${HERE}`)).toBe('/a')
})

test('what is kept from before is not used where the environment does not list it', async () => {
  localStorage.setItem(LENT_KEY, `{"member":"${HERE}"}`)
  expect(await new LentRemotes([]).instead(released)).toEqual(released)
})

test.each([[null], [{ ...release, name: 'other' }], [{ name: 'member' }]])('an answer of %j leaves the released one where it is, and says so', async (given) => {
  localStorage.setItem(LENT_KEY, `{"member":"${HERE}"}`)
  answer = given
  const lent = new LentRemotes([HERE])
  expect(await lent.instead(released)).toEqual(released)
  expect(lent.refused).toEqual([`member@${HERE}`])
})

test('a change is noticed by its version; a machine that is away is no change', async () => {
  localStorage.setItem(LENT_KEY, `{"member":"${HERE}"}`)
  const lent = new LentRemotes([HERE])
  await lent.instead(released)
  expect(await lent.changed()).toBe(false)
  answer = null
  expect(await lent.changed()).toBe(false)
  answer = { ...release, version: '1-b' }
  expect(await lent.changed()).toBe(true)
})
