import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function seedMenu(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7015, parentId: 7000, menuName: '字典管理', menuPath: '/systemManage/dict', menuLink: 'rbac/DictList', sortNo: 15 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:dict:'], { rbac: 'all' })
}

export const dictSeed: Seed = { name: 'rbac.dict', order: 12, run: seedMenu }

const DEMO: [code: string, name: string, items: string[]][] = [
  ['withdrawReason', '退会原因', ['主动申请', '退市', '合并注销', '欠费除名']],
  ['degree', '学历', ['专科', '本科', '硕士', '博士']],
  ['visitPurpose', '来访事由', ['会员走访', '业务洽谈', '参观学习']],
]

async function seedDemo(db: Db): Promise<void> {
  for (const [dict_code, dict_name, items] of DEMO) {
    const { dict_id } = await db.insertInto('dict').values({ dict_code, dict_name, remark: null }).returning('dict_id').executeTakeFirstOrThrow()
    await db
      .insertInto('dict_item')
      .values(items.map((item_label, i) => ({ dict_id, item_value: String(i + 1), item_label, sort_no: i + 1, remark: null })))
      .execute()
  }
}

export const demoDicts: Seed = { name: 'rbac.dict.demo', order: 42, demo: true, run: seedDemo }
