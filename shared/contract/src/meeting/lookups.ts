import type { Lookup, LookupOf } from '../core/lookup'
import type { lecturer } from './lecturer'
import type { meetingResource } from './meeting'
import type { room } from './room'
import type { signSession } from './sign-session'

// How records of meetings are chosen; see member/lookups.ts.

/** All meetings, for filters. */
export const meetingLookup: Lookup = {
  entity: 'meeting',
  list: async () => (await import('./meeting')).meetingResource.list,
  read: async () => (await import('./meeting')).meetingResource.read,
  id: 'meetId',
  label: ['meetingName', 'meetNo'],
  hint: '输入会议名称或编号',
  named: ['meetNo', 'meetingName'],
  view: 'meeting/MeetingList',
} satisfies LookupOf<typeof meetingResource.list>

/** Meetings that somebody may still be registered for. */
export const openMeetingLookup: Lookup = {
  ...meetingLookup,
  id: 'meetId',
  label: ['meetingName', 'meetNo'],
  named: ['meetNo', 'meetingName'],
  filter: { meetingStatus: ['open', 'closed', 'running'] },
} satisfies LookupOf<typeof meetingResource.list>

/** Meeting rooms, also those out of use: what was booked there stays to be found. */
export const roomLookup: Lookup = {
  entity: 'room',
  list: async () => (await import('./room')).room.list,
  read: async () => (await import('./room')).room.read,
  id: 'roomId',
  label: ['roomName', 'location'],
  hint: '输入会议室名称或位置',
  named: ['roomName'],
  view: 'meeting/RoomList',
} satisfies LookupOf<typeof room.list>

/** Sessions that people sign in at. */
export const sessionLookup: Lookup = {
  entity: 'signSession',
  list: async () => (await import('./sign-session')).signSession.list,
  read: async () => (await import('./sign-session')).signSession.read,
  id: 'sessionId',
  label: ['meetingName', 'sessionName'],
  hint: '输入会议名称',
  named: ['sessionName'],
  view: 'meeting/SignCode',
} satisfies LookupOf<typeof signSession.list>

/** Lecturers who still speak. */
export const lecturerLookup: Lookup = {
  entity: 'lecturer',
  list: async () => (await import('./lecturer')).lecturer.list,
  read: async () => (await import('./lecturer')).lecturer.read,
  id: 'lecturerId',
  label: ['lecturerName', 'unitPost'],
  hint: '输入姓名或单位',
  named: ['lecturerName'],
  filter: { lecturerStatus: ['active'] },
  view: 'meeting/TeacherList',
} satisfies LookupOf<typeof lecturer.list>
