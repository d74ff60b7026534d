import { updateEmployeeUser, updateUserToEmployee } from '@assoc/contract/rbac/org'
import { FormDrawer, type FormField } from '@assoc/ui'
import { revealEmployee } from './EmployeeDetail'
import type { Employee } from './page'

interface FormProps {
  onClose: () => void
  onDone: () => void
}

const PLACE: readonly FormField[] = [
  { name: 'deptId', kind: 'ref' },
  { name: 'postId', kind: 'ref' },
  { name: 'entryDate', kind: 'date' },
]

/** Makes an account an employee. */
export function NewEmployee({ onClose, onDone }: FormProps) {
  const fields: FormField[] = [
    { name: 'userId', kind: 'ref', span: 2, help: '没有账号的，请先在用户管理中新增用户' },
    { name: 'employeeNo', kind: 'text' },
    ...PLACE,
    { name: 'probation', kind: 'switch', label: '试用期' },
  ]
  return <FormDrawer open title="用户转为员工" call={updateUserToEmployee} fields={fields} initial={{ probation: true }} draft="rbac/EmployeeList/new" onClose={onClose} onDone={onDone} />
}

export function EditEmployee({ employee, onClose, onDone }: FormProps & { employee: Employee }) {
  const reveal = revealEmployee(employee.employeeId)
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
      onDone={onDone}
    />
  )
}
