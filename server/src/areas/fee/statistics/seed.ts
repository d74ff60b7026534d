import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

export const feeStatisticsMenu: Seed = {
  name: 'fee.statistics.menu',
  was: 'member.statistics.menu',
  order: 37,
  async run(db) {
    await seedMenus(db, [{ menuId: 1109, parentId: 1100, menuName: '会费统计', menuPath: '/feeManage/feeStat', menuLink: 'member/FeeStat', sortNo: 9 }], ['FEE_OP', 'FEE_LEAD', 'LEADER'])
    for (const role of ['FEE_OP', 'FEE_LEAD', 'LEADER']) await grantRole(db, role, ['fee:stat:read', 'fee:statement:read'])
  },
}
