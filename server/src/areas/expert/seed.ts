import type { Db } from '../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../platform/seed'

const MENU: MenuSeed[] = [
  { menuId: 4000, parentId: 0, menuName: '专家评审', menuPath: '/expertCenter', icon: 'star', sortNo: 40 },
  { menuId: 4001, parentId: 4000, menuName: '专家管理', menuPath: '/expertManage', menuLink: 'expert/ExpertManage', sortNo: 1 },
  { menuId: 4100, parentId: 0, menuName: '董事信息', menuPath: '/directorManage', icon: 'team', sortNo: 41 },
  { menuId: 4101, parentId: 4100, menuName: '董事基础信息', menuPath: '/directorManage/directorBase', menuLink: 'expert/DirectorBase', sortNo: 1 },
  { menuId: 4102, parentId: 4100, menuName: '任职管理', menuPath: '/directorManage/appointment', menuLink: 'expert/AppointmentList', sortNo: 2 },
  { menuId: 4104, parentId: 4100, menuName: '履职记录', menuPath: '/directorManage/dutyRecord', menuLink: 'expert/DutyRecord', sortNo: 4 },
  { menuId: 4105, parentId: 4100, menuName: '任职预警', menuPath: '/directorManage/seatWarn', menuLink: 'expert/SeatWarn', sortNo: 5 },
]

export const expertMenu: Seed = { name: 'expert.menu', order: 36, run: (db: Db) => seedMenus(db, MENU, ['EVAL_OP', 'LEADER']) }

/** Rights on experts and directors. */
export const expertGrants: Seed = {
  name: 'expert.grants',
  order: 35,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['expert:', 'appointment:'], { expert: 'dept', appointment: 'dept', director: 'all' })
    // Experts are appointed by somebody else than who has entered them.
    await grantRole(db, 'LEADER', ['expert:pool:read', 'expert:pool:audit', 'appointment:person:read', 'appointment:term:read', 'appointment:duty:read', 'appointment:warning:read'], { expert: 'all', appointment: 'all' })
  },
}
