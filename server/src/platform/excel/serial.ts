import { localTime } from '@assoc/contract/core/day'

// Workbooks count days from 30 December 1899, with the time of day as a fraction, and know no zone: what they show is the clock of Asia/Shanghai.

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Before 1 March 1900 spreadsheet programs count a day that there never was. */
const FIRST = 61

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day `YYYY-MM-DD` as a workbook's number; as it is where it is none, or lies before March 1900. */
export function serialOfDay(day: string): number | string {
  const serial = DAY.test(day) ? (Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS : NaN
  return serial >= FIRST ? serial : day
}

/** An instant as the number of what a clock in Asia/Shanghai shows, to the second; its text where it lies before March 1900. */
export function serialOfInstant(at: string | Date): number | string {
  const shown = localTime(at)
  const serial = (Date.parse(`${shown.replace(' ', 'T')}Z`) - EPOCH) / DAY_MS
  return serial >= FIRST ? serial : shown
}

/** The clock that a workbook's number shows: `2026-03-02 09:15:20`. */
export const clockOfSerial = (serial: number): string => new Date(EPOCH + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** The day of a workbook's number. */
export const dayOfSerial = (serial: number): string => new Date(EPOCH + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
