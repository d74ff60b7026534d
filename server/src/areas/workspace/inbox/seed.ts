import type { Db } from '../../../platform/database/database'
import { builtInRoles } from '../../../platform/identity/roles'
import { seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed = { menuId: 7103, parentId: 7100, menuName: '我的待办', menuPath: '/personal/todo', menuLink: 'rbac/MyTodo', sortNo: 3 }

export const inboxMenu: Seed = { name: 'desk.inbox', order: 17, run: async (db: Db) => seedMenus(db, [MENU], await builtInRoles(db)) }
