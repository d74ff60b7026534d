import { yearNow } from '@assoc/contract/core/day'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { insertDemo, placeDemo } from './repository'

export const termMenu: Seed = {
  name: 'member.term.menu',
  order: 33,
  async run(db) {
    await seedMenus(db, [{ menuId: 1018, parentId: 1000, menuName: '理事会届次', menuPath: '/memberManage/boardTerm', menuLink: 'member/BoardTermList', sortNo: 18 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_LEAD', ['member:term:'])
    for (const role of ['MEMBER_OP', 'LEADER']) await grantRole(db, role, ['member:term:read'])
  },
}

const nameOf = (no: number) => `第${['一', '二', '三', '四'][no - 1] ?? no}届理事会`
const YEARS = 5

/** The third term is the one in office, and ends with next year. */
export const demoTerms: Seed = {
  name: 'member.term.demo',
  order: 49,
  demo: true,
  run: async (db) => {
    const last = yearNow() + 1
    const term = (no: number, status: string) => ({ no, name: nameOf(no), start: `${last - (3 - no + 1) * YEARS + 1}-01-01`, end: `${last - (3 - no) * YEARS}-12-31`, status })
    await insertDemo(db, [term(1, 'ended'), term(2, 'ended'), term(3, 'inOffice'), term(4, 'preparing')])
    await placeDemo(db, nameOf(3))
  },
}
