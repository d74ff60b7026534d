import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { selectDraft, selectPreferences } from '@assoc/contract/platform/workspace'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { dict, dictStatus } from '@assoc/contract/rbac/dict'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { renderUi } from '../../testing'
import { resourcePage } from './resource-page'

import type { PageDialog } from './page-options'

const base = {
  name: 'rbac/DictList',
  title: '字典管理',
  resource: dict,
  columns: [{ field: 'dictName' as const, sortable: true }, { field: 'dictStatus' as const, tag: dictStatus }],
}
const row = (n: number, abilities: string[] = ['update', 'disable', 'delete']) => ({ dictId: String(n), dictName: `字典${n}`, dictCode: `code${n}`, remark: null, builtIn: false, itemCount: n, dictStatus: 'enabled', version: 1, abilities })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(selectDraft, () => null)
  server.on(selectAuditOfRecord, () => [])
  server.on(dict.list, () => ({ items: [row(1), row(2, [])], total: 2 }))
})
afterEach(() => server.restore())

const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement
const dialog = () => waitFor(() => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? Promise.reject(new Error('no dialog')))
const sent = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)


test('a dialog of the page is given its row; done, it closes and the list is read again', async () => {
  const Copies = ({ row: { dictName }, onClose, onDone }: PageDialog<{ dictName: string }>) => (
    <section aria-label="复制">
      {dictName} <button onClick={onClose}>算了</button> <button onClick={() => onDone()}>好了</button>
    </section>
  )
  const Page = resourcePage({ ...base, actions: (r, { show }) => [{ key: 'copy', label: '复制', onClick: () => show('copy', r) }], dialogs: { copy: Copies } })
  signedInAs(['rbac:dict:read'])
  renderUi(<Page />)
  await screen.findByText('字典1')
  fireEvent.click(within(rowOf('字典2')).getByText('复制'))
  expect(screen.getByRole('region', { name: '复制' })).toHaveTextContent('字典2')
  fireEvent.click(screen.getByText('算了'))
  expect(screen.queryByRole('region', { name: '复制' })).toBeNull()
  fireEvent.click(within(rowOf('字典1')).getByText('复制'))
  const before = sent(dict.list.path).length
  fireEvent.click(screen.getByText('好了'))
  expect(screen.queryByRole('region', { name: '复制' })).toBeNull()
  await waitFor(() => expect(sent(dict.list.path).length).toBe(before + 1))
})

test('a page shows the fields and steps of the contract that it names, in its order; what it asks for beyond the contract is asked before anything is sent', async () => {
  const Page = resourcePage({ ...base, form: { only: ['remark', 'dictName'] }, fields: { remark: { required: true } }, steps: { hide: ['disable'] } })
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  renderUi(<Page />)
  await screen.findByText('字典1')
  expect(within(rowOf('字典1')).queryByText('停用')).toBeNull()
  expect(within(rowOf('字典1')).getByText('修改')).toBeVisible()
  fireEvent.click(within(rowOf('字典1')).getByRole('checkbox'))
  expect([...document.querySelectorAll('button')].filter((b) => b.textContent === '停用')).toEqual([])
  fireEvent.click(screen.getByText('新增字典'))
  const form = await dialog()
  expect([...form.querySelectorAll('label')].map((label) => label.textContent)).toEqual(['备注', '字典名称'])
  fireEvent.change(within(form).getByLabelText('字典名称'), { target: { value: '新字典' } })
  fireEvent.click(within(form).getByText('保存'))
  await waitFor(() => expect(within(form).getAllByText('请填写备注').length).toBeGreaterThan(0))
  expect(sent(dict.insert?.path ?? '')).toEqual([])
  // @ts-expect-error -- the dictionary has no such field
  resourcePage({ ...base, form: { except: ['dictTitle'] } })
  // @ts-expect-error -- nor such a step
  resourcePage({ ...base, steps: { hide: ['burn'] } })
})

