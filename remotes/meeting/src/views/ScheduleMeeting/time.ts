// Rooms stand in Asia/Shanghai, wherever the browser is: one offset and no summer time since 1991. Days are
// `YYYY-MM-DD`, times of day are minutes since midnight there.

const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
export const QUARTER = 15
export const HALF_HOUR = 30

const local = (time: number | string): Date => new Date(new Date(time).getTime() + OFFSET_MS)

/** Calendar day of an instant. */
export const dayOf = (time: number | string): string => local(time).toISOString().slice(0, 10)
/** Minutes since midnight of an instant. */
export const minutesOf = (time: number | string): number => local(time).getUTCHours() * 60 + local(time).getUTCMinutes()
/** Instant of a time of day, ISO 8601. */
export const instantOf = (day: string, minutes: number): string => `${day}T${clock(minutes)}:00+08:00`
/** `HH:mm` of minutes since midnight. */
export const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Minutes since midnight of `HH:mm`. */
export const parseClock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const addDays = (day: string, days: number): string => new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY_MS)
/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(utc(day)).getUTCDay() + 6) % 7
/** Monday of the day's week. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))
export const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(utc(text ?? ''))

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
export const weekdayName = (day: string): string => WEEKDAYS[weekdayOf(day)] ?? ''
/** `11月16日`. */
export const shortDay = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
export const longDay = (day: string): string => `${day.slice(0, 4)}年${shortDay(day)} ${weekdayName(day)}`
