import { spawn } from 'node:child_process'
import { canMeasure, TreeMeter } from './core-seconds.mjs'

/** A made-up `/proc`: by process id [parent, own, waited]. */
const world = (rows) => new Map(Object.entries(rows).map(([pid, [parent, own, waited, start = 1]]) => [Number(pid), { parent, own, waited, start }]))
const through = (...states) => {
  let i = 0
  const meter = new TreeMeter(1, { read: () => world(states[Math.min(i++, states.length - 1)]) })
  return states.slice(1).map(() => Math.round(meter.sample().seconds * 100) / 100)
}

test('what stood before is not counted, what children do is', () => {
  expect(through({ 1: [0, 5, 3], 9: [0, 70, 0] }, { 1: [0, 6, 3], 2: [1, 2, 0], 9: [0, 90, 0] })).toEqual([3])
})

test('a child that ends is counted once: to its last tick when it is waited for, as last seen when nobody waits', () => {
  expect(through({ 1: [0, 0, 0] }, { 1: [0, 0, 0], 2: [1, 4, 0] }, { 1: [0, 0, 5] }, { 1: [0, 0, 5] })).toEqual([4, 5, 5])
  expect(through({ 1: [0, 0, 0] }, { 1: [0, 0, 0], 2: [1, 4, 0] }, { 1: [0, 1, 0] }, { 1: [0, 1, 0] })).toEqual([4, 5, 5])
})

test('one that ends while its parent was read already is not counted twice', () => {
  expect(through({ 1: [0, 0, 0] }, { 1: [0, 0, 0], 2: [1, 4, 0] }, { 1: [0, 0, 0] }, { 1: [0, 0, 4.5] })).toEqual([4, 4, 4.5])
})

test('grandchildren that end with their parent, or outlive it, stay counted', () => {
  expect(through({ 1: [0, 0, 0] }, { 1: [0, 0, 0], 2: [1, 1, 2], 3: [2, 4, 0] }, { 1: [0, 0, 3], 3: [0, 8, 0] })).toEqual([7, 7])
})

test('one that ends with its root keeps what was counted', () => {
  expect(through({ 1: [0, 1, 0] }, { 1: [0, 3, 2] }, {})).toEqual([4, 4])
})

test('an id that is given again is another process', () => {
  expect(through({ 1: [0, 0, 0] }, { 1: [0, 0, 0], 2: [1, 4, 0, 1] }, { 1: [0, 0, 4], 2: [1, 1, 0, 2] })).toEqual([4, 5])
})

const onLinux = canMeasure() ? test : test.skip
onLinux('a real child that computes is seen', async () => {
  const meter = new TreeMeter()
  const child = spawn(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);'])
  await new Promise((resolve) => child.once('exit', resolve))
  expect(meter.sample().seconds).toBeGreaterThan(0.25)
})
