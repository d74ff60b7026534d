import { labelOf } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { employeeRow, employeeStatus } from '@assoc/contract/rbac/org'
import { session } from '@assoc/session'
import { AppDrawer, Flex, Skeleton, StatusTag, Typography } from '@assoc/ui'
import { AuditTimeline, Descriptions, textOf, useAnswer } from '@assoc/ui/data'
import type { Employee } from './page'

const FIELDS = ['employeeNo', 'realName', 'mobile', 'deptName', 'postName', 'entryDate', 'leaveDate'] as const

/** An employee with what happened to her, for those who may read the log. */
export function EmployeeDetail({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const mayReadLog = session().has('rbac:audit:read')
  const log = useAnswer(selectAuditOfRecord, mayReadLog ? { recordType: 'employee', recordId: employee.employeeId } : null)
  return (
    <AppDrawer open title={employee.realName} size={560} onClose={onClose}>
      <Flex vertical gap={16}>
        <Descriptions
          column={1}
          size="small"
          bordered
          styles={{ label: { width: 120 } }}
          items={[
            ...FIELDS.map((field) => ({ key: field, label: labelOf(employeeRow, field), children: textOf(employeeRow, field, employee[field]) })),
            { key: 'employeeStatus', label: labelOf(employeeRow, 'employeeStatus'), children: <StatusTag of={employeeStatus} value={employee.employeeStatus} /> },
          ]}
        />
        {mayReadLog ? (
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
