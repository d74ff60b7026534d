import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7009, parentId: 7000, menuName: '接入系统', menuPath: '/systemManage/system', menuLink: 'rbac/SystemList', sortNo: 9 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:system:'], { rbac: 'all' })
}

export const systemSeed: Seed = { name: 'rbac.system', order: 12, run: seedMenu }
