import { permits } from '../core/permit'

export const member = permits('member', '会员管理', {
  'company:read': '查看公司',
  'company:insert': '新增公司',
  'company:update': '修改公司',
  'company:delete': '删除公司!',
  'company:import': '导入证券列表',
  'company:export': '导出公司',
})
