import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { demoCompany } from './demo-rows'
import { insertMany, memberService } from './seed.repository'

const MENU: MenuSeed[] = [
  { menuId: 1000, parentId: 0, menuName: '会员管理', menuPath: '/memberManage', icon: 'team', sortNo: 10 },
  { menuId: 1002, parentId: 1000, menuName: '公司管理', menuPath: '/memberManage/companyList', menuLink: 'member/CompanyList', sortNo: 2 },
]
const IMPORT_MENU: MenuSeed[] = [
  {
    menuId: 1014,
    parentId: 1000,
    menuName: '证券列表解析',
    menuPath: '/memberManage/stockListParse',
    menuLink: 'member/StockListParse',
    sortNo: 14,
  },
]

const DEMO_COMPANIES = 5000

/** Menu and roles of the trade's own area; the system administrator has no part in it. */
export const menuSeed: Seed = {
  name: 'member.company.menu',
  order: 30,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await seedMenus(db, IMPORT_MENU, ['MEMBER_LEAD'])
    await grantRole(db, 'MEMBER_OP', ['member:company:read', 'member:company:insert', 'member:company:update', 'member:company:export'], {
      member: 'self',
    })
    await grantRole(db, 'MEMBER_LEAD', ['member:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:company:read'], { member: 'all' })
  },
}

export const demoSeed: Seed = {
  name: 'member.company.demo',
  order: 40,
  demo: true,
  async run(db: Db) {
    // Dealt out in turn: a clerk sees those they made, the head of the department all of them.
    const { deptId, clerkIds } = await memberService(db)
    const companies = Array.from({ length: DEMO_COMPANIES }, (_, n) => {
      const clerk = clerkIds[n % clerkIds.length] ?? null
      return { ...demoCompany(n), dept_id: deptId, create_by: clerk, update_by: clerk }
    })
    await insertMany(db, companies)
  },
}
