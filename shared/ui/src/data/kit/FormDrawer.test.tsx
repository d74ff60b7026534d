import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { updateDept } from '@assoc/contract/rbac/org'
import { fakeServer } from '@assoc/http/testing'
import { toasts } from '@assoc/session'
import { signedInAs } from '@assoc/session/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Activity, useContext, useEffect, useState } from 'react'
import { TabContext } from '../../shell/tab-context'
import { renderUi } from '../../testing'
import { FormDrawer } from './FormDrawer'
import type { FormField } from './FormFields'
import { UploadsContext } from './uploads'

const FIELDS: FormField[] = [
  { kind: 'text', name: 'deptName' },
  { kind: 'number', name: 'sortNo' },
]
const INITIAL = { deptName: '会员部', sortNo: 10 }

let server: ReturnType<typeof fakeServer>
const onDone = jest.fn()
const onClose = jest.fn()
const setDirty = jest.fn()

beforeEach(() => {
  for (const f of [onDone, onClose, setDirty]) f.mockReset()
  signedInAs([], '7')
  toasts.dismiss()
  server = fakeServer()
  server.on(updateDept, () => ({ version: 4 }))
  server.on(selectDraft, () => null)
  server.on(saveDraft, () => ({ savedTime: '2026-03-01T08:00:00.000Z' }))
  server.on(deleteDraft, () => ({}))
  server.on(getDraftKey, () => ({ key: '' }))
})
afterEach(() => server.restore())

interface Given {
  draft?: string
  visible?: boolean
  mode?: 'visible' | 'hidden'
}

let change: (given: Given) => void

function Stage(first: Given) {
  const [{ draft, visible = true, mode = 'visible' }, setGiven] = useState(first)
  useEffect(() => {
    change = setGiven
  }, [])
  return (
    <Activity mode={mode}>
      <TabContext.Provider value={{ key: '/dept', visible, setDirty, setTitle: () => undefined, close: () => undefined }}>
        <FormDrawer open title="修改部门" call={updateDept} fields={FIELDS} initial={INITIAL} hidden={{ deptId: '5', version: 3 }} onClose={onClose} onDone={onDone} {...(draft ? { draft } : {})} />
      </TabContext.Provider>
    </Activity>
  )
}
async function show(given: Given = {}) {
  renderUi(<Stage {...given} />)
  await act(async () => undefined)
  return { again: (next: Given) => act(async () => change({ ...given, ...next })) }
}

// Found by their text: reckoning the name of every button costs a second with the style sheets of antd.
const button = (text: string) => screen.getByText(text, { selector: 'button *' })
const name = () => screen.getByLabelText('部门名称')
const type = (text: string) => fireEvent.change(name(), { target: { value: text } })
const save = async () => {
  fireEvent.click(button('保存'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}
const sent = () => server.sent.filter((s) => s.path === updateDept.path)
const inputs = () => sent().map((s) => s.input as Record<string, unknown>)
const keys = () => sent().map((s) => s.headers['Idempotency-Key'])

test('a good form is sent with what is not shown, and its owner is told', async () => {
  await show()
  type(' 会员服务部 ')
  await save()
  expect(inputs()).toEqual([{ deptId: '5', version: 3, deptName: ' 会员服务部 ', sortNo: 10 }])
  expect(onDone).toHaveBeenCalledWith({ version: 4 }, { deptName: ' 会员服务部 ', sortNo: 10 })
})

test("the contract's schema checks before anything is sent: at the field, and in a summary that jumps there", async () => {
  await show()
  type('长'.repeat(31))
  fireEvent.change(screen.getByLabelText('排序'), { target: { value: '10000' } })
  await save()
  expect(sent()).toEqual([])
  expect(screen.getByText('有 2 处需要修改')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByText(/部门名称不能超过 30 个字/)).toHaveLength(2))
  const summary = screen.getByText('有 2 处需要修改').closest('[role=alert]') as HTMLElement
  expect([...summary.querySelectorAll('button')].map((b) => b.textContent)).toEqual(['部门名称：部门名称不能超过 30 个字', '排序：排序不能大于 9999'])
  act(() => name().blur())
  fireEvent.click(summary.querySelector('button') as HTMLElement)
  expect(name()).toHaveFocus()
  type('会员部')
  fireEvent.change(screen.getByLabelText('排序'), { target: { value: '9' } })
  await save()
  expect(screen.queryByText(/处需要修改/)).toBeNull()
  expect(inputs()).toHaveLength(1)
})

test("fields that the server refuses stand there likewise, those that the form does not show in the summary alone", async () => {
  server.on(updateDept, { returnCode: CODE.input, returnMessage: '输入有误', data: { fields: [{ path: 'deptName', message: '部门名称已存在' }, { path: 'deptId', message: '部门已被删除' }] } })
  await show()
  type('财务部')
  await save()
  expect(screen.getByText('有 2 处需要修改')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByText(/部门名称已存在/)).toHaveLength(2))
  expect(screen.getAllByText(/部门已被删除/)).toHaveLength(1)
  expect(name()).toHaveValue('财务部')
  expect(onDone).not.toHaveBeenCalled()
})

