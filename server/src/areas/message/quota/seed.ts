import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

export const quotaSeed: Seed = {
  name: 'member.smsQuota.menu',
  order: 34,
  async run(db) {
    await seedMenus(db, [{ menuId: 1304, parentId: 1300, menuName: '签名与额度', menuPath: '/textMessageManagement/signQuota', menuLink: 'member/SignQuota', sortNo: 4 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['message:quota:read'])
    await grantRole(db, 'MEMBER_LEAD', ['message:quota:'])
    await grantRole(db, 'LEADER', ['message:quota:read'])
  },
}
