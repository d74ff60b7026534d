import type { Db } from '../../../platform/database/database'
import { takeNumbers, today } from '../../../platform/numbers/numbers'
import { grantRole, laySeedMenu, type Seed } from '../../../platform/seed'
import { demoCompany } from '../company/demo-rows'
import { memberService } from '../company/seed.repository'
import { categoryIds } from '../membership/seed.repository'
import { handlers, insertMany, newestMembers, type DemoApply } from './seed.repository'

export const joinMenu: Seed = {
  name: 'member.joinApply.menu',
  order: 34,
  async lay(db) {
    await laySeedMenu(db, [{ menuId: 1004, parentId: 1000, menuName: '入会申请审核', menuPath: '/memberManage/joinAudit', menuLink: 'member/JoinAudit', sortNo: 4 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:apply:read', 'member:apply:insert', 'member:apply:first'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:apply:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:apply:read'], { member: 'all' })
  },
}

/** Status of each application of the demo, oldest first. */
const STATUSES = [
  ...Array<string>(6).fill('approved'), 'rejected', 'withdrawn', 'rejected', 'returned', ...Array<string>(5).fill('approval'), 'returned',
  ...Array<string>(4).fill('secondReview'), ...Array<string>(6).fill('firstReview'), 'draft', 'draft',
]
const APPROVED = STATUSES.filter((s) => s === 'approved').length
/** Invented companies of the demo that are in no list yet. */
const UNKNOWN_FROM = 5_000
const DAY_MS = 86_400_000
const NAMES = ['甄样本', '贾设一', '吴例文', '梅如幻', '尤子虚', '艾假名', '莫南柯', '卜望舒']
const REVIEWED = ['secondReview', 'approval', 'approved']

async function layDemo(db: Db): Promise<void> {
  const [{ deptId }, { clerks, leads }, categories, members] = [await memberService(db), await handlers(db), await categoryIds(db), await newestMembers(db, APPROVED)]
  const rows: DemoApply[] = []
  for (const [n, status] of STATUSES.entries()) {
    const member = status === 'approved' ? members[n] : undefined
    if (status === 'approved' && !member) continue
    const company = demoCompany(UNKNOWN_FROM + n * 3)
    const time = new Date(Date.now() - (STATUSES.length - n) * 1.5 * DAY_MS)
    const [applyNo] = await takeNumbers(db, 'RH', today(time).replaceAll('-', ''), 1)
    rows.push({
      apply_no: applyNo ?? '',
      company_name: member?.company_name ?? company.company_name,
      credit_code: member?.credit_code ?? company.credit_code ?? '',
      apply_category_id: member?.category_id ?? categories.get(n % 7 === 3 ? '特别会员' : n % 11 === 5 ? '理事单位' : '会员单位') ?? '',
      applicant_name: NAMES[n % NAMES.length] ?? '',
      applicant_mobile: String(19_900_005_000 + n),
      approve_meeting: member || (status === 'approval' && n % 5 !== 0) ? '第三届理事会第十二次会议' : null,
      approve_date: member?.join_date ?? (status === 'approval' && n % 5 !== 0 ? today(time) : null),
      apply_status: status,
      first_reviewer_id: REVIEWED.includes(status) ? (clerks[1] ?? clerks[0] ?? null) : null,
      second_reviewer_id: status === 'approval' || member ? (leads[0] ?? null) : null,
      member_id: member?.member_id ?? null,
      dept_id: deptId,
      create_by: clerks[0] ?? null,
      update_time: time.toISOString(),
    })
  }
  await insertMany(db, rows)
}

export const demoApplies: Seed = { name: 'member.joinApply.demo', order: 44, demo: true, lay: layDemo }
