import type { ResponseOf } from '@assoc/contract'
import { queryUserCenterByUserId } from '@assoc/contract/rbac/own'
import { session } from '@assoc/session'
import { FailedToLoad, Skeleton, Tabs, theme, Typography, useAnswer } from '@assoc/ui'
import { useSearchParams } from '@assoc/router'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { AppearancePart } from './AppearancePart'
import { PasswordPart } from './PasswordPart'
import { ProfilePart } from './ProfilePart'
import { SessionsPart } from './SessionsPart'

export type Center = ResponseOf<typeof queryUserCenterByUserId>

// Few set a second factor up, and none of them twice a day: it is not fetched with the rest.
const FactorPart = lazy(() => import('./FactorPart').then((part) => ({ default: part.FactorPart })))

const ImPart = lazy(() => import('./ImPart').then((part) => ({ default: part.ImPart })))

const DataPart = lazy(() => import('./DataPart').then((part) => ({ default: part.DataPart })))

const PARTS = ['profile', 'password', 'factor', 'im', 'sessions', 'data', 'appearance']

/** The person's own account: profile, password, where they are signed in, how the console looks. */
function PersonalCenter() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const asked = params.get('part') ?? ''
  const userId = session().userInfo?.userId ?? ''
  const center = useAnswer(queryUserCenterByUserId, userId ? { userId } : null)
  const part = PARTS.includes(asked) ? asked : 'profile'
  const content = (own: Center) => [
    { key: 'profile', label: '基本资料', children: <ProfilePart center={own} onChanged={() => void center.reload()} /> },
    { key: 'password', label: '登录密码', children: <PasswordPart center={own} /> },
    { key: 'factor', label: '二次验证', children: <Suspense fallback={<Skeleton active />}><FactorPart /></Suspense> },
    { key: 'im', label: '办公平台', children: <Suspense fallback={<Skeleton active />}><ImPart /></Suspense> },
    { key: 'sessions', label: '登录设备', children: <SessionsPart /> },
    { key: 'data', label: '我的数据', children: <Suspense fallback={<Skeleton active />}><DataPart /></Suspense> },
    { key: 'appearance', label: '外观', children: <AppearancePart /> },
  ]
  return (
    <section
      aria-label="个人中心"
      style={{ padding: '12px 16px 16px', minHeight: 480, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
    >
      <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 4px' }}>
        个人中心
      </Typography.Title>
      {center.error && !center.data ? (
        <FailedToLoad message={center.error} onRetry={() => void center.reload()} />
      ) : !center.data ? (
        <Skeleton active paragraph={{ rows: 8 }} style={{ paddingTop: 16 }} />
      ) : (
        <Tabs activeKey={part} items={content(center.data)} onChange={(key) => setParams(key === 'profile' ? {} : { part: key }, { replace: true })} />
      )}
    </section>
  )
}

export default observer(PersonalCenter)
