import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function run(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7022, parentId: 7000, menuName: '权限解释', menuPath: '/systemManage/whyCan', menuLink: 'rbac/WhyCan', sortNo: 22 }], ['SEC_ADMIN', 'SYS_ADMIN'])
  for (const role of ['SEC_ADMIN', 'SYS_ADMIN']) await grantRole(db, role, ['rbac:why:', 'rbac:user:read'], { rbac: 'all' })
}

export const whySeed: Seed = { name: 'rbac.why', order: 13, run }
