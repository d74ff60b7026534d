import { Button, Flex, Typography, theme } from 'antd'
import type { ReactNode } from 'react'

/** A broken seal frame with one line of ink inside: the drawing of every empty state. */
function SealFrame({ mark }: { mark: 'none' | 'lock' | 'broken' | 'search' | 'plug' }) {
  const { token } = theme.useToken()
  const ink = { fill: 'none', stroke: token.colorTextTertiary, strokeWidth: 1.6, strokeLinecap: 'round' as const, strokeLinejoin: 'round' as const }
  return (
    <svg width="96" height="96" viewBox="0 0 96 96" aria-hidden="true">
      <path {...ink} stroke={token.colorPrimary} d="M14 30V18a4 4 0 0 1 4-4h34M62 14h16a4 4 0 0 1 4 4v40M82 66v12a4 4 0 0 1-4 4H44M36 82H18a4 4 0 0 1-4-4V38" opacity="0.75" />
      {mark === 'none' ? <path {...ink} d="M32 60h32M32 50h20M34 38l28-6" /> : null}
      {mark === 'lock' ? <path {...ink} d="M36 46h24v20H36zM41 46v-6a7 7 0 0 1 14 0v6M48 54v5" /> : null}
      {mark === 'broken' ? <path {...ink} d="M32 34h32v28H32zM32 50l10-8 8 9 6-5 8 7M58 28l-6 10" /> : null}
      {mark === 'search' ? <path {...ink} d="M44 34a12 12 0 1 0 0 24 12 12 0 0 0 0-24M53 55l10 10" /> : null}
      {mark === 'plug' ? <path {...ink} d="M30 48h12M54 48h12M42 40v16a8 8 0 0 0 8-8 8 8 0 0 0-8-8M58 34l-4 4M58 62l-4-4" /> : null}
    </svg>
  )
}

export interface StateScreenProps {
  mark?: 'none' | 'lock' | 'broken' | 'search' | 'plug'
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Shown small and copied with one click, for the person who helps. */
  detail?: string
}

/** The designed screen for "nothing here": drawing, reason, what to do. */
export function StateScreen({ mark = 'none', title, children, actions, detail }: StateScreenProps) {
  return (
    <Flex vertical align="center" gap={12} style={{ padding: '56px 24px' }} data-testid="state-screen">
      <SealFrame mark={mark} />
      <Typography.Text strong style={{ fontSize: 15 }}>
        {title}
      </Typography.Text>
      {children ? (
        <Typography.Text type="secondary" style={{ maxWidth: 560, textAlign: 'center' }}>
          {children}
        </Typography.Text>
      ) : null}
      {actions ? <Flex gap={8}>{actions}</Flex> : null}
      {detail ? (
        <Typography.Text type="secondary" copyable={{ text: detail }} style={{ fontSize: 12 }}>
          {detail}
        </Typography.Text>
      ) : null}
    </Flex>
  )
}

export function NoPermission() {
  return (
    <StateScreen mark="lock" title="您没有此页面的权限">
      如工作需要，请联系系统管理员为您的角色分配权限。
    </StateScreen>
  )
}

export function FailedToLoad({ message, onRetry, detail }: { message?: string | undefined; onRetry: () => void; detail?: string | undefined }) {
  return (
    <StateScreen mark="broken" title="内容没有加载成功" {...(detail ? { detail } : {})} actions={<Button onClick={onRetry}>重试</Button>}>
      {message ?? '请检查网络后重试；如仍不成功，请联系系统管理员。'}
    </StateScreen>
  )
}
