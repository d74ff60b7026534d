import { CODE } from '@assoc/contract'
import { asJob, breather, Turns } from './turns'

/** Work that lasts until it is ended. */
function work() {
  let end: () => void = () => undefined
  const done = new Promise<void>((resolve) => (end = resolve))
  let begun = false
  return { run: () => ((begun = true), done), end: () => end(), begun: () => begun }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => jest.useRealTimers())

test('so many are under way, the next ones wait in their order, and one more is refused as busy', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 1, patienceMs: 1000 })
  const [a, b, c] = [work(), work(), work()]
  const running = [turns.run(a.run), turns.run(b.run), turns.run(c.run)]
  await settle()
  expect([a.begun(), b.begun(), c.begun()]).toEqual([true, true, false])
  await expect(turns.run(work().run)).rejects.toMatchObject({ code: CODE.tooMany, message: '系统繁忙，请稍后重试', data: { retryAfterSeconds: 5 } })
  b.end()
  await running[1]
  await settle()
  expect(c.begun()).toBe(true)
  a.end()
  c.end()
  await Promise.all(running)
})

test('work that fails gives its turn on', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, patienceMs: 1000 })
  const next = work()
  const failing = turns.run(() => Promise.reject(new Error('failed')))
  const running = turns.run(next.run)
  await expect(failing).rejects.toThrow('failed')
  next.end()
  await running
  expect(next.begun()).toBe(true)
})

test('a call waits for a bounded time, a job as long as it takes', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] })
  const turns = new Turns({ atOnce: 1, waiting: 1, patienceMs: 1000 })
  const [first, job, call] = [work(), work(), work()]
  const running = turns.run(first.run)
  const jobs = [asJob(() => turns.run(job.run)), asJob(() => turns.run(job.run))]
  const impatient = turns.run(call.run)
  impatient.catch(() => undefined)
  await settle()
  jest.advanceTimersByTime(60_000)
  await expect(impatient).rejects.toMatchObject({ code: CODE.tooMany })
  expect(call.begun()).toBe(false)
  first.end()
  job.end()
  await Promise.all([running, ...jobs])
  expect(job.begun()).toBe(true)
})

test('a long loop lets others in', async () => {
  let others = 0
  const other = setInterval(() => others++, 1)
  const breathe = breather()
  const until = performance.now() + 200
  while (performance.now() < until) await breathe()
  clearInterval(other)
  expect(others).toBeGreaterThan(0)
})
