import { initials } from '../../../platform/search/grams'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { demoCompanies, insertMany, type DemoCompany, type DemoContact } from './repository'

export const contactMenu: Seed = {
  name: 'member.contact.menu',
  order: 32,
  async run(db) {
    await seedMenus(db, [{ menuId: 1003, parentId: 1000, menuName: '联系人管理', menuPath: '/memberManage/contactList', menuLink: 'member/ContactList', sortNo: 3 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['member:contact:'], { member: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['member:contact:'], { member: 'deptTree' })
    await grantRole(db, 'LEADER', ['member:contact:read'], { member: 'all' })
  },
}

/** Companies of the demo that have contacts and memberships. */
export const DEMO_MEMBERS = 900

const SURNAMES = '甄贾吴梅尤艾莫卜假范虞乌'
const GIVEN = ['设一', '样本', '例文', '此仁', '子虚', '乌有', '若梦', '如幻', '虚舟', '南柯', '黄粱', '镜月', '假名', '示例', '无涯', '空谷', '望舒']
const at = <T>(list: ArrayLike<T>, i: number): T => list[i % list.length] as T
const SECOND = ['affairs', 'chairman', 'feeContact', 'liaison', 'finance', 'independent'] as const
const POSTS: Record<string, string> = { secretary: '董事会秘书', affairs: '证券事务代表', chairman: '董事长', feeContact: '财务部会计', liaison: '综合部主管', finance: '财务总监', independent: '独立董事' }

/** The k-th contact of the demo, two to a company; the same everywhere. */
function demoContact(company: DemoCompany, k: number): DemoContact {
  const n = Math.floor(k / 2)
  const isFirst = k % 2 === 0
  const post = isFirst ? 'secretary' : at(SECOND, n)
  const state = isFirst ? 'serving' : n % 23 === 5 ? 'left' : n % 17 === 3 ? 'pending' : n % 61 === 9 ? 'refused' : 'serving'
  const year = 2014 + ((k * 7) % 11)
  const name = at(SURNAMES, k * 5 + Math.floor(k / 12)) + at(GIVEN, k * 3 + Math.floor(k / 17))
  return {
    company_id: company.company_id,
    name,
    name_initials: initials(name),
    gender: at(['male', 'female'], Math.floor(k / 3)),
    post_type: post,
    post_name: POSTS[post] ?? null,
    mobile: String(19_900_000_000 + k),
    telephone: isFirst ? `010-5551${String(n % 10_000).padStart(4, '0')}` : null,
    email: `contact${k + 1}@example.com`,
    start_date: `${year}-0${1 + (k % 9)}-15`,
    end_date: state === 'left' ? `${year + 2}-06-30` : null,
    is_primary: isFirst,
    consent_date: state === 'serving' && k % 5 !== 4 ? `${year}-1${k % 3}-01` : null,
    contact_status: state,
    dept_id: company.dept_id,
    create_by: company.create_by,
  }
}

export const demoContacts: Seed = {
  name: 'member.contact.demo',
  order: 42,
  demo: true,
  async run(db) {
    const companies = await demoCompanies(db, DEMO_MEMBERS)
    await insertMany(db, companies.flatMap((company, n) => [demoContact(company, 2 * n), demoContact(company, 2 * n + 1)]))
  },
}
