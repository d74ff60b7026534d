import { meetingVideo, publishStatus } from '@assoc/contract/meeting/video'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'
import { lengthOf } from '../../videos/length'

const PlayerDialog = lazy(() => import('../../videos/PlayerDialog').then((m) => ({ default: m.PlayerDialog })))
const Watchers = lazy(() => import('./Watchers').then((m) => ({ default: m.Watchers })))

/** Recordings of meetings: uploaded, checked, published, watched. */
export default resourcePage({
  name: 'meeting/MeetingVideo',
  title: '会议视频',
  resource: meetingVideo,
  keywordHint: '视频名称',
  columns: [
    { field: 'videoName', width: 230 },
    { field: 'meetingName', width: 160 },
    { field: 'publishStatus', width: 95, title: '状态', tag: publishStatus },
    { field: 'duration', width: 80, title: '时长', render: ({ duration }) => (duration === null ? '—' : lengthOf(duration)) },
    { field: 'openScope', width: 90 },
    { field: 'viewers', width: 90 },
    { field: 'finishers', width: 90 },
    { field: 'fault', width: 240, hidden: true },
    { field: 'createTime', width: 150, sortable: true },
    { field: 'codecs', width: 160, hidden: true },
    { field: 'startTime', width: 150, hidden: true },
  ],
  fields: {
    file: { help: 'mp4（H.264 + AAC），不超过 4 GB。上传后自动检查时长和编码，通过后可以发布', span: 2 },
    openScope: { help: '公开：所有登录人员；会员：正常会员单位；参会人：报名成功或已签到的人员及其单位；内部：会务人员。课程学员可在课程中观看' },
  },
  texts: { delete: '删除后不能再观看，观看记录一并删除，不能恢复。', publish: '发布后公开范围内的人员可以观看。', withdraw: '下架后立即停止播放，可以重新发布。', retry: '重新检查视频文件。' },
  actions: (row, tools) => [
    ...(row.duration !== null && row.publishStatus !== 'converting' && row.publishStatus !== 'failed' ? [{ key: 'play', label: '播放', onClick: () => tools.show('play', row) }] : []),
    ...(session().has('meeting:video:read') && row.viewers > 0 ? [{ key: 'watchers', label: '谁看过', onClick: () => tools.show('watchers', row) }] : []),
  ],
  dialogs: { play: PlayerDialog, watchers: Watchers },
})
