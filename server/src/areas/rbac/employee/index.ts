import { employee as contract } from '@assoc/contract/rbac/employee'
import { employeeImport } from '@assoc/contract/rbac/employee-import'
import * as calls from '@assoc/contract/rbac/org'
import { withinScope } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import { mountImport, mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import * as leaving from './leaving.service'
import * as repository from './repository'
import { employeeSeed } from './seed'
import * as service from './service'

const runtime = mountResource(contract, {
  table: 'employee',
  module: 'rbac',
  scope: { dept: 'dept_id', self: 'user_id' },
  computed: repository.computed,
  keyword: { where: repository.holding },
  order: { field: 'employeeNo', direction: 'asc' },
  nameOf: (row) => row.realName,
  constraints: {
    employee_no_unique: () => refuse.field('employeeNo', '该工号已被使用'),
    employee_user_unique: () => refuse.field('userId', '该用户已是员工'),
  },
})

findable(runtime.runtime, { group: '员工', order: 8, label: 'realName', hint: ['employeeNo', 'deptName'] })

const imported = mountImport(employeeImport, { importRows: service.importEmployees, nameOf: (row) => row.employeeNo })

// Half past midnight in Shanghai.
defineJob('rbac:leaving-clock', (_payload, platform) => leaving.disableDueAccounts(platform), '30 16 * * *')

/** People of the staff, from account to the day they leave. */
export const employee = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    ...imported.bindings,
    handle(calls.queryEmployeeUsersByName, ({ db, principal, input }) => repository.employeesByName(db, withinScope(principal, runtime.runtime.entity), input.name)),
    handle(calls.updateUserToEmployee, service.makeEmployee),
    handle(calls.updateEmployeeUser, service.updateEmployee),
    handle(calls.queryEmployeeHandover, leaving.handoverOf),
    handle(calls.updateEmployeeUsersDelStatus, (context) => leaving.leave(context)),
  ],
  seeds: [employeeSeed],
}
