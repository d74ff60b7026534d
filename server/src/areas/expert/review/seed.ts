import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const MENU: MenuSeed[] = [
  { menuId: 4003, parentId: 4000, menuName: '评审批次', menuPath: '/expertCenter/reviewBatch', menuLink: 'expert/ReviewBatch', sortNo: 3 },
  { menuId: 4004, parentId: 4000, menuName: '评审分配', menuPath: '/expertCenter/reviewAssign', menuLink: 'expert/ReviewAssign', sortNo: 4 },
  { menuId: 4009, parentId: 4000, menuName: '回避管理', menuPath: '/expertCenter/recusal', menuLink: 'expert/RecusalList', sortNo: 9 },
]

export const reviewMenu: Seed = { name: 'expert.review.menu', order: 36.1, run: (db: Db) => seedMenus(db, MENU, ['EVAL_OP', 'LEADER']) }

/** Rights on reviews: the office runs them, experts score what is theirs and nothing else. */
export const reviewGrants: Seed = {
  name: 'expert.review.grants',
  order: 35.1,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['review:batch:', 'review:assign:', 'review:recusal:', 'review:sheet:return', 'review:result:'], { review: 'dept' })
    // A tie is decided on, and results are published, by somebody else than who has entered or summed them.
    await grantRole(db, 'LEADER', ['review:batch:read', 'review:assign:read', 'review:recusal:read', 'review:recusal:decide', 'review:result:read', 'review:result:publish'], { review: 'all' })
    await grantRole(db, 'EXPERT', ['review:sheet:score'])
  },
}
