import { meetingLookup } from '@assoc/contract/meeting/lookups'
import { useSearchParams } from '@assoc/router'
import { Flex, RefSelect, Segmented, Skeleton, StateScreen, theme } from '@assoc/ui'
import { lazy, Suspense } from 'react'

// Each part comes when it is first shown.
const Stay = lazy(() => import('./Stay').then((m) => ({ default: m.Stay })))
const Catering = lazy(() => import('./Catering').then((m) => ({ default: m.Catering })))

const PARTS = [
  { value: 'stay', label: '住宿' },
  { value: 'meal', label: '用餐与接站' },
]

/** Where people of a meeting sleep, what they eat and when they are fetched. The address holds the meeting and the part. */
export default function StayMeal() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const asked = params.get('meetID') ?? ''
  const meetId = /^\d{1,18}$/.test(asked) ? asked : null
  const part = params.get('part') === 'meal' ? 'meal' : 'stay'
  const to = (next: { meetID?: string; part?: string }) => setParams({ ...(meetId ? { meetID: meetId } : {}), ...(part === 'meal' ? { part } : {}), ...next }, { replace: true })
  return (
    <section aria-label="住宿用餐" style={{ padding: 16, background: token.colorBgContainer, minHeight: '100%' }}>
      <Flex gap={12} wrap style={{ marginBottom: 12 }}>
        <div style={{ width: 360, maxWidth: '100%' }}>
          <RefSelect aria-label="会议" lookup={meetingLookup} value={meetId} placeholder="输入会议名称或编号选择会议" onChange={(id) => to(typeof id === 'string' ? { meetID: id } : {})} />
        </div>
        <Segmented aria-label="内容" options={PARTS} value={part} onChange={(value) => to({ part: String(value) })} />
      </Flex>
      {meetId ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>{part === 'stay' ? <Stay key={meetId} meetId={meetId} /> : <Catering key={meetId} meetId={meetId} />}</Suspense>
      ) : (
        <StateScreen mark="search" title="请先选择会议">
          住宿按酒店、房型和夜晚计房量，合住按双方意愿、单位和日期配对。
        </StateScreen>
      )}
    </section>
  )
}
