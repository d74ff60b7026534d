import { viewLink, type ResponseOf } from '@assoc/contract'
import { PROGRESS_EVERY_MS, progressBy, selectFormProgress, selectFormProgressTotals } from '@assoc/contract/form/progress'
import { roundStatus } from '@assoc/contract/form/round'
import { MISSING_STATUSES } from '@assoc/contract/form/statuses'
import { dateFormat } from '@assoc/http'
import { Link } from '@assoc/router'
import { session } from '@assoc/session'
import { Alert, Button, FailedToLoad, Flex, Segmented, Skeleton, StatusTag, Table, theme, Typography, useAnswer, useTab } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { Missing, type Scope } from './Missing'
import { Plan } from './Plan'

type Row = ResponseOf<typeof selectFormProgress>['items'][number]
type Figures = ResponseOf<typeof selectFormProgressTotals>['totals']
type By = keyof typeof progressBy.labels

const PAGE = 50
const GROUPS = Object.entries(progressBy.labels).map(([value, label]) => ({ value, label }))
const HANDED_IN = ['submitted', 'certified'] as const
const ALL = [...MISSING_STATUSES, ...HANDED_IN]
/** Each figure with the statuses of the answers that it counts. */
const SHOWN: readonly [keyof Figures, string, readonly string[]][] = [
  ['tasks', '应交', ALL],
  ['handedIn', '已交', HANDED_IN],
  ['missing', '未交', MISSING_STATUSES],
  ['empty', '未填', ['empty']],
  ['draft', '暂存', ['draft']],
  ['returned', '已退回', ['returned']],
  ['submitted', '已提交', ['submitted']],
  ['certified', '已认证', ['certified']],
]

const share = (part: number, of: number): string => (of === 0 ? '—' : `${Math.floor((part / of) * 1000) / 10}%`)

/** A figure that leads to the answers which it counts. */
function Figure({ count, label, filter, statuses }: { count: number; label: string; filter: Record<string, string>; statuses: readonly string[] }) {
  const text = count.toLocaleString('zh-CN')
  if (count === 0 || !session().has('form:answer:read')) return <>{text}</>
  return (
    <Link to={viewLink('expert/FormAuth', { ...filter, answerStatus: statuses.join(',') })} aria-label={`${label}：${text}，查看填报`}>
      {text}
    </Link>
  )
}

/** What of the list a group is. */
function filterOf(by: By, roundId: string, row: Row): Record<string, string> {
  if (by === 'area') return { roundId, respondentArea: row.key }
  if (by === 'size') return { roundId, companySize: row.key }
  return row.companyId ? { roundId, companyId: row.companyId } : { roundId, keyword: row.label }
}

const before = ({ handedInBefore, tasksBefore }: Pick<Row, 'handedInBefore' | 'tasksBefore'>): string =>
  handedInBefore === null || tasksBefore === null ? '—' : `${handedInBefore.toLocaleString('zh-CN')} / ${tasksBefore.toLocaleString('zh-CN')}（${share(handedInBefore, tasksBefore)}）`

