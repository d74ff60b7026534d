import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'

// The script runs in <head> before any bundle, so its text is run here as it stands, against a window of our own making.
const script = readFileSync(join(__dirname, 'head.js'), 'utf8')

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/129.0 Safari/537.36'

const ENVIRONMENTS = [
  { name: 'localhost', origins: ['localhost'], mobileSite: 'https://m.local.example' },
  { name: 'test', origins: ['https://test.example.org'], mobileSite: 'https://m.test.example.org/' },
  { name: 'preproduction', origins: ['https://pre.example.org', 'https://pre2.example.org:8443'], mobileSite: 'https://m.pre.example.org' },
  { name: 'special', origins: ['https://special.example.org'] },
  { name: 'production', origins: ['https://www.example.org'], mobileSite: 'https://m.example.org' },
]

interface Given {
  url?: string
  agent?: string
  uaMobile?: boolean
  ratio?: number
  environments?: object[] | undefined
  storage?: Storage
  systemDark?: boolean
}

/** Runs the script and answers what it did. */
function run({ url = 'https://www.example.org/', agent = DESKTOP, uaMobile, ratio = 1, environments = ENVIRONMENTS, storage = localStorage, systemDark = false }: Given = {}) {
  const { origin, pathname, search } = new URL(url)
  const replace = jest.fn<void, [string]>()
  const listeners: Record<string, (event: { persisted?: boolean }) => void> = {}
  const config = document.createElement('script')
  config.id = 'config'
  config.type = 'application/json'
  config.textContent = JSON.stringify({ environments })
  document.getElementById('config')?.remove()
  document.head.append(config)
  const window = {
    location: { origin, pathname, search, replace },
    navigator: { userAgent: agent, ...(uaMobile === undefined ? {} : { userAgentData: { mobile: uaMobile } }) },
    localStorage: storage,
    devicePixelRatio: ratio,
    addEventListener: (name: string, listener: (event: { persisted?: boolean }) => void) => void (listeners[name] = listener),
    matchMedia: () => ({ matches: systemDark }),
  }
  vm.runInNewContext(script, { window, document })
  return { replace, fire: (name: string, event: { persisted?: boolean } = {}) => listeners[name]?.(event) }
}

let width = 1366
beforeEach(() => {
  width = 1366
  localStorage.clear()
  document.documentElement.removeAttribute('style')
  document.documentElement.className = ''
  document.body.removeAttribute('style')
  Object.defineProperty(document.documentElement, 'clientWidth', { configurable: true, get: () => width })
})

const rootFont = () => document.documentElement.style.fontSize

describe('fonts and hairlines', () => {
  test('the root font is a tenth of the width, again after a resize and when the page comes back from the cache', () => {
    const { fire } = run()
    expect(rootFont()).toBe('136.6px')
    width = 1920
    fire('resize')
    expect(rootFont()).toBe('192px')
    width = 1000
    fire('pageshow', { persisted: false })
    expect(rootFont()).toBe('192px')
    fire('pageshow', { persisted: true })
    expect(rootFont()).toBe('100px')
  })

  test.each([[1, '12px'], [1.5, '18px'], [2, '24px']])('at pixel ratio %d the body font is %s', (ratio, size) => {
    run({ ratio })
    expect(document.body.style.fontSize).toBe(size)
  })

  test('hairlines only where half a pixel can be drawn, at ratio 2 or more; the probe is taken away again', () => {
    const height = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(1)
    run({ ratio: 1.5 })
    expect(document.documentElement.classList.contains('hairlines')).toBe(false)
    run({ ratio: 2 })
    expect(document.documentElement.classList.contains('hairlines')).toBe(true)
    document.documentElement.className = ''
    height.mockReturnValue(0)
    run({ ratio: 2 })
    expect(document.documentElement.classList.contains('hairlines')).toBe(false)
    expect(document.body.children).toHaveLength(0)
    height.mockRestore()
  })
})

