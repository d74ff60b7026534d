import type { Db } from '../../../platform/database/database'
import { grantRole, keepApart, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

// Who keeps the system does not read what is logged of them: the log is the auditor's.
async function seedMenu(db: Db): Promise<void> {
  const menu: MenuSeed[] = [
    { menuId: 7000, parentId: 0, menuName: '系统管理', menuPath: '/systemManage', icon: 'setting', sortNo: 70 },
    { menuId: 7013, parentId: 7000, menuName: '操作日志', menuPath: '/systemManage/operLog', menuLink: 'rbac/OperLog', sortNo: 13 },
  ]
  await seedMenus(db, menu, ['AUDITOR'])
  await keepApart(db, 'SYS_ADMIN', ['rbac:audit:export'])
  await grantRole(db, 'AUDITOR', ['rbac:audit:'])
}

export const auditSeed: Seed = { name: 'desk.audit', order: 14, run: seedMenu }
