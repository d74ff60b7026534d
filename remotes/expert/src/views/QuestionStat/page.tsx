import type { ResponseOf } from '@assoc/contract'
import { grouped, moneyText } from '@assoc/contract/form/engine/display'
import { formRoundLookup } from '@assoc/contract/form/lookups'
import { selectFormStatistics, type Figures } from '@assoc/contract/form/statistics'
import { useSearchParams } from '@assoc/router'
import { Chart, FailedToLoad, Flex, RefSelect, Skeleton, StateScreen, Table, theme, Typography, useAnswer } from '@assoc/ui'
import { lazy, Suspense, type CSSProperties } from 'react'

type Stat = ResponseOf<typeof selectFormStatistics>
type Counted = Stat['questions'][number]

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
      {roundId && data
        ? data.questions.map((one) => (
            <section key={one.key} aria-label={one.label} style={panel}>
              <Question one={one} compared={data.submittedBefore !== null} />
            </section>
          ))
        : null}
      {roundId && data && data.questions.filter(isCrossed).length > 1 ? (
        <section aria-label="交叉统计" style={panel}>
          <Suspense fallback={<Skeleton active />}>
            <CrossTable key={roundId} roundId={roundId} questions={data.questions.filter(isCrossed)} />
          </Suspense>
        </section>
      ) : null}
    </Flex>
  )
}

const isCrossed = ({ type }: Counted): boolean => type === 'radio' || type === 'select' || type === 'checkbox'

function Question({ one, compared }: { one: Counted; compared: boolean }) {
  const title = `${one.table ? `${one.table}：` : ''}${one.label}`
  const items = [...new Set(one.choices.map(({ item }) => item))]
  return (
    <>
      {one.figures ? <Numbers title={title} one={one} compared={compared} figures={one.figures} /> : null}
      {one.choices.length > 0
        ? items.map((item) => {
            const shown = one.choices.filter((choice) => choice.item === item)
            const before = shown.every(({ before: count }) => count !== null)
            return (
              <Chart
                key={item}
                kind="bar"
                height={Math.min(320, 140 + shown.length * 24)}
                title={`${title}${item ? `：${item}` : ''}（${one.answered} 份作答）`}
                labels={shown.map(({ label }) => label)}
                series={[{ name: '本次', values: shown.map(({ count }) => count) }, ...(compared && before ? [{ name: '对比', values: shown.map(({ before: count }) => count ?? 0) }] : [])]}
                unit="count"
              />
            )
          })
        : null}
      {!one.figures && one.choices.length === 0 ? (
        <Typography.Text type="secondary">
          {title}：还没有作答
        </Typography.Text>
      ) : null}
    </>
  )
}

function Numbers({ title, one, compared, figures }: { title: string; one: Counted; compared: boolean; figures: Figures }) {
  const unit = one.type === 'money' ? (one.unit === 'wan' ? '万元' : '元') : one.unit
  const said = (text: string) => `${grouped(one.type === 'money' ? moneyText(Math.round(Number(text)), one.unit) : text.includes('.') ? trimmed(text) : text)}${unit && ` ${unit}`}`
  const rows = [{ key: '本次', ...figures }, ...(compared && one.before ? [{ key: '对比', ...one.before }] : [])]
  return (
    <>
      <Typography.Title level={2} style={{ fontSize: 16, marginTop: 0 }}>
        {title}（{one.answered} 份作答）
      </Typography.Title>
      <Table
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={rows}
        scroll={{ x: 640 }}
        columns={[
          { title: '', dataIndex: 'key', width: 80 },
          { title: '个数', dataIndex: 'count', align: 'right', render: (count: number) => count.toLocaleString('zh-CN') },
          ...(['sum', 'average', 'least', 'most'] as const).map((name) => ({ title: { sum: '合计', average: '平均', least: '最小', most: '最大' }[name], dataIndex: name, align: 'right' as const, render: said })),
        ]}
      />
    </>
  )
}

/** A decimal without the zeros at its end. */
function trimmed(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
