import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { fakeServer } from '@assoc/http/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SliderCheck } from './SliderCheck'
import { SliderStore } from './slider-store'

const challenge = (id = 'c1') => ({ challengeId: id, background: 'data:,', piece: 'data:,', width: 320, height: 160, pieceSize: 44, pieceTop: 30 })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(createSlider, () => challenge())
  server.on(checkSlider, () => ({ sliderTicket: 't1' }))
})
afterEach(() => server.restore())

async function show() {
  const store = new SliderStore()
  const view = render(<SliderCheck store={store} />)
  await act(() => store.load())
  return { store, user: userEvent.setup(), ...view }
}
const handle = () => screen.getByRole('slider')

test('it is a slider that says its range and place', async () => {
  await show()
  expect(handle()).toHaveAttribute('aria-valuemin', '0')
  expect(handle()).toHaveAttribute('aria-valuemax', '276')
  expect(handle()).toHaveAttribute('aria-valuenow', '0')
  expect(handle()).toHaveAccessibleName(/方向键移动，回车确认/)
})

test('the keyboard reaches it, moves it and checks it', async () => {
  const { user, store } = await show()
  await user.tab()
  expect(handle()).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{ArrowLeft}')
  expect(handle()).toHaveAttribute('aria-valuenow', '4')
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowDown}')
  expect(handle()).toHaveAttribute('aria-valuenow', '12')
  expect(handle()).toHaveAttribute('aria-valuetext', '距左侧 12 像素')
  await user.keyboard('{End}{ArrowRight}')
  expect(handle()).toHaveAttribute('aria-valuenow', '276')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(handle()).toHaveAttribute('aria-valuenow', '0')
  await user.keyboard('{ArrowRight}{Enter}')
  await screen.findByText('验证通过')
  expect(screen.queryByRole('slider')).toBeNull()
  expect(store.ticket).toBe('t1')
  expect(server.sent.filter((s) => s.path === checkSlider.path)).toHaveLength(1)
})

test('keys do not scroll the page, and others are left alone', async () => {
  await show()
  for (const key of ['ArrowRight', 'ArrowDown', 'Home', 'End', 'Enter', ' ']) expect([key, fireEvent.keyDown(handle(), { key })]).toEqual([key, false])
  await waitFor(() => expect(screen.getByText('验证通过')).toBeInTheDocument())
})

test('Tab is left to the browser', async () => {
  await show()
  expect(fireEvent.keyDown(handle(), { key: 'Tab' })).toBe(true)
})

test('Enter before any move checks nothing', async () => {
  const { user } = await show()
  await user.tab()
  await user.keyboard('{Enter} ')
  expect(server.sent.map((s) => s.path)).toEqual([createSlider.path])
})

test('a miss is said, and a new piece stands at the beginning', async () => {
  const { user } = await show()
  server.on(checkSlider, { returnCode: CODE.silent, returnMessage: '' })
  server.on(createSlider, () => challenge('c2'))
  await user.tab()
  await user.keyboard('{End}{Enter}')
  const sentence = await screen.findByText('没有对准缺口，请再试一次')
  expect(sentence).toHaveAttribute('aria-live', 'polite')
  await waitFor(() => expect(handle()).toHaveAttribute('aria-valuenow', '0'))
})

test('the picture is shown while one works with it', async () => {
  const { user, container } = await show()
  expect(container.querySelector('img')).toBeNull()
  await user.tab()
  expect(container.querySelectorAll('img')).toHaveLength(2)
  await user.keyboard('{Escape}')
  expect(container.querySelector('img')).toBeNull()
})

test('a drag with the mouse ends in a check; another button drags nothing', async () => {
  // What jsdom lacks: pointer events with a place, capture, widths.
  window.PointerEvent ??= MouseEvent as unknown as typeof PointerEvent
  Element.prototype.setPointerCapture = () => undefined
  const width = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(328)
  const { store } = await show()
  const drag = (button: number) => {
    fireEvent.pointerDown(handle(), { button, clientX: 10, pointerId: 1 })
    fireEvent.pointerMove(handle(), { clientX: 110, pointerId: 1 })
  }
  drag(2)
  expect(store.x).toBe(0)
  drag(0)
  expect(store.x).toBe(100)
  width.mockRestore()
  fireEvent.pointerUp(handle(), { clientX: 110, pointerId: 1 })
  await screen.findByText('验证通过')
})

test('who cannot drag is told of the keys, and may have another picture', async () => {
  const { user } = await show()
  const help = screen.getByRole('button', { name: '无法拖动？' })
  await user.click(help)
  expect(screen.getByText(/可用键盘完成/)).toBeVisible()
  expect(help).toHaveAttribute('aria-expanded', 'true')
  await user.click(screen.getByRole('button', { name: '换一张' }))
  expect(server.sent.filter((s) => s.path === createSlider.path)).toHaveLength(2)
})

test('nothing is shown where the server does not ask', async () => {
  server.on(createSlider, () => ({ ...challenge(), width: 0 }))
  const { container } = await show()
  expect(container).toBeEmptyDOMElement()
})
