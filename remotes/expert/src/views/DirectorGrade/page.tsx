import { gradeResult, RESULT_BY_NOTICE, resultStatus } from '@assoc/contract/expert/grade-result'
import { yearNow } from '@assoc/contract/core/day'
import { resourcePage } from '@assoc/ui'
import { ComputeButton } from './ComputeButton'

/** What directors, secretaries, boards and offices were graded, by year, with those of earlier years. */
export default resourcePage({
  name: 'expert/DirectorGrade',
  title: '董事评级结果',
  resource: gradeResult,
  keywordHint: '姓名、拼音首字母、公司名称或代码',
  columns: [
    { field: 'name', width: 100 },
    { field: 'companyName', width: 120 },
    { field: 'stockCode', width: 90 },
    { field: 'jurisdiction', width: 120 },
    { field: 'evalYear', width: 95, sortable: true },
    { field: 'evalTarget', width: 110 },
    { field: 'gradeCode', width: 95 },
    { field: 'score', width: 80 },
    { field: 'rankNo', width: 80, sortable: true },
    { field: 'vetoReason', width: 180, hidden: true },
    { field: 'schemeName', width: 200, hidden: true },
    { field: 'resultSource', width: 110 },
    { field: 'publishTime', width: 155, hidden: true },
    { field: 'resultStatus', width: 110, title: '状态', tag: resultStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  initial: { evalTarget: 'secretary', evalYear: yearNow() - 1 },
  fields: {
    schemeId: { once: true, help: '评分中的方案填写；以前年度的结果不填' },
    companyId: { help: '评价年度任职的公司' },
    personId: { help: '董事会和董办的结果不填' },
    gradeCode: { help: '方案的结果由系统按等级规则得出' },
    remark: { span: 2 },
  },
  steps: { hide: [...RESULT_BY_NOTICE] },
  toolbar: (tools) => <ComputeButton onDone={() => void tools.reload()} />,
  texts: {
    confirm: '核准后结果即为已公布，不能再修改。',
    askCancel: '由另一人核准后，该评级取消，记录保留。',
    cancel: '核准后该评级取消，不能恢复。',
    keep: '驳回后评级照旧。',
    delete: '删除后不能恢复。',
  },
  emptyText: '还没有评级结果，可以导入以前年度的结果',
})
