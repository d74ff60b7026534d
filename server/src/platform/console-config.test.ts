import { readFileSync } from 'node:fs'
import { parseConsoleConfig } from './console-config'

const parsed = (environment: object) => parseConsoleConfig(JSON.stringify({ environments: [environment] }), 'config.json')

test.each(['host/config.json', 'host/config.example.json'])('%s names the five environments, and is in order', (file) => {
  const { environments } = parseConsoleConfig(readFileSync(file, 'utf8'), file)
  expect(environments.map((e) => e.name)).toEqual(['localhost', 'test', 'preProduction', 'specialPreProduction', 'production'])
})

test('the example has an address of every kind for every environment but localhost', () => {
  const { environments } = parseConsoleConfig(readFileSync('host/config.example.json', 'utf8'), 'example')
  const kinds = ['origins', 'apiHost', 'ssoDesktop', 'ssoMobile', 'downloads', 'imageBase', 'fileBase', 'home', 'mobileSite', 'cookieDomain']
  for (const environment of environments.slice(1)) expect([environment.name, kinds.filter((kind) => !environment[kind])]).toEqual([environment.name, []])
})

test.each([
  ['an origin with a path', { name: 'test', origins: ['https://a.example/x'] }, 'environments.0.origins.0 is no origin'],
  ['an origin without its scheme', { name: 'test', origins: ['a.example'] }, 'environments.0.origins.0 is no origin'],
  ['a wildcard', { name: 'test', origins: ['https://*.example'] }, 'environments.0.origins.0 is no origin'],
  ['an API that is no address', { name: 'test', apiHost: 'api.example' }, 'environments.0.apiHost is no http or https address'],
  ['a sign-on that is a script', { name: 'test', ssoDesktop: 'javascript:alert(1)' }, 'environments.0.ssoDesktop is neither a path nor'],
  ['a home on a host that is not named', { name: 'test', home: '//evil.example' }, 'environments.0.home is neither a path nor'],
  ['an environment without a name', { origins: [] }, 'environments.0.name'],
])('%s stops the start with one sentence', (_what, environment, sentence) => {
  expect(() => parsed(environment)).toThrow(sentence)
})

test('what is no JSON stops the start; what is left out has its default', () => {
  expect(() => parseConsoleConfig('{', 'config.json')).toThrow('config.json is no JSON.')
  expect(parsed({ name: 'test', apiHost: '', origins: ['https://a.example'] })).toMatchObject({ title: '会员信息平台', environments: [{ name: 'test' }] })
})