test('choices that arrive later leave what was typed where it is', async () => {
  let arrive: (options: { value: string; label: string }[]) => void = () => undefined
  const Page = resourcePage({
    ...base,
    usePage: () => {
      const [options, setOptions] = useState<{ value: string; label: string }[]>([])
      arrive = setOptions
      return { search: [{ kind: 'text', name: 'keyword', label: '关键字' }, { kind: 'select', name: 'dictStatus', label: '状态', options }], fields: { remark: { help: `${options.length} 个可选` } } }
    },
  })
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  renderUi(<Page />)
  await screen.findByText('字典1')
  fireEvent.change(screen.getByLabelText('关键字'), { target: { value: '写到一半' } })
  fireEvent.click(screen.getByText('新增字典'))
  const form = await dialog()
  fireEvent.change(within(form).getByLabelText('字典名称'), { target: { value: '新字典' } })
  act(() => arrive([{ value: 'a', label: '甲' }]))
  expect(await within(form).findByText('1 个可选')).toBeInTheDocument()
  expect(within(form).getByLabelText('字典名称')).toHaveValue('新字典')
  expect(screen.getByLabelText('关键字')).toHaveValue('写到一半')
})

test('a step that can be taken back is offered so at once, where the row allows it', async () => {
  const Page = resourcePage({ ...base, undo: { after: 'disable', by: 'enable', text: () => '已停用' } })
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  server.on(dict.change, () => ({ dictStatus: 'disabled', version: 2 }))
  server.on(dict.read, () => ({ ...row(1, ['enable']), dictStatus: 'disabled', version: 2 }))
  renderUi(<Page />)
  await screen.findByText('字典1')
  fireEvent.click(within(rowOf('字典1')).getByText('停用'))
  fireEvent.click(within(await dialog()).getByText('停用', { selector: '.ant-btn span' }))
  fireEvent.click(await screen.findByText('撤销（U）'))
  await waitFor(() => expect(sent(dict.change.path)).toEqual([{ dictId: '1', version: 1, verb: 'disable' }, { dictId: '1', version: 2, verb: 'enable' }]))
  await waitFor(() => expect(screen.queryByText('撤销（U）')).toBeNull())
})

test('a toggle is taken back without the page naming it; where the page wants none, none is offered', async () => {
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  server.on(dict.change, () => ({ dictStatus: 'disabled', version: 2 }))
  server.on(dict.read, () => ({ ...row(1, ['enable']), dictStatus: 'disabled', version: 2 }))
  const disable = async (Page: ReturnType<typeof resourcePage>) => {
    const { unmount } = renderUi(<Page />)
    await screen.findByText('字典1')
    fireEvent.click(within(rowOf('字典1')).getByText('停用'))
    fireEvent.click(within(await dialog()).getByText('停用', { selector: '.ant-btn span' }))
    return unmount
  }
  const unmount = await disable(resourcePage({ ...base, undo: false }))
  await waitFor(() => expect(sent(dict.change.path)).toHaveLength(1))
  expect(sent(dict.read.path)).toEqual([])
  unmount()
  await disable(resourcePage(base))
  expect(await screen.findByText('刚才停用了字典1')).toBeInTheDocument()
  fireEvent.keyDown(document.body, { key: 'u' })
  await waitFor(() => expect(sent(dict.change.path).at(-1)).toEqual({ dictId: '1', version: 2, verb: 'enable' }))
})

test('a row that was deleted is brought back by the call that the page names, over the version of the deletion', async () => {
  const Page = resourcePage({ ...base, restore: dict.update })
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  server.on(dict.remove, () => ({}))
  server.on(dict.update, () => ({ version: 3 }))
  renderUi(<Page />)
  await screen.findByText('字典1')
  fireEvent.click(within(rowOf('字典1')).getByText('删除'))
  fireEvent.click(within(await dialog()).getByText('删除', { selector: '.ant-btn span' }))
  fireEvent.click(await screen.findByText('撤销（U）'))
  await waitFor(() => expect(sent(dict.update.path)).toEqual([{ dictId: '1', version: 2 }]))
})

