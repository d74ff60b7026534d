import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { seedDemo } from './repository'

export const unpaidMenu: Seed = {
  name: 'member.fee.unpaidImport.menu',
  order: 37,
  async run(db) {
    await seedMenus(db, [{ menuId: 1106, parentId: 1100, menuName: '欠费导入', menuPath: '/feeManage/unpaidImport', menuLink: 'member/UnpaidImport', sortNo: 6 }], ['FEE_OP', 'FEE_LEAD', 'LEADER'])
    for (const role of ['FEE_OP', 'FEE_LEAD']) await grantRole(db, role, ['fee:unpaid:import'])
  },
}

/** After the three years of fees: it leaves the members alone that owe for these. */
export const unpaidDemo: Seed = { name: 'member.fee.unpaidImport.demo', order: 61, demo: true, run: seedDemo }
