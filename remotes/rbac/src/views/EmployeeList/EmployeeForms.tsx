import type { RowOf } from '@assoc/contract'
import { employee as employees } from '@assoc/contract/rbac/employee'
import { updateEmployeeUser, updateUserToEmployee } from '@assoc/contract/rbac/org'
import { api } from '@assoc/http'
import { FormDrawer, ReasonDialog, type CreateDialog, type FormField, type PageDialog } from '@assoc/ui'
import { revealing } from '../../lib/plain'

/** A row of the list of employees. */
export type Employee = RowOf<typeof employees>

const revealMobile = (employeeId: string) => {
  const { plain } = employees
  return plain ? revealing((field) => api(plain, { employeeId, fields: [field] })) : undefined
}

const PLACE: readonly FormField[] = [
  { name: 'deptId', kind: 'ref' },
  { name: 'postId', kind: 'ref' },
  { name: 'entryDate', kind: 'date' },
]

/** Makes an account an employee. */
export function NewEmployee({ onClose, onDone }: CreateDialog) {
  const fields: FormField[] = [
    { name: 'userId', kind: 'ref', span: 2, help: '没有账号的，请先在用户管理中新增用户' },
    { name: 'employeeNo', kind: 'text' },
    ...PLACE,
    { name: 'probation', kind: 'switch', label: '试用期' },
  ]
  return <FormDrawer open title="用户转为员工" call={updateUserToEmployee} fields={fields} initial={{ probation: true }} draft="rbac/EmployeeList/new" onClose={onClose} onDone={() => onDone('已转为员工')} />
}

export function EditEmployee({ row: employee, onClose, onDone }: PageDialog<Employee>) {
  const reveal = revealMobile(employee.employeeId)
  const fields: FormField[] = [
    { name: 'realName', kind: 'text' },
    { name: 'mobile', kind: 'personal', masked: employee.mobile, ...(reveal ? { reveal: () => reveal('mobile') } : {}) },
    ...PLACE,
  ]
  return (
    <FormDrawer
      open
      title={`修改员工 · ${employee.realName}`}
      call={updateEmployeeUser}
      fields={fields}
      initial={employee}
      hidden={{ employeeId: employee.employeeId, version: employee.version }}
      draft={`rbac/EmployeeList/${employee.employeeId}`}
      onClose={onClose}
      onDone={() => onDone('员工已保存')}
    />
  )
}

/** The end of the probation. */
export function Confirm({ row, onClose, onDone }: PageDialog<Employee>) {
  const { employeeId, version, realName, deptId, postId, entryDate } = row
  return (
    <ReasonDialog
      title={`转正：${realName}`}
      text={`${realName} 将由试用转为在职。`}
      confirmText="转正"
      reason="none"
      onConfirm={async () => {
        await api(updateEmployeeUser, { employeeId, version, realName, deptId: deptId ?? '', postId, entryDate, verb: 'confirm' })
        onDone(`${realName}：已转正`)
      }}
      onClose={onClose}
    />
  )
}
