import '@testing-library/jest-dom'
import { placePerson, selectSeatPlan } from '@assoc/contract/meeting/seat'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { SeatPlan } from './SeatPlan'

const person = (registerId: string, name: string) => ({ registerId, name, companyName: '子虚电子', postName: '董事', categoryName: '会员单位' })
const seat = (place: number, registerId: string | null = null) => ({ seatId: String(place), area: 'A', line: 1, place, state: 'free' as const, registerId, reason: null })
const plan = { meetingName: '年会', published: false, areas: [{ area: 'A', kind: 'rows', lines: 1, seats: 3 }], seats: [seat(1, '11'), seat(2), seat(3)], people: [person('11', '甲'), person('12', '乙')], closed: null }

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectSeatPlan, () => plan)
})
afterEach(() => server.restore())

const sent = () => server.sent.filter((s) => s.path === placePerson.path).map((s) => s.input)

test('by keys: arrows go from seat to seat, one who waits is put on the seat that is pressed, and says whom was seen there', async () => {
  signedInAs(['meeting:seat:read', 'meeting:seat:update'])
  server.on(placePerson, () => ({ seats: [seat(2, '12')] }))
  renderUi(<SeatPlan meetId="7" />)
  const first = await screen.findByLabelText('A-1-1，甲，子虚电子')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(screen.getByLabelText('A-1-2，空'))
  fireEvent.click(screen.getByText(/^乙 · 子虚电子/))
  expect(await screen.findByText('正在安排 乙：选择一个座位，已有人的互换')).toBeInTheDocument()
  fireEvent.click(screen.getByLabelText('A-1-2，空'))
  await waitFor(() => expect(screen.getByLabelText('A-1-2，乙，子虚电子')).toBeInTheDocument())
  expect(sent()).toEqual([{ meetId: '7', registerId: '12', seatId: '2', expects: null }])
  expect(screen.getByText('全部已排座')).toBeInTheDocument()
})

test('dragged onto another seat they change places; who may only read moves nobody', async () => {
  signedInAs(['meeting:seat:read', 'meeting:seat:update'])
  server.on(placePerson, () => ({ seats: [seat(1), seat(3, '11')] }))
  renderUi(<SeatPlan meetId="7" />)
  const from = await screen.findByLabelText('A-1-1，甲，子虚电子')
  const to = screen.getByLabelText('A-1-3，空')
  document.elementFromPoint = () => to
  const pointer = (type: string, x: number) => Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: 0, button: 0 }))
  fireEvent(from, pointer('pointerdown', 0))
  fireEvent(window, pointer('pointermove', 40))
  expect(to).toHaveAttribute('data-over')
  fireEvent(window, pointer('pointerup', 40))
  await waitFor(() => expect(screen.getByLabelText('A-1-3，甲，子虚电子')).toBeInTheDocument())
  expect(sent()).toEqual([{ meetId: '7', registerId: '11', seatId: '3', expects: null }])
})
