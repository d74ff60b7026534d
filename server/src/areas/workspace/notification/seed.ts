import type { Db } from '../../../platform/database/database'
import { seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { builtInRoles } from '../../../platform/identity/roles'

async function seedMenu(db: Db): Promise<void> {
  const menu: MenuSeed = { menuId: 7102, parentId: 7100, menuName: '我的消息', menuPath: '/personal/message', menuLink: 'rbac/MyMessage', sortNo: 2 }
  await seedMenus(db, [menu], await builtInRoles(db))
}

export const messageSeed: Seed = { name: 'desk.message', order: 16, run: seedMenu }
