import { Newer } from './newer'

const A = 'aaaaaaaaaaaa'
const B = 'bbbbbbbbbbbb'
const C = 'cccccccccccc'

test('one reload is offered for each newer console; put off, it is not offered again', () => {
  const newer = new Newer(A, 3, () => undefined)
  newer.look(`${A}.3`)
  expect(newer.offered).toBeNull()
  newer.look(`${B}.3`)
  expect(newer.offered).toBe(B)
  newer.later()
  newer.look(`${B}.3`)
  expect(newer.offered).toBeNull()
  newer.look(`${C}.3`)
  expect(newer.offered).toBe(C)
  newer.look(`${A}.3`)
  expect(newer.offered).toBeNull()
})

test('switched releases are told once, and an older answer that comes late is passed over', () => {
  const told: number[] = []
  const newer = new Newer(A, 3, (serial) => told.push(serial))
  for (const said of [`${A}.3`, `${A}.4`, `${A}.4`, `${A}.3`, `${A}.6`, 'nonsense', undefined, '<b>.7', `${A}.-1`]) newer.look(said)
  expect(told).toEqual([4, 6])
})
