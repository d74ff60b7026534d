import { masked, type FieldsOf } from '@assoc/contract'
import type { employeeImport } from '@assoc/contract/rbac/employee-import'
import type * as calls from '@assoc/contract/rbac/org'
import { employeeStatus } from '@assoc/contract/rbac/employee'
import { has, type Principal } from '../../../platform/access/principal'
import { difference } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Action } from '../../../platform/resource/definition'
import { maskPerson } from '../account/present'
import { gramsOfPerson, mayPlaceIn, MOVING } from '../account/service'
import { lockAdministration } from '../role/administrators'
import { changeRights, requireCovers } from '../role/guard'
import * as repository from './repository'

/** What stands now, for who changed an older state; the mobile masked. */
export const present = (employee: repository.EmployeeRecord) => ({ ...employee, mobile: masked('mobile', employee.mobile) })

/** Writes an employee's account; another department may change what its roles show. */
async function writeAccount({ db, principal }: { db: Db; principal: Principal }, userId: string, from: string | null, fields: Parameters<typeof repository.updateAccount>[2]): Promise<void> {
  const write = async () => void (await repository.updateAccount(db, userId, fields, principal.userId))
  return fields.deptId === from ? write() : changeRights(db, { principal, touched: { users: [userId] }, ...MOVING }, write)
}

/** Makes the accounts of a file employees, one after the other by the rules of those made by hand. */
export async function importEmployees({ db, principal, audit, platform }: Action, rows: readonly FieldsOf<typeof employeeImport>[]): Promise<void> {
  for (const input of rows) await makeEmployee({ db, principal, audit, platform, input })
}

/** Makes an existing account of ours an employee. */
export async function makeEmployee({ db, principal, input, audit, platform }: Pick<Context<typeof calls.updateUserToEmployee>, 'db' | 'principal' | 'input' | 'audit' | 'platform'>) {
  await lockAdministration(db)
  const account = await repository.findAccount(db, input.userId)
  if (!account) throw refuse.notFound()
  if (account.accountStatus !== 'normal' && account.accountStatus !== 'locked') throw refuse.field('userId', '该账号未在使用，不能转为员工')
  if (input.deptId !== account.deptId) mayPlaceIn(principal, input.deptId)
  await requireCovers(db, principal, input.userId, '将其转为员工')
  const status = input.probation ? 'probation' : 'active'
  const { employeeId } = await repository.insertEmployee(db, { ...input, postId: input.postId ?? null, status })
  await writeAccount({ db, principal }, input.userId, account.deptId, {
    realName: account.realName,
    mobile: account.mobile,
    deptId: input.deptId,
    grams: gramsOfPerson(account.loginName, account.realName, account.mobile),
  })
  audit({ recordType: 'employee', recordId: employeeId, verb: 'insert', after: { employeeNo: input.employeeNo, userId: input.userId, deptId: input.deptId, entryDate: input.entryDate, employeeStatus: status } })
  await platform.revocations.announce(db, { kind: 'user', id: input.userId })
  return { employeeId }
}

export async function updateEmployee({ db, principal, input, audit, platform }: Context<typeof calls.updateEmployeeUser>) {
  const { employeeId, version } = input
  const before = await repository.findEmployee(db, employeeId)
  if (!before) throw refuse.notFound()
  if (before.employeeStatus === 'left') throw refuse.badTransition()
  const transition = input.verb ? employeeStatus.find(input.verb, before.employeeStatus) : undefined
  if (input.verb && !transition) throw refuse.badTransition()
  if (transition && !has(principal, transition.permit)) throw refuse.forbidden()
  await lockAdministration(db)
  const account = await repository.findAccount(db, before.userId)
  if (!account) throw refuse.notFound()
  // Left out, it stays: the form shows it masked.
  const { mobile = account.mobile } = input
  if (input.deptId !== before.deptId) mayPlaceIn(principal, input.deptId)
  await requireCovers(db, principal, before.userId, '修改其员工资料')
  const fields = { deptId: input.deptId, postId: input.postId ?? null, entryDate: input.entryDate, status: transition?.to ?? before.employeeStatus }
  const done = await repository.updateEmployee(db, employeeId, version, before.employeeStatus, fields)
  if (!done) throw refuse.conflict(present(before))
  await writeAccount({ db, principal }, before.userId, account.deptId, {
    realName: input.realName,
    mobile,
    deptId: input.deptId,
    grams: gramsOfPerson(account.loginName, input.realName, mobile),
  })
  const changed = difference(
    { realName: before.realName, mobile: account.mobile, deptId: before.deptId, postId: before.postId, entryDate: before.entryDate, employeeStatus: before.employeeStatus },
    { realName: input.realName, mobile, deptId: fields.deptId, postId: fields.postId, entryDate: fields.entryDate, employeeStatus: fields.status },
  )
  audit({ recordType: 'employee', recordId: employeeId, verb: input.verb ?? 'update', before: maskPerson(changed.before ?? {}), after: maskPerson(changed.after ?? {}) })
  await platform.revocations.announce(db, { kind: 'user', id: before.userId })
  return done
}
