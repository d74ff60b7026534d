import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { changeReservationStatus, insertReservation, selectRoomWeek } from '@assoc/contract/meeting/reservation'
import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import ScheduleMeeting from './page'
import { buildReservation, buildRoom } from './testing'
import { addDays, dayOf, instantOf } from './time'

const tomorrow = addDays(dayOf(Date.now()), 1)
const own = buildReservation('14:00', '15:00', {}, tomorrow)
const ROOMS = [buildRoom(), buildRoom({ roomId: '2', roomName: '第二会议室' })]
let server: ReturnType<typeof fakeServer>

// antd's form takes jsdom its time.

beforeEach(() => {
  server = fakeServer()
  server.on(selectRoomWeek, () => ({ rooms: ROOMS, reservations: [own], daysAhead: 30 }))
})
afterEach(() => server.restore())

const open = async (permits = ['meeting:reservation:read', 'meeting:reservation:insert']) => {
  signedInAs(permits)
  renderUi(<ScheduleMeeting />, { path: `/?day=${tomorrow}` })
  return screen.findByLabelText(/会议室预约$/, { selector: '[role=grid]' })
}
// By label, not by role: names of a hundred cells take jsdom seconds.
const cell = (name: RegExp) => screen.getByLabelText(name)
const dialogShown = () => waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no dialog')))
const button = (inside: HTMLElement, text: string) => within(inside).getByText(text).closest('button') as HTMLElement
const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })

test('rooms and half hours are a grid with headers, and cells say what stands there', async () => {
  const grid = await open()
  expect([...grid.querySelectorAll('[role=rowheader]')].map((h) => h.textContent)).toEqual([expect.stringContaining('第一会议室'), expect.stringContaining('第二会议室')])
  expect(grid.querySelectorAll('[role=columnheader]')).toHaveLength(21)
  expect(cell(/第一会议室 14:00 到 14:30，例会，14:00 到 15:00，甄安娜，已预约/)).toBeInTheDocument()
  expect(cell(/第二会议室 14:00 到 14:30，空闲/)).toBeInTheDocument()
})

test('the address of a reservation opens it on its day, also in a page that is open', async () => {
  signedInAs(['meeting:reservation:read'])
  renderUi(<ScheduleMeeting />, { path: `/?day=${tomorrow}&record=${own.reservationId}` })
  expect(await dialogShown()).toHaveTextContent('例会')
})

test('by keyboard: move, mark an hour, book it; a refusal of the server stands in the form', async () => {
  await open()
  cell(/第一会议室 08:00/).focus()
  press('ArrowDown')
  press('ArrowRight')
  expect(document.activeElement).toBe(cell(/第二会议室 08:30/))
  press('ArrowRight', true)
  expect(cell(/第二会议室 08:30/)).toHaveAttribute('aria-selected', 'true')
  press('Enter')
  const dialog = await dialogShown()
  server.on(insertReservation, { returnCode: CODE.roomTaken, returnMessage: '该会议室在这个时段已被预约，请换一个时间或会议室' })
  fireEvent.click(button(dialog, '预约'))
  expect(await within(dialog).findByText('请填写预约事由')).toBeInTheDocument()
  fireEvent.change(within(dialog).getByLabelText('预约事由'), { target: { value: '周会' } })
  fireEvent.click(button(dialog, '预约'))
  expect(await within(dialog).findByText(/已被预约/)).toBeInTheDocument()
  expect(server.sent.find((s) => s.path === insertReservation.path)?.input).toMatchObject({
    roomId: '2', title: '周会', startTime: instantOf(tomorrow, 8 * 60 + 30), endTime: instantOf(tomorrow, 9 * 60 + 30),
  })
  server.on(insertReservation, () => buildReservation('08:30', '09:30', { reservationId: '9', roomId: '2', title: '周会' }, tomorrow))
  fireEvent.click(button(dialog, '预约'))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

test('what was typed and not sent is offered when the form opens again; giving it up asks first', async () => {
  const content = { title: '理事会', roomId: '2', day: tomorrow, from: 600, to: 660, attendNum: 7 }
  server.on(getDraftKey, () => ({ key: Buffer.alloc(32, 7).toString('base64') }))
  server.on(selectDraft, () => ({ content, savedTime: '2026-03-01T08:00:00.000Z' }))
  server.on(saveDraft, () => ({ savedTime: '2026-03-01T08:00:00.000Z' }))
  server.on(deleteDraft, () => ({}))
  await open()
  fireEvent.click(screen.getByText('预约会议室', { selector: '.ant-btn span' }))
  const dialog = await dialogShown()
  fireEvent.click(button(await within(dialog).findByText(/未保存的草稿/).then((e) => e.closest('[role=alert],.ant-alert') as HTMLElement), '恢复'))
  expect(within(dialog).getByLabelText('预约事由')).toHaveValue('理事会')
  expect(within(dialog).getByLabelText('参会人数')).toHaveValue('7')
  expect(within(dialog).queryByText(/未保存的草稿/)).not.toBeInTheDocument()
  fireEvent.click(button(dialog, '取消'))
  fireEvent.click(await screen.findByText('放弃'))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(server.sent.filter((s) => s.path === deleteDraft.path).map((s) => s.input)).toEqual([{ key: 'meeting/ScheduleMeeting/new' }])
})

test('Enter on a booking shows it, Delete asks before it is cancelled', async () => {
  await open()
  cell(/第一会议室 08:00/).focus()
  press('Home')
  for (let i = 0; i < 12; i++) press('ArrowRight')
  press('Enter')
  const details = await dialogShown()
  expect(within(details).getByText('甄安娜')).toBeInTheDocument()
  fireEvent.click(button(details, '关闭'))
  await waitFor(() => expect(document.activeElement).toBe(cell(/第一会议室 14:00/)))
  cell(/第一会议室 14:00/).focus()
  press('Delete')
  server.on(changeReservationStatus, () => ({ reserveStatus: 'cancelled', version: 2 }))
  fireEvent.click(await screen.findByText('取消预约', { selector: '.ant-btn span' }))
  await waitFor(() => expect(server.sent.some((s) => s.path === changeReservationStatus.path)).toBe(true))
})

test('who may only read can neither book nor mark a form open', async () => {
  await open(['meeting:reservation:read'])
  expect(screen.queryByText('预约会议室')).not.toBeInTheDocument()
  cell(/第二会议室 08:00/).focus()
  press('Enter')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a week that does not load says so and can be tried again', async () => {
  signedInAs(['meeting:reservation:read'])
  server.on(selectRoomWeek, { returnCode: CODE.fault, returnMessage: '系统出错了，请稍后重试' })
  renderUi(<ScheduleMeeting />)
  expect(await screen.findByText('系统出错了，请稍后重试')).toBeInTheDocument()
  server.on(selectRoomWeek, () => ({ rooms: ROOMS, reservations: [], daysAhead: 30 }))
  fireEvent.click(screen.getByText('重试'))
  expect(await screen.findByLabelText(/会议室预约$/, { selector: '[role=grid]' })).toBeInTheDocument()
})
