import { queryEmployeeUsersByName } from '@assoc/contract/rbac/org'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { api } from '@assoc/http'
import type { RemoteOption } from '@assoc/ui/data'

/** Employees still at work, by the beginning of their names. */
export const findEmployees = async (name: string): Promise<RemoteOption[]> =>
  (await api(queryEmployeeUsersByName, { name })).map((e) => ({ value: e.employeeId, label: e.deptName ? `${e.realName}（${e.deptName}）` : e.realName }))

/** Accounts in use, by name, account or mobile. */
export const findUsers = async (keyword: string): Promise<RemoteOption[]> =>
  (await api(queryAllUsersBySystem, { keyword, accountStatus: 'normal', pageSize: 20 })).items.map((u) => ({ value: u.userId, label: `${u.realName}（${u.loginName}）` }))
