import { dayAfter, today } from '@assoc/contract/core/day'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import type { Db } from '../../../platform/database/database'
import { keepFile } from '../../../platform/files/store'
import type { Platform } from '../../../platform/platform'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { demoClerks, seedDirector } from './repository'
import { samplePdf } from './sample-pdf'

const MENU: MenuSeed[] = [
  { menuId: 1501, parentId: 1500, menuName: '独立董事用户审核', menuPath: '/enterprise/registrationAudit', menuLink: 'member/DirectorUserAudit', sortNo: 1 },
  { menuId: 1506, parentId: 1500, menuName: '独董人才库', menuPath: '/soleManager/directorPool', menuLink: 'member/DirectorPool', sortNo: 6 },
]

export const directorMenu: Seed = {
  name: 'member.director.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['director:user:read', 'director:user:insert'], { director: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['director:user:', 'director:pool:'], { director: 'deptTree' })
    await grantRole(db, 'LEADER', ['director:user:read'], { director: 'all' })
  },
}

const STATUSES = ['listed', 'pending', 'listed', 'suspended', 'listed', 'returned', 'pending', 'listed', 'refused', 'listed', 'removed', 'pending'] as const
const PROFESSIONS = [['accounting'], ['law'], ['finance', 'management'], ['industry'], ['technology', 'industry'], ['accounting', 'finance']]
const UNITS = ['子虚大学管理学院', '乌有律师事务所', '海市会计师事务所', '蜃楼研究院', '镜花科技咨询', '水月大学法学院']
const SURNAMES = '范吴石甄贾梅尤莫卜虞艾乌'
const GIVEN = ['例文', '此仁', '例志', '样本', '设一', '其实', '若梦', '望舒', '南柯', '无涯']
const TITLES = ['教授', '高级会计师', '研究员', null, '副教授']
const QUALS = ['cpa', 'senior', 'experienced']
const DIRECTORS = 30

/** An invented identity number of somebody born in 1900, with the right check digit. */
export function inventedIdCard(n: number): string {
  const body = `1101011900${String(1 + (n % 12)).padStart(2, '0')}${String(1 + (n % 28)).padStart(2, '0')}${String(100 + n).padStart(3, '0')}`
  return [...'0123456789X'].map((digit) => body + digit).find((id) => isIdCard(id)) ?? ''
}

async function seedOne({ db, files, encryption }: Pick<Platform, 'db' | 'files' | 'encryption'>, k: number, clerks: { deptId: string | null; clerkIds: string[] }): Promise<void> {
  const idCard = inventedIdCard(k)
  const status = STATUSES[k % STATUSES.length] as string
  const professions = PROFESSIONS[k % PROFESSIONS.length] as string[]
  const isAccounting = professions.includes('accounting')
  const directorId = await seedDirector(db, {
    name: `${SURNAMES[k % SURNAMES.length]}${GIVEN[(k * 3 + Math.floor(k / 12)) % GIVEN.length]}`,
    idCard,
    sealed: encryption.encrypt(idCard),
    print: encryption.blindIndex(idCard),
    mobile: String(19_900_000_500 + k),
    email: `director${k + 1}@example.com`,
    current_unit: UNITS[k % UNITS.length] as string,
    professions,
    title_name: TITLES[k % TITLES.length] ?? null,
    // One who may not be taken in yet, and one who sits on too many boards, both waiting.
    experience_years: k === 6 ? 3 : 6 + ((k * 5) % 25),
    current_seats: k === 11 ? 4 : (k * 7) % 4,
    is_accounting: isAccounting,
    accounting_qual: isAccounting ? (QUALS[k % QUALS.length] as string) : null,
    punished36m: k === 1 || k === 17,
    refused_date: status === 'refused' ? dayAfter(today(), k > 12 ? -220 : -40) : null,
    pool_status: status,
    dept_id: clerks.deptId,
    create_by: clerks.clerkIds[k % Math.max(clerks.clerkIds.length, 1)] ?? null,
  })
  const bytes = samplePdf(`Resume ${k + 1} (sample)`)
  const fileId = await keepFile(db, files, { fileName: `简历${k + 1}.pdf`, contentType: 'application/pdf', bytes, ownerType: 'directorUser', ownerId: directorId })
  await db.updateTable('director_user').set({ resume: JSON.stringify([{ fileId, fileName: `简历${k + 1}.pdf`, fileSize: bytes.length }]) }).where('director_id', '=', directorId).execute()
}

export const directorDemo: Seed = {
  name: 'member.director.demo',
  order: 47,
  demo: true,
  async run(db: Db, { files, encryption }: Platform) {
    const clerks = await demoClerks(db)
    for (let k = 0; k < DIRECTORS; k += 1) await seedOne({ db, files, encryption }, k, clerks)
  },
}
