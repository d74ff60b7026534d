import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7019, parentId: 7000, menuName: '数据库操作', menuPath: '/temporary', menuLink: 'rbac/Temporary', sortNo: 19 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:maintenance:'])
}

export const maintenanceSeed: Seed = { name: 'rbac.maintenance', order: 17, run: seedMenu }
