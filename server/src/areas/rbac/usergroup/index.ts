import * as calls from '@assoc/contract/rbac/org'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as repository from './repository'
import { usergroupSeed } from './seed'
import * as service from './service'

defineEntity({
  name: 'usergroup',
  table: 'usergroup',
  idColumn: 'usergroup_id',
  constraints: { usergroup_name_unique: () => refuse.field('groupName', '该用户组名称已被使用') },
})

export const usergroup: ServerModule = {
  bindings: [
    handle(calls.selectUsergroupByPage, ({ db, input }) => repository.listGroups(db, input)),
    handle(calls.selectUsergroup, service.selectGroup),
    handle(calls.insertUsergroup, service.insertGroup),
    handle(calls.deleteUsergroup, service.deleteGroup),
    handle(calls.saveUsergroupList, service.saveGroup),
    handle(calls.selectUserlist, service.members),
  ],
  seeds: [usergroupSeed],
}
