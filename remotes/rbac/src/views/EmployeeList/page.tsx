import { employee, employeeStatus } from '@assoc/contract/rbac/employee'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { Confirm, EditEmployee, NewEmployee } from './EmployeeForms'
import { ImportButton } from './ImportButton'
import { Leaving } from './Leaving'

const mayChange = () => session().has('rbac:employee:update')

/** The people of the house: from account to employee, through probation, to the day they leave. */
export default resourcePage({
  name: 'rbac/EmployeeList',
  title: '员工管理',
  resource: employee,
  keywordHint: '姓名或工号',
  columns: [
    { field: 'employeeNo', width: 100, sortable: true },
    { field: 'realName', width: 100 },
    { field: 'employeeStatus', width: 100, tag: employeeStatus },
    { field: 'deptName', width: 140 },
    { field: 'postName', width: 120 },
    { field: 'mobile', width: 130 },
    { field: 'entryDate', width: 120, sortable: true },
    { field: 'leaveDate', width: 120 },
  ],
  nameOf: ({ realName }) => realName,
  detail: ['employeeNo', 'realName', 'mobile', 'deptName', 'postName', 'entryDate', 'leaveDate', 'employeeStatus'],
  // Choosing the account asks for the list of users.
  createBy: { label: '用户转为员工', may: () => mayChange() && session().has('rbac:user:read'), dialog: NewEmployee },
  dialogs: { update: EditEmployee, confirm: Confirm, leave: Leaving },
  actions: (row, { show }) =>
    !mayChange() || row.employeeStatus === 'left'
      ? []
      : [
          { key: 'update', label: '修改', onClick: () => show('update', row) },
          ...(row.employeeStatus === 'probation' ? [{ key: 'confirm', label: '转正', onClick: () => show('confirm', row) }] : []),
          { key: 'leave', label: '离职', danger: true, onClick: () => show('leave', row) },
        ],
  toolbar: (tools) => (mayChange() ? <ImportButton reload={tools.reload} /> : null),
})
