import { meetingResource } from '@assoc/contract/meeting/meeting'
import { resourcePage } from '@assoc/ui'
import { MEETING_COLUMNS, MEETING_DETAIL } from '../../meetings/meetings'

/** Meetings that wait for somebody else's approval. */
export default resourcePage({
  name: 'meeting/MeetingAudit',
  title: '会议审批',
  resource: meetingResource,
  fixed: { meetingStatus: ['pending'] },
  keywordHint: '会议名称、编号或地点',
  columns: MEETING_COLUMNS,
  detail: MEETING_DETAIL,
  create: false,
  texts: {
    approve: '通过后到报名开始时间自动开放报名；没有设置报名开始时间的，由会务手动开放。',
    sendBack: '退回后由筹备人修改再提交。',
  },
})