test('on a wide screen a record stands beside its list for who wants it so, and follows the row that has the focus', async () => {
  const narrow = window.matchMedia
  window.matchMedia = (media: string) => ({ ...narrow(media), matches: media.includes('1920') })
  try {
    server.on(selectPreferences, () => ({ record: { split: true } }))
    const Page = resourcePage(base)
    signedInAs(['rbac:dict:read'])
    renderUi(<Page />, { path: '/dicts' })
    fireEvent.click(await screen.findByText('字典1'))
    const pane = await screen.findByRole('region', { name: '字典1' })
    expect(document.querySelector('.ant-drawer-open')).toBeNull()
    const second = rowOf('字典2')
    act(() => second.focus())
    expect(await screen.findByRole('region', { name: '字典2' })).toBeInTheDocument()
    expect(document.activeElement).toBe(second)
    expect(pane).not.toBeInTheDocument()
    fireEvent.click(within(screen.getByRole('region', { name: '字典2' })).getByLabelText('关闭'))
    await waitFor(() => expect(document.querySelector('.kit-pane')).toBeNull())
  } finally {
    window.matchMedia = narrow
  }
})

test('a step that the row does not let back offers nothing', async () => {
  const Page = resourcePage({ ...base, undo: { after: 'disable', by: 'enable', text: () => '已停用' } })
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  server.on(dict.change, () => ({ dictStatus: 'disabled', version: 2 }))
  server.on(dict.read, () => ({ ...row(1, []), dictStatus: 'disabled', version: 2 }))
  renderUi(<Page />)
  await screen.findByText('字典1')
  fireEvent.click(within(rowOf('字典1')).getByText('停用'))
  fireEvent.click(within(await dialog()).getByText('停用', { selector: '.ant-btn span' }))
  await waitFor(() => expect(sent(dict.read.path)).toHaveLength(1))
  expect(screen.queryByText('撤销（U）')).toBeNull()
})

test('the address names the open record: a copied one opens it, also one that is not on the page, and closing leaves the filter', async () => {
  const Page = resourcePage(base)
  signedInAs(['rbac:dict:read'])
  server.on(dict.read, () => ({ ...row(7, []), dictName: '第七' }))
  renderUi(<Page />, { path: '/dicts?keyword=甲&record=7' })
  const detail = await dialog()
  expect(await within(detail).findByText('第七', { selector: '.ant-drawer-title *, .ant-drawer-title' })).toBeInTheDocument()
  expect(sent(dict.list.path).at(-1)).toMatchObject({ keyword: '甲' })
  expect(within(detail).getByLabelText('下一条')).toBeDisabled()
  fireEvent.click(within(detail).getByLabelText('关闭'))
  await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeNull())
  expect(sent(dict.list.path).at(-1)).toMatchObject({ keyword: '甲' })
})

test('a record that is not there for this person says so', async () => {
  const Page = resourcePage(base)
  signedInAs(['rbac:dict:read'])
  server.on(dict.read, { returnCode: CODE.notFound, returnMessage: '记录不存在或已删除' })
  renderUi(<Page />, { path: '/dicts?record=99' })
  expect(within(await dialog()).getByText('记录不存在或已删除')).toBeInTheDocument()
})

test('a record that a step takes out of the filter stays open with what became of it', async () => {
  const Page = resourcePage(base)
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  server.on(dict.change, () => ({ dictStatus: 'disabled', version: 2 }))
  server.on(dict.read, () => ({ ...row(1, ['enable']), dictStatus: 'disabled', version: 2 }))
  renderUi(<Page />)
  fireEvent.click(await screen.findByText('字典1'))
  const detail = await dialog()
  server.on(dict.list, () => ({ items: [row(2, [])], total: 1 }))
  fireEvent.click(within(detail).getByText('停用'))
  fireEvent.click(within(await dialog()).getByText('停用', { selector: '.ant-btn span' }))
  await waitFor(() => expect(within(document.querySelector('.ant-drawer-open') as HTMLElement).getByText('启用')).toBeInTheDocument())
})
