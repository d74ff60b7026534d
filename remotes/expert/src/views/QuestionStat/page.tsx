import type { ResponseOf } from '@assoc/contract'
import { TOO_FEW } from '@assoc/contract/form/anonymity'
import { formRoundLookup } from '@assoc/contract/form/lookups'
import { selectFormStatistics } from '@assoc/contract/form/statistics'
import { useSearchParams } from '@assoc/router'
import { Alert, FailedToLoad, Flex, RefSelect, Skeleton, StateScreen, theme, Typography, useAnswer } from '@assoc/ui'
import { lazy, Suspense, type CSSProperties } from 'react'
import { Choices } from './Choices'
import { Numbers } from './Numbers'

type Stat = ResponseOf<typeof selectFormStatistics>
type Counted = Stat['questions'][number]

const AnonymousTexts = lazy(() => import('./AnonymousTexts').then((m) => ({ default: m.AnonymousTexts })))
const CrossTable = lazy(() => import('./CrossTable').then((m) => ({ default: m.CrossTable })))

/** What was answered in a round, question by question, beside another round where one is chosen. */
export default function QuestionStat() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const [roundId, compareId] = [params.get('roundId') ?? '', params.get('compareId') ?? '']
  const { data, error, reload } = useAnswer(selectFormStatistics, roundId ? { roundId, ...(compareId ? { compareId } : {}) } : null)
  const choose = (name: string, value: string | null) => {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true })
  }
  const panel: CSSProperties = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} align="center" wrap>
        <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
          问卷统计
        </Typography.Title>
        <div style={{ width: 280 }}>
          <RefSelect aria-label="发放" lookup={formRoundLookup} value={roundId || null} onChange={(value) => choose('roundId', value as string | null)} placeholder="选择发放" />
        </div>
        <div style={{ width: 280 }}>
          <RefSelect aria-label="对比的发放" lookup={formRoundLookup} value={compareId || null} onChange={(value) => choose('compareId', value as string | null)} placeholder="与另一次发放对比（可不选）" />
        </div>
        {data ? (
          <Typography.Text type="secondary">
            应交 {data.tasks.toLocaleString('zh-CN')}，已交 {data.submitted.toLocaleString('zh-CN')}
            {data.submittedBefore === null ? '' : `，对比已交 ${data.submittedBefore.toLocaleString('zh-CN')}`}
          </Typography.Text>
        ) : null}
      </Flex>
      {!roundId ? (
        <section style={panel}>
          <StateScreen title="请选择一次发放">统计只计入已提交和已认证的填报。</StateScreen>
        </section>
      ) : null}
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {roundId && !data && !error ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {data?.anonymous ? <Alert type="info" showIcon title={data.withheld ?? '匿名填报：少于 5 份的数字，以及能推算出它的数字不显示'} /> : null}
      {roundId && data
        ? data.questions.map((one) => (
            <section key={one.key} aria-label={one.label} style={panel}>
              {data.anonymous && (one.type === 'text' || one.type === 'textarea') ? (
                <Suspense fallback={<Skeleton active />}>
                  <AnonymousTexts roundId={roundId} question={one} />
                </Suspense>
              ) : (
                <Question one={one} roundId={data.anonymous ? null : roundId} compared={data.submittedBefore !== null} />
              )}
            </section>
          ))
        : null}
      {roundId && data && data.questions.filter(isCrossed).length > 1 ? (
        <section aria-label="交叉统计" style={panel}>
          <Suspense fallback={<Skeleton active />}>
            <CrossTable key={roundId} roundId={roundId} opens={!data.anonymous} questions={data.questions.filter(isCrossed)} />
          </Suspense>
        </section>
      ) : null}
    </Flex>
  )
}

const isCrossed = ({ type }: Counted): boolean => type === 'radio' || type === 'select' || type === 'checkbox'

function Question({ one, roundId, compared }: { one: Counted; roundId: string | null; compared: boolean }) {
  const title = `${one.table ? `${one.table}：` : ''}${one.label}`
  if (one.figures) return <Numbers title={title} one={one} roundId={roundId} compared={compared} figures={one.figures} />
  if (one.choices.length > 0) return <Choices title={title} one={one} roundId={roundId} compared={compared} />
  return <Typography.Text type="secondary">{title}：{one.hidden ? TOO_FEW : '还没有作答'}</Typography.Text>
}
