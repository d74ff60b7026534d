import { dayAfter, instantOf as instantAt, localTime } from '@assoc/contract/core/day'

// Rooms stand in Asia/Shanghai, wherever the browser is. Days are `YYYY-MM-DD`, times of day are minutes since midnight there.

export { dayAfter as addDays, dayOf } from '@assoc/contract/core/day'

const DAY_MS = 86_400_000
export const QUARTER = 15
export const HALF_HOUR = 30

/** Minutes since midnight of an instant. */
export const minutesOf = (time: number | string): number => parseClock(localTime(time).slice(11))
/** Instant of a time of day, ISO 8601. */
export const instantOf = (day: string, minutes: number): string => instantAt(`${day} ${clock(minutes)}`)
/** `HH:mm` of minutes since midnight. */
export const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Minutes since midnight of `HH:mm`. */
export const parseClock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY_MS)
/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(utc(day)).getUTCDay() + 6) % 7
/** Monday of the day's week. */
export const mondayOf = (day: string): string => dayAfter(day, -weekdayOf(day))
export const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(utc(text ?? ''))

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
export const weekdayName = (day: string): string => WEEKDAYS[weekdayOf(day)] ?? ''
/** `11月16日`. */
export const shortDay = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
export const longDay = (day: string): string => `${day.slice(0, 4)}年${shortDay(day)} ${weekdayName(day)}`
