import { indicator, indicatorStatus } from '@assoc/contract/member/industry'
import { resourcePage, StatusTag } from '@assoc/ui'

// What does not add up is not refused while one is still writing it down, but it is said.
const AS_IT_SHOULD = { schema: null, labels: { whole: '100', other: '' }, tones: { whole: 'green', other: 'amber' } } as const

/** Figures that companies report, with their weights below one parent. */
export default resourcePage({
  name: 'member/IndicatorDict',
  title: '指标字典',
  resource: indicator,
  keywordHint: '代码或名称',
  columns: [
    { field: 'indicatorCode', width: 130, sortable: true },
    { field: 'indicatorName', width: 200, sortable: true, editable: true },
    { field: 'unit', width: 85 },
    { field: 'valueType', width: 90 },
    { field: 'weight', width: 110, align: 'right', editable: true },
    {
      field: 'siblingWeight',
      width: 160,
      render: ({ siblingWeight }) => <StatusTag of={{ ...AS_IT_SHOULD, labels: { ...AS_IT_SHOULD.labels, other: siblingWeight } } as never} value={siblingWeight === '100' ? 'whole' : 'other'} />,
      text: ({ siblingWeight }) => siblingWeight,
    },
    { field: 'indicatorStatus', width: 100, tag: indicatorStatus },
  ],
  fields: { indicatorCode: { help: '上级代码加两位数字，例如 ZB01 之下为 ZB0101' } },
  texts: { disable: '停用后不再计入同级权重。', delete: '删除后不能恢复。' },
})
