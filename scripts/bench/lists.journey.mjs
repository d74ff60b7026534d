import { ADMIN_PASSWORD, startConsole } from '../../e2e/harness'
import { COUNT_LIMITS, aboveLimits, countLists } from './lists-run.mjs'

let app
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

test('first rows, other lists and kept tabs draw no more and ask for no more than their budget', async () => {
  const steps = await countLists(app.browser, app.url, ADMIN_PASSWORD)
  expect(steps.map(({ name }) => name)).toEqual(Object.keys(COUNT_LIMITS))
  // A counter that sees nothing would let everything pass.
  for (const { components, cells } of steps.slice(0, 3)) expect([components > 300, cells > 100]).toEqual([true, true])
  expect(aboveLimits(steps)).toEqual([])
})
