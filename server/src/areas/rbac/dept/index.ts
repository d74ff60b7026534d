import * as calls from '@assoc/contract/rbac/org'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { nameEntity } from '../../../platform/resource/named'
import './handover.repository'
import * as repository from './repository'
import { deptSeed } from './seed'
import * as service from './service'

// No module: departments are what scopes are made of, so only their existence is checked.
defineEntity({
  name: 'dept',
  table: 'dept',
  idColumn: 'dept_id',
  called: repository.called,
  constraints: { dept_name_unique: () => refuse.field('deptName', '同一上级下已有同名部门') },
})

nameEntity('dept', (db, _principal, text) => repository.deptsNamed(db, text))

export const dept: ServerModule = {
  bindings: [
    handle(calls.getDeptList, ({ db }) => service.deptTree(db)),
    handle(calls.queryDeptList, ({ db }) => repository.allDepts(db)),
    handle(calls.insertDept, service.insertDept),
    handle(calls.updateDept, service.updateDept),
    handle(calls.moveDept, service.moveDept),
    handle(calls.deleteDept, service.deleteDept),
  ],
  seeds: [deptSeed],
}
