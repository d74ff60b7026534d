import type { AnyResource } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { session, toasts } from '@assoc/session'
import { FullscreenExitOutlined, FullscreenOutlined, LinkOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { AppDrawer, Button, Flex, LeftOutlined, RightOutlined, Skeleton, Tooltip, Typography } from '../shell'
import { detailFields } from '../data/kit/derive'
import { DetailFields } from '../data/kit/DetailFields'
import { revealOf } from '../data/kit/reveal'
import { useAnswer } from '../data/kit/use-answer'
import { AuditTimeline } from './AuditTimeline'
import { useWide } from './use-wide'

type Row = Record<string, unknown>

export interface DetailDrawerProps {
  resource: AnyResource
  row: Row
  title: string
  /** Fields that are shown; all of the contract when left out. */
  fields?: readonly string[] | undefined
  width?: number | undefined
  /** Actions on the row, at the head of the drawer. */
  actions?: ReactNode
  /** Below the fields. */
  children?: ReactNode
  /** The row before and after in the list; null at its ends. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** The address leads to this record; false for a list that is a part of another page. */
  addressed?: boolean
  onClose: () => void
}

/** A row with all it has, what happened to it for those who may read the log, and the way to its neighbours. */
export function DetailDrawer({ resource, row, title, fields, width, actions, children, onPrevious, onNext, addressed = false, onClose }: DetailDrawerProps) {
  const { status, id, name } = resource.definition
  const recordId = String(row[id])
  const log = useAnswer(selectAuditOfRecord, session().has('rbac:audit:read') ? { recordType: name, recordId } : null)
  const [wide, turnWide] = useWide()
  const shown = fields ?? detailFields(resource)
  return (
    <AppDrawer
      open
      size={wide ? '100%' : (width ?? 640)}
      title={title}
      onClose={onClose}
      extra={
        <Flex gap={12} align="center">
          {actions}
          {addressed ? (
            <Tooltip title="复制链接">
              <Button type="text" size="small" icon={<LinkOutlined />} aria-label="复制链接" onClick={() => void copyAddress()} />
            </Tooltip>
          ) : null}
          <Tooltip title={wide ? '收起为侧栏' : '展开为整页'}>
            <Button type="text" size="small" icon={wide ? <FullscreenExitOutlined /> : <FullscreenOutlined />} aria-label={wide ? '收起为侧栏' : '展开为整页'} onClick={turnWide} />
          </Tooltip>
          <Tooltip title="上一条">
            <Button type="text" size="small" icon={<LeftOutlined />} aria-label="上一条" disabled={!onPrevious} onClick={() => onPrevious?.()} />
          </Tooltip>
          <Tooltip title="下一条">
            <Button type="text" size="small" icon={<RightOutlined />} aria-label="下一条" disabled={!onNext} onClick={() => onNext?.()} />
          </Tooltip>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <DetailFields schema={resource.row} row={row} fields={shown} tags={status ? { [status.field]: status.machine } : {}} reveal={revealOf(resource, recordId)} />
        {children}
        {session().has('rbac:audit:read') ? (
          <section aria-label="动态">
            <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
              动态
            </Typography.Title>
            {log.error ? <Typography.Text type="secondary">{log.error}</Typography.Text> : log.data ? <AuditTimeline entries={log.data} /> : <Skeleton active />}
          </section>
        ) : null}
      </Flex>
    </AppDrawer>
  )
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href)
    toasts.success('已复制链接，有权限的人打开即是这条记录')
  } catch {
    toasts.error('浏览器不允许复制，请从地址栏复制')
  }
}
