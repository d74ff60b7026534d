import { viewLink, type ResponseOf } from '@assoc/contract'
import { meetingResource, meetingStatus } from '@assoc/contract/meeting/meeting'
import { dateFormat } from '@assoc/http'
import { Link, useNavigate, useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, Checkbox, FailedToLoad, Flex, Skeleton, StatusTag, theme, Typography, useAnswer } from '@assoc/ui'
import { editPath } from '../../meetings/paths'

type Row = ResponseOf<typeof meetingResource.list>['items'][number]
type Status = Row['meetingStatus']

/** Statuses that something is still to be done in, in the order that a meeting passes them, and the two that it ends in. */
const COLUMNS: readonly Status[] = ['draft', 'pending', 'returned', 'published', 'open', 'closed', 'running', 'ended', 'cancelled', 'archived']
const MOST = 20

/** Meetings by status, a column each. */
export function Board() {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const mine = params.get('mine') === '1'
  return (
    <section aria-label="会议看板">
      <Flex gap={12} align="center" wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 18, lineHeight: '28px', margin: 0 }}>
          会议看板
        </Typography.Title>
        <Checkbox checked={mine} onChange={(e) => setParams({ show: 'board', ...(e.target.checked ? { mine: '1' } : {}) }, { replace: true })}>
          我筹备的
        </Checkbox>
        <div style={{ flex: 1 }} />
        <Button onClick={() => void navigate(viewLink('meeting/MeetingList'))}>列表</Button>
        {session().has('meeting:meeting:update') ? (
          <Button type="primary" onClick={() => void navigate(editPath('new'))}>
            新增会议
          </Button>
        ) : null}
      </Flex>
      <Flex gap={12} align="flex-start" tabIndex={0} role="group" aria-label="各状态的会议" style={{ overflowX: 'auto', paddingBottom: 12 }}>
        {COLUMNS.map((status) => (
          <Column key={status} status={status} mine={mine} />
        ))}
      </Flex>
    </section>
  )
}

function Column({ status, mine }: { status: Status; mine: boolean }) {
  const { token } = theme.useToken()
  const own = session().userInfo?.userId
  const late = status === 'ended' || status === 'archived' || status === 'cancelled'
  const { data, error, reload } = useAnswer(meetingResource.list, { meetingStatus: [status], pageSize: MOST, sort: { field: 'startTime', order: late ? 'desc' : 'asc' }, ...(mine && own ? { makerId: own } : {}) })
  return (
    <section aria-label={meetingStatus.labels[status]} style={{ flex: '0 0 240px', padding: 8, background: token.colorFillQuaternary, borderRadius: token.borderRadiusLG }}>
      <Flex justify="space-between" align="center" style={{ marginBottom: 8 }}>
        <StatusTag of={meetingStatus} value={status} />
        <Typography.Text type="secondary">{data?.total ?? ''}</Typography.Text>
      </Flex>
      <Flex vertical gap={8}>
        {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
        {!data && !error ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}
        {data?.items.map((row) => (
          <div key={row.meetId} style={{ padding: 10, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadius }}>
            <Link to={viewLink('meeting/MeetingList', { record: row.meetId })}>{row.meetingName}</Link>
            <div style={{ color: token.colorTextSecondary }}>{dateFormat(row.startTime, 'YYYY-MM-DD HH:mm')}</div>
            <div style={{ color: token.colorTextSecondary }}>
              {row.organizerDeptName}
              {row.taken > 0 || row.capacity > 0 ? ` · ${row.taken}${row.capacity > 0 ? ` / ${row.capacity}` : ''} 人` : ''}
              {row.waiting > 0 ? ` · 候补 ${row.waiting}` : ''}
              {row.auditing > 0 ? ` · 待审核 ${row.auditing}` : ''}
            </div>
          </div>
        ))}
        {data?.total === 0 ? <Typography.Text type="secondary">没有会议</Typography.Text> : null}
        {data && data.total > MOST ? <Link to={viewLink('meeting/MeetingList', { meetingStatus: status, ...(mine && own ? { makerId: own } : {}) })}>{`查看全部 ${data.total} 场`}</Link> : null}
      </Flex>
    </section>
  )
}
