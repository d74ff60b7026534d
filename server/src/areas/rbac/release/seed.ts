import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7024, parentId: 7000, menuName: '应用发布', menuPath: '/systemManage/release', menuLink: 'rbac/ReleaseList', sortNo: 24 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:release:'], { rbac: 'all' })
}

export const releaseSeed: Seed = { name: 'rbac.release', order: 19, run: seedMenu }
