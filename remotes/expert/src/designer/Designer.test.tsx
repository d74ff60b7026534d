import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { emptyDoc, type FormDoc } from '@assoc/contract/form/engine/document'
import { saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Editor } from './Editor'

const FORM: FormDoc = {
  ...emptyDoc('治理情况问卷', { page: 'page1', section: 'part1' }),
  questions: {
    independent: {
      type: 'radio',
      code: 'q1',
      label: '是否独立',
      options: [
        { value: 'y', label: '是' },
        { value: 'n', label: '否' },
      ],
    },
    holding: { type: 'number', code: 'q2', label: '持股比例' },
    reason: { type: 'textarea', code: 'q3', label: '说明原因', visibleIf: ['eq', ['q', 'independent'], 'n'] },
  },
}
FORM.blocks['part1'] = { kind: 'section', title: '基本情况', items: ['independent', 'holding', 'reason'] }

let server: ReturnType<typeof fakeServer>
const sent = () =>
  server.sent
    .filter(({ path }) => path === saveFormDraft.path)
    .map(({ input }) => input as { base: number; patches: { at: string[]; to?: unknown }[] })

async function open(document: FormDoc = FORM, mode: 'flow' | 'table' = 'flow') {
  server.on(selectFormDraft, () => ({
    templateId: '7',
    formName: document.title,
    formKind: 'survey',
    formStatus: 'draft',
    latestVersion: null,
    revision: 3,
    document,
  }))
  signedInAs(['form:template:read', 'form:template:update'])
  const view = renderUi(<Editor mode={mode} />, { path: '/?formId=7' })
  await screen.findByRole('banner')
  return view
}
const outline = () => screen.getByRole('tree', { name: '表单大纲' })
const lines = () =>
  within(outline())
    .getAllByRole('treeitem')
    .map((line) => line.querySelector('.fd-label')?.textContent)
const press = (key: string, more: object = {}, target: Element = outline()) => fireEvent.keyDown(target, { key, ...more })
const said = () => document.querySelector('[aria-live=polite]')?.textContent

beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(saveFormDraft, ({ base }: { base: number }) => ({ revision: base + 1, document: null }))
})
afterEach(() => server.restore())

test('questions are added, named, moved and taken back by keyboard alone, and a voice says where they went', async () => {
  await open()
  expect(lines()).toEqual(['第 1 页', '基本情况', '是否独立', '持股比例', '说明原因'])
  press('End')
  press('ArrowUp')
  press('Insert')
  const field = await screen.findByRole('combobox', { name: '查找命令' })
  fireEvent.change(field, { target: { value: '日期' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const name = await screen.findByRole('textbox', { name: '名称' })
  fireEvent.change(name, { target: { value: '任职日期' } })
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true })
  const second = await screen.findByRole('textbox', { name: '名称' })
  fireEvent.change(second, { target: { value: '离任日期' } })
  fireEvent.keyDown(second, { key: 'Enter' })
  expect(lines()).toEqual(['第 1 页', '基本情况', '是否独立', '持股比例', '任职日期', '离任日期', '说明原因'])
  press('ArrowUp', { shiftKey: true })
  press('ArrowUp', { altKey: true })
  expect(lines().slice(2)).toEqual(['是否独立', '任职日期', '离任日期', '持股比例', '说明原因'])
  expect(said()).toBe('2 道题已移到“基本情况”第 2 位，共 5 位')
  press('z', { ctrlKey: true })
  expect(lines().slice(2)).toEqual(['是否独立', '持股比例', '任职日期', '离任日期', '说明原因'])
})

test('a condition is put together in clauses that read as a sentence', async () => {
  await open()
  fireEvent.click(within(outline()).getByText('持股比例'))
  const group = screen.getByRole('group', { name: '显示条件' })
  fireEvent.click(within(group).getByRole('button', { name: /添加显示条件/ }))
  expect(within(group).getByText('当「是否独立」等于「是」时显示')).toBeInTheDocument()
  fireEvent.click(within(group).getByRole('button', { name: '用公式编写' }))
  const formula = within(group).getByRole('textbox', { name: '显示条件（公式）' })
  expect(formula).toHaveValue('=[q1]="y"')
  fireEvent.change(formula, { target: { value: '=[q1]="n" AND [q9]>1' } })
  expect(within(group).getByRole('alert')).toHaveTextContent('第')
})

test('what others refer to is deleted after a question that lists them', async () => {
  await open()
  fireEvent.click(within(outline()).getByText('是否独立'))
  press('Delete')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('「说明原因」的显示条件')).toBeInTheDocument()
  fireEvent.click(within(dialog).getByRole('button', { name: '仍然删除' }))
  expect(lines().slice(2)).toEqual(['持股比例', '说明原因'])
})

