import { dayOf } from '@assoc/contract/core/day'
import { createEvent, type EventAttributes } from 'ics'
import type { OwnRow } from './repository'

const ENDED: readonly string[] = ['rejected', 'cancelled']

const utc = (at: Date): [number, number, number, number, number] => [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()]

/**
 * A registration as a calendar's event. Its UID stays, and its number of changes is the registration's version: a calendar that has the
 * event takes a later file as its change, and one that is cancelled away.
 */
export function calendarOf(row: OwnRow): string {
  const lines = [`报名编号：${row.registerNo}`, `参会人：${row.name}`, ...(row.optionNames.length > 0 ? [`所选项目：${row.optionNames.join('、')}`] : []), ...(row.contactPhone ? [`会务联系：${row.contactName ?? '会务组'} ${row.contactPhone}`] : [])]
  const event: EventAttributes = {
    uid: `registration-${row.registerId}@meeting.association-console`,
    productId: 'association-console/meeting',
    method: ENDED.includes(row.regStatus) ? 'CANCEL' : 'PUBLISH',
    sequence: row.version,
    status: ENDED.includes(row.regStatus) ? 'CANCELLED' : row.regStatus === 'confirmed' || row.regStatus === 'attended' ? 'CONFIRMED' : 'TENTATIVE',
    title: row.meetingName,
    description: lines.join('\n'),
    start: utc(row.startTime),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: utc(row.endTime),
    endInputType: 'utc',
    endOutputType: 'utc',
    ...(row.address || row.onlineUrl ? { location: row.address ?? row.onlineUrl ?? '' } : {}),
    ...(row.onlineUrl ? { url: row.onlineUrl } : {}),
    alarms: [{ action: 'display', description: row.meetingName, trigger: { hours: 2, before: true } }],
  }
  const { error, value } = createEvent(event)
  if (error || !value) throw error ?? new Error('no event')
  return value
}

export const calendarName = (row: OwnRow): string => `${row.meetingName}_${dayOf(row.startTime)}.ics`
