import { post as contract } from '@assoc/contract/rbac/post'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { holders, postInUse } from './repository'
import { postSeed } from './seed'

const runtime = mountResource(contract, {
  table: 'post',
  computed: { holders },
  keyword: { columns: ['post_name', 'post_code'], grams: true },
  order: { field: 'sortNo', direction: 'asc' },
  constraints: { post_code_unique: () => refuse.field('postCode', '该岗位编码已被使用') },
  nameOf: (row) => row.postName,
  before: {
    remove: async ({ db }, row) => {
      if (await postInUse(db, row.postId)) throw refuse.inUse('该岗位下还有员工，不能删除')
    },
  },
})

/** Posts that employees hold. */
export const post = { ...runtime, seeds: [postSeed] }
