import { selectSystemContent, system as contract } from '@assoc/contract/rbac/system'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import { systemSeed } from './seed'

const runtime = mountResource(contract, {
  table: 'console_system',
  computed: { menuCount: repository.menuCount, permitCount: repository.permitCount },
  order: { field: 'systemId', direction: 'asc' },
  constraints: { sys_system_name_unique: () => refuse.field('systemName', '该系统名称已被使用') },
  nameOf: (row) => row.systemName,
})

export const system = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(selectSystemContent, async ({ db, input }) => ({
      menus: await repository.menusOf(db, input.systemId),
      permits: await repository.permitsOf(db, input.systemId),
    })),
  ],
  seeds: [systemSeed],
}
