import { dayAfter, today } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { allowGuest, makeGuest } from '../../rbac/api'
import { demoClerks } from '../director/repository'
import { seedTrial } from './repository'
import { endOf } from './rules'

const MENU: MenuSeed[] = [{ menuId: 1504, parentId: 1500, menuName: '试用账号管理', menuPath: '/soleManager/probationAudit', menuLink: 'member/ProbationAudit', sortNo: 4 }]

export const trialMenu: Seed = {
  name: 'member.trial.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['director:trial:read', 'director:trial:insert'], { director: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['director:trial:'], { director: 'deptTree' })
    await grantRole(db, 'LEADER', ['director:trial:read'], { director: 'all' })
  },
}

/** Unit, applicant, status, and first and last day from today. Nobody can sign in as one of them. */
const TRIALS: [org: string, applicant: string, status: string, from: number, to: number][] = [
  ['模拟商行', '甄试用', 'running', -10, 19],
  ['样例印务', '贾过期', 'ended', -45, -15],
  ['海市科技', '吴待办', 'pending', 0, 29],
  ['蜃楼文旅', '石申请', 'pending', 0, 14],
  ['镜花咨询', '莫停用', 'disabled', -5, 20],
  ['水月食品', '梅转正', 'turned', -60, -31],
]
const CONTACTS = '1003'
const COMPANIES = '1002'

export const trialDemo: Seed = {
  name: 'member.trial.demo',
  order: 47,
  demo: true,
  async run(db: Db, platform: Platform) {
    const { deptId, clerkIds } = await demoClerks(db)
    for (const [i, [org, applicant, status, from, to]] of TRIALS.entries()) {
      const accountName = `trial000${i + 1}`
      const mobile = String(19_900_000_600 + i)
      const [start, end] = [dayAfter(today(), from), dayAfter(today(), to)]
      const guest = {
        loginName: accountName,
        realName: applicant,
        mobile,
        typeId: 'trial',
        deptId,
        remark: `试用单位：${org}`,
        role: { code: `TRIAL_DEMO_${i + 1}`, name: `试用账号 ${accountName}` },
        menuIds: [COMPANIES, CONTACTS],
        permits: ['member:company:read', 'member:contact:read'],
        scopes: [{ module: 'member', scope: 'deptTree' as const }],
        until: status === 'turned' ? null : endOf(end),
      }
      const made = status === 'pending' ? null : await makeGuest(db, guest, null)
      // As the calendar and the button do it.
      if (made && (status === 'ended' || status === 'disabled')) await allowGuest({ db, platform }, made.userId, false)
      await seedTrial(db, {
        account_name: accountName,
        org_name: org,
        applicant_name: applicant,
        mobile,
        menu_ids: [COMPANIES, CONTACTS],
        start_date: start,
        end_date: end,
        extended: false,
        trial_status: status,
        dept_id: deptId,
        create_by: clerkIds[i % Math.max(clerkIds.length, 1)] ?? null,
        user_id: made?.userId ?? null,
        role_id: made?.roleId ?? null,
      })
    }
  },
}
