import { today } from '@assoc/contract/core/day'
import dayjs, { type Dayjs } from 'dayjs'

type Range = (today: Dayjs) => [Dayjs, Dayjs]

const monday = (d: Dayjs) => d.subtract((d.day() + 6) % 7, 'day')
const quarter = (d: Dayjs) => d.month(Math.floor(d.month() / 3) * 3).startOf('month')
const from = (begin: Dayjs, months: number): [Dayjs, Dayjs] => [begin, begin.add(months, 'month').subtract(1, 'day')]

/** Ranges of dates that move with the calendar, by their token in the address. Weeks begin on Monday. */
const RANGES: Record<string, { label: string; of: Range }> = {
  today: { label: '今天', of: (d) => [d, d] },
  week: { label: '本周', of: (d) => [monday(d), monday(d).add(6, 'day')] },
  month: { label: '本月', of: (d) => from(d.startOf('month'), 1) },
  quarter: { label: '本季度', of: (d) => from(quarter(d), 3) },
  year: { label: '本年度', of: (d) => from(d.startOf('year'), 12) },
  last7: { label: '近 7 天', of: (d) => [d.subtract(6, 'day'), d] },
  last30: { label: '近 30 天', of: (d) => [d.subtract(29, 'day'), d] },
  lastMonth: { label: '上月', of: (d) => from(d.startOf('month').subtract(1, 'month'), 1) },
  lastQuarter: { label: '上季度', of: (d) => from(quarter(d).subtract(3, 'month'), 3) },
  lastYear: { label: '上年度', of: (d) => from(d.startOf('year').subtract(1, 'year'), 12) },
}

export const relativeRanges = Object.entries(RANGES).map(([token, { label }]) => ({ token, label }))

const BEGINS = /^~([a-zA-Z0-9]+)$/
const ENDS = /^([a-zA-Z0-9]+)~$/

/** The two filter values of a range: the address keeps 本月 as it is, so that a kept link means the month in which it is opened. */
export const relativeFilter = (token: string): [from: string, to: string] => [`~${token}`, `${token}~`]

/** The token behind a filter's value; undefined when it is none. */
export function tokenOf(value: string | undefined): string | undefined {
  const token = value === undefined ? undefined : (BEGINS.exec(value) ?? ENDS.exec(value))?.[1]
  return token !== undefined && token in RANGES ? token : undefined
}

/** A filter's value as the server takes it: the bound of a relative range as the date it is today, `YYYY-MM-DD`; anything else as it is. */
export function resolved(value: string, now: Dayjs = dayjs(today())): string {
  const range = RANGES[tokenOf(value) ?? '']
  if (!range) return value
  const [begin, end] = range.of(now.startOf('day'))
  return (BEGINS.test(value) ? begin : end).format('YYYY-MM-DD')
}

/** A filter's value in words: 本月. Undefined when it is no relative one. */
export const wordOfRelative = (value: string): string | undefined => RANGES[tokenOf(value) ?? '']?.label
