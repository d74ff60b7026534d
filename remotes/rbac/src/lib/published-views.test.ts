import { publishedViews } from './published-views'

const view = (menuLink: string) => ({ menuLink, title: menuLink, access: 'signedIn' })
// As the server gives it: the registry is a text within, for that text is what was signed.
const signed = { payload: JSON.stringify({ serial: 2, remotes: [{ name: 'rbac', views: [view('rbac/A'), view('rbac/B')] }, { name: 'rbac', views: [view('rbac/B'), view('rbac/C')] }] }), signature: '', keyId: '' }
const answers = (give: () => unknown) => {
  globalThis.fetch = (async () => give()) as unknown as typeof fetch
}

beforeEach(() => {
  document.head.innerHTML = ''
})

test('the views of all live releases, a canary’s too, each once', async () => {
  answers(() => ({ ok: true, json: async () => signed }))
  expect((await publishedViews()).map((v) => v.menuLink)).toEqual(['rbac/A', 'rbac/B', 'rbac/C'])
})

test('without an answer those that the page came with; without both none', async () => {
  answers(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(await publishedViews()).toEqual([])
  const element = document.createElement('script')
  element.id = 'remotes'
  element.type = 'application/json'
  element.textContent = JSON.stringify(signed)
  document.head.append(element)
  expect(await publishedViews()).toHaveLength(3)
  answers(() => ({ ok: true, json: async () => null }))
  expect(await publishedViews()).toEqual([])
})
