import { checkBudget, describe } from './budget.mjs'

test('the built console stays within its size budget', () => {
  const lines = checkBudget()
  expect(new Set(lines.map(({ name }) => name))).toEqual(new Set(['login', 'console', 'form', 'remote', 'view', 'visit']))
  expect(describe(lines.filter(({ within }) => !within))).toEqual([])
})
