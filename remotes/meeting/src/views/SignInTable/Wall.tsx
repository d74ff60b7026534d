import type { ResponseOf } from '@assoc/contract'
import type { selectSignSummary } from '@assoc/contract/meeting/sign-in'
import { dateFormat } from '@assoc/http'
import { Button, Flex, theme, Typography } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'

/** What the hall sees: heads and never scans, by gate and company, the last arrivals with their names masked. */
export default function Wall({ summary }: { summary: ResponseOf<typeof selectSignSummary> }) {
  const { token } = theme.useToken()
  const screen = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const size = full ? 22 : 14
  const list = (title: string, rows: readonly [key: string, left: string, right: string][]) => (
    <div style={{ flex: '1 1 260px', minWidth: 0 }}>
      <Typography.Title level={2} style={{ fontSize: size + 4, marginTop: 0 }}>
        {title}
      </Typography.Title>
      {rows.length === 0 ? <Typography.Text type="secondary">暂无</Typography.Text> : null}
      {rows.map(([key, left, right]) => (
        <Flex key={key} justify="space-between" gap={12} style={{ padding: '6px 0', borderBottom: `1px solid ${token.colorBorderSecondary}`, fontSize: size }}>
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{left}</span>
          <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{right}</span>
        </Flex>
      ))}
    </div>
  )
  return (
    <>
      <div ref={screen} style={{ background: token.colorBgContainer, padding: full ? 40 : 0, height: full ? '100%' : 'auto', overflow: 'auto' }}>
        <Flex vertical gap={24}>
          <Typography.Title level={1} style={{ margin: 0, fontSize: full ? 40 : 22 }}>{`${summary.meetingName} · ${summary.sessionName}`}</Typography.Title>
          <Flex gap={24} align="baseline">
            <span style={{ fontSize: full ? 140 : 72, lineHeight: 1, fontWeight: 600, color: token.colorPrimary, fontVariantNumeric: 'tabular-nums' }}>{summary.arrived.toLocaleString('zh-CN')}</span>
            <span style={{ fontSize: full ? 40 : 22 }}>{`/ ${summary.registered.toLocaleString('zh-CN')} 人已到`}</span>
          </Flex>
          <Flex gap={40} wrap>
            {list('各签到点', summary.gates.map((one) => [one.gate, one.gate, `${one.arrived} 人`]))}
            {list('各单位', summary.companies.slice(0, 12).map((one) => [one.companyName, one.companyName, `${one.arrived} / ${one.registered}`]))}
            {list('最近到场', summary.last.map((one, index) => [`${index}`, `${one.name}　${one.companyName ?? ''}`, dateFormat(one.signTime, 'HH:mm')]))}
          </Flex>
        </Flex>
      </div>
      <div>
        <Button type="primary" onClick={() => void screen.current?.requestFullscreen()}>
          全屏显示
        </Button>
      </div>
    </>
  )
}
