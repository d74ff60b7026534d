import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

export const optOutSeed: Seed = {
  name: 'member.optOut.menu',
  order: 34,
  async run(db) {
    await seedMenus(db, [{ menuId: 1404, parentId: 1400, menuName: '退订名单', menuPath: '/emailManagement/optOutList', menuLink: 'member/OptOutList', sortNo: 4 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['message:optOut:'])
    await grantRole(db, 'MEMBER_LEAD', ['message:optOut:'])
    await grantRole(db, 'LEADER', ['message:optOut:read'])
  },
}
