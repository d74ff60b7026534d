import dayjs from 'dayjs'
import { relativeFilter, relativeRanges, resolved, tokenOf, wordOfRelative } from './relative-dates'

const on = (day: string, token: string) => relativeFilter(token).map((v) => resolved(v, dayjs(day)))

test.each([
  ['2026-11-21', 'today', '2026-11-21', '2026-11-21'],
  ['2026-11-21', 'week', '2026-11-16', '2026-11-22'],
  ['2026-11-22', 'week', '2026-11-16', '2026-11-22'],
  ['2026-11-23', 'week', '2026-11-23', '2026-11-29'],
  ['2028-02-29', 'month', '2028-02-01', '2028-02-29'],
  ['2026-11-21', 'quarter', '2026-10-01', '2026-12-31'],
  ['2026-01-01', 'year', '2026-01-01', '2026-12-31'],
  ['2026-03-02', 'last7', '2026-02-24', '2026-03-02'],
  ['2026-03-02', 'last30', '2026-02-01', '2026-03-02'],
  ['2026-03-31', 'lastMonth', '2026-02-01', '2026-02-28'],
  ['2026-02-10', 'lastQuarter', '2025-10-01', '2025-12-31'],
  ['2026-02-10', 'lastYear', '2025-01-01', '2025-12-31'],
])('on %s, %s is %s to %s', (day, token, from, to) => {
  expect(on(day, token)).toEqual([from, to])
})

test('a token is only one that is known; everything else means itself', () => {
  for (const text of ['2026-01-01', '~nonsense', 'nonsense~', '~month~', '', '~']) {
    expect(tokenOf(text)).toBeUndefined()
    expect(resolved(text)).toBe(text)
    expect(wordOfRelative(text)).toBeUndefined()
  }
  expect(relativeRanges.map(({ token }) => tokenOf(relativeFilter(token)[1]))).toEqual(relativeRanges.map(({ token }) => token))
  expect(wordOfRelative('~month')).toBe('本月')
})
