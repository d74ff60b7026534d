import '@testing-library/jest-dom'
import { room as rooms } from '@assoc/contract/meeting/room'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import RoomList from './page'

// antd's table and dialogs take jsdom their time.

const room = (roomId: string, roomName: string) => ({
  roomId, roomName, location: '三层', capacity: 8, equipment: [], openFrom: '08:00', openTo: '18:00', openHours: '08:00–18:00', needAudit: false, roomStatus: 'available', remark: null, version: 1, abilities: ['close'],
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(rooms.list, () => ({ items: [room('1', '甲室'), room('2', '乙室')], total: 2 }))
})
afterEach(() => server.restore())

const sent = () => server.sent.filter((s) => s.path === rooms.batch.path).map((s) => s.input)
const button = (inside: HTMLElement, text: string | RegExp) => within(inside).getByText(text).closest('button') as HTMLElement

test('many rooms at once: asked before, what has bookings is told by name, and only that is tried again', async () => {
  signedInAs(['meeting:room:read', 'meeting:room:update'])
  const answers = [{ done: 1, failed: [{ id: '2', name: '乙室', message: '该会议室还有 1 个未结束的预约' }], next: null }, { done: 1, failed: [], next: null }]
  server.on(rooms.batch, () => answers.shift())
  renderUi(<RoomList />)
  for (const name of ['甲室', '乙室']) fireEvent.click(await screen.findByLabelText(`选择${name}`))
  const bar = screen.getByText(/^已选/).closest('[role=status]') as HTMLElement
  expect([...bar.querySelectorAll('button')].map((b) => b.textContent?.replace(/\s/g, ''))).toEqual(['清空', '导出选中', '转维护', '停用', '恢复可用', '删除'])
  fireEvent.click(button(bar, /^停\s?用$/))
  const dialog = await waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no dialog')))
  expect(within(dialog).getByText(/还有未结束的预约时不能停用/)).toBeInTheDocument()
  fireEvent.click(button(dialog, '停用 2 条'))
  expect(await within(dialog).findByText('乙室：该会议室还有 1 个未结束的预约')).toBeInTheDocument()
  fireEvent.click(await within(dialog).findByText('重试失败的 1 条'))
  await waitFor(() => expect(within(dialog).getByText(/成功 2 条，失败 0 条/)).toBeInTheDocument())
  expect(sent()).toEqual([{ verb: 'close', ids: ['1', '2'] }, { verb: 'close', ids: ['2'] }])
})

test('who may only read chooses rows for a file alone', async () => {
  signedInAs(['meeting:room:read'])
  renderUi(<RoomList />)
  fireEvent.click(await screen.findByLabelText('选择甲室'))
  const bar = screen.getByText(/^已选/).closest('[role=status]') as HTMLElement
  expect([...bar.querySelectorAll('button')].map((b) => b.textContent?.replace(/\s/g, ''))).toEqual(['选择全部2条符合条件的记录', '清空', '导出选中'])
  expect(screen.queryByText('新增会议室')).toBeNull()
})
