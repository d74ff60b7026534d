import { labelOf, type ResponseOf } from '@assoc/contract'
import { auditLog, auditResult, selectAuditChanges, type AuditLogRow } from '@assoc/contract/rbac/log'
import { dateFormat } from '@assoc/http'
import { AppDrawer, Button, Descriptions, FailedToLoad, Flex, LeftOutlined, RightOutlined, Skeleton, StateScreen, StatusTag, Table, textOf, Tooltip, Typography, useAnswer } from '@assoc/ui'

type Change = ResponseOf<typeof selectAuditChanges>['changes'][number]

const FIELDS = ['module', 'userName', 'recordType', 'recordName', 'recordId', 'verb', 'reason', 'code', 'ip', 'path', 'requestId', 'durationMs'] as const

interface Props {
  entry: AuditLogRow
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
}

/** One entry of the log with what it changed, field by field. */
export function EntryDrawer({ entry, onPrevious, onNext, onClose }: Props) {
  return (
    <AppDrawer
      open
      title={entry.title}
      size={720}
      onClose={onClose}
      extra={
        <Flex gap={4}>
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
        <Descriptions
          column={1}
          size="small"
          bordered
          styles={{ label: { width: 110, whiteSpace: 'nowrap' }, content: { overflowWrap: 'anywhere' } }}
          items={[
            { key: 'time', label: labelOf(auditLog.row, 'time'), children: dateFormat(entry.time) },
            { key: 'result', label: labelOf(auditLog.row, 'result'), children: <StatusTag of={auditResult} value={entry.result} /> },
            ...FIELDS.map((field) => ({ key: field, label: labelOf(auditLog.row, field), children: textOf(auditLog.row, field, entry[field]) })),
          ]}
        />
        <Changes key={entry.auditId} auditId={entry.auditId} />
      </Flex>
    </AppDrawer>
  )
}

function Changes({ auditId }: { auditId: string }) {
  const answer = useAnswer(selectAuditChanges, { auditId })
  const old = (text: string | null) => (text === null ? <Typography.Text type="secondary">—</Typography.Text> : <span style={{ overflowWrap: 'anywhere' }}>{text}</span>)
  return (
    <section aria-label="变更内容">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        变更内容
      </Typography.Title>
      {answer.error && !answer.data ? (
        <FailedToLoad message={answer.error} onRetry={() => void answer.reload()} />
      ) : !answer.data ? (
        <Skeleton active />
      ) : answer.data.changes.length === 0 ? (
        <StateScreen title="没有字段变更">这次操作没有改动字段，或只读取了数据。</StateScreen>
      ) : (
        <Table<Change>
          size="small"
          rowKey="field"
          pagination={false}
          dataSource={[...answer.data.changes]}
          columns={[
            { key: 'field', title: '字段', dataIndex: 'field', width: 130 },
            { key: 'before', title: '变更前', render: (_v, row) => old(row.before) },
            { key: 'after', title: '变更后', render: (_v, row) => old(row.after) },
          ]}
        />
      )}
    </section>
  )
}
