import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed = { menuId: 7036, parentId: 7000, menuName: '待办代办', menuPath: '/systemManage/deputy', menuLink: 'rbac/DeputyList', sortNo: 19 }

export const deputyMenu: Seed = {
  name: 'desk.deputy',
  order: 18,
  run: async (db: Db) => {
    await seedMenus(db, [MENU], ['SYS_ADMIN', 'SEC_ADMIN'])
    for (const role of ['SYS_ADMIN', 'SEC_ADMIN']) await grantRole(db, role, ['rbac:deputy:'])
  },
}