describe('mobile redirect', () => {
  const goal = (given: Given) => run({ agent: PHONE, ...given }).replace.mock.calls

  test.each([
    ['http://localhost:8080/a?b=1', 'https://m.local.example/a?b=1'],
    ['http://127.0.0.1:8080/', 'https://m.local.example/'],
    ['http://[::1]:8080/', 'https://m.local.example/'],
    ['https://test.example.org/signin/1/2', 'https://m.test.example.org/signin/1/2'],
    ['https://pre.example.org/', 'https://m.pre.example.org/'],
    ['https://pre2.example.org:8443/', 'https://m.pre.example.org/'],
    ['https://www.example.org/success?text=x', 'https://m.example.org/success?text=x'],
  ])('%s goes to %s', (url, to) => {
    expect(goal({ url })).toEqual([[to]])
  })

  test('an environment without a mobile site keeps its visitors', () => {
    expect(goal({ url: 'https://special.example.org/' })).toEqual([])
    expect(goal({ environments: [] })).toEqual([])
  })

  test.each([
    'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/', 'https://test.example.org.evil.example/', 'https://eviltest.example.org/',
    'http://test.example.org/', 'https://test.example.org:444/', 'https://pre2.example.org/',
  ])('%s looks like another environment and is production', (url) => {
    expect(goal({ url })).toEqual([['https://m.example.org/']])
  })

  test('desktops stay; the browser is believed before its name', () => {
    expect(run({ agent: DESKTOP }).replace).not.toHaveBeenCalled()
    expect(run({ agent: PHONE, uaMobile: false }).replace).not.toHaveBeenCalled()
    expect(run({ agent: DESKTOP, uaMobile: true }).replace).toHaveBeenCalledTimes(1)
    expect(run({ agent: 'Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) Mobile/15E148' }).replace).not.toHaveBeenCalled()
    expect(run({ agent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36' }).replace).toHaveBeenCalledTimes(1)
  })

  test('?pc=1 stays here for a day; a parameter that only resembles it does not', () => {
    expect(goal({ url: 'https://www.example.org/?pc=11' })).toHaveLength(1)
    expect(goal({ url: 'https://www.example.org/?xpc=1' })).toHaveLength(1)
    expect(goal({ url: 'https://www.example.org/?a=2&pc=1' })).toEqual([])
    expect(goal({})).toEqual([])
    const until = Number(localStorage.getItem('stayOnDesktop'))
    expect(until - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(until - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
    localStorage.setItem('stayOnDesktop', String(Date.now() - 1))
    expect(goal({})).toHaveLength(1)
  })

  test('closed storage does not break the page', () => {
    const closed = { getItem: () => { throw new Error('closed') }, setItem: () => { throw new Error('closed') } } as unknown as Storage
    expect(goal({ storage: closed })).toHaveLength(1)
    expect(goal({ storage: closed, url: 'https://www.example.org/?pc=1' })).toEqual([])
    expect(rootFont()).toBe('136.6px')
  })

  test.each(['https://www.example.org', 'https://www.example.org/', 'https://WWW.Example.org/mobile', 'not an address', '/mobile'])('a mobile site of %s makes no loop', (mobileSite) => {
    const environments = [{ name: 'production', origins: ['https://www.example.org'], mobileSite }]
    expect(goal({ environments })).toEqual([])
    expect(rootFont()).toBe('136.6px')
  })
})

test('the first paint takes the theme of last time', () => {
  const theme = () => document.documentElement.dataset['theme']
  run()
  expect(theme()).toBe('light')
  localStorage.setItem('appearance', '{"theme":"dark"}')
  run()
  expect(theme()).toBe('dark')
  localStorage.setItem('appearance', '{"theme":"auto"}')
  run({ systemDark: true })
  expect(theme()).toBe('dark')
  run({ systemDark: false })
  expect(theme()).toBe('light')
  for (const text of ['{', 'null', '7', '{"theme":"<b>"}']) {
    localStorage.setItem('appearance', text)
    run()
    expect(theme()).toBe('light')
  }
})
