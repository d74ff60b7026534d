import { today } from '@assoc/contract/core/day'
import type { PaperSlot } from '@assoc/contract/member/data-item'
import type { Db } from '../../../platform/database/database'
import { keepFile, type FileStore } from '../../../platform/files/store'
import { takeNumbers } from '../../../platform/numbers/numbers'
import type { Platform } from '../../../platform/platform'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { demoCompany } from '../company/demo-rows'
import { memberService } from '../company/seed.repository'
import { samplePdf } from '../director/sample-pdf'
import { categoryIds } from '../membership/seed.repository'
import { paperItems } from '../records/documents'
import { handedIn, handlers, insertMany, newestMembers, setDocuments, type DemoApply } from './seed.repository'

export const joinMenu: Seed = {
  name: 'member.joinApply.menu',
  order: 34,
  async run(db) {
    await seedMenus(db, [{ menuId: 1004, parentId: 1000, menuName: '入会申请审核', menuPath: '/memberManage/joinAudit', menuLink: 'member/JoinAudit', sortNo: 4 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:apply:read', 'member:apply:insert', 'member:apply:first'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:apply:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:apply:read'], { member: 'all' })
  },
}

/** Who reviewed an application does not approve it: where one person heads the members, the approval is the leader's. */
export const joinThirdPerson: Seed = { name: 'member.joinApply.thirdPerson', order: 37, run: (db) => grantRole(db, 'LEADER', ['member:apply:approve']) }

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

async function seedDemo(db: Db, { files }: Platform): Promise<void> {
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
      verify_way: REVIEWED.includes(status) || (status === 'firstReview' && n % 2 === 0) ? (n % 3 === 0 ? 'call' : 'sms') : null,
      first_opinion: REVIEWED.includes(status) ? '材料齐全，符合入会条件' : status === 'returned' ? '承诺书未上传，请补交' : status === 'rejected' ? '不符合入会条件，详见来函' : null,
      second_opinion: status === 'approval' || member ? '同意初审意见' : null,
      reject_reason: status === 'rejected' ? '不符合入会条件，详见来函' : null,
      member_id: member?.member_id ?? null,
      dept_id: deptId,
      create_by: clerks[0] ?? null,
      update_time: time.toISOString(),
    })
  }
  await insertMany(db, rows)
  await seedDocuments(db, files)
}

/** A document for each item that is asked for; one that was sent back lacks the last. */
async function seedDocuments(db: Db, files: FileStore): Promise<void> {
  const items = (await paperItems(db, 'join')).filter((item) => item.requiredFlag)
  for (const { applyId, status } of await handedIn(db)) {
    const slots: PaperSlot[] = []
    for (const { itemKey, itemName } of status === 'returned' ? items.slice(0, -1) : items) {
      const bytes = samplePdf(`Paper of application ${applyId} (sample)`)
      const fileName = `${itemName}.pdf`
      const fileId = await keepFile(db, files, { fileName, contentType: 'application/pdf', bytes, ownerType: 'joinApply', ownerId: applyId })
      slots.push({ itemKey, itemName, files: [{ fileId, fileName, fileSize: bytes.length }] })
    }
    await setDocuments(db, applyId, slots)
  }
}

export const demoApplies: Seed = { name: 'member.joinApply.demo', order: 44, demo: true, run: seedDemo }
