import { memberCategory as contract } from '@assoc/contract/member/category'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { lockCategory, memberCount, usesOf } from './repository'
import { categoryMenu, demoCategories } from './seed'

const runtime = mountResource(contract, {
  table: 'member_category',
  computed: { memberCount },
  keyword: { columns: ['category_name'] },
  order: { field: 'categoryLevel', direction: 'asc' },
  constraints: {
    member_category_name_unique: () => refuse.field('categoryName', '该类别名称已被使用'),
    member_category_rank_unique: () => refuse.field('categoryLevel', '该层级已有相同理事会身份的会员类别，请换一个层级或身份'),
  },
  nameOf: (row) => row.categoryName,
  before: {
    change: async ({ db }, row, step) => {
      if (step.verb === 'disable') await requireUnused(db, row.categoryId, '停用')
    },
    remove: async ({ db }, row) => {
      const { ever } = await requireUnused(db, row.categoryId, '删除')
      if (ever) throw refuse.inUse('已有会员或入会申请使用过该类别，不能删除，可以停用')
    },
  },
})

export const category = { ...runtime, seeds: [categoryMenu, demoCategories] }

/** Refuses while members stand in the category; the lock keeps anyone from joining it meanwhile. */
async function requireUnused(db: Db, categoryId: string, action: string) {
  await lockCategory(db, categoryId)
  const uses = await usesOf(db, categoryId)
  if (uses.standing > 0) throw refuse.inUse(`该类别下还有 ${uses.standing} 个在籍会员，不能${action}`)
  return uses
}
