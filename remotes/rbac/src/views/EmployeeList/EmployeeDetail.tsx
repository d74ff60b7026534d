import { personal } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { employeeRow, employeeStatus } from '@assoc/contract/rbac/org'
import { selectEmployeePlain } from '@assoc/contract/rbac/user'
import { api } from '@assoc/http'
import { session } from '@assoc/session'
import { AppDrawer, AuditTimeline, DetailFields, Flex, Skeleton, Typography, useAnswer } from '@assoc/ui'
import { revealing } from '../../lib/plain'
import type { Employee } from './page'

const FIELDS = ['employeeNo', 'realName', 'mobile', 'deptName', 'postName', 'entryDate', 'leaveDate', 'employeeStatus'] as const

const SCHEMA = employeeRow.extend({ mobile: personal(employeeRow.shape.mobile, 'mobile') })

/** The mobile of an employee in plain text, for who may see it. */
export const revealEmployee = (employeeId: string) => revealing((field) => api(selectEmployeePlain, { employeeId, fields: [field as 'mobile'] }))

/** An employee with what happened to them, for those who may read the log. */
export function EmployeeDetail({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const mayReadLog = session().has('rbac:audit:read')
  const log = useAnswer(selectAuditOfRecord, mayReadLog ? { recordType: 'employee', recordId: employee.employeeId } : null)
  return (
    <AppDrawer open title={employee.realName} size={560} onClose={onClose}>
      <Flex vertical gap={16}>
        <DetailFields schema={SCHEMA} row={employee} fields={FIELDS} tags={{ employeeStatus }} reveal={revealEmployee(employee.employeeId)} />
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
