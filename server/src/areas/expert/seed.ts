import type { Db } from '../../platform/database/database'
import { grantMenus, grantRole, seedMenus, type MenuSeed, type Seed } from '../../platform/seed'

const MENU: MenuSeed[] = [
  { menuId: 4000, parentId: 0, menuName: '专家评审', menuPath: '/expertCenter', icon: 'star', sortNo: 40 },
  { menuId: 4001, parentId: 4000, menuName: '专家管理', menuPath: '/expertManage', menuLink: 'expert/ExpertManage', sortNo: 1 },
  { menuId: 4100, parentId: 0, menuName: '董事信息', menuPath: '/directorManage', icon: 'team', sortNo: 41 },
  { menuId: 4101, parentId: 4100, menuName: '董事基础信息', menuPath: '/directorManage/directorBase', menuLink: 'expert/DirectorBase', sortNo: 1 },
  { menuId: 4102, parentId: 4100, menuName: '任职管理', menuPath: '/directorManage/appointment', menuLink: 'expert/AppointmentList', sortNo: 2 },
  { menuId: 4104, parentId: 4100, menuName: '履职记录', menuPath: '/directorManage/dutyRecord', menuLink: 'expert/DutyRecord', sortNo: 4 },
  { menuId: 4105, parentId: 4100, menuName: '任职预警', menuPath: '/directorManage/seatWarn', menuLink: 'expert/SeatWarn', sortNo: 5 },
  { menuId: 4200, parentId: 0, menuName: '履职评价', menuPath: '/evaluateManage', icon: 'audit', sortNo: 42 },
  { menuId: 4201, parentId: 4200, menuName: '评价方案', menuPath: '/evaluateManage/evalScheme', menuLink: 'expert/EvalScheme', sortNo: 1 },
  { menuId: 4202, parentId: 4200, menuName: '评价指标', menuPath: '/evaluateManage/evalIndicator', menuLink: 'expert/EvalIndicator', sortNo: 2 },
  { menuId: 4203, parentId: 4200, menuName: '评价等级', menuPath: '/evaluateManage/evalGrade', menuLink: 'expert/EvalGrade', sortNo: 3 },
  { menuId: 4204, parentId: 4200, menuName: '董事评级结果', menuPath: '/evaluateManage/directorGrade', menuLink: 'expert/DirectorGrade', sortNo: 4 },
  { menuId: 4205, parentId: 4200, menuName: '公示管理', menuPath: '/evaluateManage/publicity', menuLink: 'expert/PublicityList', sortNo: 5 },
]

export const expertMenu: Seed = { name: 'expert.menu', order: 36, run: (db: Db) => seedMenus(db, MENU, ['EVAL_OP', 'LEADER']) }

/** Rights on experts and directors. */
export const expertGrants: Seed = {
  name: 'expert.grants',
  order: 35,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['expert:', 'appointment:person:', 'appointment:term:', 'appointment:duty:', 'appointment:warning:'], { expert: 'dept', appointment: 'dept', director: 'all' })
    await grantRole(db, 'EVAL_OP', ['evaluation:'], { evaluation: 'dept' })
    // Objections are decided, and grades published, by somebody else than who has entered them.
    await grantRole(db, 'LEADER', ['evaluation:scheme:read', 'evaluation:case:read', 'evaluation:grade:read', 'evaluation:publicity:read', 'evaluation:publicity:decide', 'evaluation:grade:cancel'], { evaluation: 'all' })
    // Experts are appointed by somebody else than who has entered them.
    await grantRole(db, 'LEADER', ['expert:pool:read', 'expert:pool:audit', 'appointment:person:read', 'appointment:term:read', 'appointment:duty:read', 'appointment:warning:read'], { expert: 'all', appointment: 'all' })
  },
}

const ESSAY_EXPERTS: MenuSeed = { menuId: 4002, parentId: 4000, menuName: '征文专家管理', menuPath: '/writingArticles/expertManage', menuLink: 'expert/EssayExpertManage', sortNo: 2 }
const CHECKS: MenuSeed = { menuId: 4103, parentId: 4100, menuName: '独立性自查', menuPath: '/directorManage/independence', menuLink: 'expert/IndependenceCheck', sortNo: 3 }
/** Pages on which directors and companies find what is about them. */
const ABOUT_THEMSELVES = [4100, 4102, 4103, 4104]
const FILLERS = ['PERSON', 'COMPANY_USER']

/** Experts for essays, checks of independence, and what directors and companies see of themselves; also for installations from before there was either. */
export const fillerMenu: Seed = {
  name: 'expert.menu.fillers',
  order: 37,
  async run(db: Db) {
    await seedMenus(db, [ESSAY_EXPERTS, CHECKS], ['EVAL_OP', 'LEADER'])
    await grantMenus(db, ABOUT_THEMSELVES, FILLERS)
  },
}

export const fillerGrants: Seed = {
  name: 'expert.grants.fillers',
  order: 36,
  async run(db: Db) {
    // The board's word is the company's alone.
    await grantRole(db, 'EVAL_OP', ['appointment:check:read', 'appointment:check:make', 'appointment:check:fill', 'appointment:secretary:'])
    await grantRole(db, 'LEADER', ['appointment:check:read'])
    for (const role of FILLERS) await grantRole(db, role, ['appointment:term:read', 'appointment:duty:', 'appointment:check:read'], { appointment: 'linked' })
    await grantRole(db, 'PERSON', ['appointment:check:fill'])
    await grantRole(db, 'COMPANY_USER', ['appointment:check:assess'])
  },
}