test('who saves while a file is on its way waits for it, and is told when it does not arrive', async () => {
  let [arrive, fail] = [() => undefined as void, () => undefined as void]
  // A control that behaves as the one of files does.
  function Late({ onChange }: { onChange?: (value: string) => void }) {
    const uploads = useContext(UploadsContext)
    const send = () =>
      uploads?.add(
        new Promise<boolean>((resolve) => {
          arrive = () => (onChange?.('有附件的部门'), resolve(true))
          fail = () => resolve(false)
        }),
      )
    return <button type="button" onClick={send}>选择</button>
  }
  renderUi(<FormDrawer open title="修改部门" call={updateDept} fields={[{ kind: 'own', name: 'deptName', render: <Late /> }]} initial={INITIAL} hidden={{ deptId: '5', version: 3, sortNo: 10 }} onClose={onClose} onDone={onDone} />)
  fireEvent.click(screen.getByText('选择'))
  await save()
  expect(sent()).toEqual([])
  await act(async () => fail())
  expect(toasts.current?.text).toBe('有文件没有上传成功，处理后再保存')
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByText('选择'))
  await save()
  await act(async () => arrive())
  await waitFor(() => expect(inputs()).toEqual([{ deptId: '5', version: 3, deptName: '有附件的部门', sortNo: 10 }]))
})

test('one intent has one key: the same after a lost network, a new one after a change', async () => {
  server.on(updateDept, () => {
    throw new Error('away')
  })
  await show()
  type('一部')
  await save()
  expect(toasts.current?.text).toBe('网络连接失败，内容已保留，请重试')
  expect(name()).toHaveValue('一部')
  await save()
  type('二部')
  await save()
  const [first, second, third] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a refused intent is over: the next try has another key', async () => {
  server.on(updateDept, { returnCode: CODE.fault, returnMessage: '系统出错了' })
  await show()
  type('一部')
  await save()
  await save()
  expect(new Set(keys()).size).toBe(2)
})

