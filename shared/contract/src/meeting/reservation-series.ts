import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, flag, id, instant, int, ref, text, version, withMeta } from '../core/fields'
import { meeting } from './permits'
import { reserveStatus } from './reservation'

/** How a booking comes again. */
export const repeat = choice('重复方式', {
  once: '不重复',
  daily: '每天',
  weekly: '每周',
  fortnightly: '每两周',
  monthDay: '每月同一日',
  monthWeekday: '每月同一星期几',
})
export type Repeat = keyof (typeof repeat)['labels']

/** Occurrences of a series, and rooms of one booking. */
export const MOST_OCCURRENCES = 60
export const MOST_ROOMS = 5

const DAY_MS = 86_400_000
const daysOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayAt = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10)
/** 0 is Sunday. */
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: string): boolean => weekday(day) === 0 || weekday(day) === 6

/** The day of the n-th such weekday of a month; the fifth is the last. */
function nthWeekday(year: number, month: number, which: number, n: number): string {
  const first = dayAt(Date.UTC(year, month, 1) / DAY_MS)
  const day = 1 + ((which - weekday(first) + 7) % 7) + (n - 1) * 7
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month, day > length ? day - 7 : day) / DAY_MS)
}

/** The days of a series, the first among them. Months that lack the day have none; a fifth weekday is the month's last. */
export function daysOfSeries(first: string, how: Repeat, count: number, withoutWeekends: boolean): string[] {
  const found: string[] = []
  const [year = 0, month = 0, date = 0] = [Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1, Number(first.slice(8, 10))]
  const wanted = how === 'once' ? 1 : count
  // Some days fall out: at most two of seven, or the months that lack a day.
  for (let i = 0; found.length < wanted && i < MOST_OCCURRENCES * 3; i++) {
    let day = first
    if (how === 'daily') day = dayAt(daysOf(first) + i)
    if (how === 'weekly') day = dayAt(daysOf(first) + 7 * i)
    if (how === 'fortnightly') day = dayAt(daysOf(first) + 14 * i)
    if (how === 'monthDay') {
      day = dayAt(Date.UTC(year, month + i, date) / DAY_MS)
      if (Number(day.slice(8, 10)) !== date) continue
    }
    if (how === 'monthWeekday') day = nthWeekday(year, month + i, weekday(first), Math.ceil(date / 7))
    if (withoutWeekends && how === 'daily' && isWeekend(day)) continue
    found.push(day)
  }
  return found
}

const wish = {
  roomIds: withMeta(z.array(ref('会议室', 'room')).min(1, '请选择会议室').max(MOST_ROOMS, `一次最多预约 ${MOST_ROOMS} 个会议室`), { label: '会议室' }),
  title: text('预约事由', 100),
  startTime: instant('开始时间'),
  endTime: instant('结束时间'),
  attendNum: int('参会人数', 1, 1000),
  repeat: choiceField(repeat),
  count: int('次数', 1, MOST_OCCURRENCES),
  withoutWeekends: flag('跳过周末'),
}

/** One time in one room, and why it cannot be booked. */
const occurrence = z.object({
  roomId: id(),
  roomName: withMeta(z.string(), { label: '会议室' }),
  startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
  endTime: withMeta(z.string(), { label: '结束时间', show: 'instant' }),
  problem: withMeta(z.string().nullable(), { label: '不能预约的原因' }),
})

/** Says of every time of a series, in every room, whether it can be booked; books nothing. */
export const previewSeries = call({
  path: '/meeting/room/previewSeries',
  title: '检查系列预约',
  access: meeting('reservation:insert'),
  request: body(wish),
  response: z.object({ items: z.array(occurrence), problems: z.number().int() }),
})

/** Books all times of a series, or with `skip` those that can be booked; each has a status of its own. */
export const insertSeries = call({
  path: '/meeting/room/insertSeries',
  title: '系列预约会议室',
  access: meeting('reservation:insert'),
  write: true,
  request: body({ ...wish, onProblem: z.enum(['refuse', 'skip']) }),
  response: z.object({ seriesId: id(), made: z.number().int(), skipped: z.number().int(), pending: z.number().int(), firstDay: z.string() }),
})

/** Cancels a booking of a series and all that follow it, in all its rooms. */
export const cancelSeries = call({
  path: '/meeting/room/cancelSeries',
  title: '取消系列预约',
  access: meeting('reservation:insert'),
  write: true,
  request: body({ reservationId: ref('预约', 'reservation'), version: version() }),
  response: z.object({ cancelled: z.number().int(), reserveStatus: reserveStatus.schema }),
})
