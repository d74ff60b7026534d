import '@testing-library/jest-dom'
import { choice, choiceField, fen, flag, text } from '@assoc/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { z } from 'zod'
import { renderUi } from '../testing'
import { ConflictDialog } from './ConflictDialog'
import type { FormField } from '../data/kit/FormFields'

// Whether a role is hidden is not asked: it costs a second per query with the style sheets of antd.
configure({ defaultHidden: true })

const kind = choice('类型', { a: '甲类', b: '乙类' })
const schema = z.object({ name: text('名称', 50), fee: fen('会费'), kind: choiceField(kind), active: flag('启用'), remark: text('备注', 50).nullable(), deptId: text('部门', 20) })
const fields: FormField[] = [
  { name: 'name', kind: 'text' },
  { name: 'fee', kind: 'number' },
  { name: 'kind', kind: 'select', options: kind.options },
  { name: 'active', kind: 'switch' },
  { name: 'remark', kind: 'longText' },
  { name: 'deptId', kind: 'tree', label: '部门', options: [{ value: '1', title: '秘书处', children: [{ value: '7', title: '会员部' }] }] },
]
const mine = { name: '我的名称', fee: 1_000_000, kind: 'a', active: true, remark: null, deptId: '7' }

function show(theirs: Record<string, unknown>, base: Record<string, unknown> = {}) {
  const actions = { onTakeTheirs: jest.fn(), onSettle: jest.fn(), onClose: jest.fn() }
  renderUi(<ConflictDialog schema={schema} fields={fields} base={base} mine={mine} theirs={theirs} {...actions} />)
  return { ...actions, user: userEvent.setup() }
}
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))

test('fields that differ are shown with both values as people read them, others are not', () => {
  show({ ...mine, name: '他人的名称', fee: 2_000_000, kind: 'b', active: false, deptId: '1', version: 9, updateTime: 'x' })
  expect(rows()).toEqual([
    ['名称', '他人的名称', '我的名称'],
    ['会费', '2.00万', '1.00万'],
    ['类型', '乙类', '甲类'],
    ['启用', '否', '是'],
    ['部门', '秘书处', '会员部'],
  ])
})

test('an absent value and an empty one are the same', () => {
  const { remark: _remark, ...without } = mine
  show(without)
  expect(screen.getByText('您填写的内容与现有内容一致。')).toBeInTheDocument()
})

test('each of the three ways does its own', async () => {
  const { user, onTakeTheirs, onSettle, onClose } = show({ ...mine, name: '他人的名称' })
  const calls = () => [onTakeTheirs, onSettle, onClose].map((f) => f.mock.calls.length)
  await user.click(screen.getByRole('button', { name: '采用现有内容' }))
  expect(calls()).toEqual([1, 0, 0])
  await user.click(screen.getByRole('button', { name: '按所选内容保存' }))
  expect(calls()).toEqual([1, 1, 0])
  await user.click(screen.getByRole('button', { name: '返回继续编辑' }))
  expect(calls()).toEqual([1, 1, 1])
})

test('chosen beforehand is theirs where they changed it and theirs where they did not; each may be chosen otherwise', async () => {
  const theirs = { ...mine, name: '他人的名称', fee: 2_000_000, kind: 'b' }
  const { user, onSettle } = show(theirs, { ...mine, name: '原来的名称', kind: 'b' })
  await user.click(screen.getByRole('button', { name: '按所选内容保存' }))
  expect(onSettle).toHaveBeenLastCalledWith({ ...mine, fee: 2_000_000 })
  await user.click(screen.getByRole('radio', { name: '他人的名称' }))
  await user.click(screen.getByRole('radio', { name: '1.00万' }))
  await user.click(screen.getByRole('button', { name: '按所选内容保存' }))
  expect(onSettle).toHaveBeenLastCalledWith({ ...mine, name: '他人的名称' })
})
