import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed[] = [
  { menuId: 1009, parentId: 1000, menuName: '会员档案', menuPath: '/memberManage/memberArchive', menuLink: 'member/MemberArchive', sortNo: 9 },
  { menuId: 1010, parentId: 1000, menuName: '归档管理', menuPath: '/memberManage/archiving', menuLink: 'member/Archiving', sortNo: 10 },
]

export const archiveMenu: Seed = {
  name: 'member.archive.menu',
  order: 35,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD'])
    await seedMenus(db, MENU.slice(0, 1), ['LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:archive:read', 'member:archive:update'])
    await grantRole(db, 'MEMBER_LEAD', ['member:archive:'])
    await grantRole(db, 'LEADER', ['member:archive:read'])
  },
}
