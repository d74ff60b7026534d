import { selectSignSummary, exportSignTable } from '@assoc/contract/meeting/sign-in'
import { sessionLookup } from '@assoc/contract/meeting/lookups'
import { download, saveAs } from '@assoc/http'
import { useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, Flex, RefSelect, Segmented, StateScreen, theme, Typography, useAnswer, useTab } from '@assoc/ui'
import { lazy, Suspense, useEffect, useState } from 'react'

// Which of them is shown, the address says: each comes when it is first shown.
const PeopleTable = lazy(() => import('./PeopleTable').then((m) => ({ default: m.PeopleTable })))
const Counter = lazy(() => import('./Counter'))
const Wall = lazy(() => import('./Wall'))

const EVERY_MS = 3_000
type Mode = 'table' | 'counter' | 'wall'

/** Who is expected at a session and who has come, with the counter and the wall of its hall. The address holds session and mode. */
export default function SignInTable() {
  const { token } = theme.useToken()
  const { visible } = useTab()
  const [params, setParams] = useSearchParams()
  const sessionId = params.get('session')
  const mode = (params.get('mode') ?? 'table') as Mode
  const { data: summary, reload } = useAnswer(selectSignSummary, sessionId ? { sessionId } : null)
  const [busy, setBusy] = useState(false)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (!visible || !sessionId) return
    const timer = setInterval(() => void reload(), EVERY_MS)
    return () => clearInterval(timer)
  }, [visible, sessionId, reload])
  const to = (next: { session?: string; mode?: string }) => setParams({ ...(sessionId ? { session: sessionId } : {}), ...(mode === 'table' ? {} : { mode }), ...next }, { replace: true })
  const fetchFile = async (format: 'xlsx' | 'pdf') => {
    if (!sessionId) return
    setBusy(true)
    try {
      const { blob, fileName } = await download(exportSignTable, { sessionId, format })
      saveAs(blob, fileName)
    } finally {
      setBusy(false)
    }
  }
  const onChanged = () => {
    setChanges((n) => n + 1)
    void reload()
  }
  const may = session()
  const modes = [{ value: 'table', label: '签到表' }, ...(may.has('meeting:signIn:scan') ? [{ value: 'counter', label: '签到台' }] : []), { value: 'wall', label: '大屏' }]
  return (
    <Flex vertical gap={16} style={{ padding: 16, background: token.colorBgContainer, minHeight: '100%' }}>
      <Flex gap={12} align="center" wrap>
        <div style={{ width: 360 }}>
          <RefSelect aria-label="签到场次" lookup={sessionLookup} value={sessionId} placeholder="输入会议名称选择签到场次" known={sessionId && summary ? [{ value: sessionId, label: `${summary.meetingName} · ${summary.sessionName}` }] : []} onChange={(value) => typeof value === 'string' && to({ session: value })} />
        </div>
        <Segmented aria-label="显示方式" options={modes} value={mode} onChange={(value) => to({ mode: String(value) })} />
        <div style={{ flex: 1 }} />
        <Button disabled={!sessionId} loading={busy} onClick={() => void fetchFile('xlsx')}>
          导出签到表
        </Button>
        <Button disabled={!sessionId} loading={busy} onClick={() => void fetchFile('pdf')}>
          打印签字表
        </Button>
      </Flex>
      {summary ? (
        <Flex gap={32} wrap role="status">
          {([['应到', summary.registered], ['已到', summary.arrived], ['迟到', summary.late], ['未到', summary.missing], ['特批', summary.forced]] as const).map(([label, value]) => (
            <span key={label}>
              <Typography.Text type="secondary">{label}</Typography.Text> <Typography.Text strong style={{ fontSize: 22, fontVariantNumeric: 'tabular-nums' }}>{value.toLocaleString('zh-CN')}</Typography.Text>
            </span>
          ))}
          <Typography.Text type="secondary" style={{ alignSelf: 'center' }}>{summary.phase}</Typography.Text>
        </Flex>
      ) : null}
      {!sessionId ? (
        <StateScreen mark="search" title="请先选择签到场次">
          场次在“签到场次”中设置，每场有各自的签到时间和签到码。
        </StateScreen>
      ) : (
        <Suspense fallback={null}>
          {mode === 'wall' && summary ? <Wall summary={summary} /> : mode === 'counter' ? <Counter key={sessionId} sessionId={sessionId} onChanged={onChanged} /> : <PeopleTable key={sessionId} sessionId={sessionId} changes={changes} onChanged={onChanged} />}
        </Suspense>
      )}
    </Flex>
  )
}
