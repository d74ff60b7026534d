import { meetingResource } from '@assoc/contract/meeting/meeting'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { MEETING_TEXTS } from '../../meetings/form'
import { MEETING_COLUMNS, MEETING_DETAIL } from '../../meetings/meetings'

const Clashes = lazy(() => import('../../meetings/Clashes').then((m) => ({ default: m.Clashes })))

/** Meetings that wait for somebody else's approval, with what clashes with each. */
export default resourcePage({
  name: 'meeting/MeetingAudit',
  title: '会议审批',
  resource: meetingResource,
  fixed: { meetingStatus: ['pending'] },
  keywordHint: '会议名称、编号或地点',
  columns: MEETING_COLUMNS,
  detail: MEETING_DETAIL,
  create: false,
  texts: MEETING_TEXTS,
  inDetail: (row) => (
    <Suspense>
      <Clashes meetId={row.meetId} version={row.version} quiet={false} />
    </Suspense>
  ),
})
