import '@testing-library/jest-dom'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { dict } from '@assoc/contract/rbac/dict'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { fireEvent, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { renderUi } from '../../testing'
import type { Column } from './columns'
import { ListPage } from './ListPage'
import { useResourceList } from './use-resource-list'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(dict.list, () => ({ items: [1, 2].map((n) => ({ dictId: String(n), dictName: `字典${n}`, dictCode: `code${n}`, remark: null, builtIn: false, itemCount: n, dictStatus: 'enabled', version: 1, abilities: [] })), total: 2 }))
})
afterEach(() => server.restore())

test('actions that a page writes in place are those of its last drawing, and no other cell is drawn for them', async () => {
  const drawn: string[] = []
  const columns: Column<{ dictName: string; dictCode: string }>[] = [
    { field: 'dictName' },
    { field: 'dictCode', render: ({ dictCode }) => <Code code={dictCode} /> },
  ]
  function Code({ code }: { code: string }) {
    drawn.push(code)
    return <>{code}</>
  }
  const Page = observer(function Page() {
    const [pressed, setPressed] = useState(0)
    const list = useResourceList({ call: dict.list, idOf: (row) => row.dictId, filters: [], sortable: ['dictName'] })
    return <ListPage name="rbac/DictList" title="字典" list={list} row={dict.row} columns={columns as never} search={[]} rowActions={(row) => <button onClick={() => setPressed(pressed + 1)}>{`${row.dictName}按了${pressed}次`}</button>} />
  })
  signedInAs(['rbac:dict:read'])
  renderUi(<Page />)
  await screen.findByText('字典1按了0次')
  const before = drawn.length
  expect(before).toBeGreaterThan(0)
  fireEvent.click(screen.getByText('字典1按了0次'))
  fireEvent.click(await screen.findByText('字典2按了1次'))
  expect(await screen.findByText('字典1按了2次')).toBeInTheDocument()
  expect(drawn).toHaveLength(before)
})
