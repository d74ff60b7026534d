import { z } from 'zod'
import { body, call, pageOf, pageQuery, signedIn } from '../core/call'
import { choiceField, flag, id, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { meetingLookup } from './lookups'
import { openScope } from './material'
import { meeting } from './permits'
import { videoLookup } from './video-lookups'

const update = 'meeting:video:update'
const publish = 'meeting:video:publish'
export const publishStatus = statusMachine(
  '发布状态',
  { converting: ['转码中', 'blue'], pending: ['待发布', 'amber'], published: ['已发布', 'green'], withdrawn: ['已下架', 'grey'], failed: ['转码失败', 'red'] },
  [
    { from: ['pending', 'withdrawn'], to: 'published', verb: 'publish', label: '发布', permit: publish },
    { from: ['published'], to: 'withdrawn', verb: 'withdraw', label: '下架', permit: publish },
    { from: ['converting'], to: 'pending', verb: 'ready', label: '检查通过', permit: update, single: true },
    { from: ['converting'], to: 'failed', verb: 'fail', label: '检查未通过', permit: update, single: true },
    { from: ['failed'], to: 'converting', verb: 'retry', label: '重新转码', permit: update },
  ],
)
/** Steps that follow from the check of the file; no button has them. */
export const VIDEO_CLOCK_VERBS: readonly string[] = ['ready', 'fail']

/** Recordings of a meeting (domain C4). They are played by `openVideo`; whom one is for is said as of materials. */
export const meetingVideo = resource({
  name: 'meetingVideo',
  label: '会议视频',
  base: '/meeting/video',
  id: 'videoId',
  fields: {
    meetId: ref('会议', meetingLookup),
    videoName: text('视频名称', 100),
    file: files('视频文件', { exts: ['mp4'], maxMb: 4096, max: 1, least: 1, inParts: true }),
    openScope: choiceField(openScope),
  },
  more: {
    meetingName: withMeta(z.string(), { label: '会议名称' }),
    startTime: withMeta(z.string(), { label: '会议时间', show: 'instant' }),
    /** Seconds, read from the file; null until it was checked. */
    duration: withMeta(z.number().int().nullable(), { label: '时长（秒）', show: 'count' }),
    codecs: withMeta(z.string().nullable(), { label: '编码' }),
    /** Why it cannot be played. */
    fault: withMeta(z.string().nullable(), { label: '失败原因', show: 'longText' }),
    viewers: withMeta(z.number().int(), { label: '观看人数', show: 'count' }),
    finishers: withMeta(z.number().int(), { label: '看完人数', show: 'count' }),
    createTime: withMeta(z.string(), { label: '上传时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('视频名称', 50),
    meetId: ref('会议', meetingLookup).optional(),
    openScope: withMeta(z.array(openScope.schema), { label: '公开范围' }).optional(),
    publishStatus: withMeta(z.array(publishStatus.schema), { label: '发布状态' }).optional(),
  },
  view: 'meeting/MeetingVideo',
  facts: ['meetingName', 'openScope', 'duration', 'viewers'],
  sortable: ['createTime'],
  access: { read: meeting('video:read'), insert: meeting('video:update'), update: meeting('video:update'), remove: meeting('video:update'), export: meeting('video:read') },
  status: { field: 'publishStatus', machine: publishStatus },
})

/** Published videos of one meeting that the person may watch, at most 200. */
export const selectVideosOfMeeting = call({
  path: '/meeting/video/selectVideosOfMeeting',
  title: '查询可观看的会议视频',
  access: signedIn,
  // Not within somebody's data scope: the video's own range decides.
  request: body({ meetId: id('会议') }),
  response: z.array(z.object({ videoId: z.string(), videoName: z.string(), duration: z.number().int(), watchedShare: z.number().int(), done: z.boolean(), createTime: z.string() })),
})

const key = withMeta(z.string().regex(/^[\w-]{22}$/, '播放编号不正确'), { label: '播放' })
const ms = (label: string) => withMeta(z.number().int().min(0).max(2_000_000_000), { label })

/**
 * Begins to watch a video: an address that is good for this person and session, and where they were. Whoever begins on another page or
 * device ends what they watched before. `enrollId` is the enrolment of a course that has the video in it.
 */
export const openVideo = call({
  path: '/meeting/video/openVideo',
  title: '播放会议视频',
  access: signedIn,
  write: true,
  request: body({ videoId: id('会议视频'), enrollId: id('学习记录').nullable() }),
  response: z.object({
    videoName: z.string(),
    /** Below the API's base. */
    address: z.string(),
    /** Seconds for which the address is good. */
    seconds: z.number().int(),
    /** Key that what was watched is noted under; null for who looks at what is not published, which does not count. */
    playKey: key.nullable(),
    duration: z.number().int(),
    /** Milliseconds up to which it was watched: nobody gets further by dragging until they have seen it once. */
    furthest: z.number().int(),
    watchedShare: z.number().int(),
    done: z.boolean(),
    /** Percent after which it counts as watched. */
    share: z.number().int(),
  }),
})

/** Seconds between two notes of what was watched. */
export const BEAT_SECONDS = 15

/** Notes what was played since the last note, in one piece. What counts is no longer than the time that has passed by the server's clock. */
export const noteWatched = call({
  path: '/meeting/video/noteWatched',
  title: '记录观看进度',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ playKey: key, from: ms('起点'), to: ms('终点'), rate: withMeta(z.number().min(0.25).max(4), { label: '倍速' }) }),
  response: z.object({
    watchedShare: z.number().int(),
    furthest: z.number().int(),
    done: z.boolean(),
    /** Milliseconds to which the player goes back: it had jumped ahead. */
    backTo: z.number().int().nullable(),
  }),
})

/** Who has watched a video, and how much of it. */
export const selectVideoWatchers = call({
  path: '/meeting/video/selectVideoWatchersByPage',
  title: '分页查询视频观看人',
  access: meeting('video:read'),
  request: pageQuery({ videoId: ref('会议视频', videoLookup), done: flag('已看完').optional() }, ['lastTime']),
  response: pageOf(
    z.object({
      userId: id(),
      personName: withMeta(z.string(), { label: '姓名' }),
      loginName: withMeta(z.string(), { label: '账号' }),
      watched: withMeta(z.number().int(), { label: '观看时长（秒）', show: 'count' }),
      watchedShare: withMeta(z.number().int(), { label: '观看进度（%）', show: 'count' }),
      opened: withMeta(z.number().int(), { label: '打开次数', show: 'count' }),
      firstTime: withMeta(z.string(), { label: '首次观看', show: 'instant' }),
      lastTime: withMeta(z.string(), { label: '最近观看', show: 'instant' }),
      doneTime: withMeta(z.string().nullable(), { label: '看完时间', show: 'instant' }),
    }),
  ),
})
