import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7003, parentId: 7000, menuName: '用户认证列表', menuPath: '/userAuthenticationList', menuLink: 'rbac/UserAuthenticationList', sortNo: 3 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:user:confirm'], { rbac: 'all' })
}

async function seedPlain(db: Db): Promise<void> {
  await grantRole(db, 'SYS_ADMIN', ['pi:plain:view'])
}

export const registrationSeed: Seed = { name: 'rbac.registration', order: 12, run: seedMenu }
/** Whoever decides on registrations compares numbers and addresses; each look is logged. */
export const plainSeed: Seed = { name: 'rbac.plain', order: 13, run: seedPlain }
