import type { ResponseOf } from '@assoc/contract'
import { dayAfter, dayOf, today } from '@assoc/contract/core/day'
import { copyMeeting, selectMeetingLinks, type meetingResource } from '@assoc/contract/meeting/meeting'
import { useNavigate } from '@assoc/router'
import { toasts } from '@assoc/session'
import { AppModal, Button, FailedToLoad, Flex, FormDrawer, Skeleton, Typography, useAnswer, type FormField, type PageDialog, type RowOf } from '@assoc/ui'
import { editPath } from '../../meetings/paths'

type Row = RowOf<typeof meetingResource.list>

/** Weeks of a year: the same day of the week next year. */
const YEAR_DAYS = 364
const FIELDS: FormField[] = [{ name: 'startDate', kind: 'date', help: '其他时间和签到场次随之平移；参会人和签到记录不复制，会议室按新日期预约，已被占用的除外' }]

/** The next day, whole years of weeks on, that lies ahead. */
function nextYear(startTime: string): string {
  let day = dayAfter(dayOf(startTime), YEAR_DAYS)
  while (day <= today()) day = dayAfter(day, YEAR_DAYS)
  return day
}

/** A draft like this meeting on another day. */
export function CopyDialog({ row, onClose }: PageDialog<Row>) {
  const navigate = useNavigate()
  const made = ({ meetId, missedRooms, missedSessions }: ResponseOf<typeof copyMeeting>) => {
    onClose()
    const missed = [missedRooms.length > 0 ? `以下会议室没有预约成功：${missedRooms.join('；')}` : '', missedSessions.length > 0 ? `以下签到场次没有复制：${missedSessions.join('；')}` : ''].filter(Boolean)
    if (missed.length > 0) toasts.error(`草稿已复制，${missed.join('。')}`)
    else toasts.success('草稿已复制')
    void navigate(editPath(meetId))
  }
  return <FormDrawer open title={`复制会议 · ${row.meetingName}`} call={copyMeeting} fields={FIELDS} initial={{ startDate: nextYear(row.startTime), meetId: row.meetId }} hidden={{ meetId: row.meetId }} width={480} submitText="复制为草稿" onClose={onClose} onDone={made} />
}

/** The meeting's addresses to pass on, with the public one as a code. */
export function LinksDialog({ row, onClose }: PageDialog<Row>) {
  const { data, error, reload } = useAnswer(selectMeetingLinks, { meetId: row.meetId })
  const picture = data ? `data:image/svg+xml,${encodeURIComponent(data.picture)}` : ''
  return (
    <AppModal open title={`链接与二维码 · ${row.meetingName}`} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {data ? (
        <Flex vertical gap={12} align="center">
          <img alt="会议详情二维码" width={220} height={220} style={{ borderRadius: 6, background: '#fff' }} src={picture} />
          <Button href={picture} download={`${row.meetingName}-二维码.svg`}>
            下载二维码
          </Button>
          <Flex vertical gap={4} style={{ width: '100%' }}>
            <Typography.Text type="secondary">公开的会议详情，无需登录</Typography.Text>
            <Typography.Text copyable style={{ overflowWrap: 'anywhere' }}>
              {data.details}
            </Typography.Text>
            <Typography.Text type="secondary">报名页，登录后填写</Typography.Text>
            <Typography.Text copyable style={{ overflowWrap: 'anywhere' }}>
              {data.registration}
            </Typography.Text>
          </Flex>
        </Flex>
      ) : error ? null : (
        <Skeleton active />
      )}
    </AppModal>
  )
}
