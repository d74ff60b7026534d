import { allViews, changedViews, folderOf, seededPart, viewsToLookAt } from './looks.mjs'

const views = Array.from({ length: 20 }, (_, i) => `member/View${i}`)
const page = (view) => `${folderOf(view)}/page.tsx`
const graph = new Map([
  ...views.map((view, i) => [page(view), ['shared/ui/list.tsx', ...(i < 3 ? ['remotes/member/src/fee/lines.ts'] : [])]]),
  ['remotes/member/src/fee/lines.ts', ['shared/contract/src/fee/line.ts']],
])

test('a view is looked at when its own folder changed or what few views import; what all import says nothing of one', () => {
  expect(changedViews(graph, ['remotes/member/src/views/View7/dialogs.tsx'], views)).toEqual(['member/View7'])
  expect(changedViews(graph, ['shared/contract/src/fee/line.ts'], views)).toEqual(['member/View0', 'member/View1', 'member/View2'])
  expect(changedViews(graph, ['shared/ui/list.tsx', 'server/src/a.ts'], views)).toEqual([])
})

test('the part is the same for a seed, another one for another, and every view has its turn', () => {
  expect(seededPart(views, 'a')).toEqual(seededPart(views, 'a'))
  expect(seededPart(views, 'a')).toHaveLength(2)
  expect(new Set(Array.from({ length: 100 }, (_, seed) => seededPart(views, seed)).flat()).size).toBe(views.length)
})

test('an ordinary run looks at changed views and the part; all of them where git tells nothing', async () => {
  const given = { seed: 'a', views, graph: async () => graph }
  const [other] = views.filter((view) => !seededPart(views, 'a').includes(view))
  expect((await viewsToLookAt({ ...given, files: () => [page(other)] })).views).toEqual(views.filter((view) => view === other || seededPart(views, 'a').includes(view)))
  expect((await viewsToLookAt({ ...given, files: () => undefined })).views).toEqual(views)
})

test('the views are those of the folders, and their imports are found', async () => {
  expect(allViews().length).toBeGreaterThan(80)
  const one = 'member/CompanyList'
  expect((await viewsToLookAt({ seed: 'a', files: () => ['remotes/member/src/views/CompanyList/dialogs.tsx', 'shared/contract/src/member/company.ts'] })).views).toContain(one)
})
