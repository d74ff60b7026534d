import { evalIndicator } from '@assoc/contract/expert/indicator'
import { schemeStatus } from '@assoc/contract/expert/scheme'
import { resourcePage } from '@assoc/ui'
import { QuestionSelect } from './QuestionSelect'
import { Tools } from './Tools'

/** Standards and indicators of schemes. */
export default resourcePage({
  name: 'expert/EvalIndicator',
  title: '评价指标',
  resource: evalIndicator,
  keywordHint: '指标代码、指标名称或评价标准',
  columns: [
    { field: 'indicatorCode', width: 100, sortable: true },
    { field: 'indicatorName', width: 220 },
    { field: 'standardName', width: 160 },
    { field: 'indicatorScore', width: 90 },
    { field: 'bonusFlag', width: 80 },
    { field: 'dimensionName', width: 110 },
    { field: 'questionLabels', width: 220, title: '对应题目' },
    { field: 'schemeName', width: 200 },
    { field: 'schemeStatus', width: 100, title: '方案状态', tag: schemeStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: {
    schemeId: { once: true },
    standardNo: { help: '同一序号的指标属于同一标准' },
    indicatorScore: { help: '基础分合计须为 100，加分项另计' },
    questionKeys: { kind: 'own', span: 2, render: <QuestionSelect /> },
    note: { span: 2 },
  },
  initial: { bonusFlag: false, questionKeys: [] },
  detail: ['indicatorName', 'schemeName', 'standardNo', 'standardName', 'indicatorCode', 'indicatorScore', 'bonusFlag', 'dimensionName', 'questionLabels', 'note', 'updateTime'],
  defaultSort: { field: 'indicatorCode', order: 'asc' },
  toolbar: (tools) => <Tools schemeId={String(tools.list.store.filterInput()['schemeId'] ?? '') || null} onDone={() => void tools.reload()} />,
  texts: { delete: '删除后不能恢复。' },
  emptyText: '还没有评价指标，可以新增、导入或从其他方案复制',
})
