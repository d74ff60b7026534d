import { AppearanceStore } from './appearance'

const DEFAULTS = { theme: 'light', fontSize: 14, compact: false, weak: false }
const stored = (text: string) => {
  localStorage.setItem('appearance', text)
  return new AppearanceStore().settings
}

beforeEach(() => localStorage.clear())

test('nothing stored: light, 14 px, not compact', () => {
  expect(new AppearanceStore().settings).toEqual(DEFAULTS)
})

test('the mirror of last time is taken for the first paint', () => {
  expect(stored('{"theme":"dark","fontSize":18,"compact":true,"weak":true}')).toEqual({ theme: 'dark', fontSize: 18, compact: true, weak: true })
  expect(stored('{"theme":"auto"}')).toEqual({ ...DEFAULTS, theme: 'auto' })
})

test.each(['{', 'null', '7', '"dark"', '[]', '{"theme":"pink"}', '{"fontSize":99}', '{"fontSize":"14"}', '{"fontSize":null,"theme":null}'])('a mirror of %s falls back', (text) => {
  expect(stored(text)).toEqual(DEFAULTS)
})

test('a change is taken in part, mirrored, and bad values fall back one by one', () => {
  const store = new AppearanceStore()
  store.apply({ fontSize: 16 })
  expect(store.settings).toEqual({ ...DEFAULTS, fontSize: 16 })
  store.apply({ theme: 'blue' as never, compact: 1 as never })
  expect(store.settings).toEqual({ theme: 'light', fontSize: 16, compact: true, weak: false })
  store.apply({ fontSize: 15 as never })
  expect(store.settings.fontSize).toBe(14)
  expect(new AppearanceStore().settings).toEqual(store.settings)
})

test('dark follows the choice, and the system only where that is chosen', () => {
  const store = new AppearanceStore()
  store.setSystemDark(true)
  expect(store.dark).toBe(false)
  store.apply({ theme: 'auto' })
  expect(store.dark).toBe(true)
  store.setSystemDark(false)
  expect(store.dark).toBe(false)
  store.apply({ theme: 'dark' })
  expect(store.dark).toBe(true)
})

test('a full storage costs only the mirror', () => {
  const store = new AppearanceStore()
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  store.apply({ theme: 'dark' })
  expect(store.dark).toBe(true)
  full.mockRestore()
})
