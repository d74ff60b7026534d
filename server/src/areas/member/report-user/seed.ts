import { today } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { peopleByLogin } from '../../../platform/identity/people'
import { someCompanies } from '../demand/repository'
import { seedReportUser } from './repository'

const MENU: MenuSeed[] = [{ menuId: 1603, parentId: 1600, menuName: '报告用户列表', menuPath: '/reportUserList', menuLink: 'member/ReportUserList', sortNo: 3 }]

export const reportUserMenu: Seed = {
  name: 'member.reportUser.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_LEAD', ['report:user:'])
    await grantRole(db, 'LEADER', ['report:user:read'])
  },
}

const PEOPLE: [loginName: string, types: string[], companies: number, days: number | null][] = [
  ['yanxuanchuan', ['research'], 8, null],
  ['pingzilv', ['control', 'independent'], 5, 60],
  ['wenmishu', ['annual', 'sustainability'], 3, 200],
  ['shihuiwu', ['annual'], 2, -20],
  ['peizhuguan', ['independent'], 4, 30],
]
const DAY_MS = 86_400_000

export const reportUserDemo: Seed = {
  name: 'member.reportUser.demo',
  order: 48,
  demo: true,
  async run(db: Db) {
    const companies = (await someCompanies(db, 20)).map((c) => c.company_id)
    const users = await peopleByLogin(db, PEOPLE.map(([loginName]) => loginName))
    for (const [i, [loginName, report_types, count, days]] of PEOPLE.entries()) {
      const user = users.find((u) => u.login_name === loginName)
      if (!user || companies.length === 0) continue
      await seedReportUser(db, { user_id: user.user_id, report_types, company_ids: companies.slice(i, i + count), valid_to: days === null ? null : today(new Date(Date.now() + days * DAY_MS)) })
    }
  },
}
