import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7010, parentId: 7000, menuName: '部门管理', menuPath: '/systemManage/dept', menuLink: 'rbac/DeptList', sortNo: 10 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:dept:'], { rbac: 'all' })
}

export const deptSeed: Seed = { name: 'rbac.dept', order: 12, run: seedMenu }
