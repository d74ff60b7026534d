import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedPermitList(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7007, parentId: 7000, menuName: '权限管理', menuPath: '/systemManage/permit', menuLink: 'rbac/PermitList', sortNo: 7 }], ['SYS_ADMIN', 'SEC_ADMIN'])
  for (const role of ['SYS_ADMIN', 'SEC_ADMIN']) await grantRole(db, role, ['rbac:permit:'], { rbac: 'all' })
}

async function seedRolePermit(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7008, parentId: 7000, menuName: '角色权限', menuPath: '/systemManage/rolePermit', menuLink: 'rbac/RolePermit', sortNo: 8 }], ['SYS_ADMIN', 'SEC_ADMIN'])
  for (const role of ['SYS_ADMIN', 'SEC_ADMIN']) await grantRole(db, role, ['rbac:role:'], { rbac: 'all' })
}

export const permitListSeed: Seed = { name: 'rbac.permitList', order: 13, run: seedPermitList }
export const rolePermitSeed: Seed = { name: 'rbac.rolePermit', order: 13, run: seedRolePermit }
