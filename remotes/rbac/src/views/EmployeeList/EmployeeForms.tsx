import { getPostList, updateEmployeeUser, updateUserToEmployee } from '@assoc/contract/rbac/org'
import { session } from '@assoc/session'
import { FormDrawer, type FormField, type TreeOption, useAnswer } from '@assoc/ui/data'
import { findUsers } from '../../lib/people'
import { revealEmployee } from './EmployeeDetail'
import type { Employee } from './page'

interface FormProps {
  depts: readonly TreeOption[]
  onClose: () => void
  onDone: () => void
}

/** Posts for the picker; the one that the employee holds has a name also for those who may not read posts. */
function usePosts(employee?: Employee) {
  const { data } = useAnswer(getPostList, session().has('rbac:post:read') ? { pageSize: 200 } : null)
  if (data) return data.items.map((p) => ({ value: p.postId, label: p.postName }))
  return employee?.postId ? [{ value: employee.postId, label: employee.postName ?? '' }] : []
}

const placeFields = (depts: readonly TreeOption[], posts: readonly { value: string; label: string }[]): FormField[] => [
  { name: 'deptId', kind: 'tree', options: depts },
  { name: 'postId', kind: 'select', options: posts },
  { name: 'entryDate', kind: 'date' },
]

/** Makes an account an employee. */
export function NewEmployee({ depts, onClose, onDone }: FormProps) {
  const posts = usePosts()
  const fields: FormField[] = [
    { name: 'userId', kind: 'remote', span: 2, find: findUsers, placeholder: '输入姓名、账号或手机查找', help: '没有账号的，请先在用户管理中新增用户' },
    { name: 'employeeNo', kind: 'text' },
    ...placeFields(depts, posts),
    { name: 'probation', kind: 'switch', label: '试用期' },
  ]
  return <FormDrawer open title="用户转为员工" call={updateUserToEmployee} fields={fields} initial={{ probation: true }} draft="rbac/EmployeeList/new" onClose={onClose} onDone={onDone} />
}

export function EditEmployee({ employee, depts, onClose, onDone }: FormProps & { employee: Employee }) {
  const posts = usePosts(employee)
  const reveal = revealEmployee(employee.employeeId)
  const fields: FormField[] = [
    { name: 'realName', kind: 'text' },
    { name: 'mobile', kind: 'personal', masked: employee.mobile, ...(reveal ? { reveal: () => reveal('mobile') } : {}) },
    ...placeFields(depts, posts),
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
