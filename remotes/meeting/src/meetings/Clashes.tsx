import { viewLink } from '@assoc/contract'
import { meetingStatus, selectMeetingClashes } from '@assoc/contract/meeting/meeting'
import { dateFormat } from '@assoc/http'
import { Link } from '@assoc/router'
import { Alert, Flex, useAnswer } from '@assoc/ui'
import { useEffect } from 'react'

/** Rooms that do not stand as the meeting wants them, and meetings of the same audience at its time. */
export function Clashes({ meetId, version, quiet = true }: { meetId: string; version: number; quiet?: boolean }) {
  const { data, error, reload } = useAnswer(selectMeetingClashes, { meetId })
  useEffect(() => void reload(), [version, reload])
  if (error) return <Alert type="warning" showIcon title={`冲突没有检查成功：${error}`} />
  if (!data) return null
  if (data.rooms.length + data.meetings.length === 0) return quiet ? null : <Alert type="success" showIcon title="会议室和同范围的会议均无冲突" />
  return (
    <Flex vertical gap={8}>
      {data.rooms.length > 0 ? <Alert type="warning" showIcon title="会议室" description={data.rooms.map((text) => <div key={text}>{text}</div>)} /> : null}
      {data.meetings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title="同一参会范围、时间重叠的会议"
          description={data.meetings.map((one) => (
            <div key={one.meetId}>
              <Link to={viewLink('meeting/MeetingList', { record: one.meetId })}>{one.meetingName}</Link>
              {`（${meetingStatus.labels[one.meetingStatus]}）${dateFormat(one.startTime, 'YYYY-MM-DD HH:mm')} 至 ${dateFormat(one.endTime, 'YYYY-MM-DD HH:mm')}${one.both > 0 ? `，${one.both} 人两边都已报名` : ''}`}
            </div>
          ))}
        />
      ) : null}
    </Flex>
  )
}
