import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

export const statisticsMenu: Seed = {
  name: 'member.statistics.menu',
  order: 38,
  async run(db) {
    await seedMenus(db, [{ menuId: 1017, parentId: 1000, menuName: '会员统计', menuPath: '/memberManage/memberStat', menuLink: 'member/MemberStat', sortNo: 17 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    for (const role of ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER']) await grantRole(db, role, ['member:stat:read'])
  },
}
