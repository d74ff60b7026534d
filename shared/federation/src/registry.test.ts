import { fitsHostApi, lookUp, type Registry } from './registry'

const registry: Registry = {
  remotes: [
    { name: 'member', version: '1', entry: '/e.js', globalName: 'assoc_member', hostApi: '^1.0.0', integrity: {}, views: [{ menuLink: 'member/CompanyList', title: '公司管理', access: 'member:company:read' }] },
    { name: 'old', version: '1', entry: '/o.js', globalName: 'assoc_old', hostApi: '^2.0.0', integrity: {}, views: [{ menuLink: 'old/Thing', title: '旧', access: 'signedIn' }] },
  ],
}

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
  expect(lookUp(registry, 'member/CompanyList').kind).toBe('found')
  expect(lookUp(registry, 'member/Nothing').kind).toBe('unpublished')
  expect(lookUp(registry, 'nobody/View').kind).toBe('unpublished')
  expect(lookUp(registry, '').kind).toBe('unpublished')
  expect(lookUp(registry, 'old/Thing')).toMatchObject({ kind: 'incompatible', hostApi: '1.0.0' })
})
