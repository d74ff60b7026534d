import type { Lookup, LookupOf } from '../core/lookup'
import type { meetingVideo } from './video'

/** All videos that somebody sees. */
export const videoLookup: Lookup = {
  entity: 'meetingVideo',
  list: async () => (await import('./video')).meetingVideo.list,
  read: async () => (await import('./video')).meetingVideo.read,
  id: 'videoId',
  label: ['videoName', 'meetingName'],
  hint: '输入视频名称',
  named: ['videoName'],
  view: 'meeting/MeetingVideo',
} satisfies LookupOf<typeof meetingVideo.list>

/** Videos that can be watched now. */
export const publishedVideoLookup: Lookup = {
  ...videoLookup,
  id: 'videoId',
  label: ['videoName', 'meetingName'],
  named: ['videoName'],
  filter: { publishStatus: ['published'] },
} satisfies LookupOf<typeof meetingVideo.list>