test('a double click sends once', async () => {
  let finish = (_answer: unknown) => undefined as void
  server.on(updateDept, () => new Promise((resolve) => (finish = resolve)))
  await show()
  type('一部')
  fireEvent.click(button('保存'))
  fireEvent.click(button('保存'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  await act(async () => finish({ version: 4 }))
  expect(sent()).toHaveLength(1)
})

test('Ctrl+S saves', async () => {
  await show()
  type('一部')
  expect(fireEvent.keyDown(name(), { key: 's', ctrlKey: true })).toBe(false)
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

describe('somebody else has saved first', () => {
  const theirs = { deptName: '他人改的名', sortNo: 10, version: 8 }
  beforeEach(() => server.on(updateDept, { returnCode: CODE.conflict, returnMessage: '已被修改', data: { current: theirs } }))

  test('both values are shown and nothing is lost; saving sends what they changed, and theirs where they changed nothing', async () => {
    await show()
    type('我改的名')
    await save()
    expect(await screen.findByText('该记录已被他人修改')).toBeInTheDocument()
    expect(screen.getByText('他人改的名')).toBeInTheDocument()
    expect(screen.getByText('我改的名')).toBeInTheDocument()
    expect(toasts.current).toBeNull()
    server.on(updateDept, () => ({ version: 9 }))
    fireEvent.click(button('按所选内容保存'))
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(inputs().map((i) => [i['deptName'], i['version']])).toEqual([['我改的名', 3], ['我改的名', 8]])
    expect(new Set(keys()).size).toBe(2)
  })

  test('taking theirs fills the form, and the next save has their version', async () => {
    await show()
    type('我改的名')
    await save()
    fireEvent.click(await screen.findByText('采用现有内容', { selector: 'button *' }))
    expect(name()).toHaveValue('他人改的名')
    expect(sent()).toHaveLength(1)
    server.on(updateDept, () => ({ version: 9 }))
    type('再改的名')
    await save()
    expect(inputs().at(-1)).toMatchObject({ deptName: '再改的名', version: 8 })
  })

  test('going back to the form keeps what was typed', async () => {
    await show()
    type('我改的名')
    await save()
    fireEvent.click(await screen.findByText('返回继续编辑', { selector: 'button *' }))
    expect(name()).toHaveValue('我改的名')
    expect(sent()).toHaveLength(1)
  })
})

describe('drafts', () => {
  const found = { content: { deptName: '草稿里的名', sortNo: 7 }, savedTime: '2026-03-01T08:00:00.000Z' }

  test('a draft that is found is offered, not put in unasked; restoring fills the form and marks it', async () => {
    server.on(selectDraft, () => found)
    await show({ draft: 'rbac/Dept/5' })
    expect(await screen.findByText(/未保存的草稿/)).toBeInTheDocument()
    expect(name()).toHaveValue('会员部')
    fireEvent.click(button('恢复'))
    expect(name()).toHaveValue('草稿里的名')
    expect(screen.queryByText(/未保存的草稿/)).toBeNull()
    expect(setDirty).toHaveBeenLastCalledWith(true)
    await save()
    expect(inputs()).toEqual([{ deptId: '5', version: 3, deptName: '草稿里的名', sortNo: 7 }])
  })

  test('throwing it away forgets it on the server', async () => {
    server.on(selectDraft, () => found)
    await show({ draft: 'rbac/Dept/5' })
    fireEvent.click(await screen.findByText('丢弃', { selector: 'button *' }))
    await waitFor(() => expect(server.sent.map((s) => s.path)).toContain(deleteDraft.path))
    expect(screen.queryByText(/未保存的草稿/)).toBeNull()
    expect(name()).toHaveValue('会员部')
  })

  test('a saved form leaves no draft behind', async () => {
    await show({ draft: 'rbac/Dept/5' })
    type('一部')
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(server.sent.filter((s) => s.path === deleteDraft.path).map((s) => s.input)).toEqual([{ key: 'rbac/Dept/5' }])
  })

  test('coming back to the tab does not offer the text that is already in the form', async () => {
    const { again } = await show({ draft: 'rbac/Dept/5' })
    type('写了一半')
    // What was noted is sent when the tab is hidden, and would be found when it is shown.
    server.on(saveDraft, ({ content }: { content: unknown }) => {
      server.on(selectDraft, () => ({ content, savedTime: '2026-03-01T08:00:00.000Z' }))
      return { savedTime: '2026-03-01T08:00:00.000Z' }
    })
    await again({ visible: false })
    await again({ visible: false, mode: 'hidden' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    await again({ visible: false, mode: 'visible' })
    await again({ visible: true, mode: 'visible' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(name()).toHaveValue('写了一半')
    expect(screen.queryByText(/未保存的草稿/)).toBeNull()
  })
})

describe('closing', () => {
  test('an untouched form closes at once', async () => {
    await show()
    fireEvent.click(button('取消'))
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(setDirty).not.toHaveBeenCalledWith(true)
  })

  test('typed text asks first; going on keeps it, throwing away closes and forgets the draft', async () => {
    await show({ draft: 'rbac/Dept/5' })
    type('写了一半')
    expect(setDirty).toHaveBeenLastCalledWith(true)
    fireEvent.click(button('取消'))
    expect(await screen.findByText('放弃已填写的内容？')).toBeInTheDocument()
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(button('继续填写'))
    expect(name()).toHaveValue('写了一半')
    fireEvent.click(button('取消'))
    fireEvent.click(await screen.findByText('放弃', { selector: 'button *' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(server.sent.map((s) => s.path)).toContain(deleteDraft.path))
  })

  test('Escape and a click beside it do not throw typed text away', async () => {
    await show()
    type('写了一半')
    fireEvent.keyDown(name(), { key: 'Escape', keyCode: 27 })
    fireEvent.click(document.querySelector('.ant-drawer-mask') as Element)
    expect(onClose).not.toHaveBeenCalled()
    expect(name()).toHaveValue('写了一半')
  })

  test('after saving nothing is marked any more', async () => {
    await show()
    type('一部')
    await save()
    await waitFor(() => expect(setDirty).toHaveBeenLastCalledWith(false))
  })
})
