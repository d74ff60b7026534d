import { meetingVideo as contract, VIDEO_CLOCK_VERBS } from '@assoc/contract/meeting/video'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { requireOpenMeeting } from '../meeting/open.repository'
import * as repository from './repository'

/** Name of the job that reads a film and says whether it can be played. */
export const CHECK_JOB = 'meeting:check-video'

const askForCheck = ({ job }: Pick<Action, 'job'>, videoId: string) => job(CHECK_JOB, { videoId })

export const videoRuntime = mountResource(contract, {
  table: 'meeting_video',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.computed,
  internal: ['deptId'],
  json: ['file'],
  keyword: { columns: ['video_name'], grams: true },
  order: { field: 'createTime', direction: 'desc' },
  nameOf: (row) => row.videoName,
  // Staff who only read watch it; the file itself is for who keeps it.
  originals: 'meeting:video:update',
  constraints: { meeting_video_name_unique: () => refuse.field('videoName', '该会议已有同名视频') },
  may: (_principal, row, verb) => {
    if (VIDEO_CLOCK_VERBS.includes(verb)) return '由系统检查视频文件后办理'
    if (verb === 'delete' && row.publishStatus === 'published') return '已发布的视频请先下架'
    return true
  },
  before: {
    insert: async (action, fields) => {
      fields.deptId = await requireOpenMeeting(action.db, fields.meetId, '视频')
    },
    update: async (action, row, fields) => {
      await requireOpenMeeting(action.db, row.meetId, '视频')
      if (fields.meetId !== undefined && fields.meetId !== row.meetId) fields.deptId = await requireOpenMeeting(action.db, fields.meetId, '视频')
      if (fields.file === undefined || fields.file[0]?.fileId === row.file[0]?.fileId) return
      if (row.publishStatus === 'published') throw refuse.field('file', '已发布的视频不能更换文件，请先下架')
      fields.publishStatus = 'converting'
    },
    remove: async (action, row) => {
      await requireOpenMeeting(action.db, row.meetId, '视频')
      if (await repository.isInCourse(action.db, row.videoId)) throw refuse.inUse('课程章节正在使用该视频，请先从课程中移除')
      await repository.dropWatched(action.db, row.videoId)
    },
  },
  after: {
    insert: askForCheck,
    update: async (action, row, fields) => {
      if (fields.publishStatus !== 'converting') return
      await repository.setChecked(action.db, row.videoId, { duration: null, codecs: null, fault: null, playFileId: null })
      await repository.dropWatched(action.db, row.videoId)
      await askForCheck(action, row.videoId)
    },
    change: async (action, row, step) => {
      if (step.verb === 'retry') await askForCheck(action, row.videoId)
    },
  },
})
