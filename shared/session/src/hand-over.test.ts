import { hash, webcrypto } from 'node:crypto'
import { TextEncoder as NodeTextEncoder } from 'node:util'
import { withChallenge } from './challenge'
import { isElsewhere, signOnCodeIn, takeVerifier } from './hand-over'
import { openSession } from './index'

const CODE = 'c'.repeat(43)
const own = window.crypto
beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
  Object.assign(globalThis, { TextEncoder: NodeTextEncoder })
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => Object.defineProperty(globalThis, 'crypto', { value: own, configurable: true }))

test('a sign-on of another origin is given the digest of what this tab keeps, which is good once', async () => {
  const address = new URL(await withChallenge('https://sign-on.example/login?reback=x'))
  const verifier = takeVerifier() ?? ''
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(address.searchParams.get('challenge')).toBe(hash('sha256', verifier, 'base64url'))
  expect(takeVerifier()).toBeNull()
})

test('the page goes to a sign-on elsewhere with a challenge beside reback, and to its own without', async () => {
  const go = (ssoDesktop: string) =>
    new Promise<string>((resolve) => {
      openSession({ title: '', organisation: '', environments: [{ name: 'localhost', origins: ['localhost'], ssoDesktop }] }, resolve).goToSignOn()
    })
  const reback = encodeURIComponent('http://localhost/' + '/manager')
  expect(await go('/login')).toBe(`/login?reback=${reback}`)
  expect(sessionStorage.getItem('signOnVerifier')).toBeNull()
  expect(await go('https://sign-on.example/login')).toMatch(new RegExp(`^https://sign-on\\.example/login\\?reback=${reback.replace(/\./g, '\\.')}&challenge=[\\w-]{43}$`))
  expect([isElsewhere('/login'), isElsewhere('http://localhost/x'), isElsewhere('http://localhost:81/x')]).toEqual([false, false, true])
})

test('the code is taken off the end of an address, and nothing else of it', () => {
  expect(signOnCodeIn(`https://a.example/x?y=1#signOnCode=${CODE}`)).toEqual({ code: CODE, address: 'https://a.example/x?y=1' })
  expect(signOnCodeIn(`https://a.example/x#part&signOnCode=${CODE}`)).toEqual({ code: CODE, address: 'https://a.example/x#part' })
  for (const href of ['https://a.example/#signOnCode=short', `https://a.example/?signOnCode=${CODE}`, `https://a.example/#signOnCode=${CODE}&more`]) expect(signOnCodeIn(href)).toBeNull()
})
