import type { Db } from '../../../platform/database/database'
import { grantRole, laySeedMenu, type MenuSeed, type Seed } from '../../../platform/seed'
import { layIndustries } from './repository'

const MENU: MenuSeed[] = [
  { menuId: 1011, parentId: 1000, menuName: '资料项管理', menuPath: '/memberManage/dataItem', menuLink: 'member/DataItem', sortNo: 11 },
  { menuId: 1013, parentId: 1000, menuName: '联系人二维码', menuPath: '/memberManage/contactQrCode', menuLink: 'member/ContactQrCode', sortNo: 13 },
  { menuId: 1015, parentId: 1000, menuName: '行业字典', menuPath: '/memberManage/industryDict', menuLink: 'member/IndustryDict', sortNo: 15 },
  { menuId: 1016, parentId: 1000, menuName: '指标字典', menuPath: '/memberManage/indicatorDict', menuLink: 'member/IndicatorDict', sortNo: 16 },
]
const READ = ['member:dataItem:read', 'member:industry:read', 'member:qrCode:read']

async function layMenu(db: Db): Promise<void> {
  await laySeedMenu(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
  await grantRole(db, 'MEMBER_LEAD', ['member:dataItem:', 'member:industry:', 'member:qrCode:'])
  for (const role of ['MEMBER_OP', 'LEADER']) await grantRole(db, role, READ)
}
export const recordsSeed: Seed = { name: 'member.records.menu', order: 31, lay: layMenu }

/** Sections of GB/T 4754 as the association's classification uses them. */
const SECTIONS: [code: string, name: string][] = [
  ['A', '农、林、牧、渔业'],
  ['B', '采矿业'],
  ['C', '制造业'],
  ['D', '电力、热力、燃气及水生产和供应业'],
  ['E', '建筑业'],
  ['F', '批发和零售业'],
  ['G', '交通运输、仓储和邮政业'],
  ['H', '住宿和餐饮业'],
  ['I', '信息传输、软件和信息技术服务业'],
  ['J', '金融业'],
  ['K', '房地产业'],
  ['L', '租赁和商务服务业'],
  ['M', '科学研究和技术服务业'],
  ['N', '水利、环境和公共设施管理业'],
  ['O', '居民服务、修理和其他服务业'],
  ['P', '教育'],
  ['Q', '卫生和社会工作'],
  ['R', '文化、体育和娱乐业'],
  ['S', '综合'],
]
const CLASSES: [code: string, name: string][] = [
  ['C14', '食品制造业'],
  ['C26', '化学原料和化学制品制造业'],
  ['C27', '医药制造业'],
  ['C35', '专用设备制造业'],
  ['C38', '电气机械和器材制造业'],
  ['C39', '计算机、通信和其他电子设备制造业'],
  ['I63', '电信、广播电视和卫星传输服务'],
  ['I64', '互联网和相关服务'],
  ['I65', '软件和信息技术服务业'],
]

/** Reference data, not demo: every installation reads its companies by it. */
export const industrySeed: Seed = {
  name: 'member.industry',
  order: 32,
  lay: (db) =>
    layIndustries(
      db,
      [...SECTIONS, ...CLASSES].map(([industry_code, industry_name]) => ({ scheme: 'capco', industry_code, industry_name, parent_code: industry_code.length > 1 ? industry_code.slice(0, 1) : null })),
    ),
}

const ITEMS: [name: string, biz: string, required: boolean, exts: string[], mb: number][] = [
  ['营业执照副本', 'join', true, ['pdf', 'jpg', 'png'], 10],
  ['入会申请书', 'join', true, ['pdf', 'docx'], 20],
  ['会员登记表', 'join', true, ['xlsx', 'docx', 'pdf'], 20],
  ['承诺书', 'join', true, ['pdf'], 10],
  ['独立董事简历', 'pool', true, ['docx', 'pdf'], 10],
  ['任职资格证明', 'pool', false, ['pdf', 'jpg', 'png'], 10],
  ['申报表附件', 'declare', false, ['pdf', 'xlsx'], 50],
  ['商户营业执照', 'merchant', true, ['pdf', 'jpg', 'png'], 10],
]
const INDICATORS: [code: string, name: string, unit: string | null, type: string, weight: string | null][] = [
  ['ZB01', '董事会运作', null, 'number', '60'],
  ['ZB0101', '董事会会议召开次数', '次', 'number', '40'],
  ['ZB0102', '独立董事现场工作天数', '天', 'number', '60'],
  ['ZB02', '信息披露', null, 'number', '40'],
  ['ZB0201', '定期报告按期披露', null, 'flag', '50'],
  ['ZB0202', '投资者问询回复率', '%', 'percent', '50'],
]

async function layDemo(db: Db): Promise<void> {
  await db
    .insertInto('data_item')
    .values(ITEMS.map(([item_name, biz_type, required_flag, file_exts, max_size_mb], i) => ({ item_name, biz_type, required_flag, file_exts, max_size_mb, sort_no: (i + 1) * 10, remark: null })))
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('indicator')
    .values(INDICATORS.map(([indicator_code, indicator_name, unit, value_type, weight]) => ({ indicator_code, indicator_name, unit, value_type, weight, remark: null })))
    .onConflict((c) => c.doNothing())
    .execute()
}
export const recordsDemo: Seed = { name: 'member.records.demo', order: 43, demo: true, lay: layDemo }
