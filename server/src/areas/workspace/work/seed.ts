import type { Db } from '../../../platform/database/database'
import { seedMenus, type Seed } from '../../../platform/seed'

// All roles that export something.
const ROLES = ['SYS_ADMIN', 'MEMBER_OP', 'MEMBER_LEAD', 'LEADER', 'STAFF', 'AUDITOR']

const seedMenu = (db: Db): Promise<void> =>
  seedMenus(
    db,
    [
      { menuId: 7000, parentId: 0, menuName: '系统管理', menuPath: '/systemManage', icon: 'setting', sortNo: 70 },
      { menuId: 7018, parentId: 7000, menuName: '导出任务', menuPath: '/systemManage/exportJob', menuLink: 'rbac/ExportJob', sortNo: 18 },
    ],
    ROLES,
  )

export const workSeed: Seed = { name: 'desk.work', order: 15, run: seedMenu }
