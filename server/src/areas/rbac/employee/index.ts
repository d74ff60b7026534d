import * as calls from '@assoc/contract/rbac/org'
import { selectEmployeePlain } from '@assoc/contract/rbac/user'
import { defineEntity, withinScope } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import * as leaving from './leaving.service'
import * as repository from './repository'
import { employeeSeed } from './seed'
import * as service from './service'

const entity = defineEntity({
  name: 'employee',
  table: 'employee',
  idColumn: 'employee_id',
  module: 'rbac',
  scope: { dept: 'dept_id', self: 'user_id' },
  constraints: {
    employee_no_unique: () => refuse.field('employeeNo', '该工号已被使用'),
    employee_user_unique: () => refuse.field('userId', '该用户已是员工'),
  },
})

// Half past midnight in Shanghai.
defineJob('rbac:leaving-clock', (_payload, platform) => leaving.disableDueAccounts(platform), '30 16 * * *')

export const employee: ServerModule = {
  bindings: [
    handle(calls.queryEmployeeUsersByCondition, async ({ db, principal, input }) => {
      const { items, total } = await repository.listEmployees(db, withinScope(principal, entity), input)
      return { items: items.map((e) => service.present(principal, e)), total }
    }),
    handle(calls.selectEmployee, service.selectEmployee),
    handle(selectEmployeePlain, service.selectEmployeePlain),
    handle(calls.queryEmployeeUsersByName, ({ db, principal, input }) => repository.employeesByName(db, withinScope(principal, entity), input.name)),
    handle(calls.updateUserToEmployee, service.makeEmployee),
    handle(calls.updateEmployeeUser, service.updateEmployee),
    handle(calls.queryEmployeeHandover, leaving.handoverOf),
    handle(calls.updateEmployeeUsersDelStatus, (context) => leaving.leave(context)),
  ],
  seeds: [employeeSeed],
}
