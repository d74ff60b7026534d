import { useSearchParams } from '@assoc/router'
import { Skeleton, Tabs, theme, Typography } from '@assoc/ui'
import { lazy, Suspense, type ReactNode } from 'react'

// Each part brings the contract of what it lists, and comes when it is first shown.
const MeetingPart = lazy(() => import('./MeetingPart').then((m) => ({ default: m.MeetingPart })))
const RegistrationPart = lazy(() => import('./RegistrationPart').then((m) => ({ default: m.RegistrationPart })))
const later = (part: ReactNode) => <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} title={false} />}>{part}</Suspense>

const PARTS = ['registered', 'ended', 'open', 'organised']

/** Meetings of one's own: registrations of oneself and of the companies one acts for, meetings to register for, and those that one prepares. */
export default function MyMeeting() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const asked = params.get('part') ?? ''
  const part = PARTS.includes(asked) ? asked : 'registered'
  return (
    <section aria-label="我的会议" style={{ padding: '12px 16px 16px', minHeight: 480, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 4px' }}>
        我的会议
      </Typography.Title>
      <Tabs
        activeKey={part}
        destroyOnHidden
        onChange={(key) => setParams(key === 'registered' ? {} : { part: key }, { replace: true })}
        items={[
          { key: 'registered', label: '我的报名', children: later(<RegistrationPart key="now" ended={false} />) },
          { key: 'open', label: '可报名的会议', children: later(<MeetingPart key="open" organised={false} />) },
          { key: 'organised', label: '我筹备的', children: later(<MeetingPart key="own" organised />) },
          { key: 'ended', label: '往期与已取消', children: later(<RegistrationPart key="then" ended />) },
        ]}
      />
    </section>
  )
}
