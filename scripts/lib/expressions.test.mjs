import { checkExpressions } from './expressions.mjs'

const check = (text, file = 'server/src/a.ts') => checkExpressions(new Map([[file, text]]), { keep: false }).map(({ rule, line, message }) => ({ rule, line, message }))

test.each([
  ['quadratic: every start of a run is tried', 'const a = /\\s+$/', /2nd degree polynomial/],
  ['quadratic: searched anywhere', "const a = /x.*y/s.test('')", /2nd degree polynomial/],
  ['exponential', 'const a = (t: string) => /^(a+)+$/.test(t)', /exponential/],
  ['made of a text', "const a = new RegExp('^(a|a)*$', 'i')", /exponential/],
  ['made without new', 'const a = RegExp(`[0-9]+$`)', /2nd degree polynomial/],
  ['put together at run time', 'const a = (b: string) => new RegExp(`^${b}`)', /checked by nobody/],
])('%s is refused', (_what, line, message) => {
  const found = check(`// 注释 one\n\nimport { x } from './x'\n${line}\n`)
  expect(found).toEqual([{ rule: 'linear-expressions', line: 4, message: expect.stringMatching(message) }])
  expect(found[0].message).toMatch(/\(linear-expressions: docs\/rules\.md#linear-expressions\)$/)
})

test('what is linear passes, and so do tests and what browsers alone run', () => {
  expect(check("const a = /^\\s+x/; const b = new RegExp('^[a-z]{1,9}$'); const c = 'x / y / z'")).toEqual([])
  expect(check('const a = /\\s+$/', 'server/src/a.test.ts')).toEqual([])
  expect(check('const a = /\\s+$/', 'server/src/a.testing.repository.ts')).toEqual([])
  expect(check('const a = /\\s+$/', 'host/src/a.ts')).toEqual([])
  expect(check('const a = /\\s+$/', 'shared/contract/src/a.ts')).toHaveLength(1)
})
