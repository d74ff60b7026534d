import { Timeline } from 'antd'
import type { ResponseOf } from '@assoc/contract'
import type { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { dateFormat } from '@assoc/http'
import { Typography } from '../shell'
import { StateScreen } from '../shell/states'

type Entries = ResponseOf<typeof selectAuditOfRecord>

export interface AuditTimelineProps {
  entries: Entries
}

/** What happened to a record, newest first: who, when, which fields from what to what. */
export function AuditTimeline({ entries }: AuditTimelineProps) {
  if (entries.length === 0) return <StateScreen title="还没有动态" />
  return (
    <Timeline
      items={entries.map((entry) => ({
        key: entry.auditId,
        content: (
          <div>
            <Typography.Text strong>{entry.title}</Typography.Text>{' '}
            <Typography.Text type="secondary">
              {entry.userName || '系统'} · {dateFormat(entry.time, 'YYYY-MM-DD HH:mm')}
            </Typography.Text>
            {entry.reason ? <div>原因：{entry.reason}</div> : null}
            {entry.changes.map((change) => (
              <div key={change.field} style={{ overflowWrap: 'anywhere' }}>
                <Typography.Text type="secondary">{change.field}：</Typography.Text>
                {change.before === null ? null : <Typography.Text delete>{change.before}</Typography.Text>}
                {change.before !== null && change.after !== null ? ' → ' : null}
                {change.after === null ? null : <span>{change.after}</span>}
              </div>
            ))}
          </div>
        ),
      }))}
    />
  )
}
