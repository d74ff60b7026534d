import { meetingLookup } from '@assoc/contract/meeting/lookups'
import { useSearchParams } from '@assoc/router'
import { Flex, RefSelect, Skeleton, StateScreen, theme } from '@assoc/ui'
import { lazy, Suspense } from 'react'

// The plan comes when a meeting is chosen.
const SeatPlan = lazy(() => import('./SeatPlan').then((m) => ({ default: m.SeatPlan })))

/** Who sits where at a meeting. The address holds the meeting. */
export default function SeatArrange() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const asked = params.get('meetID') ?? ''
  const meetId = /^\d{1,18}$/.test(asked) ? asked : null
  return (
    <section aria-label="座位安排" style={{ padding: 16, background: token.colorBgContainer, minHeight: '100%' }}>
      <Flex gap={12} style={{ marginBottom: 12 }}>
        <div style={{ width: 360, maxWidth: '100%' }}>
          <RefSelect aria-label="会议" lookup={meetingLookup} value={meetId} placeholder="输入会议名称或编号选择会议" onChange={(id) => setParams(typeof id === 'string' ? { meetID: id } : {}, { replace: true })} />
        </div>
      </Flex>
      {meetId ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
          <SeatPlan key={meetId} meetId={meetId} />
        </Suspense>
      ) : (
        <StateScreen mark="search" title="请先选择会议">
          有名额的参会人可以逐个安排，也可以按会员类别、单位和辖区自动排座。
        </StateScreen>
      )}
    </section>
  )
}
