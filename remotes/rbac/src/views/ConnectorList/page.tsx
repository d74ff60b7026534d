import type { ResponseOf } from '@assoc/contract'
import { connectorKind, connectorState, selectConnectors, testConnector } from '@assoc/contract/rbac/connector'
import { api, dateFormat } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, ReasonDialog, ReloadOutlined, Skeleton, StatusTag, theme, Tooltip, Typography, useAnswer, useTab } from '@assoc/ui'
import { useEffect, useState } from 'react'

type Connector = ResponseOf<typeof selectConnectors>['items'][number]

/** Milliseconds after which the list is read again while a test is under way. */
const WATCH_MS = 2_000
const TEST = { running: '正在测试', good: '测试成功', bad: '测试失败', lost: '测试没有结果' }
const at = (time: string | null) => (time ? dateFormat(time, 'YYYY-MM-DD HH:mm') : '—')

/** What the console is connected with, how each connection fares, and a test of it on oneself. */
export default function ConnectorList() {
  const { token } = theme.useToken()
  const { visible } = useTab()
  const { data, error, reload } = useAnswer(selectConnectors, {})
  const [asked, setAsked] = useState<Connector | null>(null)
  const running = data?.items.some((c) => c.test?.state === 'running') ?? false
  useEffect(() => {
    if (!visible || !running) return
    const timer = setTimeout(() => void reload(), WATCH_MS)
    return () => clearTimeout(timer)
  }, [visible, running, reload, data])

  const test = async ({ kind }: Connector) => {
    await api(testConnector, { kind }).catch((caught: unknown) => {
      tellLost(caught)
      throw caught
    })
    toasts.success(`已开始测试${connectorKind.labels[kind]}`)
    setAsked(null)
    await reload()
  }

  const panel = { padding: '12px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <Flex vertical gap={12}>
      <section aria-label="连接" style={panel}>
        <Flex align="center" justify="space-between" gap={12}>
          <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            连接
          </Typography.Title>
          <Tooltip title="刷新">
            <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void reload()} />
          </Tooltip>
        </Flex>
        <Typography.Text type="secondary">连接由启动参数设置，密钥不在此显示；修改后须重新启动。测试只发给您本人，并记入操作日志。</Typography.Text>
        {!data && !error ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
        {!data && error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      </section>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 400px), 1fr))', gap: 12 }}>
        {data?.items.map((c) => (
          <section key={c.kind} aria-label={connectorKind.labels[c.kind]} style={panel}>
            <One connector={c} busy={c.test?.state === 'running'} onTest={session().has('rbac:connector:test') ? () => setAsked(c) : null} />
          </section>
        ))}
      </div>
      {asked ? <ReasonDialog title={`测试${connectorKind.labels[asked.kind]}`} text={`${asked.trial ?? ''}。`} confirmText="测试" reason="none" onConfirm={() => test(asked)} onClose={() => setAsked(null)} /> : null}
    </Flex>
  )
}

function One({ connector: c, busy, onTest }: { connector: Connector; busy: boolean; onTest: (() => void) | null }) {
  const facts = [
    ...(c.provider === '—' ? [] : [{ label: '提供方', value: c.provider }]),
    ...c.facts,
    { label: '最近成功', value: at(c.goodTime) },
    { label: '最近失败', value: c.badTime ? `${at(c.badTime)}　${c.badReason ?? ''}` : '—' },
  ]
  return (
    <Flex vertical gap={8}>
      <Flex align="center" justify="space-between" gap={8}>
        <Flex align="center" gap={8}>
          <Typography.Title level={2} style={{ fontSize: 14, margin: 0 }}>
            {connectorKind.labels[c.kind]}
          </Typography.Title>
          <StatusTag of={connectorState} value={c.state} />
        </Flex>
        {onTest && (c.trial || c.obstacle) ? (
          <Button size="small" disabled={!c.trial} loading={busy} aria-label={`测试${connectorKind.labels[c.kind]}`} onClick={onTest}>
            测试
          </Button>
        ) : null}
      </Flex>
      <dl style={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 12px', margin: 0 }}>
        {facts.map(({ label, value }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>
              <Typography.Text type="secondary">{label}</Typography.Text>
            </dt>
            <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
      </dl>
      {c.hint ? <Typography.Text type="secondary">{c.hint}</Typography.Text> : null}
      {c.obstacle && onTest ? <Typography.Text type="secondary">{c.obstacle}</Typography.Text> : null}
      {c.test ? (
        <Typography.Text type={c.test.state === 'bad' || c.test.state === 'lost' ? 'danger' : undefined} role="status">
          {`${TEST[c.test.state]}（${c.test.by}，${at(c.test.asked)}）${c.test.result ? `：${c.test.result}` : ''}`}
        </Typography.Text>
      ) : null}
    </Flex>
  )
}
