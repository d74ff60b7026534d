import type { Db } from '../../../platform/database/database'
import { grantRole, keepApart, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const PERMITS = ['rbac:loginLog:read', 'rbac:loginLog:export']

async function seedMenu(db: Db): Promise<void> {
  const menu: MenuSeed[] = [
    { menuId: 7000, parentId: 0, menuName: '系统管理', menuPath: '/systemManage', icon: 'setting', sortNo: 70 },
    { menuId: 7014, parentId: 7000, menuName: '登录日志', menuPath: '/systemManage/loginLog', menuLink: 'rbac/LoginLog', sortNo: 14 },
  ]
  await seedMenus(db, menu, ['AUDITOR', 'SEC_ADMIN'])
  await keepApart(db, 'SYS_ADMIN', PERMITS)
  await grantRole(db, 'AUDITOR', PERMITS)
  await grantRole(db, 'SEC_ADMIN', ['rbac:loginLog:read'])
}

export const loginLogSeed: Seed = { name: 'rbac.loginLog', order: 13, run: seedMenu }