/** Who of a round has not handed in, beside the year before; it asks again while it is shown. */
export default function Progress({ roundId, onLeave }: { roundId: string; onLeave: () => void }) {
  const { token } = theme.useToken()
  const { visible } = useTab()
  const [by, setBy] = useState<By>('area')
  const [page, setPage] = useState(1)
  const [scope, setScope] = useState<Scope | null>(null)
  const [sent, setSent] = useState(0)
  const head = useAnswer(selectFormProgressTotals, { roundId })
  const groups = useAnswer(selectFormProgress, { roundId, by, page, pageSize: PAGE })
  const [reloadHead, reloadGroups] = [head.reload, groups.reload]
  useEffect(() => {
    if (!visible) return
    const timer = setInterval(() => {
      void reloadHead()
      void reloadGroups()
    }, PROGRESS_EVERY_MS)
    return () => clearInterval(timer)
  }, [visible, reloadHead, reloadGroups])
  const error = head.error ?? groups.error
  if (!head.data) return error ? <FailedToLoad message={error} onRetry={() => void reloadHead()} /> : <Skeleton active paragraph={{ rows: 12 }} />
  const { roundName, day, endTime, totals, previous, anonymousFlag } = head.data
  const mayRemind = head.data.roundStatus === 'filling' && session().has('form:round:run')
  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} align="center" justify="space-between" wrap>
        <Flex vertical>
          <Flex gap={8} align="center" wrap>
            <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
              填报进度：{roundName}
            </Typography.Title>
            <StatusTag of={roundStatus} value={head.data.roundStatus as keyof typeof roundStatus.labels} />
          </Flex>
          <Typography.Text type="secondary">
            第 {day} 天，截止 {dateFormat(endTime)}。{previous ? `与“${previous.roundName}”的同一天比较` : '没有可比较的上年发放'}
          </Typography.Text>
        </Flex>
        <Flex gap={8} wrap>
          <Button onClick={onLeave}>返回列表</Button>
          {mayRemind ? (
            <Button type="primary" disabled={totals.missing === 0} onClick={() => setScope({ label: '本次发放' })}>
              催报全部未交
            </Button>
          ) : null}
        </Flex>
      </Flex>
      {anonymousFlag ? <Alert type="info" showIcon title="匿名填报只记录是否参与，催报也只依据是否参与" /> : null}
      {previous?.anonymousFlag ? <Alert type="info" showIcon title="上年为匿名填报，没有提交时间，不能比较同一天的进度" /> : null}
      <section aria-label="合计" style={{ ...panel, display: 'flex', flexWrap: 'wrap', gap: '12px 40px' }}>
        {SHOWN.map(([field, label, statuses]) => (
          <Flex vertical key={field}>
            <Typography.Text type="secondary">{label}</Typography.Text>
            <span style={{ fontSize: 22, lineHeight: '30px' }}>
              <Figure count={Number(totals[field])} label={label} filter={{ roundId }} statuses={statuses} />
            </span>
          </Flex>
        ))}
        <Flex vertical>
          <Typography.Text type="secondary">交齐率</Typography.Text>
          <span style={{ fontSize: 22, lineHeight: '30px' }}>{share(totals.handedIn, totals.tasks)}</span>
        </Flex>
        <Flex vertical>
          <Typography.Text type="secondary">上年同日</Typography.Text>
          <span style={{ fontSize: 22, lineHeight: '30px' }}>{before(totals)}</span>
        </Flex>
      </section>
      <section aria-label="分组进度" style={panel}>
        <Segmented aria-label="分组" options={GROUPS} value={by} onChange={(value) => (setBy(value as By), setPage(1))} style={{ marginBottom: 12 }} />
        {groups.error && !groups.data ? <FailedToLoad message={groups.error} onRetry={() => void reloadGroups()} /> : null}
        <Table<Row>
          rowKey="key"
          size="small"
          loading={groups.loading && !groups.data}
          dataSource={groups.data?.items ?? []}
          scroll={{ x: 1080 }}
          locale={{ emptyText: '还没有填报任务' }}
          pagination={{ current: page, pageSize: PAGE, total: groups.data?.total ?? 0, hideOnSinglePage: true, showSizeChanger: false, onChange: setPage }}
          columns={[
            { title: by === 'area' ? '辖区' : by === 'size' ? '公司规模' : '填报对象', dataIndex: 'label', width: 180, fixed: 'left' },
            ...SHOWN.map(([field, label, statuses]) => ({ title: label, width: 76, align: 'right' as const, render: (_: unknown, row: Row) => <Figure count={Number(row[field])} label={`${row.label}${label}`} filter={filterOf(by, roundId, row)} statuses={statuses} /> })),
            { title: '交齐率', width: 80, align: 'right' as const, render: (_: unknown, row: Row) => share(row.handedIn, row.tasks) },
            { title: '上年同日', width: 150, align: 'right' as const, render: (_: unknown, row: Row) => before(row) },
            ...(mayRemind && by !== 'company'
              ? [{ title: '操作', width: 80, render: (_: unknown, row: Row) => (row.missing > 0 ? <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setScope(by === 'area' ? { label: row.label, areas: [row.key as never] } : { label: row.label, sizes: [row.key as never] })}>催报</Button> : null) }]
              : []),
          ]}
        />
      </section>
      <Plan key={sent} roundId={roundId} editable={['waiting', 'filling', 'paused'].includes(head.data.roundStatus)} style={panel} />
      {scope ? (
        <Missing
          roundId={roundId}
          roundName={roundName}
          scope={scope}
          onClose={(done) => {
            setScope(null)
            if (!done) return
            setSent((n) => n + 1)
            void reloadHead()
          }}
        />
      ) : null}
    </Flex>
  )
}
