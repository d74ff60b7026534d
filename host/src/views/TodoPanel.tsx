import { viewLink, viewOfPath, type ResponseOf } from '@assoc/contract'
import type { selectHome } from '@assoc/contract/platform/home'
import type { MenuNode } from '@assoc/contract/rbac/own'
import { yuan } from '@assoc/http'
import { session } from '@assoc/session'
import { Button, Flex, Skeleton, Typography, injectStyle, theme } from '@assoc/ui'
import { memo } from 'react'
import { PageLink } from './PageLink'
import { Panel } from './Panel'

type Waiting = NonNullable<ResponseOf<typeof selectHome>['waiting']>
type Counts = Waiting['counts']
type Oldest = Waiting['oldest'][number]

const DAY_MS = 86_400_000

const css = `
.todo-panel{display:grid;align-items:start;gap:16px 24px;grid-template-columns:minmax(0,1fr)}
@container (min-width:900px){.todo-panel{grid-template-columns:minmax(0,2fr) minmax(0,1fr)}}
.todo-panel table{width:100%;border-collapse:collapse;table-layout:fixed}
.todo-panel th{font-weight:normal;font-size:12px;text-align:left;padding:2px 8px}
.todo-panel td{padding:5px 8px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.todo-panel .num{text-align:right;font-variant-numeric:tabular-nums}
`

const holds = (node: MenuNode, view: string): boolean => node.menuLink === view || node.children.some((child) => holds(child, view))

/** What waits, by the part of the menu that its list stands in. */
function byArea(counts: Counts): [area: string, counts: Counts][] {
  const areas = new Map<string, Counts>()
  for (const count of counts) {
    const view = viewOfPath(count.link.split('?')[0] ?? '')
    const area = session().menuList.find((node) => view && holds(node, view))?.menuName ?? '其他'
    areas.set(area, [...(areas.get(area) ?? []), count])
  }
  return [...areas]
}

const age = (since: string) => {
  if (!since) return '—'
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS)
  return days > 0 ? `${days.toLocaleString('zh-CN')} 天` : '今天'
}

/** What waits for the person: the oldest with age, amount and who asked, and all of it grouped by area. */
export const TodoPanel = memo(function TodoPanel({ found, onRetry }: { found: Waiting | 'failed' | null; onRetry: () => void }) {
  injectStyle('todo-panel', css)
  const some = found !== null && found !== 'failed' && found.counts.length > 0
  return (
    <Panel title="我的待办" extra={<PageLink to={viewLink('rbac/MyTodo')}>全部待办</PageLink>}>
      {found === null ? <Skeleton active paragraph={{ rows: 4 }} title={false} /> : null}
      {found === 'failed' ? <Button onClick={onRetry}>没有加载成功，重试</Button> : null}
      {found !== null && found !== 'failed' && !some ? <Typography.Text type="secondary">没有等您办理的事项</Typography.Text> : null}
      {some ? (
        <div className="todo-panel">
          <OldestTable rows={found.oldest} />
          <Flex vertical gap={12}>
            {byArea(found.counts).map(([area, counts]) => (
              <div key={area}>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>{area}</Typography.Text>
                <Flex wrap gap="2px 16px">
                  {counts.map(({ label, value, link }) => (
                    <PageLink key={label} to={link}>
                      {label} {value.toLocaleString('zh-CN')}
                    </PageLink>
                  ))}
                </Flex>
              </div>
            ))}
          </Flex>
        </div>
      ) : null}
    </Panel>
  )
})

function OldestTable({ rows }: { rows: readonly Oldest[] }) {
  const { token } = theme.useToken()
  if (rows.length === 0) return <Typography.Text type="secondary">没有须逐件办理的事项</Typography.Text>
  return (
    <table aria-label="等待最久的事项">
      <thead style={{ color: token.colorTextSecondary }}>
        <tr>
          <th>等待最久的事项</th>
          <th style={{ width: '26%' }}>类别</th>
          <th style={{ width: 110 }} className="num">金额（元）</th>
          <th style={{ width: 80 }}>提出人</th>
          <th style={{ width: 72 }} className="num">已等待</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.recordId}`}>
            <td>
              <PageLink title={row.title} to={viewLink('rbac/MyTodo', { record: `${row.kind} ${row.recordId}` })}>
                {row.subject ? `${row.title} ${row.subject}` : row.title}
              </PageLink>
            </td>
            <td title={row.kindLabel}>{row.kindLabel}</td>
            <td className="num">{row.amount === null ? '—' : yuan(row.amount)}</td>
            <td>{row.askedBy ?? '—'}</td>
            <td className="num">{age(row.since)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
