import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7011, parentId: 7000, menuName: '岗位管理', menuPath: '/systemManage/post', menuLink: 'rbac/PostList', sortNo: 11 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:post:'], { rbac: 'all' })
}

export const postSeed: Seed = { name: 'rbac.post', order: 12, run: seedMenu }
