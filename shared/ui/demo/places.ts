import { treeOptions } from '@assoc/ui'

interface Place {
  id: string
  parent: string | null
  name: string
}

const ROWS: Place[] = [
  { id: '1', parent: null, name: '浙江' },
  { id: '2', parent: '1', name: '杭州' },
  { id: '3', parent: '2', name: '西湖' },
  { id: '4', parent: null, name: '福建' },
  { id: '5', parent: '4', name: '武夷山' },
  { id: '6', parent: '4', name: '安溪' },
  // Its parent is out of reach: it stands at the top.
  { id: '7', parent: '99', name: '祁门' },
]

export const PLACES = treeOptions(
  ROWS,
  (row) => row.id,
  (row) => row.parent,
  (row) => row.name,
)
