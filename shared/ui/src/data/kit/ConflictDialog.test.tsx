import '@testing-library/jest-dom'
import { choice, choiceField, fen, flag, text } from '@assoc/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { z } from 'zod'
import { renderUi } from '../../testing'
import { ConflictDialog } from './ConflictDialog'

// Whether a role is hidden is not asked: it costs a second per query with the style sheets of antd.
configure({ defaultHidden: true, asyncUtilTimeout: 8_000 })
jest.setTimeout(30_000)

const kind = choice('类型', { a: '甲类', b: '乙类' })
const schema = z.object({ name: text('名称', 50), fee: fen('会费'), kind: choiceField(kind), active: flag('启用'), remark: text('备注', 50).nullable() })
const fields = ['name', 'fee', 'kind', 'active', 'remark']
const mine = { name: '我的名称', fee: 1_000_000, kind: 'a', active: true, remark: null }

function show(theirs: Record<string, unknown>) {
  const deeds = { onTakeTheirs: jest.fn(), onKeepMine: jest.fn(), onClose: jest.fn() }
  renderUi(<ConflictDialog schema={schema} fields={fields} mine={mine} theirs={theirs} {...deeds} />)
  return { ...deeds, user: userEvent.setup() }
}
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))

test('fields that differ are shown with both values as people read them, others are not', () => {
  show({ ...mine, name: '他人的名称', fee: 2_000_000, kind: 'b', active: false, version: 9, updateTime: 'x' })
  expect(rows()).toEqual([
    ['名称', '他人的名称', '我的名称'],
    ['会费', '2.00万', '1.00万'],
    ['类型', '乙类', '甲类'],
    ['启用', '否', '是'],
  ])
})

test('an absent value and an empty one are the same', () => {
  const { remark: _remark, ...without } = mine
  show(without)
  expect(screen.getByText('您填写的内容与现有内容一致。')).toBeInTheDocument()
})

test('each of the three ways does its own', async () => {
  const { user, onTakeTheirs, onKeepMine, onClose } = show({ ...mine, name: '他人的名称' })
  const calls = () => [onTakeTheirs, onKeepMine, onClose].map((f) => f.mock.calls.length)
  await user.click(screen.getByRole('button', { name: '采用现有内容' }))
  expect(calls()).toEqual([1, 0, 0])
  await user.click(screen.getByRole('button', { name: '以我的内容保存' }))
  expect(calls()).toEqual([1, 1, 0])
  await user.click(screen.getByRole('button', { name: '返回继续编辑' }))
  expect(calls()).toEqual([1, 1, 1])
})
