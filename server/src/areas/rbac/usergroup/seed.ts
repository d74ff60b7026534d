import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7004, parentId: 7000, menuName: '用户组管理', menuPath: '/systemManage/userGroup', menuLink: 'rbac/UserGroup', sortNo: 4 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:usergroup:'], { rbac: 'all' })
}

export const usergroupSeed: Seed = { name: 'rbac.usergroup', order: 12, run: seedMenu }
