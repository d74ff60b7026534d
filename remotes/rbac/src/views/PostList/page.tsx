import { post } from '@assoc/contract/rbac/post'
import { resourcePage } from '@assoc/ui'

/** Posts that employees hold. */
export default resourcePage({
  name: 'rbac/PostList',
  title: '岗位管理',
  resource: post,
  keywordHint: '岗位名称或编码',
  columns: [
    { field: 'postName', width: 260, sortable: true },
    { field: 'postCode', width: 200, sortable: true },
    { field: 'holders', width: 110 },
    { field: 'sortNo', width: 120, sortable: true, editable: true },
  ],
  fields: { postCode: { help: '字母、数字、横线或下划线，最多 20 位' }, sortNo: { help: '数字小的排在前面' } },
  initial: { sortNo: 10 },
  texts: { delete: '删除后不能恢复。岗位下还有员工时不能删除。' },
})
