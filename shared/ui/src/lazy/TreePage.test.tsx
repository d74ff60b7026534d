import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import type { TreeShape } from '../data/kit/tree'
import { TreePage } from './TreePage'

interface Node {
  id: string
  name: string
  version: number
  children: Node[]
}
const shape: TreeShape<Node> = { idOf: (n) => n.id, nameOf: (n) => n.name, childrenOf: (n) => n.children, withChildren: (n, children) => ({ ...n, children: [...children] }), matches: (n, word) => n.name.includes(word) }
const read = (version: number): Node[] => [{ id: '1', name: '甲', version: 1, children: [] }, { id: '2', name: '乙', version, children: [] }]

/** A page whose readings end when the test says so. */
function pageWith(gate: { end?: (nodes: Node[]) => void }) {
  return function Page() {
    const [answer, setAnswer] = useState({ data: read(1), loading: false })
    const reload = () => {
      setAnswer((a) => ({ ...a, loading: true }))
      return new Promise<void>((resolve) => {
        gate.end = (data) => {
          setAnswer({ data, loading: false })
          resolve()
        }
      })
    }
    return (
      <TreePage
        title="部门管理"
        what="部门"
        tree={{ ...answer, error: null, reload }}
        shape={shape}
        editable
        searchHint="部门"
        moveHint="拖动"
        content={(n) => n.name}
        move={() => Promise.resolve()}
        remove={{ text: '删除', run: () => Promise.resolve() }}
        form={(target) => <p>{'node' in target ? `修改第 ${target.node.version} 版` : '新增'}</p>}
      />
    )
  }
}

test('a form asked for while the tree is read after a move opens with what has been read', async () => {
  const gate: { end?: (nodes: Node[]) => void } = {}
  const Page = pageWith(gate)
  render(<Page />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '上移乙' })))
  fireEvent.click(screen.getByRole('button', { name: '修改乙' }))
  expect(screen.queryByText(/修改第/)).not.toBeInTheDocument()
  await act(async () => gate.end?.(read(2)))
  expect(screen.getByText('修改第 2 版')).toBeInTheDocument()
})

test('at rest a form opens at once, and keeps what it was opened with', async () => {
  const gate: { end?: (nodes: Node[]) => void } = {}
  const Page = pageWith(gate)
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: '修改乙' }))
  expect(screen.getByText('修改第 1 版')).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await act(async () => gate.end?.(read(3)))
  expect(screen.getByText('修改第 1 版')).toBeInTheDocument()
})
