import type { ResponseOf } from '@assoc/contract'
import { employeeRow, employeeStatus, queryEmployeeUsersByCondition, type selectEmployee, updateEmployeeUser } from '@assoc/contract/rbac/org'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, ListPage, PlusOutlined, ReasonDialog, RowActions, useDepts, useResourceList, type Column, type RowAction } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { EmployeeDetail } from './EmployeeDetail'
import { EditEmployee, NewEmployee } from './EmployeeForms'
import { Leaving } from './Leaving'

export type Employee = ResponseOf<typeof selectEmployee>
type Dialog = { kind: 'new' } | { kind: 'edit' | 'confirm' | 'leave' | 'detail'; employee: Employee } | null

const COLUMNS: Column<Employee>[] = [
  { field: 'employeeNo', width: 100, sortable: true },
  { field: 'realName', width: 100 },
  { field: 'employeeStatus', width: 100, tag: employeeStatus },
  { field: 'deptName', width: 140 },
  { field: 'postName', width: 120 },
  { field: 'mobile', width: 130 },
  { field: 'entryDate', width: 120, sortable: true },
  { field: 'leaveDate', width: 120 },
]

/** The people of the house: from account to employee, through probation, to the day they leave. */
function EmployeeList() {
  const depts = useDepts()
  const [dialog, setDialog] = useState<Dialog>(null)
  const list = useResourceList({
    call: queryEmployeeUsersByCondition,
    idOf: (e) => e.employeeId,
    filters: ['keyword', 'deptId', 'employeeStatus'],
    sortable: ['employeeNo', 'entryDate'],
  })
  const close = () => setDialog(null)
  const done = (text: string) => () => {
    close()
    toasts.success(text)
    void list.reload()
  }
  const confirm = async ({ employeeId, version, realName, deptId, postId, entryDate }: Employee) => {
    try {
      await api(updateEmployeeUser, { employeeId, version, realName, deptId: deptId ?? '', postId, entryDate, verb: 'confirm' })
      toasts.success(`${realName}：已转正`)
    } finally {
      void list.reload()
    }
  }
  const actionsOf = (employee: Employee): RowAction[] => {
    const can = (verb: string) => employee.abilities.includes(verb)
    return [
      ...(can('update') ? [{ key: 'update', label: '修改', onClick: () => setDialog({ kind: 'edit', employee }) }] : []),
      ...(can('confirm') ? [{ key: 'confirm', label: '转正', onClick: () => setDialog({ kind: 'confirm', employee }) }] : []),
      ...(can('leave') ? [{ key: 'leave', label: '离职', danger: true, onClick: () => setDialog({ kind: 'leave', employee }) }] : []),
    ]
  }
  // Choosing the account asks for the list of users.
  const mayCreate = session().has('rbac:employee:update') && session().has('rbac:user:read')
  const create = mayCreate ? () => setDialog({ kind: 'new' }) : undefined
  const button = create ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      用户转为员工
    </Button>
  ) : null
  return (
    <>
      <ListPage
        name="rbac/EmployeeList"
        title="员工管理"
        list={list}
        row={employeeRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名或工号' },
          { kind: 'select', name: 'deptId', label: '部门', options: depts.options },
          { kind: 'select', name: 'employeeStatus', label: '状态', options: employeeStatus.options },
        ]}
        onNew={create}
        toolbar={button}
        emptyAction={button}
        rowActions={(employee) => <RowActions actions={actionsOf(employee)} />}
        actionsWidth={150}
        onOpen={(employee) => setDialog({ kind: 'detail', employee })}
      />
      {dialog?.kind === 'new' ? <NewEmployee onClose={close} onDone={done('已转为员工')} /> : null}
      {dialog?.kind === 'edit' ? <EditEmployee employee={dialog.employee} onClose={close} onDone={done('员工已保存')} /> : null}
      {dialog?.kind === 'leave' ? <Leaving employee={dialog.employee} onClose={close} onDone={done(`${dialog.employee.realName}：已办理离职`)} /> : null}
      {dialog?.kind === 'detail' ? <EmployeeDetail employee={dialog.employee} onClose={close} /> : null}
      {dialog?.kind === 'confirm' ? (
        <ReasonDialog
          title={`转正：${dialog.employee.realName}`}
          text={`${dialog.employee.realName} 将由试用转为在职。`}
          confirmText="转正"
          reason="none"
          onConfirm={() => confirm(dialog.employee)}
          onClose={close}
        />
      ) : null}
    </>
  )
}

export default observer(EmployeeList)
