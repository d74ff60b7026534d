import { changedFiles, importGraph, nearest, testFiles } from './changed.mjs'

test('a change is found from where the branch left, with what git does not know yet; on a clean main line it is the last commit', () => {
  const asked = []
  const git = (answers) => (...args) => {
    asked.push(args.join(' '))
    const answer = answers[args.join(' ')]
    if (answer === undefined) throw new Error('unknown')
    return answer
  }
  expect(changedFiles({ git: git({ 'merge-base HEAD origin/main': 'abc\n', 'diff --name-only abc': 'b.ts\na.ts\n', 'ls-files --others --exclude-standard': 'c.ts\n' }) })).toEqual(['a.ts', 'b.ts', 'c.ts'])
  expect(changedFiles({ git: git({ 'diff --name-only HEAD': '', 'ls-files --others --exclude-standard': '', 'diff --name-only HEAD~1': 'd.ts\n' }) })).toEqual(['d.ts'])
})

const graph = new Map([
  ['server/test/harness.ts', ['server/src/areas/index.ts']],
  ['server/src/areas/index.ts', ['a/index.ts', 'b/index.ts']],
  ['a/index.ts', ['a/rows.ts']],
  ['b/index.ts', []],
  ['a/a.test.ts', ['a/index.ts', 'server/test/harness.ts']],
  ['far/far.test.ts', ['far/far.ts']],
  ['far/far.ts', ['a/index.ts']],
  ['b/b.test.ts', ['b/index.ts', 'server/test/harness.ts']],
])
const tests = ['a/a.test.ts', 'b/b.test.ts', 'far/far.test.ts']

test('the nearest come first, and whoever reaches a change through the common harness alone is none of them', () => {
  expect(nearest(graph, ['a/rows.ts'], tests)).toEqual(['a/a.test.ts', 'far/far.test.ts'])
  expect(nearest(graph, ['b/b.test.ts'], tests)).toEqual(['b/b.test.ts'])
  // One that changes the harness itself wants all that use it.
  expect(nearest(graph, ['server/test/harness.ts'], tests)).toEqual(['a/a.test.ts', 'b/b.test.ts'])
})

test('tests beside the change come first, also those that know it by the contract alone', () => {
  expect(nearest(graph, ['a/rows.ts'], [...tests, 'a/call.test.ts'])).toEqual(['a/a.test.ts', 'a/call.test.ts', 'far/far.test.ts'])
})

test('every test file is found, and imports are followed into our own packages', async () => {
  const { server, browser } = testFiles()
  expect(server).toEqual(expect.arrayContaining(['scripts/lib/changed.test.mjs', 'server/test/many-rows.test.ts']))
  expect(browser).toContain('host/src/tabs/TabHost.test.tsx')
  const one = 'server/src/areas/member/contact/contact.test.ts'
  const found = nearest(await importGraph([one]), ['shared/contract/src/member/contact.ts'], [one])
  expect(found).toEqual([one])
})
