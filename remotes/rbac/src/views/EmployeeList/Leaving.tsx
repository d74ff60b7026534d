import type { ResponseOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { queryEmployeeHandover, updateEmployeeUsersDelStatus } from '@assoc/contract/rbac/org'
import { AppDrawer, Alert, FailedToLoad, Flex, Skeleton, Tag, Typography } from '@assoc/ui'
import { Descriptions, FormDrawer, type FormField, useAnswer } from '@assoc/ui/data'
import { findEmployees } from '../../lib/people'
import type { Employee } from './page'

interface LeavingProps {
  employee: Employee
  onClose: () => void
  onDone: () => void
}

/** Somebody leaves: what she hands over and to whom, and when her account ends. */
export function Leaving({ employee, onClose, onDone }: LeavingProps) {
  const { data, error, reload } = useAnswer(queryEmployeeHandover, { employeeId: employee.employeeId })
  const title = `员工离职：${employee.realName}`
  if (!data) {
    return (
      <AppDrawer open title={title} size={640} onClose={onClose}>
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active />}
      </AppDrawer>
    )
  }
  const open = data.items.some((i) => i.count > 0)
  const find = async (name: string) => (await findEmployees(name)).filter((e) => e.value !== employee.employeeId)
  const fields: FormField[] = [
    { name: 'leaveDate', kind: 'date' },
    { name: 'disableAccount', kind: 'switch', help: '不立即停用的，离职日期过后自动停用' },
    { name: 'successorId', kind: 'remote', span: 2, find, placeholder: '输入姓名查找', help: open ? '以上事项全部移交给接任人' : '没有需要移交的事项，可不选' },
  ]
  return (
    <FormDrawer
      open
      title={title}
      call={updateEmployeeUsersDelStatus}
      fields={fields}
      initial={{ leaveDate: today(), disableAccount: true }}
      hidden={{ employeeId: employee.employeeId, version: employee.version }}
      submitText="办理离职"
      onClose={onClose}
      onDone={onDone}
    >
      <Handover {...data} />
    </FormDrawer>
  )
}

const named = (names: readonly string[], count: number) => `${names.join('、')}${count > names.length ? ` 等 ${count} 项` : ''}`

function Handover({ items, approvals, roleNames }: ResponseOf<typeof queryEmployeeHandover>) {
  const alone = approvals.filter((a) => a.count > 0 && a.others === 0)
  return (
    <Flex vertical gap={12}>
      {alone.map((a) => (
        <Alert key={a.label} type="error" showIcon title={`${a.label}有 ${a.count} 项等待处理，没有其他人可以处理。请先为接任人分配审批权限。`} />
      ))}
      <Descriptions
        column={1}
        size="small"
        bordered
        title="离职移交"
        styles={{ label: { width: 176 } }}
        items={[
          ...items.map((i) => ({ key: i.key, label: i.label, children: i.count === 0 ? '无' : named(i.names, i.count) })),
          ...approvals.map((a) => ({ key: a.label, label: a.label, children: `${a.count} 项等待处理，另有 ${a.others} 人可以处理` })),
          { key: 'roles', label: '收回的角色', children: roleNames.length === 0 ? '无' : <Flex gap={4} wrap>{roleNames.map((r) => <Tag key={r}>{r}</Tag>)}</Flex> },
        ]}
      />
      <Typography.Text type="secondary">角色在办理后立即收回，不能撤销。</Typography.Text>
    </Flex>
  )
}
