import type { RemoteRelease } from './registry'
import { fitsHostApi, lookUp } from './registry'

const some = { base: '/remotes/x/', rule: { kind: 'all' as const }, calls: [], integrity: {} }
const remotes: RemoteRelease[] = [
  { ...some, name: 'member', version: '1', entry: '/e.js', globalName: 'assoc_member', hostApi: '^1.0.0', views: [{ menuLink: 'member/CompanyList', title: '公司管理', access: 'member:company:read' }] },
  { ...some, name: 'old', version: '1', entry: '/o.js', globalName: 'assoc_old', hostApi: '^2.0.0', views: [{ menuLink: 'old/Thing', title: '旧', access: 'signedIn' }] },
]

test.each([
  ['^1.0.0', '1.0.0', true],
  ['^1.0.0', '1.4.2', true],
  ['^1.2.0', '1.1.9', false],
  ['^1.2.3', '1.2.2', false],
  ['^1.0.0', '2.0.0', false],
  ['^0.2.0', '0.3.0', false],
  ['1.0.0', '1.0.0', false],
  ['*', '1.0.0', false],
  ['', '1.0.0', false],
])('%s over %s: %s', (range, version, fits) => {
  expect(fitsHostApi(range, version)).toBe(fits)
})

test('a view is found, unpublished, or of a release that does not fit', () => {
  expect(lookUp(remotes, 'member/CompanyList').kind).toBe('found')
  expect(lookUp(remotes, 'member/Nothing').kind).toBe('unpublished')
  expect(lookUp(remotes, 'nobody/View').kind).toBe('unpublished')
  expect(lookUp(remotes, '').kind).toBe('unpublished')
  expect(lookUp(remotes, 'old/Thing')).toMatchObject({ kind: 'incompatible', hostApi: '1.0.0' })
})
