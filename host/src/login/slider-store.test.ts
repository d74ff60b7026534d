import { CODE } from '@assoc/contract'
import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { fakeServer } from '@assoc/http/testing'
import { SliderStore } from './slider-store'

const challenge = (id = 'c1') => ({ challengeId: id, background: 'data:,', piece: 'data:,', width: 320, height: 160, pieceSize: 44, pieceTop: 30 })

let server: ReturnType<typeof fakeServer>
let slider: SliderStore

beforeEach(() => {
  jest.useFakeTimers()
  server = fakeServer()
  server.on(createSlider, () => challenge())
  slider = new SliderStore()
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

const checks = () => server.sent.filter((s) => s.path === checkSlider.path).map((s) => s.input)

test('a challenge is loaded; the piece stays inside the picture and on whole pixels', async () => {
  await slider.load()
  expect([slider.state, slider.max, slider.settled]).toEqual(['ready', 276, false])
  for (const [to, is] of [[-5, 0], [10.4, 10], [276, 276], [9_999, 276]] as const) {
    slider.moveTo(to)
    expect(slider.x).toBe(is)
  }
})

test('a server that does not ask for it answers an empty picture: settled without a ticket', async () => {
  server.on(createSlider, () => ({ ...challenge(), width: 0 }))
  await slider.load()
  expect([slider.state, slider.settled, slider.ticket]).toEqual(['off', true, ''])
})

test('position and way are sent once; the ticket settles it', async () => {
  server.on(checkSlider, () => ({ sliderTicket: 't1' }))
  await slider.load()
  slider.moveTo(2)
  await jest.advanceTimersByTimeAsync(30)
  slider.moveTo(120)
  await Promise.all([slider.check(), slider.check()])
  expect(checks()).toEqual([{ challengeId: 'c1', x: 120, track: [{ t: 0, x: 2 }, { t: 30, x: 120 }] }])
  expect([slider.state, slider.settled, slider.ticket]).toEqual(['passed', true, 't1'])
})

test('nothing is checked before anything was moved', async () => {
  await slider.load()
  await slider.check()
  expect(checks()).toEqual([])
  expect(slider.state).toBe('ready')
})

test.each([CODE.silent, CODE.sliderRequired, CODE.input])('a refusal %s brings a new picture and a sentence', async (returnCode) => {
  server.on(checkSlider, { returnCode, returnMessage: '不通过' })
  await slider.load()
  slider.moveTo(50)
  server.on(createSlider, () => challenge('c2'))
  await slider.check()
  expect([slider.state, slider.x, slider.challenge?.challengeId, slider.message]).toEqual(['ready', 0, 'c2', '没有对准缺口，请再试一次'])
  slider.moveTo(1)
  expect(slider.message).toBe('')
})

test('a check that the network lost says so', async () => {
  await slider.load()
  slider.moveTo(50)
  await slider.check()
  expect([slider.state, slider.message]).toEqual(['ready', '网络连接不成功，请再试一次'])
})

test('a picture that does not come is unavailable, cannot be moved, and can be loaded again', async () => {
  server.on(createSlider, () => {
    throw new Error('away')
  })
  await slider.load()
  expect([slider.state, slider.message, slider.settled]).toEqual(['unavailable', '滑块没有加载成功', false])
  slider.moveTo(10)
  expect(slider.x).toBe(0)
  server.on(createSlider, () => challenge())
  await slider.load()
  expect([slider.state, slider.message]).toEqual(['ready', ''])
})

test('of two loads the later one counts, whatever answers last', async () => {
  const waiting: ((value: unknown) => void)[] = []
  server.on(createSlider, () => new Promise((resolve) => waiting.push(resolve)))
  const both = [slider.load(), slider.load()]
  await jest.advanceTimersByTimeAsync(0)
  waiting[1]?.(challenge('late'))
  await jest.advanceTimersByTimeAsync(0)
  waiting[0]?.(challenge('early'))
  await Promise.all(both)
  expect(slider.challenge?.challengeId).toBe('late')
})

test('a challenge that has grown old is renewed before use, a fresh one is not', async () => {
  await slider.load()
  await jest.advanceTimersByTimeAsync(100_000)
  await slider.freshen()
  expect(server.sent).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(15_000)
  await slider.freshen()
  expect(server.sent).toHaveLength(2)
})

test('loading anew takes the old ticket away', async () => {
  server.on(checkSlider, () => ({ sliderTicket: 't1' }))
  await slider.load()
  slider.moveTo(50)
  await slider.check()
  await slider.load('请重新完成滑块验证')
  expect([slider.ticket, slider.settled, slider.message]).toEqual(['', false, '请重新完成滑块验证'])
})
