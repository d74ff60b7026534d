import { categoryStatus, memberCategory } from '@assoc/contract/member/category'
import { resourcePage } from '@assoc/ui'

/** Categories of members, from the highest down. */
export default resourcePage({
  name: 'member/MemberCategory',
  title: '会员类别管理',
  resource: memberCategory,
  columns: [
    { field: 'categoryName', width: 170, sortable: true },
    { field: 'categoryLevel', width: 100, sortable: true },
    { field: 'councilRole', width: 120 },
    { field: 'voteRight', width: 90 },
    { field: 'memberCount', width: 100 },
    { field: 'quota', width: 110, render: ({ quota }) => (quota === 0 ? '不限' : quota.toLocaleString('zh-CN')), text: ({ quota }) => (quota === 0 ? '不限' : String(quota)) },
    { field: 'exclusiveQuota', width: 130, hidden: true, render: ({ exclusiveQuota }) => exclusiveQuota || '按参数配置', text: ({ exclusiveQuota }) => String(exclusiveQuota || '按参数配置') },
    { field: 'categoryStatus', width: 100, tag: categoryStatus },
    { field: 'remark', width: 200 },
  ],
  fields: { exclusiveQuota: { help: '每个会员可有的正常专属用户数；0 表示按参数配置' }, categoryLevel: { help: '数字小的层级高，排在前面；同一层级的理事会身份不能相同' }, quota: { help: '0 表示不限名额；在籍会员达到上限后不能再登记' }, councilRole: { help: '该类别会员在理事会、监事会中的身份' } },
  initial: { categoryLevel: 10, councilRole: 'none', voteRight: true, quota: 0 },
  texts: { disable: '停用后不能再登记为该类别。还有在籍会员的类别不能停用。', delete: '删除后不能恢复。有会员或入会申请使用过的类别不能删除。' },
})
