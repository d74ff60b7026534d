import { giveWay, Traffic } from './traffic'

/** Milliseconds that `work` rested by timers, with clock and timers of the test's own. */
async function rested(traffic: Traffic, partMs: number): Promise<number> {
  const rest = giveWay(traffic)
  jest.advanceTimersByTime(partMs)
  const begun = performance.now()
  const resting = rest()
  let over = false
  void resting.then(() => (over = true))
  for (let n = 0; n < 500 && !over; n += 1) await jest.advanceTimersByTimeAsync(over ? 0 : 1)
  await resting
  return performance.now() - begun
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('long work rests as long as its part took while a call is answered, never long, and not at all where nobody asks', async () => {
  const traffic = new Traffic()
  expect(await rested(traffic, 30)).toBeLessThanOrEqual(1)
  traffic.begin()
  expect(await rested(traffic, 30)).toBeGreaterThanOrEqual(30)
  expect(await rested(traffic, 5_000)).toBeLessThanOrEqual(102)
  traffic.end()
  expect(traffic.busy).toBe(true)
  jest.advanceTimersByTime(400)
  expect(traffic.busy).toBe(false)
  expect(await rested(traffic, 30)).toBeLessThanOrEqual(1)
})
