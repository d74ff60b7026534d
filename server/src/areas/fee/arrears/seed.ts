import { yearNow } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { refreshArrears } from '../ledger.repository'
import { seedDemo, openCases } from './repository'

const MENU: MenuSeed[] = [
  { menuId: 1107, parentId: 1100, menuName: '三年未缴名单', menuPath: '/feeManage/threeYearUnpaid', menuLink: 'member/ThreeYearUnpaid', sortNo: 7 },
  { menuId: 1108, parentId: 1100, menuName: '催缴记录', menuPath: '/feeManage/dunning', menuLink: 'member/DunningList', sortNo: 8 },
]

export const arrearsMenu: Seed = {
  name: 'member.fee.arrears.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, MENU, ['FEE_OP', 'FEE_LEAD', 'LEADER'])
    await grantRole(db, 'FEE_OP', ['fee:unpaid:read', 'fee:unpaid:handle'])
    await grantRole(db, 'FEE_LEAD', ['fee:unpaid:'])
    await grantRole(db, 'LEADER', ['fee:unpaid:read'])
  },
}

const YEARS = 3
/** After the three years of fees of the demo association. */
export const arrearsDemo: Seed = {
  name: 'member.fee.arrears.demo',
  order: 62,
  demo: true,
  async run(db: Db) {
    await refreshArrears(db, yearNow())
    await openCases(db, YEARS, yearNow())
    await seedDemo(db)
  },
}
