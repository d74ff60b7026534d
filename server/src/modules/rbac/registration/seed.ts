import type { Db } from '../../../platform/database/database'
import { grantRole, laySeedMenu, type Seed } from '../../../platform/seed'

async function layMenu(db: Db): Promise<void> {
  await laySeedMenu(db, [{ menuId: 7003, parentId: 7000, menuName: '用户认证列表', menuPath: '/userAuthenticationList', menuLink: 'rbac/UserAuthenticationList', sortNo: 3 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:user:confirm'], { rbac: 'all' })
}

export const registrationSeed: Seed = { name: 'rbac.registration', order: 12, lay: layMenu }
