import { Descriptions } from 'antd'
import { labelOf, type AnyResource } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { session } from '@assoc/session'
import type { ReactNode } from 'react'
import { AppDrawer, Button, Flex, LeftOutlined, RightOutlined, Skeleton, StatusTag, Tooltip, Typography } from '../../shell'
import { AuditTimeline } from '../lazy'
import { textOf } from './columns'
import { detailFields } from './derive'
import { useAnswer } from './use-answer'

type Row = Record<string, unknown>

export interface DetailDrawerProps {
  resource: AnyResource
  row: Row
  title: string
  /** Fields that are shown; all of the contract when left out. */
  fields?: readonly string[] | undefined
  width?: number | undefined
  /** Deeds on the row, at the head of the drawer. */
  actions?: ReactNode
  /** Below the fields. */
  children?: ReactNode
  /** The row before and after in the list; null at its ends. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
}

/** A row with all it has, what happened to it for those who may read the log, and the way to its neighbours. */
export function DetailDrawer({ resource, row, title, fields, width, actions, children, onPrevious, onNext, onClose }: DetailDrawerProps) {
  const { status, id, name } = resource.definition
  const recordId = String(row[id])
  const log = useAnswer(selectAuditOfRecord, session().has('rbac:audit:read') ? { recordType: name, recordId } : null)
  const shown = fields ?? detailFields(resource)
  return (
    <AppDrawer
      open
      size={width ?? 640}
      title={title}
      onClose={onClose}
      extra={
        <Flex gap={4} align="center">
          {actions}
          <Tooltip title="上一条">
            <Button type="text" icon={<LeftOutlined />} aria-label="上一条" disabled={!onPrevious} onClick={() => onPrevious?.()} />
          </Tooltip>
          <Tooltip title="下一条">
            <Button type="text" icon={<RightOutlined />} aria-label="下一条" disabled={!onNext} onClick={() => onNext?.()} />
          </Tooltip>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <Descriptions
          column={1}
          size="small"
          bordered
          styles={{ label: { width: 120, whiteSpace: 'nowrap' } }}
          items={shown.map((field) => ({
            key: field,
            label: labelOf(resource.row, field),
            children: field === status?.field ? <StatusTag of={status.machine} value={String(row[field])} /> : <span style={{ whiteSpace: 'pre-wrap' }}>{textOf(resource.row, field, row[field])}</span>,
          }))}
        />
        {children}
        {session().has('rbac:audit:read') ? (
          <section aria-label="动态">
            <Typography.Title level={3} style={{ fontSize: 15, marginTop: 0 }}>
              动态
            </Typography.Title>
            {log.error ? <Typography.Text type="secondary">{log.error}</Typography.Text> : log.data ? <AuditTimeline entries={log.data} /> : <Skeleton active />}
          </section>
        ) : null}
      </Flex>
    </AppDrawer>
  )
}
