import { viewLink } from '@assoc/contract'
import * as calls from '@assoc/contract/rbac/user'
import { userImport } from '@assoc/contract/rbac/user-import'
import { defineEntity, withinScope } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { findableBy } from '../../../platform/search/palette'
import { lookedUp } from '../../../platform/search/personal'
import type { ServerModule } from '../../../platform/module'
import { batchUsers } from './batch.service'
import { mountImport } from '../../../platform/resource/mount'
import { nameEntity } from '../../../platform/resource/named'
import { demoSeed } from './demo'
import { askForSensitive, importUsers } from './import.service'
import { presentUsers } from './present'
import * as repository from './repository'
import * as service from './service'
import { adminResetPassword, printLetters, resetWays } from './reset.service'
import { changeUserStatus } from './status.service'
import './lock-out'
import './unused'

export const user = defineEntity({
  name: 'user',
  table: 'sys_user',
  idColumn: 'user_id',
  module: 'rbac',
  scope: { dept: 'dept_id', self: 'user_id' },
  constraints: {
    sys_user_login_name: () => refuse.field('loginName', '该登录账号已被使用'),
    sys_user_mobile: () => refuse.field('mobile', '该手机号码已被其他账号使用'),
    sys_user_email: () => refuse.field('email', '该邮箱已被其他账号使用'),
  },
})

// In files people are named by their accounts, or by their names.
nameEntity('user', (db, principal, text) => repository.usersNamed(db, withinScope(principal, user, 'u'), text))

// By name, its initials and the sign-in name; a number is looked for in the list, where looks are counted.
findableBy(9, 'rbac:user:read', async (db, principal, keyword, limit) => {
  const { rows } = await repository.listStatements(db, withinScope(principal, user, 'u'), { keyword, page: 1, pageSize: limit })
  return (await rows.execute()).map((r) => ({ group: '账号', label: r.real_name, hint: r.login_name, link: viewLink('rbac/UserList', { keyword: r.login_name }) }))
})

const imported = mountImport(userImport, { importRows: importUsers, nameOf: (row) => String(row.realName), importAsks: { field: 'roleIds', ask: askForSensitive } })

/** Staff's side of accounts; sign-in and the person's own side are in ../user. */
export const account: ServerModule = {
  bindings: [
    handle(calls.queryAllUsersBySystem, async ({ db, principal, platform, input }) => {
      const { items, total } = await repository.listUsers(db, withinScope(principal, user, 'u'), { ...input, look: await lookedUp(platform, principal, input.keyword, ['mobile']) })
      return { items: await presentUsers(db, principal, items), total }
    }),
    handle(calls.selectUser, service.selectUser),
    handle(calls.selectUserPlain, service.selectUserPlain),
    handle(calls.insertUser, service.insertUser),
    handle(calls.updateUser, service.updateUser),
    handle(calls.changeUserStatus, changeUserStatus),
    handle(calls.batchUser, (context) => batchUsers(context, withinScope(context.principal, user, 'u'))),
    handle(calls.selectResetWays, resetWays),
    handle(calls.adminResetPassword, adminResetPassword),
    handle(calls.printPasswordLetter, printLetters),
    handle(calls.updateRoleAndMenuRelation, service.assignRoles),
    handle(calls.queryExistsRoleList, ({ db, input }) => service.rolesNow(db, input.userId)),
    ...imported.bindings,
  ],
  seeds: [demoSeed],
}
