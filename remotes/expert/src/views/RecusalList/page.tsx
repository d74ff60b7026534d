import { recuseStatus } from '@assoc/contract/expert/review/kinds'
import { reviewRecusal } from '@assoc/contract/expert/review/recusal'
import { resourcePage } from '@assoc/ui'

/** Experts who are bound to works, or may be. */
export default resourcePage({
  name: 'expert/RecusalList',
  title: '回避管理',
  resource: reviewRecusal,
  keywordHint: '专家编号、姓名、单位或对象名称',
  columns: [
    { field: 'expertName', width: 100 },
    { field: 'recuseType', width: 150 },
    { field: 'expertUnit', width: 170 },
    { field: 'batchName', width: 180 },
    { field: 'itemNo', width: 70 },
    { field: 'title', width: 200 },
    { field: 'recuseSource', width: 110 },
    { field: 'detail', width: 260 },
    { field: 'sheetStatus', width: 110 },
    { field: 'recuseStatus', width: 110, title: '状态', tag: recuseStatus },
    { field: 'updateTime', width: 155, sortable: true },
  ],
  fields: { itemId: { span: 2, help: '按名称查找各批次的评审对象' }, detail: { span: 2 } },
  initial: { recuseType: 'unit' },
  nameOf: (row) => `${row.expertName} · ${row.title}`,
  texts: { confirm: '确认后，该专家对此对象的分配终止；已提交的评分作废，评审结果须重新计算。', dismiss: '不构成回避的，同一情形今后不再提示。' },
  undo: false,
})
