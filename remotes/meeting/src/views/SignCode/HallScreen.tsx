import type { ResponseOf } from '@assoc/contract'
import { selectCounters, selectHallCode } from '@assoc/contract/meeting/sign-in'
import { dateFormat } from '@assoc/http'
import { AppModal, Button, FailedToLoad, Flex, Skeleton, theme, Typography, useAnswer } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'

interface Props {
  row: { sessionId: string; meetingName: string; sessionName: string }
  onClose: () => void
}

/** Milliseconds after which the screen asks again; the count goes on with it. */
const EVERY_MS = 3_000
const COUNTERS_MS = 15_000

/** What the hall sees: the QR code, the digits, how many have come. Beside it staff see the counters of the session. */
export default function HallScreen({ row, onClose }: Props) {
  const { token } = theme.useToken()
  const screen = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const { data, error, reload } = useAnswer(selectHallCode, { sessionId: row.sessionId })
  const { data: counters, reload: reloadCounters } = useAnswer(selectCounters, { sessionId: row.sessionId })
  useEffect(() => {
    const timer = setInterval(() => void reload(), EVERY_MS)
    const contacts = setInterval(() => void reloadCounters(), COUNTERS_MS)
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => {
      clearInterval(timer)
      clearInterval(contacts)
      document.removeEventListener('fullscreenchange', changed)
    }
  }, [reload, reloadCounters])
  const size = full ? 'min(58vh, 58vw)' : 300
  return (
    <AppModal open title={`${row.meetingName} · ${row.sessionName}`} width={760} footer={null} onCancel={onClose}>
      <div ref={screen} style={{ background: token.colorBgContainer, padding: full ? 32 : 0, height: full ? '100%' : 'auto', overflow: 'auto' }}>
        {data ? (
          <Flex vertical align="center" gap={full ? 24 : 12} justify="center" style={{ minHeight: full ? '100%' : 0 }}>
            {full ? <Typography.Title level={1} style={{ margin: 0, fontSize: 40, textAlign: 'center' }}>{`${data.meetingName} · ${data.sessionName}`}</Typography.Title> : null}
            <img alt="会场签到二维码" src={`data:image/svg+xml,${encodeURIComponent(data.picture)}`} style={{ width: size, height: size, background: '#fff', borderRadius: 8 }} />
            <Typography.Text style={{ fontSize: full ? 30 : 16 }}>扫描二维码签到，或打开 {window.location.host}/signin 输入</Typography.Text>
            <Typography.Text strong aria-label={`签到数字 ${data.digits}`} style={{ fontSize: full ? 88 : 44, lineHeight: 1.1, letterSpacing: '.1em', fontVariantNumeric: 'tabular-nums' }}>{`${data.digits.slice(0, 3)} ${data.digits.slice(3)}`}</Typography.Text>
            <Typography.Text type="secondary" style={{ fontSize: full ? 24 : 14 }}>
              {data.phase === '签到中' ? '' : `${data.phase}，签到时间 ${dateFormat(data.signFrom, 'YYYY-MM-DD HH:mm')} 至 ${dateFormat(data.signTo, 'YYYY-MM-DD HH:mm')} · `}
              {`已到 ${data.arrived} 人，应到 ${data.registered} 人`}
            </Typography.Text>
          </Flex>
        ) : error ? (
          <FailedToLoad message={error} onRetry={() => void reload()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} title={false} />
        )}
      </div>
      {data && error ? <Typography.Text type="danger">{`连接中断，签到码可能已过期：${error}`}</Typography.Text> : null}
      <Flex justify="space-between" align="end" gap={16} style={{ marginTop: 16 }}>
        <Counters counters={counters?.counters ?? []} />
        <Button type="primary" onClick={() => void screen.current?.requestFullscreen()}>
          全屏显示
        </Button>
      </Flex>
    </AppModal>
  )
}

/** Counters of the session: when each was last heard of, and what it still has to send. One that is silent may be without a connection. */
function Counters({ counters }: { counters: ResponseOf<typeof selectCounters>['counters'] }) {
  if (counters.length === 0) return <Typography.Text type="secondary">暂无签到台</Typography.Text>
  return (
    <ul aria-label="签到台" style={{ flex: 1, margin: 0, padding: 0, listStyle: 'none', maxHeight: 160, overflow: 'auto' }}>
      {counters.map(({ counterKey, gate, userName, lastContact, silent, unsent }) => (
        <li key={counterKey}>
          <Typography.Text>{`${gate ?? '签到台'}（${userName}）`}</Typography.Text> <Typography.Text type={silent ? 'warning' : 'secondary'}>{`${silent ? '已失去联系，' : ''}最近联系 ${dateFormat(lastContact, 'HH:mm:ss')}`}</Typography.Text>
          {unsent > 0 ? <Typography.Text type="danger">{`，${unsent} 条未上传`}</Typography.Text> : null}
        </li>
      ))}
    </ul>
  )
}
