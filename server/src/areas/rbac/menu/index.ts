import * as calls from '@assoc/contract/rbac/menu'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

defineEntity({
  name: 'menu',
  table: 'menu',
  idColumn: 'menu_id',
  constraints: {
    menu_path_unique: () => refuse.field('menuPath', '该菜单路径已被使用'),
    menu_name_unique: () => refuse.field('menuName', '同一上级下已有同名菜单'),
  },
})

export const menu: ServerModule = {
  bindings: [
    handle(calls.selectMenuTree, ({ db, input }) => service.wholeTree(db, input.systemId)),
    handle(calls.insertMenu, service.insertMenu),
    handle(calls.updateMenu, service.updateMenu),
    handle(calls.moveMenu, service.moveMenu),
    handle(calls.deleteMenu, service.deleteMenu),
  ],
}
