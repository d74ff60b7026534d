import { itemOf, shapeOf } from '@assoc/contract'
import { selectOwnMeetings } from '@assoc/contract/meeting/own'
import { meetingStatus } from '@assoc/contract/meeting/meeting'
import { registrationPath } from '../../meetings/paths'
import { useNavigate } from '@assoc/router'
import { viewLink } from '@assoc/contract'
import { ListPage, RowActions, useResourceList } from '@assoc/ui'
import type { z } from 'zod'

const ROW = itemOf(shapeOf(selectOwnMeetings.response)?.['items'] as z.ZodType) as z.ZodType

/** Meetings that registrations are open for, or those that one prepares. */
export function MeetingPart({ organised }: { organised: boolean }) {
  const navigate = useNavigate()
  const list = useResourceList({ call: selectOwnMeetings, idOf: (row) => row.meetId, filters: [], sortable: [], fixed: { organised }, part: true })
  return (
    <ListPage
      name={organised ? 'meeting/MyMeeting/organised' : 'meeting/MyMeeting/open'}
      title={organised ? '我筹备的会议' : '可报名的会议'}
      list={list}
      row={ROW}
      search={[]}
      columns={[
        { field: 'meetingName', width: 260 },
        { field: 'meetNo', width: 150, hidden: !organised },
        { field: 'startTime', width: 165 },
        { field: 'address', width: 200 },
        { field: 'regEnd', width: 165 },
        { field: 'placesLeft', width: 100, render: ({ placesLeft }) => (placesLeft === null ? '不限' : placesLeft === 0 ? '已满，可候补' : placesLeft.toLocaleString('zh-CN')) },
        { field: 'taken', width: 90, hidden: !organised },
        { field: 'meetingStatus', width: 100, title: '状态', tag: meetingStatus },
      ]}
      emptyText={organised ? '还没有您筹备的会议' : '目前没有开放报名的会议'}
      rowActions={(row) => (
        <RowActions
          actions={[
            ...(row.meetingStatus === 'open' ? [{ key: 'register', label: '报名', onClick: () => navigate(registrationPath(row.meetId, row.meetingName)) }] : []),
            ...(organised ? [{ key: 'open', label: '查看', onClick: () => navigate(viewLink('meeting/MeetingList', { record: row.meetId })) }] : []),
          ]}
        />
      )}
    />
  )
}
