import { takeNumbers } from '../../../platform/numbers/numbers'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import type { Db } from '../../../platform/database/database'
import { categoryIds, demoBases, demoPeople, insertIndividuals, insertMany, type DemoBase } from './seed.repository'

const PARENT = { menuId: 1000, parentId: 0, menuName: '会员管理', menuPath: '/memberManage', icon: 'team', sortNo: 10 }

export const memberMenu: Seed = {
  name: 'member.member.menu',
  order: 33,
  async run(db) {
    const list: MenuSeed = { menuId: 1001, parentId: 1000, menuName: '会员列表', menuPath: '/memberManage/memberList', menuLink: 'member/MemberList', sortNo: 1 }
    await seedMenus(db, [PARENT, list], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER', 'FEE_OP', 'FEE_LEAD'])
    await seedMenus(db, [{ menuId: 1008, parentId: 1000, menuName: '会员回收站', menuPath: '/memberManage/memberDeleted', menuLink: 'member/MemberDeleted', sortNo: 8 }], ['MEMBER_LEAD'])
    await grantRole(db, 'MEMBER_OP', ['member:member:read', 'member:member:insert', 'member:member:update', 'member:member:export'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:member:'], { member: 'deptTree' })
    for (const role of ['LEADER', 'FEE_OP', 'FEE_LEAD']) await grantRole(db, role, ['member:member:read'], { member: 'all' })
  },
}

/** Those of the demo that were written down by mistake and stand in the bin. */
const DELETED: ReadonlySet<number> = new Set([842, 858, 871, 884])

const FIRST_YEAR = 2012
const YEARS = 15

/** Category of the n-th demo member: one president, a few of each rank, mostly plain members. */
const categoryOf = (n: number): string =>
  n === 0 ? '会长单位' : n < 13 ? '副会长单位' : n < 40 ? '常务理事单位' : n < 110 ? '理事单位' : n < 117 ? '监事单位' : n % 29 === 4 ? '特别会员' : n % 53 === 7 ? '联系会员' : '会员单位'

const statusOf = (n: number): string =>
  n < 117 ? 'normal' : n % 41 === 6 ? 'suspended' : n % 47 === 11 ? 'left' : n % 211 === 20 ? 'expelled' : n % 163 === 31 ? 'lapsed' : 'normal'

/** The earlier ones joined earlier, in the first months of their year. */
const joinDateOf = (n: number, count: number): string => {
  const year = FIRST_YEAR + Math.floor((n * YEARS) / count)
  return `${year}-${String(1 + ((n * 5) % 10)).padStart(2, '0')}-${String(1 + ((n * 11) % 28)).padStart(2, '0')}`
}

async function seedDemo(db: Db): Promise<void> {
  const [bases, categories] = [await demoBases(db), await categoryIds(db)]
  const planned = bases.map((base, n) => ({ base, n, joinDate: joinDateOf(n, bases.length), status: statusOf(n) }))
  planned.sort((a, b) => (a.joinDate < b.joinDate ? -1 : a.joinDate > b.joinDate ? 1 : a.n - b.n))
  const rows = []
  for (const year of new Set(planned.map((p) => p.joinDate.slice(0, 4)))) {
    const those = planned.filter((p) => p.joinDate.startsWith(year))
    const numbers = await takeNumbers(db, 'M', year, those.length, 5)
    rows.push(...those.map((p, i) => demoRow(p, numbers[i] ?? '', categories.get(categoryOf(p.n)) ?? '')))
  }
  await insertMany(db, rows)
}

function demoRow({ base, n, joinDate, status }: { base: DemoBase; n: number; joinDate: string; status: string }, memberNo: string, categoryId: string) {
  return {
    member_no: memberNo,
    company_id: base.company_id,
    category_id: categoryId,
    founder_flag: n < 60 && joinDate < '2013',
    join_date: joinDate,
    cert_no: n % 9 === 8 ? null : `ZS-${memberNo.slice(1)}`,
    representative_id: n % 13 === 12 ? null : base.first_contact,
    liaison_id: n % 7 === 6 ? null : (base.second_contact ?? base.first_contact),
    member_status: status,
    dept_id: base.dept_id,
    create_by: base.create_by,
    deleted: DELETED.has(n),
  }
}

export const demoMembers: Seed = { name: 'member.member.demo', order: 43, demo: true, run: seedDemo }

const INDIVIDUALS = 12
const FIRST_INDIVIDUAL_YEAR = 2019

/** People of the pool who are members themselves; two joined a year, the last of them this year. */
async function seedIndividuals(db: Db): Promise<void> {
  const [people, categories] = [await demoPeople(db, INDIVIDUALS), await categoryIds(db)]
  const rows = []
  for (const [n, person] of people.entries()) {
    const year = FIRST_INDIVIDUAL_YEAR + Math.floor((n * 8) / INDIVIDUALS)
    const [memberNo = ''] = await takeNumbers(db, 'M', String(year), 1, 5)
    const joinDate = `${year}-${String(1 + ((n * 3) % 9)).padStart(2, '0')}-${String(3 + n).padStart(2, '0')}`
    rows.push({ ...person, member_no: memberNo, category_id: categories.get('个人会员') ?? '', join_date: joinDate, member_status: n === 5 ? 'suspended' : 'normal' })
  }
  await insertIndividuals(db, rows)
}

/** After the pool that they come from, and before the fees that they pay. */
export const demoIndividuals: Seed = { name: 'member.individual.demo', order: 48, demo: true, run: seedIndividuals }
