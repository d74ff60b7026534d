import { RESUME_ITEM } from '@assoc/contract/member/data-item'
import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { INDUSTRIES } from './classes'
import { seedIndustries, seedItems } from './repository'

const MENU: MenuSeed[] = [
  { menuId: 1011, parentId: 1000, menuName: '资料项管理', menuPath: '/memberManage/dataItem', menuLink: 'member/DataItem', sortNo: 11 },
  { menuId: 1013, parentId: 1000, menuName: '联系人二维码', menuPath: '/memberManage/contactQrCode', menuLink: 'member/ContactQrCode', sortNo: 13 },
  { menuId: 1015, parentId: 1000, menuName: '行业字典', menuPath: '/memberManage/industryDict', menuLink: 'member/IndustryDict', sortNo: 15 },
  { menuId: 1016, parentId: 1000, menuName: '指标字典', menuPath: '/memberManage/indicatorDict', menuLink: 'member/IndicatorDict', sortNo: 16 },
]
const READ = ['member:dataItem:read', 'member:industry:read', 'member:qrCode:read']

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
  await grantRole(db, 'MEMBER_LEAD', ['member:dataItem:', 'member:industry:', 'member:qrCode:'])
  for (const role of ['MEMBER_OP', 'LEADER']) await grantRole(db, role, READ)
}
export const recordsSeed: Seed = { name: 'member.records.menu', order: 31, run: seedMenu }

/** Reference data, not demo: every installation reads its companies by it. What an installation lacks of it is added once. */
export const industrySeed: Seed = { name: 'member.industry.classes', order: 32, run: (db) => seedIndustries(db, INDUSTRIES) }

type Item = [name: string, biz: string, required: boolean, exts: string[], mb: number]
const ITEMS: Item[] = [
  ['营业执照副本', 'join', true, ['pdf', 'jpg', 'png'], 10],
  ['入会申请书', 'join', true, ['pdf', 'docx'], 20],
  ['会员登记表', 'join', true, ['xlsx', 'docx', 'pdf'], 20],
  ['承诺书', 'join', true, ['pdf'], 10],
  [RESUME_ITEM, 'pool', true, ['docx', 'pdf'], 10],
  ['任职资格证明', 'pool', false, ['pdf', 'jpg', 'png'], 10],
]
const DEMO_ITEMS: Item[] = [
  ['申报表附件', 'declare', false, ['pdf', 'xlsx'], 50],
  ['商户营业执照', 'merchant', true, ['pdf', 'jpg', 'png'], 10],
]
const seedAll = (db: Db, items: readonly Item[], from: number) =>
  seedItems(db, items.map(([item_name, biz_type, required_flag, file_exts, max_size_mb], i) => ({ item_name, biz_type, required_flag, file_exts, max_size_mb, sort_no: (from + i) * 10 })))

/** Documents that every association asks for from its first day; staff may switch them off. */
export const dataItemSeed: Seed = { name: 'member.dataItem', order: 33, run: (db) => seedAll(db, ITEMS, 1) }

const INDICATORS: [code: string, name: string, unit: string | null, type: string, weight: string | null][] = [
  ['ZB01', '董事会运作', null, 'number', '60'],
  ['ZB0101', '董事会会议召开次数', '次', 'number', '40'],
  ['ZB0102', '独立董事现场工作天数', '天', 'number', '60'],
  ['ZB02', '信息披露', null, 'number', '40'],
  ['ZB0201', '定期报告按期披露', null, 'flag', '50'],
  ['ZB0202', '投资者问询回复率', '%', 'percent', '50'],
]

async function seedDemo(db: Db): Promise<void> {
  await seedAll(db, DEMO_ITEMS, ITEMS.length + 1)
  await db
    .insertInto('indicator')
    .values(INDICATORS.map(([indicator_code, indicator_name, unit, value_type, weight]) => ({ indicator_code, indicator_name, unit, value_type, weight, remark: null })))
    .onConflict((c) => c.doNothing())
    .execute()
}
export const recordsDemo: Seed = { name: 'member.records.demo', order: 43, demo: true, run: seedDemo }
