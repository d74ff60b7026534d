import { today } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { someCompanies } from './repository'

const MENU: MenuSeed[] = [
  { menuId: 1500, parentId: 0, menuName: '独董信息库', menuPath: '/soleManager', icon: 'user', sortNo: 16 },
  { menuId: 1503, parentId: 1500, menuName: '需求信息审核', menuPath: '/soleManager/demandAudit', menuLink: 'member/DemandAudit', sortNo: 3 },
]

export const demandMenu: Seed = {
  name: 'member.demand.menu',
  order: 33,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['director:demand:read', 'director:demand:insert'], { director: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['director:demand:'], { director: 'deptTree' })
    await grantRole(db, 'LEADER', ['director:demand:read'], { director: 'all' })
  },
}

const DAY_MS = 86_400_000
const STATUSES = ['pending', 'published', 'published', 'matched', 'closed', 'rejected', 'draft'] as const
const TYPES = ['independent', 'independent', 'secretary', 'affairs'] as const
const PROFESSIONS = [['accounting'], ['law', 'finance'], ['industry'], ['management', 'technology'], ['accounting', 'law']]

export const demandDemo: Seed = {
  name: 'member.demand.demo',
  order: 46,
  demo: true,
  async run(db: Db) {
    const companies = await someCompanies(db, 36)
    await db
      .insertInto('demand')
      .values(
        companies.map((company, i) => ({
          demand_no: `XQ2026${String(1 + (i % 9)).padStart(2, '0')}01${String(i + 1).padStart(4, '0')}`,
          company_id: company.company_id,
          demand_type: TYPES[i % TYPES.length] as string,
          professions: PROFESSIONS[i % PROFESSIONS.length] as string[],
          demand_count: 1 + (i % 2),
          allowance: String(8 + (i % 9)),
          deadline: today(new Date(Date.now() + (10 + i * 4) * DAY_MS)),
          description: `${company.short_name}拟选聘人员，要求熟悉上市公司治理，能够保证履职时间。`,
          contact_name: ['贾设一', '甄样本', '范例文', '石例志'][i % 4] as string,
          contact_mobile: `199000000${String(i % 100).padStart(2, '0')}`,
          remark: null,
          demand_status: STATUSES[i % STATUSES.length] as string,
          dept_id: company.dept_id,
          create_by: company.create_by,
        })),
      )
      .execute()
  },
}
