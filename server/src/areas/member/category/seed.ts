import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { insertDemo } from './repository'

export const categoryMenu: Seed = {
  name: 'member.category.menu',
  order: 31,
  async run(db) {
    await seedMenus(db, [{ menuId: 1005, parentId: 1000, menuName: '会员类别管理', menuPath: '/memberManage/memberCategory', menuLink: 'member/MemberCategory', sortNo: 5 }], ['MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_LEAD', ['member:category:'])
    for (const role of ['MEMBER_OP', 'LEADER', 'FEE_OP', 'FEE_LEAD']) await grantRole(db, role, ['member:category:read'])
  },
}

export const demoCategories: Seed = {
  name: 'member.category.demo',
  order: 41,
  demo: true,
  run: async (db) =>
    void (await insertDemo(db, [
      ['会长单位', 'president', true, 1],
      ['副会长单位', 'vicePresident', true, 30],
      ['常务理事单位', 'standing', true, 60],
      ['理事单位', 'council', true, 150],
      ['监事单位', 'supervisor', true, 9],
      ['会员单位', 'none', true, 0],
      ['特别会员', 'none', false, 0],
      ['联系会员', 'none', false, 0],
      ['个人会员', 'none', true, 0],
    ])),
}
