import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7002, parentId: 7000, menuName: '用户类型', menuPath: '/systemManage/userType', menuLink: 'rbac/UserTypeList', sortNo: 2 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:user:read'], { rbac: 'all' })
}

export const userTypeSeed: Seed = { name: 'rbac.userType', order: 12, run: seedMenu }
