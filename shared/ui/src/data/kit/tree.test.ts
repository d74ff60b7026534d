import { idsOf, locate, narrow, parentOptions, placeOfDrop, type TreeShape } from './tree'

interface Node {
  id: string
  children: Node[]
}
const shape: TreeShape<Node> = {
  idOf: (n) => n.id,
  nameOf: (n) => `节点${n.id}`,
  childrenOf: (n) => n.children,
  withChildren: (n, children) => ({ ...n, children: [...children] }),
  matches: (n, word) => n.id.includes(word),
  holds: (n) => n.id.startsWith('g'),
}
const entry = (id: string, children: Node[] = []): Node => ({ id, children })
const tree = [entry('g1', [entry('a'), entry('b'), entry('c')]), entry('g2', [entry('g3', [entry('d')])]), entry('e')]

test('an entry is found with its siblings and place', () => {
  expect(locate(tree, shape, 'b')?.place).toEqual({ parentId: 'g1', index: 1 })
  expect(locate(tree, shape, 'e')?.place).toEqual({ parentId: null, index: 2 })
  expect(locate(tree, shape, 'nobody')).toBeUndefined()
})

test.each([
  // dragged, target, gap: place without the dragged one
  ['a', 'c', 1, { parentId: 'g1', index: 2 }],
  ['a', 'c', -1, { parentId: 'g1', index: 1 }],
  ['c', 'a', -1, { parentId: 'g1', index: 0 }],
  ['d', 'b', 1, { parentId: 'g1', index: 2 }],
  ['e', 'g3', 0, { parentId: 'g3', index: 0 }],
  ['g1', 'e', 1, { parentId: null, index: 2 }],
] as const)('%s dropped at %s (%d)', (dragged, target, gap, place) => {
  expect(placeOfDrop(tree, shape, dragged, target, gap)).toEqual(place)
})

test('nothing is dropped on itself or into what is below it', () => {
  expect(placeOfDrop(tree, shape, 'g2', 'd', 1)).toBeUndefined()
  expect(placeOfDrop(tree, shape, 'g2', 'g2', 0)).toBeUndefined()
})

test('parents are groups, without the entry itself and what is below it', () => {
  expect(parentOptions(tree, shape, 'g3')).toEqual([{ value: 'g1', title: '节点g1' }, { value: 'g2', title: '节点g2' }])
})

test('a word leaves the hits and the groups above them', () => {
  expect(narrow(tree, shape, 'd')).toMatchObject([{ id: 'g2', children: [{ id: 'g3', children: [{ id: 'd' }] }] }])
  expect(narrow(tree, shape, 'nothing')).toEqual([])
  expect(narrow(tree, shape, '')).toEqual(tree)
})

test('all ids, from the top', () => {
  expect(idsOf(tree, shape)).toEqual(['g1', 'a', 'b', 'c', 'g2', 'g3', 'd', 'e'])
})
