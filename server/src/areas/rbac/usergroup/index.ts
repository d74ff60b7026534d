import * as calls from '@assoc/contract/rbac/org'
import { usergroup as contract } from '@assoc/contract/rbac/usergroup'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { memberCount } from './repository'
import { usergroupSeed } from './seed'
import * as service from './service'

const runtime = mountResource(contract, {
  table: 'usergroup',
  computed: { memberCount },
  keyword: { columns: ['group_name'], grams: true },
  order: { field: 'groupName', direction: 'asc' },
  constraints: { usergroup_name_unique: () => refuse.field('groupName', '该用户组名称已被使用') },
  nameOf: (row) => row.groupName,
})

export const usergroup: ServerModule = {
  bindings: [
    ...runtime.bindings,
    handle(calls.insertUsergroup, service.insertGroup),
    handle(calls.deleteUsergroup, service.deleteGroup),
    handle(calls.saveUsergroupList, service.saveGroup),
    handle(calls.selectUserlist, service.members),
  ],
  seeds: [usergroupSeed],
}
