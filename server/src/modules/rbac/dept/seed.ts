import type { Db } from '../../../platform/database/database'
import { grantRole, laySeedMenu, type Seed } from '../../../platform/seed'

async function layMenu(db: Db): Promise<void> {
  await laySeedMenu(db, [{ menuId: 7010, parentId: 7000, menuName: '部门管理', menuPath: '/systemManage/dept', menuLink: 'rbac/DeptList', sortNo: 10 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:dept:'], { rbac: 'all' })
}

export const deptSeed: Seed = { name: 'rbac.dept', order: 12, lay: layMenu }
