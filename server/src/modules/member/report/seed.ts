import type { Db } from '../../../platform/database/database'
import { grantRole, laySeedMenu, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed[] = [
  { menuId: 1600, parentId: 0, menuName: '公司报告', menuPath: '/companyReport', icon: 'file', sortNo: 17 },
  { menuId: 1601, parentId: 1600, menuName: '报告列表', menuPath: '/companyReport/reportList', menuLink: 'member/ReportList', sortNo: 1 },
]
const AUDIT: MenuSeed[] = [{ menuId: 1602, parentId: 1600, menuName: '报告审核', menuPath: '/companyReport/reportAudit', menuLink: 'member/ReportAudit', sortNo: 2 }]

export const reportMenu: Seed = {
  name: 'member.report.menu',
  order: 34,
  async lay(db: Db) {
    await laySeedMenu(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await laySeedMenu(db, AUDIT, ['MEMBER_LEAD'])
    await grantRole(db, 'MEMBER_OP', ['report:report:read', 'report:report:insert'], { report: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['report:report:'], { report: 'deptTree' })
    await grantRole(db, 'LEADER', ['report:report:read'], { report: 'all' })
  },
}
