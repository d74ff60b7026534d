import { labelOf } from '@assoc/contract'
import { releaseRow, releaseState } from '@assoc/contract/rbac/release'
import { Button, Flex, Popover, StatusTag, Table, Tag, textOf, theme, Typography } from '@assoc/ui'
import { actionsOf, isOlder, type Action, type ModuleReleases, type Release } from './releases'

export interface ModulePanelProps {
  module: ModuleReleases
  /** Whether the buttons are there. */
  switchable: boolean
  /** The command line to use where the server cannot sign. */
  hint: string | null
  onAction: (action: Action) => void
}

const MONO = { fontFamily: 'ui-monospace, Consolas, monospace', fontSize: 13 }

/** One module: what people get of it now, and all its versions. */
export function ModulePanel({ module, switchable, hint, onAction }: ModulePanelProps) {
  const { token } = theme.useToken()
  const { name, title, live, canaries, rows } = module
  const label = (field: string) => labelOf(releaseRow, field)
  const text = (field: keyof Release, row: Release) => textOf(releaseRow, field, row[field])
  return (
    <section aria-label={title} style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 8, minHeight: 32 }}>
        <Flex align="center" gap={12} wrap>
          <Typography.Title level={2} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            {title}
          </Typography.Title>
          <Typography.Text type="secondary">{name}</Typography.Text>
          {live ? (
            <span>
              全员版本 <strong style={MONO}>{live.version}</strong>
            </span>
          ) : (
            <Typography.Text type="warning">还没有全员版本</Typography.Text>
          )}
          {canaries.map((row) => (
            <span key={row.version}>
              灰度 <strong style={MONO}>{row.version}</strong>（{row.audience}）
            </span>
          ))}
        </Flex>
        {switchable && canaries.length > 0 ? <Button onClick={() => onAction({ kind: 'endCanary', module })}>结束灰度</Button> : null}
      </Flex>
      <Table<Release>
        rowKey="version"
        size="small"
        dataSource={rows}
        pagination={rows.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        tableLayout="fixed"
        scroll={{ x: switchable ? 1082 : 914 }}
        columns={[
          { key: 'version', title: label('version'), width: 146, render: (_v, row) => <span style={MONO}>{row.version}</span> },
          { key: 'state', title: '状态', width: 88, render: (_v, row) => <StatusTag of={releaseState} value={row.state} /> },
          { key: 'audience', title: label('audience'), width: 92, render: (_v, row) => text('audience', row) },
          { key: 'releaseTime', title: label('releaseTime'), width: 136, render: (_v, row) => <span style={{ whiteSpace: 'nowrap' }}>{text('releaseTime', row)}</span> },
          { key: 'releasedBy', title: label('releasedBy'), width: 88, render: (_v, row) => text('releasedBy', row) },
          { key: 'sessions', title: label('sessions'), width: 124, render: (_v, row) => <Share row={row} /> },
          { key: 'failures', title: label('failures'), width: 124, render: (_v, row) => <Failures row={row} /> },
          {
            key: 'hostApi',
            title: label('hostApi'),
            width: 116,
            render: (_v, row) => (
              <Flex gap={4} align="center" wrap>
                <span>{row.hostApi}</span>
                {row.fits ? null : (
                  <Tag color="error" style={{ marginInlineEnd: 0 }}>
                    与控制台不匹配
                  </Tag>
                )}
              </Flex>
            ),
          },
          ...(switchable ? [{ key: 'actions', title: '操作', width: 168, fixed: 'right' as const, render: (_v: unknown, row: Release) => <Actions row={row} module={module} onAction={onAction} /> }] : []),
        ]}
      />
      {hint ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginTop: 8 }}>
          本服务器没有发布密钥，不能在此切换。请在发布端执行：<Typography.Text code>{hint}</Typography.Text>
        </Typography.Text>
      ) : null}
    </section>
  )
}

function Actions({ row, module, onAction }: { row: Release; module: ModuleReleases; onAction: (action: Action) => void }) {
  const actions = actionsOf(row, module.live)
  return (
    <Flex gap={12}>
      {actions.includes('switch') ? (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onAction({ kind: 'switch', module, row })}>
          {isOlder(row, module.live) ? '回退到此版本' : '设为全员'}
        </Button>
      ) : null}
      {actions.includes('canary') ? (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onAction({ kind: 'canary', module, row })}>
          {row.state === 'canary' ? '调整灰度' : '灰度'}
        </Button>
      ) : null}
    </Flex>
  )
}

/** Sessions on a version and their share of the module's, as figures and as a bar. */
function Share({ row }: { row: Release }) {
  const { token } = theme.useToken()
  if (row.sessions === 0) return <Typography.Text type="secondary">0</Typography.Text>
  return (
    <div>
      <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {textOf(releaseRow, 'sessions', row.sessions)}（{row.share}%）
      </span>
      <span aria-hidden="true" style={{ display: 'block', maxWidth: 120, height: 4, borderRadius: 2, background: token.colorFillSecondary, overflow: 'hidden' }}>
        <span style={{ display: 'block', width: `${Math.max(row.share, 2)}%`, height: '100%', background: token.colorPrimary }} />
      </span>
    </div>
  )
}

/** Failed loads with the last message, which is shown whole when pointed at or focused. */
function Failures({ row }: { row: Release }) {
  if (row.failures === 0) return <Typography.Text type="secondary">0</Typography.Text>
  return (
    <div>
      <Typography.Text type="danger" strong>
        {textOf(releaseRow, 'failures', row.failures)}
      </Typography.Text>
      {row.lastFailure ? (
        <Popover content={<div style={{ maxWidth: 480, overflowWrap: 'anywhere' }}>{row.lastFailure}</div>} trigger={['hover', 'focus', 'click']}>
          <Button type="link" size="small" style={{ display: 'block', padding: 0, height: 'auto', width: '100%', textAlign: 'left' }} aria-label={`最近一次失败：${row.lastFailure}`}>
            <span style={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontSize: 12 }}>{row.lastFailure}</span>
          </Button>
        </Popover>
      ) : null}
    </div>
  )
}
