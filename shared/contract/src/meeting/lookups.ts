import type { Lookup, LookupOf } from '../core/lookup'
import type { meetingResource } from './meeting'

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
