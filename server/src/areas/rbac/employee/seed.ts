import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7012, parentId: 7000, menuName: '员工管理', menuPath: '/systemManage/employee', menuLink: 'rbac/EmployeeList', sortNo: 12 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:employee:'], { rbac: 'all' })
}

export const employeeSeed: Seed = { name: 'rbac.employee', order: 12, run: seedMenu }
