import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { selectDraft, selectPreferences } from '@assoc/contract/platform/workspace'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { dict, dictStatus } from '@assoc/contract/rbac/dict'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderUi } from '../../testing'
import { resourcePage } from './resource-page'

const Page = resourcePage({
  name: 'rbac/DictList',
  title: '字典管理',
  resource: dict,
  columns: [{ field: 'dictName', sortable: true }, { field: 'dictCode' }, { field: 'dictStatus', tag: dictStatus }],
  texts: { disable: '停用后不能再选用。' },
})
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

const open = async (permits = ['rbac:dict:read', 'rbac:dict:update']) => {
  signedInAs(permits)
  renderUi(<Page />)
  await screen.findByText('字典1')
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement
const dialog = () => waitFor(() => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? Promise.reject(new Error('no dialog')))
const sent = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)

test('buttons come from the abilities of each row, not from the page', async () => {
  await open()
  expect(within(rowOf('字典1')).getByText('修改')).toBeInTheDocument()
  expect(within(rowOf('字典2')).queryByText('修改')).not.toBeInTheDocument()
})

test('a step that is left to others stands there with its reason and cannot be pressed', async () => {
  server.on(dict.list, () => ({ items: [{ ...row(1, ['update']), separated: ['disable'] }], total: 1 }))
  await open()
  expect(within(rowOf('字典1')).getByRole('button', { name: '停用（须由其他人办理）' })).toBeDisabled()
})

test('a step of the status machine is asked about and sent with the version', async () => {
  await open()
  server.on(dict.change, () => ({ dictStatus: 'disabled', version: 2 }))
  fireEvent.click(within(rowOf('字典1')).getByText('停用'))
  const question = await dialog()
  expect(within(question).getByText('停用后不能再选用。')).toBeInTheDocument()
  fireEvent.click(within(question).getByText('停用', { selector: '.ant-btn span' }))
  await waitFor(() => expect(sent(dict.change.path)).toEqual([{ dictId: '1', version: 1, verb: 'disable' }]))
})

test('a new row is made from the form that the contract draws, and the list is read again', async () => {
  await open()
  server.on(dict.insert, () => ({ dictId: '3' }))
  fireEvent.click(screen.getByText('新增字典'))
  const form = await dialog()
  fireEvent.change(within(form).getByLabelText('字典编码'), { target: { value: 'newOne' } })
  fireEvent.change(within(form).getByLabelText('字典名称'), { target: { value: '新字典' } })
  const before = sent(dict.list.path).length
  fireEvent.click(within(form).getByText('保存'))
  await waitFor(() => expect(sent(dict.insert.path)).toEqual([{ dictCode: 'newOne', dictName: '新字典', remark: null }]))
  await waitFor(() => expect(sent(dict.list.path).length).toBe(before + 1))
})

test('who may only read sees neither form nor actions, and can open a row and go to the next', async () => {
  server.on(dict.list, () => ({ items: [row(1, []), row(2, [])], total: 2 }))
  await open(['rbac:dict:read', 'rbac:audit:read'])
  expect(screen.queryByText('新增字典')).not.toBeInTheDocument()
  fireEvent.click(screen.getByText('字典1'))
  const detail = await dialog()
  expect(within(detail).getByText('code1')).toBeInTheDocument()
  expect(within(detail).getByLabelText('上一条')).toBeDisabled()
  fireEvent.click(within(detail).getByLabelText('下一条'))
  expect(await screen.findByText('code2', { selector: '[role=dialog] *' })).toBeInTheDocument()
})

test('a refused step keeps the question open and tells why', async () => {
  await open()
  server.on(dict.change, { returnCode: CODE.badTransition, returnMessage: '当前状态不允许此操作' })
  fireEvent.click(within(rowOf('字典1')).getByText('停用'))
  const question = await dialog()
  fireEvent.click(within(question).getByText('停用', { selector: '.ant-btn span' }))
  await waitFor(() => expect(sent(dict.change.path)).toHaveLength(1))
  expect(document.querySelector('[role=dialog]')).not.toBeNull()
})

test('keys: n opens the form, ? the sheet; nothing while somebody types', async () => {
  await open()
  fireEvent.keyDown(screen.getByLabelText('关键字'), { key: 'n' })
  expect(document.querySelector('[role=dialog]')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(within(await dialog()).getByText('新增字典')).toBeInTheDocument()
})

test('a filter that names a record comes from the address alone: sent, shown as a tag with the name from the rows, and taken away', async () => {
  const { dictItem } = await import('@assoc/contract/rbac/dict')
  const Items = resourcePage({ name: 'rbac/DictItems', title: '字典项', resource: dictItem, search: [{ kind: 'text', name: 'keyword', label: '关键字' }], columns: [{ field: 'itemLabel' }], fields: { dictId: { kind: 'text' } } })
  signedInAs(['rbac:dict:read'])
  server.on(dictItem.list, () => ({ items: [{ itemId: '1', dictId: '7', dictName: '学历', itemLabel: '本科', version: 1, abilities: [] }], total: 1 }))
  renderUi(<Items />, { path: '/items?dictId=7' })
  expect(await screen.findByText(/：学历$/)).toBeInTheDocument()
  expect(sent(dictItem.list.path)).toEqual([expect.objectContaining({ dictId: '7' })])
  fireEvent.click(screen.getByLabelText(/^不再限于此/))
  await waitFor(() => expect(sent(dictItem.list.path).at(-1)).not.toHaveProperty('dictId'))
})