test('text of another program becomes questions, and questions go from form to form', async () => {
  await open()
  fireEvent.click(within(outline()).getByText('说明原因'))
  fireEvent.paste(outline(), {
    clipboardData: { getData: (kind: string) => (kind === 'text/plain' ? '1. 公司性质\nA. 国有\nB. 民营\n2. 员工人数' : '') },
  })
  expect(lines().slice(-2)).toEqual(['公司性质', '员工人数'])
  const held: Record<string, string> = {}
  fireEvent.copy(outline(), { clipboardData: { setData: (kind: string, text: string) => (held[kind] = text) } })
  expect(held['text/plain']).toBe('1. 公司性质\nA. 国有\nB. 民营\n2. 员工人数')
  fireEvent.paste(outline(), { clipboardData: { getData: (kind: string) => held[kind] ?? '' } })
  expect(lines().slice(-4)).toEqual(['公司性质', '员工人数', '公司性质', '员工人数'])
})

test('options are typed with Enter, and a paste of lines makes as many', async () => {
  await open()
  fireEvent.click(within(outline()).getByText('是否独立'))
  const group = screen.getByRole('group', { name: '选项' })
  fireEvent.keyDown(within(group).getByRole('textbox', { name: '选项 2' }), { key: 'Enter' })
  const next = within(group).getByRole('textbox', { name: '新选项' })
  fireEvent.change(next, { target: { value: '不适用' } })
  fireEvent.keyDown(next, { key: 'Enter' })
  fireEvent.paste(within(group).getByRole('textbox', { name: '新选项' }), { clipboardData: { getData: () => '甲\n乙\n丙' } })
  expect(
    within(group)
      .getAllByRole('textbox')
      .map((one) => (one as HTMLInputElement).value),
  ).toEqual(['是', '否', '不适用', '甲', '乙', '丙'])
})

test('changes are saved after two seconds of rest, and the same thing changed elsewhere is settled by a choice', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] })
  try {
    await open()
    fireEvent.click(within(outline()).getByText('持股比例'))
    const label = screen.getByRole('textbox', { name: '题目' })
    fireEvent.change(label, { target: { value: '持股比例（%' } })
    fireEvent.change(label, { target: { value: '持股比例（%）' } })
    expect(screen.getByText('未保存')).toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(2100))
    expect(screen.getByText('已保存')).toBeInTheDocument()
    expect(sent()).toEqual([
      { templateId: '7', base: 3, patches: [{ at: ['questions', 'holding', 'label'], from: '持股比例', to: '持股比例（%）' }] },
    ])

    const theirs: FormDoc = { ...FORM, questions: { ...FORM.questions, holding: { type: 'number', code: 'q2', label: '持股' } } }
    server.on(saveFormDraft, {
      returnCode: CODE.conflict,
      returnMessage: '他人已修改',
      data: {
        current: { revision: 9, document: theirs, conflicts: [{ at: ['questions', 'holding', 'label'], mine: '持股数', theirs: '持股' }] },
      },
    } as never)
    fireEvent.change(label, { target: { value: '持股数' } })
    await act(() => jest.advanceTimersByTimeAsync(2100))
    const dialog = screen.getByRole('dialog')
    server.on(saveFormDraft, ({ base }: { base: number }) => ({ revision: base + 1, document: null }))
    fireEvent.click(within(dialog).getByRole('radio', { name: '用我的' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '按所选继续' }))
    await act(() => jest.advanceTimersByTimeAsync(2100))
    expect(sent().at(-1)).toEqual({
      templateId: '7',
      base: 9,
      patches: [{ at: ['questions', 'holding', 'label'], from: '持股', to: '持股数' }],
    })
  } finally {
    jest.useRealTimers()
  }
})

test('a table is typed, merged, split and pasted by keyboard', async () => {
  await open({ ...FORM }, 'table')
  fireEvent.click(screen.getByRole('button', { name: '建立表格' }))
  const grid = screen.getByRole('grid', { name: '表格版式' })
  press('m', { ctrlKey: true }, grid)
  press('ArrowDown', { shiftKey: true }, grid)
  press('m', { ctrlKey: true }, grid)
  await waitFor(() => expect(within(grid).getByLabelText(/^A1/)).toHaveAttribute('rowspan', '2'))
  press('m', { ctrlKey: true, shiftKey: true }, grid)
  expect(within(grid).getByLabelText(/^A1/)).toHaveAttribute('rowspan', '1')
  press('End', { ctrlKey: true }, grid)
  press('ArrowDown', { altKey: true }, grid)
  fireEvent.paste(grid, { clipboardData: { getData: () => '一月\t10\n二月\t20' } })
  expect(within(grid).getAllByRole('row')).toHaveLength(11)
  expect(within(grid).getByText('二月')).toBeInTheDocument()
})
