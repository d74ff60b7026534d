import { treeOptions } from './tree-options'

const tree = (rows: [string, string | null][]) => treeOptions(rows, (r) => r[0], (r) => r[1], (r) => `部门${r[0]}`)

test('children stand below their parents, in the order of the rows', () => {
  expect(tree([['1', null], ['3', '1'], ['2', '1'], ['4', '3']])).toEqual([
    { value: '1', title: '部门1', children: [{ value: '3', title: '部门3', children: [{ value: '4', title: '部门4' }] }, { value: '2', title: '部门2' }] },
  ])
})

test('a row whose parent may not be seen stands at the top', () => {
  expect(tree([['2', '1'], ['3', '2']])).toEqual([{ value: '2', title: '部门2', children: [{ value: '3', title: '部门3' }] }])
})
