import type { ResponseOf } from '@assoc/contract'
import { selectAuditSeal, verifyAuditSeal } from '@assoc/contract/rbac/log'
import { api, dateFormat } from '@assoc/http'
import { Alert, Button, Flex, sentenceOf, Skeleton, theme, Typography, useAnswer } from '@assoc/ui'
import { useRef, useState } from 'react'

type Broken = NonNullable<ResponseOf<typeof verifyAuditSeal>['broken']>
type Outcome = { kind: 'busy'; seals: number; rows: number } | { kind: 'intact'; seals: number; rows: number } | { kind: 'broken'; broken: Broken } | { kind: 'failed'; text: string }

const count = (n: number) => n.toLocaleString('zh-CN')

/** How far the log is sealed, and the check that nothing sealed has been changed; over the days of the filter when there are any. */
export function SealBar({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const { token } = theme.useToken()
  const state = useAnswer(selectAuditSeal, {})
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const stopped = useRef(false)
  const verify = async () => {
    stopped.current = false
    let [seals, rows] = [0, 0]
    let after: string | null = null
    setOutcome({ kind: 'busy', seals, rows })
    try {
      do {
        const part: ResponseOf<typeof verifyAuditSeal> = await api(verifyAuditSeal, { ...(from ? { dateFrom: from } : {}), ...(to ? { dateTo: to } : {}), ...(after ? { after } : {}) })
        seals += part.seals
        rows += part.rows
        after = part.next
        if (part.broken) return setOutcome({ kind: 'broken', broken: part.broken })
        if (stopped.current) return setOutcome(null)
        setOutcome({ kind: 'busy', seals, rows })
      } while (after)
      setOutcome({ kind: 'intact', seals, rows })
    } catch (error) {
      setOutcome({ kind: 'failed', text: sentenceOf(error) })
    }
  }
  const busy = outcome?.kind === 'busy'
  const range = from || to ? `（${from ?? '最早'} 至 ${to ?? '今天'}）` : ''
  return (
    <Flex vertical gap={8}>
      <Flex component="section" aria-label="日志封存" align="center" gap={12} wrap style={{ padding: '10px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        {state.data ? (
          <Typography.Text style={{ flex: 1 }}>
            已封存 <strong>{count(state.data.encryptedRows)}</strong> 条，共 {count(state.data.seals)} 段
            {state.data.openRows > 0 ? `；${count(state.data.openRows)} 条待封存` : ''}
            {state.data.lastSealTime ? `；最近封存于 ${dateFormat(state.data.lastSealTime, 'YYYY-MM-DD HH:mm')}` : ''}
          </Typography.Text>
        ) : state.error ? (
          <Typography.Text type="secondary" style={{ flex: 1 }}>{state.error}</Typography.Text>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 1 }} style={{ flex: 1 }} />
        )}
        {busy ? <Button onClick={() => (stopped.current = true)}>停止</Button> : null}
        <Button loading={busy} onClick={() => void verify()}>
          {busy ? `已校验 ${count(outcome.rows)} 条` : `校验封存${range}`}
        </Button>
      </Flex>
      {outcome?.kind === 'intact' ? (
        <Alert
          type={outcome.seals > 0 ? 'success' : 'info'}
          showIcon
          closable
          title={outcome.seals > 0 ? `封存完好：${count(outcome.seals)} 段、${count(outcome.rows)} 条日志与封存时一致${range}` : range ? `所选日期内没有封存的日志${range}` : '还没有封存的日志，新的日志约一分钟后封存'}
          onClose={() => setOutcome(null)}
        />
      ) : null}
      {outcome?.kind === 'broken' ? (
        <Alert
          type="error"
          showIcon
          title={`封存不符：${dateFormat(outcome.broken.sealTime)} 封存的第 ${outcome.broken.sealId} 段已被改动`}
          description={`涉及编号 ${outcome.broken.firstAuditId ?? '—'} 至 ${outcome.broken.lastAuditId ?? '—'} 的日志。请保全数据库与备份，并立即报告安全负责人。`}
        />
      ) : null}
      {outcome?.kind === 'failed' ? <Alert type="warning" showIcon closable title={`校验没有完成：${outcome.text}`} onClose={() => setOutcome(null)} /> : null}
    </Flex>
  )
}
