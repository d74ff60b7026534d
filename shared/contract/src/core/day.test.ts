import { dayAfter, dayOf, instantOf, localTime, today, yearNow } from './day'

test('days and clocks are those of Asia/Shanghai, whatever zone an instant is written in', () => {
  expect(['2026-03-01T16:00:00Z', '2026-03-01T15:59:59.999Z', '2026-03-02T00:30:00+09:00'].map(dayOf)).toEqual(['2026-03-02', '2026-03-01', '2026-03-01'])
  expect(localTime(new Date('2025-12-31T23:15:20.700Z'))).toBe('2026-01-01 07:15:20')
  expect(today(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
  expect(yearNow()).toBe(Number(today().slice(0, 4)))
})

test('what a clock shows is an instant, and a day begins at midnight there', () => {
  expect(instantOf('2026-03-02 09:15:20')).toBe('2026-03-02T01:15:20.000Z')
  expect(instantOf('2026-03-02T09:15')).toBe('2026-03-02T01:15:00.000Z')
  expect(instantOf('2026-03-02')).toBe('2026-03-01T16:00:00.000Z')
  expect(localTime(instantOf('2026-03-02 09:15:20'))).toBe('2026-03-02 09:15:20')
})

test('days count over months and leap years', () => {
  expect([dayAfter('2028-02-28', 1), dayAfter('2026-01-01', -1), dayAfter('2026-03-29', 0)]).toEqual(['2028-02-29', '2025-12-31', '2026-03-29'])
})
