import { MATRIX_ROLES } from '@assoc/contract/rbac/rights'
import { askedRoles, roleSentence, type Matrix } from './matrix'

const KNOWN = new Set(Array.from({ length: 90 }, (_, i) => String(i + 1)))
const from = (search: string) => {
  const query = new URLSearchParams(search)
  return askedRoles((name) => query.get(name) ?? '', KNOWN)
}
const matrix = (choices: number, roles: number) => ({ choices: Array.from({ length: choices }), roles: Array.from({ length: roles }), permits: [], grants: [] }) as unknown as Matrix
const many = Array.from({ length: MATRIX_ROLES + 3 }, (_, i) => i + 1).join(',')

test('the address says which roles are compared; a pair goes before a choice, and roles that are gone are counted, not asked for', () => {
  expect(from('')).toEqual({ kind: 'none', ids: [], chosen: [], left: 0, gone: 0 })
  expect(from('roles=3,x,3,9')).toEqual({ kind: 'chosen', ids: ['3', '9'], chosen: ['3', '9'], left: 0, gone: 1 })
  expect(from('roles=3&a=1&b=2')).toEqual({ kind: 'pair', ids: ['1', '2'], chosen: ['3'], left: 0, gone: 0 })
  expect(from('roles=3&a=1&b=1').kind).toBe('chosen')
  expect(from('a=1&b=777').kind).toBe('none')
  expect(from(`roles=${many}`)).toMatchObject({ left: 3, ids: { length: MATRIX_ROLES } })
})

test('the sentence tells how many there are and never hides that some are not shown', () => {
  expect(roleSentence(matrix(12, 12), from(''))).toBe('共 12 个角色，已全部显示。')
  expect(roleSentence(matrix(83, 60), from(''))).toBe('共 83 个角色，未选择时只显示前 60 个；要看其余角色，请在“显示哪些角色”中选择，一次最多对比 60 个。')
  expect(roleSentence(matrix(83, 2), from('roles=3,9'))).toBe('共 83 个角色，正在对比选中的 2 个。')
  expect(roleSentence(matrix(83, 1), from('roles=3,777'))).toBe('共 83 个角色，正在对比选中的 1 个。所选角色中有 1 个已不存在。')
  expect(roleSentence(matrix(12, 12), from('roles=777'))).toBe('共 12 个角色，已全部显示。所选角色中有 1 个已不存在。')
  expect(roleSentence(matrix(83, MATRIX_ROLES), from(`roles=${many}`))).toContain('多选的 3 个没有显示')
})
