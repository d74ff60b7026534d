import type { MenuEntry } from '@assoc/contract/rbac/menu'
import { locate, narrow, parentOptions, placeOfDrop } from './tree'

const entry = (menuId: string, children: MenuEntry[] = []): MenuEntry => ({
  menuId,
  parentId: '0',
  menuName: `菜单${menuId}`,
  menuPath: `/path${menuId}`,
  menuLink: children.length > 0 || menuId.startsWith('g') ? '' : 'rbac/UserList',
  icon: null,
  sortNo: 1,
  hidden: false,
  menuStatus: 'enabled',
  version: 1,
  children,
})
const tree = [entry('g1', [entry('a'), entry('b'), entry('c')]), entry('g2', [entry('g3', [entry('d')])]), entry('e')]

test('an entry is found with its siblings and place', () => {
  expect(locate(tree, 'b')?.place).toEqual({ parentId: 'g1', index: 1 })
  expect(locate(tree, 'e')?.place).toEqual({ parentId: '0', index: 2 })
  expect(locate(tree, 'nobody')).toBeUndefined()
})

test.each([
  // dragged, target, gap: place without the dragged one
  ['a', 'c', 1, { parentId: 'g1', index: 2 }],
  ['a', 'c', -1, { parentId: 'g1', index: 1 }],
  ['c', 'a', -1, { parentId: 'g1', index: 0 }],
  ['d', 'b', 1, { parentId: 'g1', index: 2 }],
  ['e', 'g3', 0, { parentId: 'g3', index: 0 }],
  ['g1', 'e', 1, { parentId: '0', index: 2 }],
] as const)('%s dropped at %s (%d)', (dragged, target, gap, place) => {
  expect(placeOfDrop(tree, dragged, target, gap)).toEqual(place)
})

test('nothing is dropped on itself or into what is below it', () => {
  expect(placeOfDrop(tree, 'g2', 'd', 1)).toBeUndefined()
  expect(placeOfDrop(tree, 'g2', 'g2', 0)).toBeUndefined()
})

test('parents are groups, without the entry itself and what is below it', () => {
  expect(parentOptions(tree, 'g3')).toEqual([{ value: 'g1', title: '菜单g1' }, { value: 'g2', title: '菜单g2' }])
})

test('a word leaves the hits and the groups above them', () => {
  expect(narrow(tree, '/pathd')).toMatchObject([{ menuId: 'g2', children: [{ menuId: 'g3', children: [{ menuId: 'd' }] }] }])
  expect(narrow(tree, 'nothing')).toEqual([])
  expect(narrow(tree, '')).toEqual(tree)
})
