import { addressAfterSignIn } from './after-sign-in'

test('without an address to go back to, the person goes home, wherever the environment has it', () => {
  for (const search of ['', '?', '?reback=', '?other=1', '?rebackx=https%3A%2F%2Fa.example']) expect(addressAfterSignIn(search, '/start')).toBe('/start')
})

test('an address to go back to is handed to the server to check, never followed here', () => {
  const back = 'https://www.example.org/companyDetail?id=7&a=万科#x/manager'
  const address = addressAfterSignIn(`?reback=${encodeURIComponent(back)}`, '/start')
  const url = new URL(address, 'http://localhost')
  expect([url.origin, url.pathname, url.searchParams.get('reback')]).toEqual(['http://localhost', '/sso/return', back])
})

test.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example', 'https://www.example.org@evil.example'])('%s stays a parameter of our own address', (back) => {
  const url = new URL(addressAfterSignIn(`?reback=${encodeURIComponent(back)}`, '/start'), 'http://localhost')
  expect([url.origin, url.pathname, [...url.searchParams.keys()], url.hash]).toEqual(['http://localhost', '/sso/return', ['reback'], ''])
})
